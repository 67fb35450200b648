// Questions and answers. Values are for the side to move in their position.

/**
 * @import { Backend, Query } from "./backend.js"
 * @import { BoardsRecord as Boards, PositionRecord, ValueRecord } from "./records.js"
 */

import { Alone } from "./alone.js";
import { isAlone } from "./places.js";
import { Server } from "./server.js";

/** @typedef {NonNullable<ValueRecord["outcome"]>} Outcome */
/** @typedef {PositionRecord["side"]} Side */
/** @typedef {PositionRecord["scoring"]} Scoring */

const alone = isAlone ? new Alone() : null;
/** @type {Backend} */
const backend = alone ?? new Server();
export const { ask, send, follow } = backend;

/**
 * What a link to a text of the API leads to, if there is no server; null if there is one.
 * @param {string} path
 * @param {Query} query
 * @returns {Promise<string> | null}
 */
export function textOf(path, query) {
  return alone?.answer({ path, query }, null) ?? null;
}

/** @type {Promise<Boards> | null} */
let asked = null;

/** The starts, the tables, and the longest time of a search; asked for once. */
export function kept() {
  asked ??= ask("/api/boards").catch((/** @type {unknown} */ error) => {
    // What failed to load may load next time.
    asked = null;
    throw error;
  });
  return asked;
}

/**
 * This many milliseconds, or the limit of a search on this server if that is less; null if the limit is not known.
 * @param {number} milliseconds
 * @returns {Promise<number | null>}
 */
export async function allowed(milliseconds) {
  if (isAlone) return milliseconds;
  return kept().then((boards) => Math.min(milliseconds, boards.time_limit_ms), () => null);
}
