// The value over the game, for Black, with every mistake.

import { label, svg } from "./dom.js";
import { signed } from "./text.js";

/**
 * @typedef {object} Point What is known about the value after a number of plies, for Black.
 * @property {number} lower
 * @property {number} upper
 * @property {boolean} isUnknown Whether nothing at all is known.
 * @property {number} lost What the move that led here lost, in discs; 0 if it was a best move or that is not known.
 * @property {string} title The move that led here, with its number.
 */

const WIDTH = 560;
const HEIGHT = 210;
const LEFT = 46;
const RIGHT = 12;
const TOP = 14;
const BOTTOM = 34;

/**
 * Draws the chart into an element.
 * @param {SVGSVGElement} element
 * @param {Point[]} points
 * @param {number} cursor
 * @param {(ply: number) => void} jump
 */
export function drawChart(element, points, cursor, jump) {
  const known = points.filter((point) => point.lower === point.upper);
  const most = Math.max(4, ...known.map((point) => Math.abs(point.lower)));
  const reach = Math.ceil(most / 4) * 4;
  const plies = Math.max(points.length - 1, 1);
  const x = (/** @type {number} */ ply) => LEFT + ((WIDTH - LEFT - RIGHT) * ply) / plies;
  const y = (/** @type {number} */ value) => TOP + ((HEIGHT - TOP - BOTTOM) * (reach - Math.max(-reach, Math.min(reach, value)))) / (2 * reach);
  /** @type {SVGElement[]} */
  const parts = [...axes(reach, plies, x, y)];
  parts.push(svg("line", { class: "cursor", x1: x(cursor), x2: x(cursor), y1: TOP, y2: HEIGHT - BOTTOM }));
  parts.push(...curve(points, x, y));
  points.forEach((point, ply) => parts.push(...marks(point, ply, ply === cursor, x, y)));
  parts.push(...targets(points, x, jump));
  element.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  element.setAttribute("aria-label", summary(points));
  element.replaceChildren(...parts);
}

/** @typedef {(value: number) => number} Scale */

/**
 * @param {number} reach
 * @param {number} plies
 * @param {Scale} x
 * @param {Scale} y
 */
function axes(reach, plies, x, y) {
  /** @type {SVGElement[]} */
  const parts = [];
  for (const value of [reach, reach / 2, 0, -reach / 2, -reach]) {
    parts.push(svg("line", { class: value === 0 ? "zero" : "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }));
    parts.push(label(LEFT - 8, y(value) + 4, signed(value), { "text-anchor": "end" }));
  }
  const step = [1, 2, 5, 10, 20].find((size) => plies / size <= 10) ?? 20;
  for (let ply = 0; ply <= plies; ply += step) {
    parts.push(label(x(ply), HEIGHT - BOTTOM + 16, String(ply), { "text-anchor": "middle" }));
  }
  const middle = (LEFT + WIDTH - RIGHT) / 2;
  parts.push(label(middle, HEIGHT - 3, "moves played", { "text-anchor": "middle", class: "axis" }));
  const turned = { "text-anchor": "middle", class: "axis", transform: `rotate(-90 10 ${y(0)})` };
  parts.push(label(10, y(0) + 3, "discs for Black", turned));
  return parts;
}

/**
 * The line through all known values; it breaks where one is unknown.
 * @param {Point[]} points
 * @param {Scale} x
 * @param {Scale} y
 */
function curve(points, x, y) {
  let path = "";
  let isDrawing = false;
  points.forEach((point, ply) => {
    const isKnown = point.lower === point.upper;
    if (isKnown) path += `${isDrawing ? "L" : "M"}${x(ply).toFixed(1)} ${y(point.lower).toFixed(1)}`;
    isDrawing = isKnown;
  });
  return path ? [svg("path", { class: "curve", d: path })] : [];
}

/**
 * @param {Point} point
 * @param {number} ply
 * @param {boolean} isCursor
 * @param {Scale} x
 * @param {Scale} y
 */
function marks(point, ply, isCursor, x, y) {
  if (point.isUnknown) return [];
  if (point.lower !== point.upper) {
    return [svg("line", { class: "limits", x1: x(ply), x2: x(ply), y1: y(point.upper), y2: y(point.lower) })];
  }
  const at = { cx: x(ply), cy: y(point.lower) };
  if (point.lost > 0) {
    const [cx, cy, r] = [at.cx, at.cy, 6];
    const diamond = `M${cx} ${cy - r}L${cx + r} ${cy}L${cx} ${cy + r}L${cx - r} ${cy}Z`;
    return [svg("path", { class: "mistake", d: diamond })];
  }
  return [svg("circle", { class: isCursor ? "point now" : "point", ...at, r: isCursor ? 4.5 : 2.5 })];
}

/**
 * Wide invisible strips that a pointer can hit. The move list does the same for the keyboard.
 * @param {Point[]} points
 * @param {Scale} x
 * @param {(ply: number) => void} jump
 */
function targets(points, x, jump) {
  const width = points.length > 1 ? x(1) - x(0) : WIDTH - LEFT - RIGHT;
  return points.map((point, ply) => {
    const strip = svg("rect", { class: "strip", x: x(ply) - width / 2, y: TOP, width, height: HEIGHT - TOP - BOTTOM });
    strip.append(svg("title", {}, point.title));
    strip.addEventListener("click", () => jump(ply));
    return strip;
  });
}

/** @param {Point[]} points */
function summary(points) {
  const mistakes = points.filter((point) => point.lost > 0);
  const told = mistakes.map((point) => `${point.title} lost ${point.lost}`).join("; ");
  const moves = points.length === 2 ? "1 move" : `${points.length - 1} moves`;
  return `Value for Black over ${moves}. ${told ? `Mistakes: ${told}.` : "No mistake is known."}`;
}
