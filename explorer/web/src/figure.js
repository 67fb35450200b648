// A position as a picture.

import { label, svg } from "./dom.js";
import { columnLetter, shape, squareName } from "./geometry.js";

const SIZE = 40;
const EDGE = 24;
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
 * An empty board.
 * @param {string} board
 * @param {boolean} isSmall
 */
function emptyFigure(board, isSmall) {
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
 */
function coordinates(rows, cols) {
  const letters = Array.from({ length: cols }, (_, col) =>
    label(EDGE + (col + 0.5) * SIZE, EDGE - 8, columnLetter(col), { "text-anchor": "middle", class: "mark" }),
  );
  const numbers = Array.from({ length: rows }, (_, row) =>
    label(EDGE - 8, EDGE + (row + 0.5) * SIZE + 4, String(row + 1), { "text-anchor": "end", class: "mark" }),
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
