// Who answers the page's questions: a server, or the page's own worker.

/** @import { DoneRecord, PositionRecord, ProgressRecord } from "./records.js" */

/** @typedef {Record<string, string>} Query */

/**
 * @typedef {object} Listener What a search reports to.
 * @property {(record: PositionRecord) => void} position
 * @property {(progress: ProgressRecord) => void} progress
 * @property {(done: DoneRecord) => void} done
 */

/**
 * @typedef {object} Backend Answers questions at the addresses of the API. Errors carry a sentence.
 * @property {<T>(path: string, query: Query, signal?: AbortSignal) => Promise<T>} ask One answer as JSON.
 * @property {<T>(path: string, what: object) => Promise<T>} send The answer to a JSON body.
 * @property {(query: Query, listener: Listener, signal: AbortSignal) => Promise<void>} follow Follows a search to its end. Aborting stops it.
 */

/**
 * Passes an event of a search to a listener.
 * @param {string} event
 * @param {string} data
 * @param {Listener} listener
 */
export function tell(event, data, listener) {
  if (event === "position") listener.position(/** @type {PositionRecord} */ (JSON.parse(data)));
  if (event === "progress") listener.progress(/** @type {ProgressRecord} */ (JSON.parse(data)));
  if (event === "done") listener.done(/** @type {DoneRecord} */ (JSON.parse(data)));
}
