// The value of a whole game in a cell: a sign, a shape and a shade, which all say the same.

/** @import { KnownGame } from "./games.js" */

import { html } from "./dom.js";
import { pageOf, times } from "./games.js";
import { shape } from "./geometry.js";
import { short, valueOf, verdict } from "./text.js";

/**
 * Who takes every square; the other side has no disc at the end.
 * @param {KnownGame} game
 * @returns {"black" | "white" | null}
 */
export function wipesOut({ board, lower, upper }) {
  const { squares } = shape(board);
  if (lower === squares) return "black";
  return upper === -squares ? "white" : null;
}

/**
 * How deep the colour is: 1 up to a quarter of the squares, 2 up to half, 3 beyond, 4 for a wipe-out.
 * @param {number} value
 * @param {number} squares
 */
function depth(value, squares) {
  const share = Math.abs(value) / squares;
  if (share === 1) return 4;
  return share > 0.5 ? 3 : share > 0.25 ? 2 : 1;
}

/**
 * The look of a value, for the class of an element.
 * @param {Pick<KnownGame, "board" | "lower" | "upper">} game
 */
export function look({ board, lower, upper }) {
  const kind = lower > 0 ? "win" : upper < 0 ? "loss" : lower === upper ? "draw" : "undecided";
  return lower === upper ? `worth ${kind} depth-${depth(lower, shape(board).squares)}` : `worth ${kind} open`;
}

/**
 * What a game is worth, in words.
 * @param {KnownGame} game
 */
export function told(game) {
  const { squares } = shape(game.board);
  const winner = wipesOut(game);
  if (winner) return `${winner === "black" ? "Black" : "White"} takes all ${squares} squares`;
  return verdict(valueOf(game), squares);
}

/**
 * The value of a game as a link to its page.
 * @param {KnownGame} game
 */
export function worthLink(game, isHere = false) {
  const text = short(valueOf(game), shape(game.board).squares);
  const winner = wipesOut(game);
  const name = `${times(game.board)}, ${text}: ${told(game)}`;
  const link = html("a", { class: look(game), href: pageOf(game), "aria-label": name, title: told(game) }, text);
  if (winner) link.append(html("span", { class: `dot ${winner}` }));
  if (isHere) link.setAttribute("aria-current", "page");
  return link;
}
