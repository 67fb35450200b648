// Charts: the value over a game with every mistake, the growth of a campaign, and what a table holds.

/** @import { Spent } from "./records.js" */

import { label, svg } from "./dom.js";
import { compact, grouped, signed, span, tick } from "./text.js";

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

/** @typedef {(value: number) => number} Scale */

/**
 * The frame of a chart: a line with its label for each value that goes up, a label for each place across, and what the axes show.
 * @param {{ y: Scale; rows: [number, string][]; x: Scale; cols: [number, string][]; up: string; across: string }} axes
 */
function frame({ y, rows, x, cols, up, across }) {
  /** @type {SVGElement[]} */
  const parts = [];
  for (const [value, text] of rows) {
    parts.push(svg("line", { class: value === 0 ? "zero" : "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }));
    parts.push(label(LEFT - 8, y(value) + 4, text, { "text-anchor": "end" }));
  }
  for (const [value, text] of cols) parts.push(label(x(value), HEIGHT - BOTTOM + 16, text, { "text-anchor": "middle" }));
  const middle = (HEIGHT - BOTTOM + TOP) / 2;
  parts.push(label((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 3, across, { "text-anchor": "middle", class: "axis" }));
  parts.push(label(10, middle, up, { "text-anchor": "middle", class: "axis", transform: `rotate(-90 10 ${middle})` }));
  return parts;
}

/**
 * A chart with these parts.
 * @param {string} name What it shows, for those who cannot see it.
 * @param {SVGElement[]} parts
 */
function drawn(name, parts) {
  return svg("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": name }, ...parts);
}

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
  const step = [1, 2, 5, 10, 20].find((size) => plies / size <= 10) ?? 20;
  const rows = [reach, reach / 2, 0, -reach / 2, -reach].map((value) => /** @type {[number, string]} */ ([value, signed(value)]));
  const cols = Array.from({ length: Math.floor(plies / step) + 1 }, (_, at) => /** @type {[number, string]} */ ([at * step, String(at * step)]));
  const parts = frame({ x, y, rows, cols, up: "discs for Black", across: "moves played" });
  parts.push(svg("line", { class: "cursor", x1: x(cursor), x2: x(cursor), y1: TOP, y2: HEIGHT - BOTTOM }));
  parts.push(...curve(points, x, y));
  points.forEach((point, ply) => parts.push(...marks(point, ply, ply === cursor, x, y)));
  parts.push(...targets(points, x, jump));
  element.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  element.setAttribute("aria-label", summary(points));
  element.replaceChildren(...parts);
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

/** Lines of a chart of growth, beside that of nothing. */
const LINES = 4;

/**
 * The smallest round number that is at least this.
 * @param {number} value
 */
function rounded(value) {
  const size = 10 ** Math.floor(Math.log10(Math.max(value, 1e-9)));
  return size * ([1, 2, 2.5, 4, 5, 8, 10].find((factor) => factor * size >= value * 0.9999) ?? 10);
}

/**
 * The unit of the axis of work.
 * @param {number} seconds
 * @returns {[string, number]}
 */
function unit(seconds) {
  if (seconds >= 7200) return ["core hours", 3600];
  return seconds >= 120 ? ["core minutes", 60] : ["core seconds", 1];
}

/**
 * The growth of one amount with the work of all workers. Ledgers have no times of day.
 * @param {Spent[]} points
 * @param {string} name
 * @param {(point: Spent) => number} amount
 */
export function growthChart(points, name, amount) {
  const last = points[points.length - 1] ?? { seconds: 0, answered: 0, exceeded: 0, split: 0, nodes: 0 };
  const [work, size] = unit(last.seconds);
  const most = rounded(Math.max(amount(last), LINES));
  const reach = rounded(Math.max(last.seconds / size, 1e-3));
  const x = (/** @type {number} */ value) => LEFT + ((WIDTH - LEFT - RIGHT) * value) / reach;
  const y = (/** @type {number} */ value) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * value) / most;
  const lines = (/** @type {number} */ end) => Array.from({ length: LINES + 1 }, (_, line) => /** @type {[number, string]} */ ([(end * line) / LINES, tick((end * line) / LINES)]));
  const parts = frame({ x, y, rows: lines(most), cols: lines(reach), up: name.toLowerCase(), across: `${work} of all workers together` });
  const path = points.map((point, index) => `${index === 0 ? "M" : "L"}${x(point.seconds / size).toFixed(1)} ${y(amount(point)).toFixed(1)}`).join("");
  parts.push(svg("path", { class: "curve", d: path }), svg("circle", { class: "point", cx: x(last.seconds / size), cy: y(amount(last)), r: 3 }));
  return drawn(`${name} by the work of all workers: ${compact(amount(last))} after ${span(last.seconds)} of one core`, parts);
}

/**
 * How many positions a table holds by number of empty squares, on a logarithmic scale.
 * @param {number[]} counts
 */
export function barChart(counts) {
  const decades = Math.ceil(Math.log10(Math.max(...counts, 10)));
  const first = Math.max(0, counts.findIndex((count) => count > 0));
  const step = (WIDTH - LEFT - RIGHT) / Math.max(counts.length - first, 1);
  const every = [1, 2, 5, 10].find((size) => step * size >= 22) ?? 10;
  const x = (/** @type {number} */ empties) => LEFT + (empties - first + 0.5) * step;
  const y = (/** @type {number} */ count) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * Math.log10(Math.max(count, 1))) / decades;
  /** @type {[number, string][]} */
  const rows = [];
  for (let decade = 0; decade <= decades; decade += decades > 6 ? 2 : 1) rows.push([10 ** decade, tick(10 ** decade)]);
  const empties = Array.from(counts.keys()).slice(first);
  const cols = empties.filter((at) => at % every === 0).map((at) => /** @type {[number, string]} */ ([at, String(at)]));
  const bars = empties.filter((at) => counts[at]).map((at) => {
    const count = counts[at] ?? 0;
    const bar = svg("rect", { class: "bar", x: x(at) - step * 0.38, y: y(count), width: step * 0.76, height: HEIGHT - BOTTOM - y(count) });
    bar.append(svg("title", {}, `${grouped(count)} positions with ${at} empty squares`));
    return bar;
  });
  const told = empties.filter((at) => counts[at]).map((at) => `${at}: ${grouped(counts[at] ?? 0)}`).join(", ");
  return drawn(`Positions by number of empty squares: ${told}`, [...frame({ x, y, rows, cols, up: "positions", across: "empty squares" }), ...bars]);
}
