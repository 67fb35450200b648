// The game on the page, and its form in the address bar.

/**
 * @import { Scoring } from "./api.js"
 * @import { Query } from "./backend.js"
 * @import { MoveRecord, PositionRecord, ValueRecord as Value } from "./records.js"
 */

import { ask } from "./api.js";
import { explorerAt } from "./places.js";
import { negated } from "./text.js";

/**
 * @typedef {object} Ply A position of the game and the move that led to it.
 * @property {string | null} move
 * @property {string} position
 * @property {"X" | "O"} side
 */

/**
 * @typedef {object} Origin Where a game begins.
 * @property {string} board
 * @property {string | null} start Name of the start; null if the squares are given.
 * @property {string | null} position The squares and the side to move, if they are given.
 */

/**
 * Whether a search would find nothing more about a position: all values are known, and so is perfect play.
 * @param {PositionRecord} record
 */
export function isFinished(record) {
  return record.complete && record.final !== null;
}

/**
 * @typedef {object} Page What the parts of the explorer's page have in common.
 * @property {Game} game
 * @property {(parameters: URLSearchParams, entry?: "new" | "same") => Promise<boolean>} open Opens a game, and returns whether it could. By default it is no new entry of the browser's history.
 * @property {() => void} show Draws everything anew.
 * @property {() => void} arrived Called after the shown position has changed.
 * @property {(sentence: string) => void} complain Says what is wrong; with an empty sentence, that nothing is.
 * @property {(sentence: string) => void} announce Tells those who cannot see it.
 * @property {() => void} leave Moves the focus away from what is about to vanish.
 */

/** The game: all plies, of which `cursor` is shown. */
export class Game {
  /** @type {Origin} */
  origin = { board: "4x8", start: "othello", position: null };
  /** @type {Scoring} */
  scoring = "discs";
  /** @type {Ply[]} */
  plies = [];
  cursor = 0;
  /** @type {Map<string, PositionRecord>} Everything the server has told of positions, by position and scoring. */
  #records = new Map();
  /** @type {Map<string, Value>} */
  #values = new Map();

  /** @returns {Ply} */
  get ply() {
    const ply = this.plies[this.cursor];
    if (!ply) throw new Error("there is no such ply");
    return ply;
  }

  get isAtEnd() {
    return this.cursor === this.plies.length - 1;
  }

  get moves() {
    return this.plies.slice(1).map((ply) => ply.move ?? "");
  }

  /** @param {string} position */
  #key(position) {
    return `${this.origin.board} ${position} ${this.scoring}`;
  }

  /**
   * What the server has told of a position, if it has.
   * @param {string} position
   * @returns {PositionRecord | undefined}
   */
  record(position) {
    return this.#records.get(this.#key(position));
  }

  /**
   * A move of a position that is proven to be best, if one is known.
   * @param {string} position
   * @returns {MoveRecord | undefined}
   */
  best(position) {
    const known = this.record(position);
    return known?.moves.find((move) => move.move === known.line[0]) ?? known?.moves.find((move) => move.best);
  }

  /**
   * What is known of a position's value, for the side to move there.
   * @param {string} position
   * @returns {Value | undefined}
   */
  value(position) {
    return this.#values.get(this.#key(position));
  }

  /**
   * Takes in what the server tells.
   * @param {PositionRecord} record
   */
  learn(record) {
    this.#records.set(this.#key(record.position), record);
    this.#learnValue(record.position, record);
    for (const move of record.moves) this.#learnValue(move.position, negated(move));
  }

  /**
   * @param {string} position
   * @param {Value} value
   */
  #learnValue(position, value) {
    const known = this.value(position);
    const [width, before] = [value.upper - value.lower, known ? known.upper - known.lower : Infinity];
    const isNews = width < before || (width === before && known?.unverified === true && !value.unverified);
    if (isNews) this.#values.set(this.#key(position), value);
  }

  /**
   * Where the game begins, as in a query.
   * @returns {Query}
   */
  get begin() {
    const { board, start, position } = this.origin;
    return { board, ...(start ? { start } : { position: position ?? "" }) };
  }

  /**
   * The query that asks about a position of this game.
   * @param {string} position
   * @param {Query} [more]
   * @returns {Query}
   */
  query(position, more = {}) {
    return { board: this.origin.board, position, scoring: this.scoring, ...more };
  }

  /**
   * Reads a game from an address.
   * @param {URLSearchParams} parameters
   * @param {AbortSignal} signal
   */
  async load(parameters, signal) {
    const get = (/** @type {string} */ name) => parameters.get(name) ?? "";
    const position = get("position") || null;
    /** @type {Query} */
    const query = {};
    if (get("board")) query["board"] = get("board");
    if (position) query["position"] = position;
    else query["start"] = get("start") || "othello";
    query["moves"] = get("moves");
    query["scoring"] = get("scoring") || "discs";
    const record = await ask("/api/game", query, signal);
    signal.throwIfAborted();
    const first = record.plies[0];
    if (!first) throw new Error("the game has no positions");
    this.origin = { board: record.board, start: record.start, position: record.start ? null : first.position };
    this.scoring = record.scoring;
    this.plies = record.plies.map(({ move, position, side }) => ({ move, position, side }));
    for (const ply of record.plies) this.#learnValue(ply.position, ply);
    const ply = parameters.has("ply") ? Number(get("ply")) : this.plies.length - 1;
    this.cursor = Number.isInteger(ply) ? Math.min(Math.max(ply, 0), this.plies.length - 1) : 0;
  }

  /**
   * Plays a move from the shown position. The same move as before keeps what follows; another one replaces it.
   * @param {MoveRecord} move
   */
  play(move) {
    const next = this.plies[this.cursor + 1];
    if (next?.move !== move.move) {
      this.plies.length = this.cursor + 1;
      const side = move.position.endsWith("X") ? "X" : "O";
      this.plies.push({ move: move.move, position: move.position, side });
    }
    this.cursor += 1;
  }

  /** The address that shows this. */
  address() {
    return explorerAt(this.parameters());
  }

  /** What that address holds. */
  parameters() {
    const query = new URLSearchParams(this.begin);
    if (this.plies.length > 1) query.set("moves", this.moves.join(""));
    if (!this.isAtEnd) query.set("ply", String(this.cursor));
    if (this.scoring !== "discs") query.set("scoring", this.scoring);
    return query;
  }
}
