// A board with a start: its first moves with their values, a perfect game to step through, and what proves it.

/**
 * @import { Scoring } from "./api.js"
 * @import { KnownGame, Named } from "./games.js"
 * @import { MoveRecord, TableRecord } from "./records.js"
 * @import { Ply } from "./state.js"
 */

import { ask } from "./api.js";
import { Board, showCounts } from "./board.js";
import { barChart } from "./chart.js";
import { byId, fact, html, table } from "./dom.js";
import { allKnown, namedBy, nameOf, nothing, pageOf, playedFacts, SCORINGS, STARTS, times, turnedOver, walk } from "./games.js";
import { countDiscs, shape } from "./geometry.js";
import { installKeys, showSteps, steps } from "./keyboard.js";
import { drawMoves } from "./moves.js";
import { boardsAt, hereAt, nameHere } from "./places.js";
import { bytes, grouped, negated, other, short, sideName, valueOf, worth } from "./text.js";
import { begin } from "./theme.js";
import { told, wipesOut, worthLink } from "./worth.js";

const isSame = (/** @type {Named} */ one, /** @type {Named} */ another) => nameOf(one) === nameOf(another);

/**
 * The legal first moves, the best first: as the atlas has them, or as the program knows them.
 * @param {KnownGame} game
 * @returns {Promise<MoveRecord[]>}
 */
async function firstMoves(game) {
  const all = Object.entries(game.moves);
  const of = { board: game.board, start: game.start, scoring: game.scoring, time_ms: "0" };
  const records = all.length === 0 ? (await ask("/api/position", of)).moves : all.map(([move, [lower, upper]]) => {
    const best = all.every(([other, limits]) => other === move || limits[1] <= lower);
    return { ...valueOf({ lower, upper }), best, move, position: "" };
  });
  return records.sort((one, another) => another.lower - one.lower || another.upper - one.upper);
}

/** The page of one game. */
class GamePage {
  #cursor = 0;
  /** @type {Board} */
  #board;
  /** @type {MoveRecord[]} */
  #first;
  #game;
  #plies;

  /**
   * @param {KnownGame} game
   * @param {MoveRecord[]} first
   * @param {Ply[]} plies
   * @param {number} ply
   */
  constructor(game, first, plies, ply) {
    this.#game = game;
    this.#plies = plies;
    this.#first = first;
    this.#board = new Board(byId("board"), (square) => this.#chosen(square));
    installKeys({
      ...steps((ply) => this.#go(ply), () => this.#cursor, () => plies.length - 1),
      g: () => this.#board.focusGrid(),
    });
    this.#cursor = this.#within(ply);
    this.#show();
  }

  /** @returns {Ply} */
  get #ply() {
    const ply = this.#plies[this.#cursor];
    if (!ply) throw new Error("there is no such ply");
    return ply;
  }

  /** @param {number} ply */
  #within(ply) {
    return Number.isInteger(ply) ? Math.min(Math.max(ply, 0), this.#plies.length - 1) : 0;
  }

  /**
   * What the squares say: all first moves at the start, and later the next one of the line.
   * @returns {MoveRecord[]}
   */
  #moves() {
    if (this.#cursor === 0) return this.#first;
    const next = this.#game.line[this.#cursor];
    if (next === undefined) return [];
    const value = this.#ply.side === "X" ? valueOf(this.#game) : negated(valueOf(this.#game));
    return [{ ...value, best: true, move: next, position: "" }];
  }

