// Keys that work anywhere on the page, unless something is being typed. The letter keys can be restricted to the board: otherwise
// people who use speech input, or hit a wrong key, would play moves by accident.

import { byId } from "./dom.js";
import { store, stored } from "./stored.js";

/** @typedef {Record<string, () => unknown>} Keys What a key does. */

/** The name under which the restriction of letters to the board is stored. */
const KEY = "letter-keys";
/** Where Home and End go through the game; elsewhere they scroll, and on the board they go along a row. */
const STEPS = ".controls, #moves";

/**
 * Listens to keys.
 * @param {Keys} keys
 */
export function installKeys(keys) {
  const everywhere = byId("letter-keys", HTMLInputElement);
  everywhere.checked = stored(KEY) !== "board";
  everywhere.addEventListener("change", () => store(KEY, everywhere.checked ? "everywhere" : "board"));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (isTyped(target)) return;
    if (event.key.length === 1 && !everywhere.checked && !target.closest("#board")) return;
    if ((event.key === "Home" || event.key === "End") && !target.closest(STEPS)) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

/**
 * Whether an element itself takes keys. A checkbox takes only the space bar.
 * @param {HTMLElement} target
 */
function isTyped(target) {
  return target.closest("input:not([type=checkbox]), textarea, select") !== null;
}

/**
 * Wires the buttons that go through a game, and returns the keys that do.
 * @param {(ply: number) => void} go
 * @param {() => number} now The ply that is shown.
 * @param {() => number} last
 * @returns {Keys}
 */
export function steps(go, now, last) {
  const first = () => go(0);
  const back = () => now() > 0 && go(now() - 1);
  const forth = () => now() < last() && go(now() + 1);
  const end = () => go(last());
  for (const [id, act] of Object.entries({ first, undo: back, redo: forth, last: end })) byId(id).addEventListener("click", act);
  return { u: back, r: forth, ArrowLeft: back, ArrowRight: forth, Home: first, End: end };
}

/**
 * Disables the buttons that would lead nowhere.
 * @param {number} now
 * @param {number} last
 */
export function showSteps(now, last) {
  for (const id of ["first", "undo"]) byId(id, HTMLButtonElement).disabled = now === 0;
  for (const id of ["redo", "last"]) byId(id, HTMLButtonElement).disabled = now === last;
}
