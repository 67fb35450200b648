// The solved boards: a list, and a page for each.

/**
 * @import { Query } from "./backend.js"
 * @import { Named } from "./games.js"
 * @import { BoardsRecord as Boards, PositionRecord, StartRecord, TableRecord } from "./records.js"
 */

import { ask, follow } from "./api.js";
import { barChart } from "./chart.js";
import { byId, fact, html, said, scrolling, table, tile } from "./dom.js";
import { gameFigure } from "./figure.js";
import { namedBy, pageOf, playedFacts, times, walk } from "./games.js";
import { shape } from "./geometry.js";
import { isAlone, nameHere } from "./places.js";
import { bytes, compact, endOf, grouped, seconds, verdict } from "./text.js";
import { begin } from "./theme.js";

/** Boards that the solver solves in moments, offered if there is no table. */
const QUICK = ["4x4", "4x5", "4x6", "5x5", "4x8", "4x10"];

/** @param {StartRecord} record */
function card(record) {
  const { board, start, scoring, line, value } = record;
  const about = `${start} start, scoring ${scoring}${value === null ? ", not solved" : ""}`;
  return tile(pageOf("boards", record), gameFigure(board, start, line, true), times(board), verdict(record, shape(board).squares), about);
}

/** @param {string} board */
function quick(board) {
  const address = pageOf("boards", { board, start: "othello", scoring: "discs" });
  return tile(address, gameFigure(board, "othello", [], true), times(board), null, "othello start");
}

/**
 * The list; `isAstray` if the address names no board in it.
 * @param {Boards} boards
 * @param {boolean} isAstray
 */
function showList(boards, isAstray) {
  document.title = "Boards · solve explorer";
  byId("title").textContent = "Boards";
  // The atlas has all starts with both scorings; a page of them would be too long.
  const listed = boards.starts.filter((one) => !isAlone || (one.start === "othello" && one.scoring === "discs"));
  const solved = listed.filter((record) => record.value !== null);
  const rest = listed.filter((record) => record.value === null);
  const lead = solved.length > 0 ? "Positions from which all play is known. Values are for Black, who moves first." : "The tables here hold no solved start yet. The solver finds these in moments:";
  byId("lead").textContent = isAstray ? `There is no board of that name. ${lead}` : lead;
  const tiles = html("div", { class: "tiles" }, ...[...solved, ...rest].map(card), ...(solved.length === 0 ? QUICK.map(quick) : []));
  byId("content").replaceChildren(tiles, ...tableSection(boards.tables));
}

/** @param {TableRecord[]} tables */
function tableSection(tables) {
  if (tables.length === 0) return [];
  const rows = tables.map(({ board, scoring, kind, start, counts }) => {
    const holds = kind === "whole" ? `every position from ${start}` : "proven bounds";
    const cells = counts ? [grouped(counts.entries), grouped(counts.exact), bytes(counts.bytes)] : ["being counted", "", ""];
    return [times(board), scoring, holds, ...cells];
  });
  const heads = ["Board", "Scoring", "Holds", "Positions", "Exact", "On the disk"];
  return [html("h2", {}, "Tables"), scrolling("Tables", table(heads, rows))];
}

/**
 * @param {Named} name
 * @param {Boards} boards
 */
function showBoard(name, boards) {
  const title = `${times(name.board)}, ${name.start} start`;
  document.title = `${title} · solve explorer`;
  byId("title").textContent = title;
  const record = boards.starts.find((one) => one.board === name.board && one.start === name.start && one.scoring === name.scoring);
  const content = byId("content");
  const result = html("section", { class: "card result-card" });
  content.replaceChildren(result, ...certificates(record), ...statistics(name, boards));
  if (record && record.value !== null && record.final) {
    showResult(result, name, record);
    return;
  }
  byId("lead").textContent = lacking(name, record);
  const told = html("p", { class: "quiet", role: "status" });
  const isValued = record !== undefined && record.value !== null;
  const button = html("button", { type: "button", class: "primary" }, isValued ? "Find a perfect game" : "Solve it now");
  button.addEventListener("click", () => {
    button.disabled = true;
    void solve(name, told, result).finally(() => (button.disabled = false));
  });
  result.replaceChildren(gameFigure(name.board, name.start, record?.line ?? []), html("div", {}, button, told));
}

/**
 * What is known about a start without a perfect game.
 * @param {Named} name
 * @param {StartRecord | undefined} record
 */
