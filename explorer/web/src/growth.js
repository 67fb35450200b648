// The growth of a campaign's answers and nodes with the work of all workers. Ledgers have no times of day.

/** @import { Spent as Point } from "./records.js" */

import { label, svg } from "./dom.js";
import { compact, span, tick } from "./text.js";

const WIDTH = 480;
const HEIGHT = 200;
const LEFT = 52;
const RIGHT = 14;
const TOP = 12;
const BOTTOM = 36;
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
 * The chart of one amount.
 * @param {Point[]} points
 * @param {string} name
 * @param {(point: Point) => number} amount
 */
export function growthChart(points, name, amount) {
  const last = points[points.length - 1] ?? { seconds: 0, answered: 0, exceeded: 0, split: 0, nodes: 0 };
  const [work, size] = unit(last.seconds);
  const most = rounded(Math.max(amount(last), LINES));
  const reach = rounded(Math.max(last.seconds / size, 1e-3));
  const x = (/** @type {number} */ seconds) => LEFT + ((WIDTH - LEFT - RIGHT) * seconds) / size / reach;
  const y = (/** @type {number} */ value) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * value) / most;
  const chart = svg("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  chart.setAttribute("aria-label", `${name} by the work of all workers: ${compact(amount(last))} after ${span(last.seconds)} of one core`);
  for (let line = 0; line <= LINES; line++) {
    const [value, seconds] = [(most * line) / LINES, (reach * size * line) / LINES];
    chart.append(svg("line", { class: line === 0 ? "zero" : "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }));
    chart.append(label(LEFT - 6, y(value) + 4, tick(value), { "text-anchor": "end" }));
    chart.append(label(x(seconds), HEIGHT - BOTTOM + 16, tick((reach * line) / LINES), { "text-anchor": "middle" }));
  }
  const path = points.map((point, index) => `${index === 0 ? "M" : "L"}${x(point.seconds).toFixed(1)} ${y(amount(point)).toFixed(1)}`).join("");
  chart.append(svg("path", { class: "curve", d: path }));
  chart.append(svg("circle", { class: "point", cx: x(last.seconds), cy: y(amount(last)), r: 3 }));
  chart.append(label((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 4, `${work} of all workers together`, { "text-anchor": "middle", class: "axis" }));
  const middle = (HEIGHT - BOTTOM + TOP) / 2;
  chart.append(label(10, middle, name.toLowerCase(), { "text-anchor": "middle", class: "axis", transform: `rotate(-90 10 ${middle})` }));
  return chart;
}
