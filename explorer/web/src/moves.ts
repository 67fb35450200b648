// The list of moves: each with its value for Black and what it lost.

import type { Side } from "./api";
import type { Point } from "./chart";
import { html } from "./dom";
import { MINUS, signed, sideName } from "./text";

export interface ListedMove {
  move: string;
  side: Side;
  point: Point;
  /** A best move in its place, if it was a mistake and one is known. */
  better?: string | undefined;
}

/** Draws the list into an element. `instead` plays a better move in place of one. */
export function drawMoves(
  element: HTMLElement,
  moves: ListedMove[],
  cursor: number,
  jump: (ply: number) => void,
  instead: (ply: number, move: string) => void = () => undefined,
): void {
  const entry = (ply: number, children: (Node | string)[], name: string, more = "") => {
    const button = html("button", { type: "button", class: `move${more}`, "aria-label": name }, ...children);
    if (ply === cursor) button.setAttribute("aria-current", "step");
    button.addEventListener("click", () => jump(ply));
    return html("li", {}, button);
  };
  const first = entry(0, [html("span", { class: "name" }, "start")], "Start of the game", " start");
  const rest = moves.map(({ move, side, point, better }, index) => {
    const isKnown = point.lower === point.upper;
    const value = isKnown ? signed(point.lower) : "·";
    const children: (Node | string)[] = [
      html("span", { class: "ply" }, String(index + 1)),
      html("span", { class: `dot ${side === "X" ? "black" : "white"}` }),
      html("span", { class: "name" }, move),
      html("span", { class: "after" }, value),
    ];
    let name = `Move ${index + 1}, ${sideName(side)} ${move}, ${isKnown ? `value for Black ${signed(point.lower)}` : "value not known"}`;
    if (point.lost > 0) {
      children.push(html("span", { class: "lost" }, `${MINUS}${point.lost}`));
      name += `, a mistake that lost ${point.lost}`;
    }
    const item = entry(index + 1, children, name, point.lost > 0 ? " wrong" : "");
    if (point.lost > 0 && better) {
      const says = `Play ${better} instead of move ${index + 1}, ${move}: it loses nothing`;
      const button = html("button", { type: "button", class: "better", "aria-label": says, title: says }, "better: ", html("strong", {}, better));
      button.addEventListener("click", () => instead(index + 1, better));
      item.append(button);
    }
    return item;
  });
  const hadFocus = element !== document.activeElement && element.contains(document.activeElement);
  element.replaceChildren(first, ...rest);
  const now = element.querySelector<HTMLElement>("[aria-current]");
  if (hadFocus) now?.focus({ preventScroll: true });
  if (now) element.scrollTop = now.offsetTop - element.clientHeight / 2;
}
