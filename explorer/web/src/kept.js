// What the server has and allows; asked for once.

/** @import { BoardsRecord as Boards } from "./records.js" */

import { ask } from "./api.js";
import { isAlone } from "./places.js";

/** @type {Promise<Boards> | null} */
let asked = null;

/**
 * The starts, the tables, and the longest time of a search.
 * @returns {Promise<Boards>}
 */
export function kept() {
  asked ??= (/** @type {Promise<Boards>} */ (ask("/api/boards"))).catch((/** @type {unknown} */ error) => {
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
