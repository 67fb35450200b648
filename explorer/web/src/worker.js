// The worker of a page without a server: answers one question after the other.

/**
 * @import { Opening, Told } from "./alone.js"
 * @import { Question } from "./module.js"
 */

import { Module } from "./module.js";

/**
 * @typedef {object} Scope What a worker has in place of a window.
 * @property {(told: Told) => void} postMessage
 * @property {(type: "message", listener: (message: MessageEvent<Opening | Question>) => void) => void} addEventListener
 */

const scope = /** @type {Scope} */ (/** @type {unknown} */ (self));
const host = {
  now: () => performance.now(),
  tell: (/** @type {string} */ event, /** @type {string} */ data) => scope.postMessage({ event, data }),
};
/** @type {Promise<Module> | null} */
let module = null;

/**
 * Throws outside any handler, so that the page receives an error event.
 * @param {unknown} error
 */
function thrown(error) {
  setTimeout(() => {
    throw error;
  });
}

scope.addEventListener("message", ({ data }) => {
  if ("code" in data) {
    module = Module.open(data.code, host, data.means);
    return;
  }
  module?.then((open) => scope.postMessage({ answer: open.ask(data) })).catch(thrown);
});
