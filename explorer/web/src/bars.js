// How many positions a table holds by number of empty squares, on a logarithmic scale.

import { label, svg } from "./dom.js";
import { grouped, tick } from "./text.js";

const WIDTH = 560;
const HEIGHT = 200;
const LEFT = 46;
const BOTTOM = 34;
const TOP = 10;

/**
 * The chart.
 * @param {number[]} counts
 */
export function barChart(counts) {
  const most = Math.max(...counts, 10);
  const decades = Math.ceil(Math.log10(most));
  const y = (/** @type {number} */ count) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * Math.log10(Math.max(count, 1))) / decades;
  const chart = svg("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  chart.setAttribute("aria-label", `Positions by number of empty squares: ${counts.map((count, empties) => `${empties}: ${grouped(count)}`).filter((_, at) => counts[at]).join(", ")}`);
  for (let decade = 0; decade <= decades; decade += decades > 6 ? 2 : 1) {
    const at = y(10 ** decade);
    chart.append(svg("line", { class: "grid", x1: LEFT, x2: WIDTH, y1: at, y2: at }));
    chart.append(label(LEFT - 6, at + 4, tick(10 ** decade), { "text-anchor": "end" }));
  }
  const first = Math.max(0, counts.findIndex((count) => count > 0));
  const step = (WIDTH - LEFT) / Math.max(counts.length - first, 1);
  const every = [1, 2, 5, 10].find((size) => step * size >= 22) ?? 10;
  counts.slice(first).forEach((count, index) => {
    const x = LEFT + index * step;
    if (count > 0) {
      const bar = svg("rect", { class: "bar", x: x + step * 0.12, y: y(count), width: step * 0.76, height: HEIGHT - BOTTOM - y(count) });
      bar.append(svg("title", {}, `${grouped(count)} positions with ${first + index} empty squares`));
      chart.append(bar);
    }
    if ((first + index) % every === 0) {
      chart.append(label(x + step / 2, HEIGHT - BOTTOM + 16, String(first + index), { "text-anchor": "middle" }));
    }
  });
  chart.append(label((LEFT + WIDTH) / 2, HEIGHT - 3, "empty squares", { "text-anchor": "middle", class: "axis" }));
  chart.append(label(10, HEIGHT / 2, "positions", { "text-anchor": "middle", class: "axis", transform: `rotate(-90 10 ${HEIGHT / 2})` }));
  return chart;
}