function lacking(name, record) {
  if (!record) return "This start is not in the tables here. The solver can look for its value.";
  const known = verdict(record, shape(name.board).squares);
  if (record.value === null) return `${known}: the tables here know no more. The solver can look for its value.`;
  return `${known} if nobody errs. The tables here do not know a perfect game to its end; the solver can look for the rest.`;
}

/**
 * @param {Named} name
 * @param {HTMLElement} told
 * @param {HTMLElement} result
 */
async function solve(name, told, result) {
  const stop = new AbortController();
  // A browser may keep a page that was left, with its open search, in case the person comes back.
  addEventListener("pagehide", () => stop.abort(), { once: true });
  /** @type {Query} */
  const query = { board: name.board, start: name.start, scoring: name.scoring };
  /** @type {PositionRecord | null} */
  let last = null;
  const finished = () => {
    if (last && last.value !== null && last.final) {
      showResult(result, name, last);
      return true;
    }
    return false;
  };
  try {
    await follow(query, {
      position: (record) => {
        last = record;
        if (finished()) stop.abort();
        else if (record.value !== null) byId("lead").textContent = `${verdict(record, shape(name.board).squares)} if nobody errs.`;
      },
      progress: (progress) => {
        told.textContent = progress.waiting ? "Waiting for a free search" : `${compact(progress.nodes)} nodes, ${seconds(progress.seconds)}, ${progress.phase}`;
      },
      done: (done) => {
        if (!finished()) told.textContent = endOf(done) || "A perfect game is not known to its end.";
      },
    }, stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) told.textContent = said(error);
    else if (!finished()) told.textContent = "The search ended when the page was left.";
  }
}

/**
 * @param {HTMLElement} result
 * @param {Named} name
 * @param {StartRecord | PositionRecord} record
 */
function showResult(result, name, record) {
  const { squares } = shape(name.board);
  const { line } = record;
  byId("lead").textContent = `${verdict(record, squares)} if nobody errs.`;
  const facts = html("dl", { class: "facts" }, fact("Value for Black", verdict(record, squares)), ...playedFacts(record, name.scoring));
  const link = html("a", { class: "button primary", href: walk(name, line) }, "Walk through it");
  const moves = html("p", { class: "moves-text" }, line.join(" "));
  const side = html("div", {}, facts, html("h2", {}, "A perfect game"), moves, link);
  result.replaceChildren(html("figure", {}, gameFigure(name.board, name.start, line), html("figcaption", {}, "Each disc has the number of the ply on which its square was taken, and the colour that took it. Discs without a number stand there at the start.")), side);
}

/** @param {StartRecord | undefined} record */
function certificates(record) {
  if (!record || record.certificates.length === 0) return [];
  const items = record.certificates.map((one) => {
    const link = html("a", { href: `/certificates/${one.name}`, download: one.name }, one.name);
    return html("li", {}, link, ` (${bytes(one.bytes)}) claims: ${one.claim}.`);
  });
  const about = html("p", { class: "quiet" }, "This server has not checked them: solve check does, and shares no code with the search.");
  return [html("section", { class: "card" }, html("h2", {}, "Certificates"), html("ul", {}, ...items), about)];
}

/**
 * @param {Named} name
 * @param {Boards} boards
 */
function statistics(name, boards) {
  const wide = (/** @type {string} */ board) => {
    const { rows, cols } = shape(board);
    return rows > cols ? `${cols}x${rows}` : board;
  };
  const tables = boards.tables.filter((table) => table.board === wide(name.board) && table.scoring === name.scoring && (table.start === null || table.start === name.start));
  return tables.flatMap((table) => {
    const counts = table.counts;
    if (!counts) return [];
    const title = table.kind === "whole" ? "Every position" : "Proven positions in the table";
    const facts = html("dl", { class: "facts row" });
    facts.append(fact("Positions", grouped(counts.entries)), fact("Known to the disc", grouped(counts.exact)));
    if (table.kind === "bounds") facts.append(fact("Only who wins", grouped(counts.decided)));
    if (counts.unverified > 0) facts.append(fact("Verified by nobody here", grouped(counts.unverified)));
    facts.append(fact("On the disk", bytes(counts.bytes)));
    return [html("section", { class: "card" }, html("h2", {}, title), facts, barChart(counts.by_empties))];
  });
}

void begin(async () => {
  const boards = await ask("/api/boards");
  const name = namedBy(nameHere());
  if (name) showBoard(name, boards);
  else showList(boards, nameHere() !== "");
});
