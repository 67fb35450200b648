// A whole game on one board: the squares numbered by the plies on which they were taken, as books print games.

import { label, svg } from "./dom";
import { columnLetter, place, shape, squareName } from "./geometry";

const SIZE = 40;
const EDGE = 24;

/** An empty board. */
function emptyFigure(board: string, isSmall: boolean): SVGSVGElement {
  const { rows, cols } = shape(board);
  const edge = isSmall ? 2 : EDGE;
  const [width, height] = [cols * SIZE + 2 * edge, rows * SIZE + 2 * edge];
  const figure = svg("svg", { class: "figure", viewBox: `0 0 ${width} ${height}`, role: "img" });
  figure.append(svg("rect", { class: "felt", x: edge, y: edge, width: cols * SIZE, height: rows * SIZE, rx: 3 }));
  for (let row = 1; row < rows; row++) figure.append(gridLine(edge, edge + row * SIZE, edge + cols * SIZE, edge + row * SIZE));
  for (let col = 1; col < cols; col++) figure.append(gridLine(edge + col * SIZE, edge, edge + col * SIZE, edge + rows * SIZE));
  if (!isSmall) figure.append(...coordinates(rows, cols));
  return figure;
}

/** A position as a figure; `last` is the square of the last disc. */
export function positionFigure(board: string, position: string, last: string | null, isSmall = false): SVGSVGElement {
  const { cols } = shape(board);
  const edge = isSmall ? 2 : EDGE;
  const [discs = "", side] = position.split(" ");
  const figure = emptyFigure(board, isSmall);
  const of = (symbol: string) => [...discs].flatMap((disc, index) => (disc === symbol ? [squareName(Math.floor(index / cols), index % cols)] : []));
  // A small one only adorns what is told beside it.
  if (isSmall) {
    figure.removeAttribute("role");
    figure.setAttribute("aria-hidden", "true");
  } else figure.setAttribute("aria-label", `Black on ${of("X").join(" ")}; White on ${of("O").join(" ")}; ${side === "X" ? "Black" : "White"} to move`);
  [...discs].forEach((symbol, index) => {
    if (symbol === "-") return;
    const [row, col] = [Math.floor(index / cols), index % cols];
    const at = { cx: edge + (col + 0.5) * SIZE, cy: edge + (row + 0.5) * SIZE };
    figure.append(svg("circle", { class: `stone ${symbol === "X" ? "black" : "white"}`, ...at, r: SIZE * 0.42 }));
    if (squareName(row, col) === last) figure.append(svg("circle", { class: "newest", ...at, r: SIZE * 0.11 }));
  });
  return figure;
}

/** A game as a figure. `start` names how the centre discs stand. */
export function gameFigure(board: string, start: string, line: string[], isSmall = false): SVGSVGElement {
  const { rows, cols } = shape(board);
  const edge = isSmall ? 2 : EDGE;
  const figure = emptyFigure(board, isSmall);
  figure.setAttribute("aria-label", `A perfect game on ${rows} by ${cols}: ${line.join(" ") || "not known"}`);
  const disc = (row: number, col: number, colour: string, text: string) => {
    const [x, y] = [edge + (col + 0.5) * SIZE, edge + (row + 0.5) * SIZE];
    figure.append(svg("circle", { class: `stone ${colour}`, cx: x, cy: y, r: SIZE * 0.42 }));
    if (text) figure.append(label(x, y + 5, text, { class: `on-${colour}`, "text-anchor": "middle" }));
  };
  for (const [row, col, colour] of centre(rows, cols, start)) disc(row, col, colour, "");
  line.forEach((move, index) => {
    const square = place(move);
    if (square) disc(square.row, square.col, index % 2 === 0 ? "black" : "white", String(index + 1));
  });
  return figure;
}

function gridLine(x1: number, y1: number, x2: number, y2: number): SVGElement {
  return svg("line", { class: "lines", x1, y1, x2, y2 });
}

function coordinates(rows: number, cols: number): SVGElement[] {
  const letters = Array.from({ length: cols }, (_, col) =>
    label(EDGE + (col + 0.5) * SIZE, EDGE - 8, columnLetter(col), { "text-anchor": "middle", class: "mark" }),
  );
  const numbers = Array.from({ length: rows }, (_, row) =>
    label(EDGE - 8, EDGE + (row + 0.5) * SIZE + 4, String(row + 1), { "text-anchor": "end", class: "mark" }),
  );
  return [...letters, ...numbers];
}

/** The four discs before the first move. */
function centre(rows: number, cols: number, start: string): [number, number, string][] {
  const [row, col] = [Math.floor((rows - 2) / 2), Math.floor((cols - 2) / 2)];
  const colours: Record<string, string[]> = {
    othello: ["white", "black", "black", "white"],
    reversi: ["black", "white", "black", "white"],
    "reversi-rows": ["black", "black", "white", "white"],
  };
  const four = colours[start] ?? [];
  return four.map((colour, index) => [row + Math.floor(index / 2), col + (index % 2), colour]);
}
