// Sets up a position disc by disc.

/**
 * @import { Side } from "./api.js"
 * @import { PositionRecord } from "./records.js"
 * @import { Page } from "./state.js"
 */

import { ask } from "./api.js";
import { byId, choose, radios, said } from "./dom.js";
import { centre, place, shape, squareName } from "./geometry.js";
import { explorerAt } from "./places.js";
import { sideName } from "./text.js";

/** How long after the last change to ask the server about the position. */
const PAUSE_MS = 150;

/** @type {Record<string, string>} */
const DISCS = { X: "Black", O: "White", "-": "empty" };

export class Editor {
  isOpen = false;
  /** @type {string[]} */
  #squares = [];
  /** @type {Side} */
  #side = "X";
  /** @type {AbortController | null} */
  #asking = null;
  #page;
  #game;
  #changed;

  /**
   * @param {Page} page
   * @param {(sentence: string) => void} changed
   */
  constructor(page, changed) {
    this.#page = page;
    this.#game = page.game;
    this.#changed = changed;
    /** @type {Record<string, () => void>} */
    const clicks = {
      "edit-clear": () => this.#set(this.#squares.map(() => "-")),
      "edit-start": () => this.#set(this.#start()),
      "edit-done": () => void this.#done(),
    };
    for (const [id, act] of Object.entries(clicks)) byId(id).addEventListener("click", act);
    for (const input of radios("edit-side")) {
      input.addEventListener("change", () => this.#set(this.#squares, input.value === "O" ? "O" : "X"));
    }
    byId("edit-text").addEventListener("input", () => void this.#judge(byId("edit-text", HTMLInputElement).value, true));
  }

  /** The squares and the side to move. */
  get position() {
    return `${this.#squares.join("")} ${this.#side}`;
  }

  /** Begins with the shown position. */
  begin() {
    this.isOpen = true;
    const [squares = "", side] = this.#game.ply.position.split(" ");
    this.#set([...squares], side === "O" ? "O" : "X");
  }

  close() {
    this.isOpen = false;
    this.#asking?.abort();
  }

  /** The address that shows this. */
  address() {
    return explorerAt(this.#parameters(true));
  }

  /** @param {boolean} isEdited */
  #parameters(isEdited) {
    const parameters = new URLSearchParams({ board: this.#game.origin.board, position: this.position });
    if (this.#game.scoring !== "discs") parameters.set("scoring", this.#game.scoring);
    if (isEdited) parameters.set("edit", "1");
    return parameters;
  }

  /**
   * Puts what is chosen on a square, or what a key says. What is there already is taken away.
   * @param {string} name
   */
  put(name, symbol = radios("edit-disc").find((input) => input.checked)?.value ?? "X") {
    const square = place(name);
    if (!square) return;
    const { cols } = shape(this.#game.origin.board);
    const index = square.row * cols + square.col;
    const squares = [...this.#squares];
    squares[index] = squares[index] === symbol ? "-" : symbol;
    this.#set(squares);
    this.#changed(`${name}: ${DISCS[squares[index] ?? "-"]}.`);
  }

  #start() {
    const board = this.#game.origin.board;
    const squares = this.#squares.map(() => "-");
    const { cols } = shape(board);
    centre(board).forEach(({ row, col }, index) => (squares[row * cols + col] = index === 0 || index === 3 ? "O" : "X"));
    return squares;
  }

  /** @param {string[]} squares */
  #set(squares, side = this.#side) {
    this.#squares = squares;
    this.#side = side;
    choose("edit-side", side);
    byId("edit-text", HTMLInputElement).value = `${this.#game.origin.board} ${this.position}`;
    this.#changed("");
    void this.#judge(this.position, false);
  }

  /**
   * Asks the server about a position, which may be typed.
   * @param {string} text
   * @param {boolean} isTyped
   */
  async #judge(text, isTyped) {
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    byId("edit-done", HTMLButtonElement).disabled = true;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    if (asking.signal.aborted) return;
    const field = byId("edit-text");
    try {
      const query = { board: this.#game.origin.board, position: text, scoring: this.#game.scoring, time_ms: "0" };
      const record = await ask("/api/position", query, asking.signal);
      if (asking.signal.aborted) return;
      if (isTyped) {
        const [squares = "", side] = record.position.split(" ");
        this.#squares = [...squares];
        this.#side = side === "O" ? "O" : "X";
        choose("edit-side", this.#side);
        this.#changed("");
      }
      field.removeAttribute("aria-invalid");
      byId("edit-done", HTMLButtonElement).disabled = record.over;
      this.#say([outlook(record), strangeness(record)].join(" ").trim());
    } catch (error) {
      if (asking.signal.aborted) return;
      field.setAttribute("aria-invalid", "true");
      this.#say(said(error));
    }
  }

  /** @param {string} sentence */
  #say(sentence) {
    byId("edit-says").textContent = sentence;
  }

  async #done() {
    this.close();
    if (await this.#page.open(this.#parameters(false))) byId("edit").focus();
  }
}

/**
 * What can be done in a position.
 * @param {PositionRecord} game
 */
function outlook({ over, moves, side, position }) {
  const discs = position.split(" ")[0] ?? "";
  if (over && !/[XO]/.test(discs)) return "There is no disc on the board, so there is nothing to play.";
  if (over) return "Neither side has a legal square, so the game is over and there is nothing to play.";
  if (moves[0]?.move === "pass") return `${sideName(side)} has no legal square and must pass.`;
  return `${sideName(side)} has ${moves.length} legal ${moves.length === 1 ? "square" : "squares"}.`;
}

/**
 * Why no game from the four centre discs can reach a position, if that is plain to see. Its value is true all the same.
 * @param {PositionRecord} game
 */
function strangeness({ board, position }) {
  const { rows, cols } = shape(board);
  const discs = position.split(" ")[0] ?? "";
  if (!/[XO]/.test(discs)) return "";
  const at = (/** @type {number} */ row, /** @type {number} */ col) => row >= 0 && row < rows && col >= 0 && col < cols && discs[row * cols + col] !== "-";
  const empty = centre(board).find(({ row, col }) => !at(row, col));
  if (empty) return `No game comes to this position: ${squareName(empty.row, empty.col)} in the centre is empty.`;
  /** @type {Set<number>} */
  const seen = new Set();
  const open = centre(board).slice(0, 1);
  for (let next = open.pop(); next; next = open.pop()) {
    if (!at(next.row, next.col) || seen.has(next.row * cols + next.col)) continue;
    seen.add(next.row * cols + next.col);
    for (const down of [-1, 0, 1]) for (const right of [-1, 0, 1]) open.push({ row: next.row + down, col: next.col + right });
  }
  const loose = [...discs].findIndex((symbol, index) => symbol !== "-" && !seen.has(index));
  if (loose < 0) return "";
  return `No game comes to this position: the disc on ${squareName(Math.floor(loose / cols), loose % cols)} touches none that leads to the centre.`;
}
