// The boards: the value of each that is known, rows by columns.

/**
 * @import { Scoring } from "./api.js"
 * @import { KnownGame } from "./games.js"
 * @import { TableRecord } from "./records.js"
 */

import { byId, html, scrolling, table } from "./dom.js";
import { allKnown, SCORING_SAYS, SCORINGS, STARTS, times } from "./games.js";
import { shape } from "./geometry.js";
import { boardsAt } from "./places.js";
import { bytes, counted, grouped } from "./text.js";
import { begin } from "./theme.js";
import { wipesOut, worthLink } from "./worth.js";

/** @type {Record<string, (rows: number, cols: number) => boolean>} Choices of boards by their sides. */
const SHAPES = {
  all: () => true,
  square: (rows, cols) => rows === cols,
  even: (rows, cols) => rows % 2 === 0 && cols % 2 === 0,
  odd: (rows, cols) => (rows * cols) % 2 === 1,
};

/**
 * @typedef {object} Filter What to show; the address holds it.
 * @property {string} start
 * @property {Scoring} scoring
 * @property {string} shape
 * @property {number | null} most The most squares; null for any number.
 */

/**
 * Reads an address. What makes no sense there is ignored.
 * @param {string} address
 * @returns {Filter}
 */
function filterOf(address) {
  const query = new URLSearchParams(address);
  /** @type {<T extends string>(name: string, words: T[], usual: T) => T} */
  const one = (name, words, usual) => words.find((word) => word === query.get(name)) ?? usual;
  const most = Number(query.get("most") ?? "");
  return {
    start: one("start", STARTS, "othello"),
    scoring: one("scoring", SCORINGS, "discs"),
    shape: one("shape", Object.keys(SHAPES), "all"),
    most: Number.isInteger(most) && most > 0 ? most : null,
  };
}

/** @param {Filter} filter */
function addressOf(filter) {
  const query = new URLSearchParams();
  if (filter.start !== "othello") query.set("start", filter.start);
  if (filter.scoring !== "discs") query.set("scoring", filter.scoring);
  if (filter.shape !== "all") query.set("shape", filter.shape);
  if (filter.most !== null) query.set("most", String(filter.most));
  return boardsAt(query);
}

/**
 * @param {KnownGame[]} games
 * @param {Filter} filter
 * @returns {KnownGame[]}
 */
function chosen(games, filter) {
  const isShaped = SHAPES[filter.shape] ?? (() => true);
  return games.filter(({ board, start, scoring }) => {
    const { rows, cols, squares } = shape(board);
    return start === filter.start && scoring === filter.scoring && isShaped(rows, cols) && squares <= (filter.most ?? squares);
  });
}

/**
 * The games in a sentence.
 * @param {KnownGame[]} games
 */
function summary(games) {
  if (games.length === 0) return "No board here is like that.";
  const count = (/** @type {(game: KnownGame) => boolean} */ is) => games.filter(is).length;
  const draws = count(({ lower, upper }) => lower === 0 && upper === 0);
  const open = count(({ lower, upper }) => lower !== upper);
  const parts = [`Black wins on ${count(({ lower }) => lower > 0)}`, `White on ${count(({ upper }) => upper < 0)}`];
  if (draws > 0) parts.push(counted(draws, "draw", "draws"));
  if (open > 0) parts.push(`${open} not solved to the disc`);
  return `${counted(games.length, "board", "boards")}: ${parts.join(", ")}; ${counted(count((game) => wipesOut(game) !== null), "wipe-out", "wipe-outs")}.`;
}

/**
 * The numbers of rows or columns, in order.
 * @param {KnownGame[]} games
 * @param {(board: string) => number} of
 * @returns {number[]}
 */
function sides(games, of) {
  return [...new Set(games.map(({ board }) => of(board)))].sort((one, other) => one - other);
}

/**
 * @param {"col" | "row"} scope
 * @param {number} count
 */
function header(scope, count) {
  const what = scope === "col" ? " columns" : " rows";
  return html("th", { scope }, String(count), html("span", { class: "visually-hidden" }, what));
}

/**
 * The table of these games.
 * @param {KnownGame[]} games
 * @param {Filter} filter
 */
function grid(games, filter) {
  const of = new Map(games.map((game) => [game.board, game]));
  const cols = sides(games, (board) => shape(board).cols);
  const corner = html("th", { class: "corner", scope: "col" }, html("span", { class: "visually-hidden" }, "Rows"), html("span", { "aria-hidden": "true" }, "↓ rows\n→ columns"));
  const lines = sides(games, (board) => shape(board).rows).map((rows) => {
    const cells = cols.map((col) => {
      const game = of.get(`${rows}x${col}`);
      return html("td", {}, ...(game ? [worthLink(game)] : []));
    });
    return html("tr", {}, header("row", rows), ...cells);
  });
  const caption = `Value for Black, ${filter.start} start, scoring ${filter.scoring}`;
  const head = html("tr", {}, corner, ...cols.map((col) => header("col", col)));
  return html("table", { class: "atlas" }, html("caption", { class: "visually-hidden" }, caption), html("thead", {}, head), html("tbody", {}, ...lines));
}

/**
 * Moves between the table's links with the arrow keys.
 * @param {KeyboardEvent} event
 */
function move(event) {
  /** @type {Record<string, [number, number]>} */
  const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  const step = steps[event.key];
  const cell = /** @type {HTMLElement} */ ((event.target)).closest("td");
  const row = cell?.closest("tr");
  const table = cell?.closest("table");
  if (!step || !cell || !row || !table || event.ctrlKey || event.metaKey || event.altKey) return;
  let [at, across] = [row.rowIndex, cell.cellIndex];
  for (;;) {
    [at, across] = [at + step[0], across + step[1]];
    const next = table.rows[at]?.cells[across];
    if (!next) return;
    const link = next.querySelector("a");
    if (!link) continue;
    event.preventDefault();
    link.focus();
    return;
  }
}

/** The page. */
class BoardsPage {
  #start = byId("start", HTMLSelectElement);
  #scoring = byId("scoring", HTMLSelectElement);
  #shape = byId("shape", HTMLSelectElement);
  #most = byId("most", HTMLInputElement);
  #games;

  /** @param {KnownGame[]} games */
  constructor(games) {
    this.#games = games;
    for (const field of [this.#start, this.#scoring, this.#shape, this.#most]) {
      field.addEventListener("change", () => this.#changed());
    }
    byId("grid").addEventListener("keydown", move);
    addEventListener("popstate", () => this.show());
  }

  /** Shows what the address asks for. */
  show() {
    const filter = filterOf(location.search);
    this.#start.value = filter.start;
    this.#scoring.value = filter.scoring;
    this.#shape.value = filter.shape;
    this.#most.value = filter.most === null ? "" : String(filter.most);
    const games = chosen(this.#games, filter);
    byId("lead").textContent = summary(games);
    byId("scoring-says").textContent = `Scoring ${SCORING_SAYS[filter.scoring]}.`;
    byId("grid").replaceChildren(...(games.length > 0 ? [grid(games, filter)] : []));
    byId("grid").hidden = games.length === 0;
  }

  #changed() {
    const query = new URLSearchParams({ start: this.#start.value, scoring: this.#scoring.value, shape: this.#shape.value, most: this.#most.value });
    const address = addressOf(filterOf(`?${query}`));
    if (new URL(address, location.href).href !== location.href) history.pushState(null, "", address);
    this.show();
  }
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

void begin(async () => {
  const { games, tables } = await allKnown();
  new BoardsPage(games).show();
  byId("tables").replaceChildren(...tableSection(tables));
  byId("content").hidden = false;
});
