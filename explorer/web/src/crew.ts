// The workers of a campaign: what each has done, and who is at the desks of a shared folder.

import type { Desk, Details, Presence, Worker } from "./api";
import { html } from "./dom";
import { compact, grouped, span } from "./text";

/** A time by the server's clock, as people read it. */
export type Ago = (moment: number | null, never: string) => string;

const UNSEEN = "before this server looked";

function table(name: string, heads: string[], rows: (string | HTMLElement)[][]): HTMLElement {
  const head = html("tr", {}, ...heads.map((text) => html("th", { scope: "col" }, text)));
  const lines = rows.map(([first, ...rest]) => html("tr", {}, html("th", { scope: "row" }, first ?? ""), ...rest.map((cell) => html("td", {}, cell))));
  const body = html("table", { class: "figures" }, html("thead", {}, head), html("tbody", {}, ...lines));
  return html("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": name }, body);
}

function standing(worker: Worker): string | HTMLElement {
  if (worker.withdrawn !== null) return html("span", { class: "wrong" }, `withdrawn: ${worker.withdrawn}`);
  if (worker.refuted > 0) return html("span", { class: "wrong" }, `${grouped(worker.refuted)} withdrawn`);
  return worker.rechecked > 0 ? `${grouped(worker.rechecked)} found again` : "";
}

/** The workers. */
export function crewTable(details: Details, ago: Ago): HTMLElement[] {
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

function atDesk(desk: Desk): string {
  if (desk.dismissed !== null) return `sent home: ${desk.dismissed}`;
  return desk.left ? "has left" : "";
}

/** Who leads, and who has which jobs in hand. */
export function deskTable(presence: Presence, ago: Ago): HTMLElement[] {
  const { lead, desks } = presence;
  const does = { leads: "leads", stopped: "has stopped", done: "is done" };
  const told = lead ? `${lead.host} ${does[lead.state]}; its note ${lead.seen === null ? "was not seen to change yet" : `changed ${ago(lead.seen, "")}`}.` : "Nobody leads.";
  const rows = desks.map((desk) => {
    const jobs = html("span", { title: desk.jobs.join(" ") }, desk.jobs.length > 0 ? `${desk.jobs.length}: ${desk.jobs.slice(0, 2).join(", ")}${desk.jobs.length > 2 ? " …" : ""}` : "none");
    return [desk.worker, String(desk.threads), jobs, ago(desk.seen, "not seen to change yet"), atDesk(desk)];
  });
  const heads = ["Worker", "Threads", "Jobs in hand", "Last report", "State"];
  return [html("p", { class: "quiet" }, told), ...(rows.length > 0 ? [table("Desks", heads, rows)] : [])];
}

/** Rounded, so that it does not change all the time. */
function coarse(seconds: number): number {
  const step = seconds < 90 ? 10 : 60;
  return Math.round(seconds / step) * step;
}

/** How long ago something was, by the server's clock. */
export function since(now: number): Ago {
  return (moment, never) => (moment === null ? never : now - moment < 15 ? "just now" : `${span(coarse(now - moment))} ago`);
}