  /**
   * The next move of the line goes on; another first move is for the explorer, which knows what follows.
   * @param {string} square
   */
  #chosen(square) {
    if (this.#game.line[this.#cursor] === square) this.#go(this.#cursor + 1);
    else location.assign(walk(this.#game, [square], true));
  }

  /** @param {number} ply */
  #go(ply) {
    const before = this.#cursor;
    this.#cursor = this.#within(ply);
    if (this.#cursor === before) return;
    history.replaceState(null, "", hereAt(this.#cursor));
    this.#show();
  }

  /** Says which ply is shown. */
  #announce() {
    const { move, side } = this.#ply;
    const done = move ? `${this.#cursor}. ${sideName(other(side))} ${move === "pass" ? "passes" : `plays ${move}`}.` : "Start.";
    const { black, white } = countDiscs(this.#ply.position);
    const rest = this.#isOver ? `The game is over: Black ${black}, White ${white}.` : `${sideName(side)} to move.`;
    byId("announce").textContent = `${done} ${rest}`;
  }

  get #isOver() {
    return this.#cursor > 0 && this.#cursor === this.#game.line.length;
  }

  #show() {
    const { position, move, side } = this.#ply;
    this.#board.show({ board: this.#game.board, position, record: { moves: this.#moves() }, last: move, showsValues: true, isOpen: true });
    showCounts(position, this.#isOver ? null : side);
    showSteps(this.#cursor, this.#plies.length - 1);
    this.#showLine();
    this.#announce();
  }

  #showLine() {
    const { lower, upper } = this.#game;
    const moves = this.#game.line.map((move, index) => ({
      move,
      side: this.#plies[index]?.side ?? "X",
      point: { lower, upper, isUnknown: false, lost: 0, title: move },
    }));
    if (moves.length > 0) drawMoves(byId("moves"), moves, this.#cursor, (ply) => this.#go(ply));
  }
}

/**
 * @param {KnownGame} game
 * @param {KnownGame[]} games
 */
function facts(game, games) {
  const { certificate } = game;
  const all = [fact("Value", told(game), wipesOut(game) ? "a wipe-out: the loser has no disc left" : ""), ...playedFacts(game, game.scoring)];
  const twin = games.find((one) => isSame(one, turnedOver(game)));
  if (game.nodes > 0) all.push(fact("Search", `${grouped(game.nodes)} nodes`, "by one thread that knew nothing before, for the value, the first moves and the line"));
  else if (twin) all.push(fact("Search", "none", html("span", {}, "the game is another one turned over: ", html("a", { href: pageOf(twin) }, `${times(twin.board)}, ${twin.start} start`))));
  if (game.evidence) all.push(fact("Rests on", game.evidence));
  if (certificate) {
    const checked = `The independent checker has read it: ${grouped(certificate.leaves)} leaves, ${grouped(certificate.searched)} positions searched.`;
    all.push(fact("Certificate", `${bytes(certificate.bytes)}`, checked), fact("Its SHA-256", "", certificate.sha256));
  } else if (game.nodes > 0) all.push(fact("Certificate", "none"));
  else if (twin) all.push(fact("Certificate", "none", "that of the other game proves this value too"));
  return all;
}

/**
 * The first moves, with what each is worth.
 * @param {KnownGame} game
 * @param {MoveRecord[]} first
 */
function moveTable(game, first) {
  const { squares } = shape(game.board);
  const rows = first.map((move) => {
    const link = html("a", { href: walk(game, [move.move], true) }, move.move);
    const best = [html("span", { class: "star", "aria-hidden": "true" }, " ★"), html("span", { class: "visually-hidden" }, ", best move")];
    return [link, short(move, squares), html("span", {}, worth(move, squares), ...(move.best ? best : []))];
  });
  return table(["Move", "For Black", "Black"], rows);
}

/**
 * The same board with every start and scoring.
 * @param {KnownGame} game
 * @param {KnownGame[]} games
 */
function relatives(game, games) {
  const cell = (/** @type {string} */ start, /** @type {Scoring} */ scoring) => {
    const one = games.find((other) => isSame(other, { board: game.board, start, scoring }));
    return one ? worthLink(one, one === game) : "";
  };
  const rows = STARTS.map((start) => [start, ...SCORINGS.map((scoring) => cell(start, scoring))]);
  return table(["Start", ...SCORINGS], rows, { class: "atlas" });
}

/** @param {KnownGame} game */
function certificates({ certificates = [] }) {
  if (certificates.length === 0) return [];
  const items = certificates.map((one) => {
    const link = html("a", { href: `/certificates/${one.name}`, download: one.name }, one.name);
    return html("li", {}, link, ` (${bytes(one.bytes)}) claims: ${one.claim}.`);
  });
  const about = html("p", { class: "quiet" }, "This server has not checked them: solve check does, and shares no code with the search.");
  return [html("section", { class: "card" }, html("h2", {}, "Certificates"), html("ul", {}, ...items), about)];
}

/**
 * What the tables here hold of a game.
 * @param {Named} name
 * @param {TableRecord[]} all
 */
function statistics(name, all) {
  const wide = (/** @type {string} */ board) => {
    const { rows, cols } = shape(board);
    return rows > cols ? `${cols}x${rows}` : board;
  };
  const tables = all.filter((table) => table.board === wide(name.board) && table.scoring === name.scoring && (table.start === null || table.start === name.start));
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

/**
 * The game and, if it is solved, all positions of its line.
 * @param {KnownGame} game
 * @param {KnownGame[]} games
 * @param {TableRecord[]} tables
 */
async function show(game, games, tables) {
  const title = `${times(game.board)}, ${game.start} start, scoring ${game.scoring}`;
  document.title = `${title} · solve explorer`;
  byId("title").textContent = title;
  const { board, start, scoring } = game;
  byId("back", HTMLAnchorElement).href = boardsAt(new URLSearchParams({ start, scoring }));
  byId("walk", HTMLAnchorElement).href = walk(game, game.line);
  const [first, { plies }] = await Promise.all([firstMoves(game), ask("/api/game", { board, start, scoring, moves: game.line.join("") })]);
  byId("facts").replaceChildren(...facts(game, games));
  byId("first-moves").replaceChildren(moveTable(game, first));
  byId("relatives").replaceChildren(relatives(game, games));
  byId("more").replaceChildren(...certificates(game), ...statistics(game, tables));
  for (const id of ["steps", "line-card"]) byId(id).hidden = game.line.length === 0;
  // The board asks how wide it may be.
  byId("content").hidden = false;
  new GamePage(game, first, plies.map(({ move, position, side }) => ({ move, position, side })), Number(new URLSearchParams(location.search).get("ply") ?? 0));
  byId("lead").textContent = game.lower === game.upper ? `${told(game)} if nobody errs.` : `${told(game)}. The game is not solved to the disc.`;
}

void begin(async () => {
  const { games, tables } = await allKnown();
  const name = namedBy(nameHere());
  if (name) await show(games.find((one) => isSame(one, name)) ?? nothing(name), games, tables);
  else byId("lead").textContent = "There is no board of that name. The list has all that are known.";
});
