// The workers of a campaign: what each has done.

/** @import { DetailsRecord as Details, WorkerRecord as Worker } from "./records.js" */

import { html } from "./dom.js";
import { compact, grouped, span } from "./text.js";

/** @typedef {(moment: number | null, never: string) => string} Ago A time by the server's clock, as people read it. */

const UNSEEN = "before this server looked";

/**
 * @param {string} name
 * @param {string[]} heads
 * @param {(string | HTMLElement)[][]} rows
 */
function table(name, heads, rows) {
  const head = html("tr", {}, ...heads.map((text) => html("th", { scope: "col" }, text)));
  const lines = rows.map(([first, ...rest]) => html("tr", {}, html("th", { scope: "row" }, first ?? ""), ...rest.map((cell) => html("td", {}, cell))));
  const body = html("table", { class: "figures" }, html("thead", {}, head), html("tbody", {}, ...lines));
  return html("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": name }, body);
}

/**
 * @param {Worker} worker
 * @returns {string | HTMLElement}
 */
function standing(worker) {
  if (worker.withdrawn !== null) return html("span", { class: "wrong" }, `withdrawn: ${worker.withdrawn}`);
  if (worker.refuted > 0) return html("span", { class: "wrong" }, `${grouped(worker.refuted)} withdrawn`);
  return worker.rechecked > 0 ? `${grouped(worker.rechecked)} found again` : "";
}

/**
 * The workers.
 * @param {Details} details
 * @param {Ago} ago
 */
export function crewTable(details, ago) {
  if (details.crew.length === 0) return [html("p", { class: "quiet" }, "No job has ended yet.")];
  const rows = details.crew.map((worker) => [
    worker.name,
    grouped(worker.answered),
    grouped(worker.exceeded),
    compact(worker.nodes),
    worker.seconds > 0 ? compact(Math.round(worker.nodes / worker.seconds)) : "",
    ago(worker.seen, UNSEEN),
    grouped(worker.rechecks),
    standing(worker),
  ]);
  const heads = ["Worker", "Answered", "Over budget", "Nodes", "Nodes/s of a core", "Last answer", "Re-checks of others", "Its answers"];
  const rest = details.crew_size - details.crew.length;
  const more = rest > 0 ? [html("p", { class: "quiet" }, `And ${grouped(rest)} more that have searched less.`)] : [];
  return [table("Workers", heads, rows), ...more];
}

/**
 * Rounded, so that it does not change all the time.
 * @param {number} seconds
 */
function coarse(seconds) {
  const step = seconds < 90 ? 10 : 60;
  return Math.round(seconds / step) * step;
}

/**
 * How long ago something was, by the server's clock.
 * @param {number} now
 * @returns {Ago}
 */
export function since(now) {
  return (moment, never) => (moment === null ? never : now - moment < 15 ? "just now" : `${span(coarse(now - moment))} ago`);
}
