// The value of a whole game in a cell: a sign, a shape and a shade, which all say the same.

import type { AtlasGame } from "./api";
import { html } from "./dom";
import { pageOf, times } from "./games";
import { shape } from "./geometry";
import { short, valueOf, verdict } from "./text";

/** Who takes every square; the other side has no disc at the end. */
export function wipesOut({ board, lower, upper }: AtlasGame): "black" | "white" | null {
  const { squares } = shape(board);
  if (lower === squares) return "black";
  return upper === -squares ? "white" : null;
}

/** How deep the colour is: 1 up to a quarter of the squares, 2 up to half, 3 beyond, 4 for a wipe-out. */
function depth(value: number, squares: number): number {
  const share = Math.abs(value) / squares;
  if (share === 1) return 4;
  return share > 0.5 ? 3 : share > 0.25 ? 2 : 1;
}

/** The look of a value, for the class of an element. */
export function look({ board, lower, upper }: Pick<AtlasGame, "board" | "lower" | "upper">): string {
  const kind = lower > 0 ? "win" : upper < 0 ? "loss" : lower === upper ? "draw" : "undecided";
  return lower === upper ? `worth ${kind} depth-${depth(lower, shape(board).squares)}` : `worth ${kind} open`;
}

/** What a game is worth, in words. */
export function told(game: AtlasGame): string {
  const { squares } = shape(game.board);
  const winner = wipesOut(game);
  if (winner) return `${winner === "black" ? "Black" : "White"} takes all ${squares} squares`;
  return verdict(valueOf(game), squares);
}

/** The value of a game as a link to its page. */
export function worthLink(game: AtlasGame, isHere = false): HTMLElement {
  const text = short(valueOf(game), shape(game.board).squares);
  const winner = wipesOut(game);
  const name = `${times(game.board)}, ${text}: ${told(game)}`;
  const link = html("a", { class: look(game), href: pageOf("atlas", game), "aria-label": name, title: told(game) }, text);
  if (winner) link.append(html("span", { class: `dot ${winner}` }));
  if (isHere) link.setAttribute("aria-current", "page");
  return link;
}
