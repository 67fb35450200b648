// Who answers the page's questions: a server, or the page's own worker.

/** @import { Answers, DoneRecord, PositionRecord, ProgressRecord } from "./records.js" */

/** @typedef {Record<string, string>} Query */

/**
 * @typedef {object} Listener What a search reports to.
 * @property {(record: PositionRecord) => void} position
 * @property {(progress: ProgressRecord) => void} progress
 * @property {(done: DoneRecord) => void} done
 */

/**
 * @typedef {object} Backend Answers questions at the addresses of the API. Errors carry a sentence.
 * @property {<P extends keyof Answers>(path: P, query?: Query, signal?: AbortSignal) => Promise<Answers[P]>} ask One answer as JSON.
 * @property {<P extends keyof Answers>(path: P, what: object) => Promise<Answers[P]>} send The answer to a JSON body.
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
