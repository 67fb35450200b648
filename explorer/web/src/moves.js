// The list of moves: each with its value for Black and what it lost.

/**
 * @import { Side } from "./api.js"
 * @import { Point } from "./chart.js"
 */

import { html } from "./dom.js";
import { signed, sideName } from "./text.js";

/**
 * @typedef {object} ListedMove
 * @property {string} move
 * @property {Side} side
 * @property {Point} point
 * @property {string | undefined} [better] A best move in its place, if it was a mistake and one is known.
 */

/**
 * @typedef {object} Drawn What a list shows, and where.
 * @property {string} moves
 * @property {number} count
 * @property {number} cursor
 */

/** @type {WeakMap<HTMLElement, Drawn>} */
const drawn = new WeakMap();

/** Words for those who hear the list. */
const unseen = (/** @type {string} */ text) => html("span", { class: "visually-hidden" }, text);

/**
 * Draws the list into an element. `instead` plays a better move in place of one. A search reports the same again and again:
 * what is there already stays, so that clicks are not lost and the list does not jump for those reading further up.
 * @param {HTMLElement} element
 * @param {ListedMove[]} moves
 * @param {number} cursor
 * @param {(ply: number) => void} jump
 * @param {(ply: number, move: string) => void} [instead]
 */
export function drawMoves(element, moves, cursor, jump, instead = () => undefined) {
  const [before, now] = [drawn.get(element), { moves: JSON.stringify(moves), count: moves.length, cursor }];
  const isSamePly = before?.cursor === cursor && before.count === now.count;
  if (isSamePly && before.moves === now.moves) return;
  drawn.set(element, now);
  const entry = (/** @type {number} */ ply, /** @type {(Node | string)[]} */ children, more = "") => {
    const button = html("button", { type: "button", class: `move${more}` }, ...children);
    if (ply === cursor) button.setAttribute("aria-current", "step");
    button.addEventListener("click", () => jump(ply));
    return html("li", {}, button);
  };
  const first = entry(0, [html("span", { class: "name" }, "start"), unseen(" of the game")], " start");
  const rest = moves.map(({ move, side, point, better }, index) => {
    const isKnown = point.lower === point.upper;
    const value = isKnown ? signed(point.lower) : "·";
    /** @type {(Node | string)[]} */
    const children = [
      html("span", { class: "ply" }, String(index + 1)),
      html("span", { class: `dot ${side === "X" ? "black" : "white"}` }),
      unseen(`. ${sideName(side)} `),
      html("span", { class: "name" }, move),
      unseen(isKnown ? ", value for Black " : ", value not known"),
      html("span", { class: "after", ...(isKnown ? {} : { "aria-hidden": "true" }) }, value),
    ];
    if (point.lost > 0) children.push(unseen(", a mistake that "), html("span", { class: "lost" }, `lost ${point.lost}`));
    const item = entry(index + 1, children, point.lost > 0 ? " wrong" : "");
    if (point.lost > 0 && better) {
      const says = `better: ${better}, in place of move ${index + 1}, ${move}: it loses nothing`;
      const button = html("button", { type: "button", class: "better", "aria-label": says, title: says }, "better: ", html("strong", {}, better));
      button.addEventListener("click", () => instead(index + 1, better));
      item.append(button);
    }
    return item;
  });
  const focused = [...element.children].findIndex((item) => item.contains(document.activeElement));
  const kind = document.activeElement?.classList.contains("better") ? ".better" : ".move";
  const scrolled = element.scrollTop;
  const wasInView = isInView(element, currentOf(element));
  element.replaceChildren(first, ...rest);
  const current = currentOf(element);
  const same = element.children[focused];
  if (focused >= 0) (isSamePly ? (/** @type {HTMLElement | null} */ (same?.querySelector(kind)) ?? current) : current)?.focus({ preventScroll: true });
  if (isSamePly) element.scrollTop = scrolled;
  // Values that arrive later lengthen the list and push the current move out of view; but a person who has scrolled away is left alone.
  const isLost = isSamePly ? wasInView && !isInView(element, current) : true;
  if (current && isLost) element.scrollTop = current.offsetTop - element.clientHeight / 2;
}

/**
 * The move that led to the shown position.
 * @param {HTMLElement} element
 * @returns {HTMLElement | null}
 */
function currentOf(element) {
  return /** @type {HTMLElement | null} */ (element.querySelector("[aria-current]"));
}

/**
 * Whether a list shows all of one of its moves.
 * @param {HTMLElement} element
 * @param {HTMLElement | null} move
 */
function isInView(element, move) {
  if (!move) return false;
  const [list, own] = [element.getBoundingClientRect(), move.getBoundingClientRect()];
  return own.top >= list.top && own.bottom <= list.bottom;
}
