// A whole game on one board: the squares numbered by the plies on which they were taken, as books print games.

import { label, svg } from "./dom.js";
import { centre, columnLetter, place, shape, squareName } from "./geometry.js";

const SIZE = 40;
const EDGE = 24;
/** The smallest side of a square, in pixels, in which a number can be read. */
const LEAST = 26;

/** @type {Record<string, string[]>} The discs in the centre before the first move, in row order. */
const CENTRE = {
  othello: ["white", "black", "black", "white"],
  reversi: ["black", "white", "black", "white"],
  "reversi-rows": ["black", "black", "white", "white"],
};

/** @type {Record<string, Record<string, string>>} The look of a picture outside the page: the light colours of style.css. */
const LOOKS = {
  ".felt": { fill: "#4a8069" },
  ".lines": { stroke: "#35614f" },
  ".mark": { fill: "#5b6862", "font-size": "12", "font-family": "sans-serif" },
  ".stone.black": { fill: "#18211d" },
  ".stone.white": { fill: "#fbf9f1", stroke: "#35614f" },
  ".newest": { fill: "#f2c14e" },
};

/**
 * Whether to draw a board on its side, with its columns going down, because its numbers could not be read otherwise.
 * @param {string} board
 */
function turns(board) {
  const { rows, cols } = shape(board);
  return cols > rows && innerHeight > innerWidth && (innerWidth * SIZE) / (cols * SIZE + 2 * EDGE) < LEAST;
}

/**
 * An empty board; one on its side has letters beside it and numbers above.
 * @param {string} board
 * @param {boolean} isSmall
 */
function emptyFigure(board, isSmall, isTurned = false) {
  const { rows, cols } = shape(board);
  const edge = isSmall ? 2 : EDGE;
  const [width, height] = [cols * SIZE + 2 * edge, rows * SIZE + 2 * edge];
  const figure = svg("svg", { class: "figure", viewBox: `0 0 ${width} ${height}`, role: "img" });
  figure.append(svg("rect", { class: "felt", x: edge, y: edge, width: cols * SIZE, height: rows * SIZE, rx: 3 }));
  for (let row = 1; row < rows; row++) figure.append(gridLine(edge, edge + row * SIZE, edge + cols * SIZE, edge + row * SIZE));
  for (let col = 1; col < cols; col++) figure.append(gridLine(edge + col * SIZE, edge, edge + col * SIZE, edge + rows * SIZE));
  if (!isSmall) figure.append(...coordinates(rows, cols, isTurned));
  if (isTurned) {
    figure.classList.add("turned");
    figure.setAttribute("width", String(width));
    figure.setAttribute("height", String(height));
  }
  return figure;
}

/**
 * A position as a figure; `last` is the square of the last disc.
 * @param {string} board
 * @param {string} position
 * @param {string | null} last
 */
export function positionFigure(board, position, last, isSmall = false) {
  const { cols } = shape(board);
  const edge = isSmall ? 2 : EDGE;
  const [discs = "", side] = position.split(" ");
  const figure = emptyFigure(board, isSmall);
  const of = (/** @type {string} */ symbol) => [...discs].flatMap((disc, index) => (disc === symbol ? [squareName(Math.floor(index / cols), index % cols)] : []));
  // A small one only decorates the text beside it.
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

/**
 * A game as a figure. `start` names the arrangement of the centre discs.
 * @param {string} board
 * @param {string} start
 * @param {string[]} line
 */
export function gameFigure(board, start, line, isSmall = false) {
  const edge = isSmall ? 2 : EDGE;
  const { rows, cols } = shape(board);
  const isTurned = !isSmall && turns(board);
  const figure = emptyFigure(isTurned ? `${cols}x${rows}` : board, isSmall, isTurned);
  figure.setAttribute("aria-label", `A perfect game on ${rows} by ${cols}: ${line.join(" ") || "not known"}`);
  const disc = (/** @type {number} */ row, /** @type {number} */ col, /** @type {string} */ colour, /** @type {string} */ text) => {
    const [right, down] = isTurned ? [row, col] : [col, row];
    const [x, y] = [edge + (right + 0.5) * SIZE, edge + (down + 0.5) * SIZE];
    figure.append(svg("circle", { class: `stone ${colour}`, cx: x, cy: y, r: SIZE * 0.42 }));
    if (text) figure.append(label(x, y + 5, text, { class: `on-${colour}`, "text-anchor": "middle" }));
  };
  centre(board).forEach(({ row, col }, index) => {
    const colour = CENTRE[start]?.[index];
    if (colour) disc(row, col, colour, "");
  });
  line.forEach((move, index) => {
    const square = place(move);
    if (square) disc(square.row, square.col, index % 2 === 0 ? "black" : "white", String(index + 1));
  });
  return figure;
}

/**
 * @param {number} x1
 * @param {number} y1
 * @param {number} x2
 * @param {number} y2
 */
function gridLine(x1, y1, x2, y2) {
  return svg("line", { class: "lines", x1, y1, x2, y2 });
}

/**
 * @param {number} rows
 * @param {number} cols
 * @param {boolean} isTurned
 */
function coordinates(rows, cols, isTurned) {
  const number = (/** @type {number} */ at) => String(at + 1);
  const [across, down] = isTurned ? [number, columnLetter] : [columnLetter, number];
  const letters = Array.from({ length: cols }, (_, col) =>
    label(EDGE + (col + 0.5) * SIZE, EDGE - 8, across(col), { "text-anchor": "middle", class: "mark" }),
  );
  const numbers = Array.from({ length: rows }, (_, row) =>
    label(EDGE - 8, EDGE + (row + 0.5) * SIZE + 4, down(row), { "text-anchor": "end", class: "mark" }),
  );
  return [...letters, ...numbers];
}

/**
 * The file of a picture, with the rules from the page's style sheet built in.
 * @param {SVGSVGElement} figure
 */
export function standalone(figure) {
  const [, , width = "0", height = "0"] = figure.getAttribute("viewBox")?.split(" ") ?? [];
  figure.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  figure.setAttribute("width", width);
  figure.setAttribute("height", height);
  for (const [selector, attributes] of Object.entries(LOOKS)) {
    for (const element of figure.querySelectorAll(selector)) {
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    }
  }
  const text = figure.getAttribute("aria-label");
  if (text) figure.prepend(svg("title", {}, text));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(figure)}\n`;
}
