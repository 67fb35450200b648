// Questions and answers. Values are for the side to move in their position.

/**
 * @import { Backend, Listener, Query } from "./backend.js"
 * @import { PositionRecord, ValueRecord } from "./records.js"
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

/**
 * One answer as JSON.
 * @template T
 * @param {string} path
 * @param {Query} [query]
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export function ask(path, query = {}, signal) {
  return /** @type {Promise<T>} */ (backend.ask(path, query, signal));
}

/**
 * The answer to a JSON body.
 * @template T
 * @param {string} path
 * @param {object} what
 * @returns {Promise<T>}
 */
export function send(path, what) {
  return /** @type {Promise<T>} */ (backend.send(path, what));
}

/**
 * Follows a search to its end. Aborting stops it.
 * @param {Query} query
 * @param {Listener} listener
 * @param {AbortSignal} signal
 */
export function follow(query, listener, signal) {
  return backend.follow(query, listener, signal);
}

/**
 * What a link to a text of the API leads to, if there is no server; null if there is one.
 * @param {string} path
 * @param {Query} query
 * @returns {Promise<string> | null}
 */
export function textOf(path, query) {
  return alone?.answer({ path, query }, null) ?? null;
}
