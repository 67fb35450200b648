// Campaigns: a list, and a live page for each.

/**
 * @import { Side } from "./api.js"
 * @import { CampaignRecord as Campaign, CommonRecord as Common, DetailsRecord as Details, ListedRecord as Listed, Work as Worker } from "./records.js"
 * @import { Root } from "./tree.js"
 * @import { Fresh } from "./server.js"
 */

import { ask } from "./api.js";
import { growthChart } from "./chart.js";
import { byId, fact, html, said, scrolling, table, tile } from "./dom.js";
import { positionFigure } from "./figure.js";
import { times } from "./games.js";
import { shape } from "./geometry.js";
import { askAgain, Refusal, Unreachable } from "./server.js";
import { compact, forBlack, grouped, MINUS, sideName, signed, span, verdict } from "./text.js";
import { begin } from "./theme.js";
import { Tree } from "./tree.js";

/** @typedef {(moment: number | null, never: string) => string} Ago A time by the server's clock, as people read it. */

/** How often to ask the server while the page is visible, in milliseconds. */
const PAUSE = 3000;

/**
 * @param {Common} campaign
 * @returns {Side}
 */
function sideOf(campaign) {
  return campaign.root.endsWith("X") ? "X" : "O";
}

/** @param {Common} campaign */
function result(campaign) {
  const value = forBlack({ ...campaign, unverified: false }, sideOf(campaign));
  return verdict(value, shape(campaign.board).squares);
}

/** @param {Common} campaign */
function about(campaign) {
  const what = campaign.mode === "wld" ? "who wins" : "who wins, and by how much";
  return `${times(campaign.board)}, ${campaign.start ? `${campaign.start} start` : campaign.root}, scoring ${campaign.scoring}: ${what}`;
}

// The list.

/** @param {Listed} listed */
function listedTile({ name, status, trouble }) {
  const address = `/campaigns/${encodeURIComponent(name)}`;
  if (!status) return tile(address, html("div", {}), name, null, trouble ?? "The ledger is being read …");
  const jobs = `${grouped(status.answered)} answers, ${compact(status.nodes)} nodes`;
  return tile(address, positionFigure(status.board, status.root, null, true), name, result(status), `${about(status)}; ${jobs}${status.complete ? "; done" : ""}`);
}

async function showList() {
  const { campaigns } = await ask("/api/campaigns");
  const lead = campaigns.length > 0 ? "Boards that are solved by many jobs, on one machine or many." : "This server watches no campaign. Start it with --campaign and the folder of one: solve explore --campaign DIR";
  if (byId("lead").textContent !== lead) byId("lead").textContent = lead;
  byId("content").replaceChildren(html("div", { class: "tiles" }, ...campaigns.map(listedTile)));
  if (campaigns.some((listed) => !listed.status && !listed.trouble)) setTimeout(() => void followList(), PAUSE);
}

/** Shows the list; on an error, shows that and tries again. */
async function followList() {
  try {
    await showList();
  } catch (error) {
    byId("lead").textContent = said(error);
    setTimeout(() => void followList(), PAUSE);
  }
}

// One campaign.

/**
 * The effort so far, the speed, and what is left.
 * @param {Details} details
 * @param {Ago} ago
 */
function facts(details, ago) {
  const side = sideName(sideOf(details));
  const core = details.nodes / Math.max(details.seconds, 1e-9);
  const seconds = details.seconds + details.recheck_seconds;
  const rechecks = details.recheck_seconds > 0 ? `, ${span(details.recheck_seconds)} of it for re-checks` : "";
  const all = [
    fact("Value so far", result(details), details.complete ? "The campaign is done." : ""),
    ...(details.question === null ? [] : [fact("Question", `At least ${signed(details.question)} for ${side}?`, numbers(details))]),
    fact("Jobs", `${grouped(details.answered)} answered`, `${grouped(details.exceeded)} over their budget of ${compact(details.budget)} nodes or more; ${grouped(details.split)} positions split without a job`),
    fact("Work", `${compact(details.nodes + details.recheck_nodes)} nodes`, `${Number((seconds / 3600).toPrecision(3)).toLocaleString("en-US")} core hours${rechecks}; ${compact(Math.round(core))} nodes/s of a core`),
    fact("Speed", ...speed(details)),
    fact("Last line", ago(details.written, "not known")),
  ];
  if (details.left) all.push(fact("Left for this question", ...left(details, core)));
  all.push(fact("Checks", ...checks(details)));
  return all;
}

/** @param {Details} game */
function numbers({ proof, disproof, positions, left: estimate }) {
  const effort = (/** @type {number | null} */ number) => (number === null ? "∞" : compact(Math.round(number)));
  const yes = estimate ? `; the answer is yes with ${Math.round(100 * estimate.yes)}\u00a0%` : "";
  return `to prove ${effort(proof)}, to disprove ${effort(disproof)}${yes}; ${grouped(positions)} positions in the tree`;
}

/**
 * @param {Details} game
 * @returns {[string, string]}
 */
function speed({ pace, complete }) {
  if (complete && !pace) return [MINUS, "nothing is left to do"];
  if (!pace) return ["not known yet", "the ledger has no times: it takes a minute of watching"];
  const time = `over ${span(pace.until - pace.from)} as watched here`;
  return [`${compact(Math.round(pace.nodes_per_second))} nodes/s`, `${compact(Math.round(pace.jobs_per_hour))} jobs/h, ${time}`];
}

/**
 * @param {Details} game
 * @param {number} core
 * @returns {[string, string]}
 */
function left({ left: estimate, pace }, core) {
  if (!estimate) return ["", ""];
  const { median, low, high } = estimate;
  const amount = (/** @type {number} */ nodes) => compact(Math.round(nodes));
  const hours = (/** @type {number} */ nodes) => span(nodes / core);
  const soon = pace && pace.nodes_per_second > 0 ? ` At the present speed ${span(median / pace.nodes_per_second)}.` : "";
  const interval = `80\u00a0% interval ${amount(low)} to ${amount(high)}; ${hours(median)} (${hours(low)} to ${hours(high)}) on one core.${soon}`;
  return [`about ${amount(median)} nodes`, `${interval} ${estimate.tested}`];
}

/**
 * @param {Details} details
 * @returns {[string, string]}
 */
function checks(details) {
  const parts = [details.rechecked > 0 ? `${grouped(details.confirmed)} confirmed` : "no answer was looked for again by another worker"];
  if (details.inconclusive > 0) parts.push(`${grouped(details.inconclusive)} not found again in time`);
  if (details.withdrawn > 0) parts.push(`${grouped(details.withdrawn)} withdrawn`);
  return [details.rechecked > 0 ? `${grouped(details.rechecked)} answers again` : "none", parts.join(", ")];
}

/**
 * What is wrong with the ledger.
 * @param {Campaign} campaign
 */
function notices(campaign) {
  /** @type {HTMLElement[]} */
  const all = [];
  const wrong = (/** @type {string} */ text) => all.push(html("div", { class: "notice wrong" }, html("span", {}, text)));
  if (campaign.trouble) wrong(campaign.details ? `${campaign.trouble} What it said before is shown.` : campaign.trouble);
  if (campaign.left_out > 0) {
    const named = campaign.damaged.map(({ line, reason }) => `line ${line}: ${reason}`).slice(0, 5);
    const lines = campaign.left_out === 1 ? "line of the ledger is damaged and counts" : "lines of the ledger are damaged and count";
    wrong(`${grouped(campaign.left_out)} ${lines} for nothing (${named.join("; ")}${campaign.left_out > named.length ? "; …" : ""}). What they said is found again.`);
  }
  if (campaign.torn) all.push(html("div", { class: "notice" }, html("span", {}, "The last line of the ledger has no end: it is being written, or whoever wrote it was killed. It does not count.")));
  return all;
}

// The workers.

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
function workerTable(details, ago) {
  if (details.top_workers.length === 0) return [html("p", { class: "quiet" }, "No job has ended yet.")];
  const rows = details.top_workers.map((worker) => [
    worker.name,
    grouped(worker.answered),
    grouped(worker.exceeded),
    compact(worker.nodes),
    worker.seconds > 0 ? compact(Math.round(worker.nodes / worker.seconds)) : "",
    ago(worker.seen, "before this server looked"),
    grouped(worker.rechecks),
    standing(worker),
  ]);
  const heads = ["Worker", "Answered", "Over budget", "Nodes", "Nodes/s of a core", "Last answer", "Re-checks of others", "Its answers"];
  const rest = details.worker_count - details.top_workers.length;
  const more = rest > 0 ? [html("p", { class: "quiet" }, `And ${grouped(rest)} more that have searched less.`)] : [];
  return [scrolling("Workers", table(heads, rows, { class: "figures" })), ...more];
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
function since(now) {
  return (moment, never) => (moment === null ? never : now - moment < 15 ? "just now" : `${span(coarse(now - moment))} ago`);
}

// The page.

/** A card that rebuilds its content only if it has changed. */
class Card {
  /** @type {HTMLElement} */
  element;
  /** @type {HTMLElement} */
  #content;
  #shown = "";

  /**
   * @param {string} title
   * @param {"div" | "dl"} [tag]
   */
  constructor(title, tag = "div") {
    this.#content = html(tag, tag === "dl" ? { class: "facts row" } : {});
    this.element = html("section", { class: "card", hidden: true }, html("h2", {}, title), this.#content);
  }

  /** @param {Element[]} parts */
  show(parts) {
    const text = parts.map((part) => part.outerHTML).join("");
    this.element.hidden = parts.length === 0;
    if (text === this.#shown) return;
    this.#shown = text;
    const scroll = this.#content.querySelector(".scroll");
    const [across, hasFocus] = [scroll?.scrollLeft ?? 0, scroll !== null && scroll === document.activeElement];
    this.#content.replaceChildren(...parts);
    const after = /** @type {HTMLElement | null} */ (this.#content.querySelector(".scroll"));
    if (after) after.scrollLeft = across;
    if (hasFocus) after?.focus();
  }
}

/** The page of one campaign. */
class CampaignPage {
  /** @type {string} */
  #address;
  #notices = html("div", { class: "notices", role: "status" });
  #facts = new Card("So far", "dl");
  #growth = new Card("Answers and nodes");
  #tree = html("section", { class: "card", hidden: true }, html("h2", {}, "The top of the tree"));
  #workers = new Card("Workers");
  /** @type {Campaign | null} */
  #campaign = null;
  #tag = "";
  /** @type {Tree | null} */
  #branches = null;
  #isAsking = false;

  /** @param {string} name */
  constructor(name) {
    this.#address = `/api/campaigns/${encodeURIComponent(name)}`;
    document.title = `${name} · solve explorer`;
    byId("title").textContent = name;
    const cards = [this.#facts, this.#growth].map((card) => card.element);
    byId("content").replaceChildren(this.#notices, ...cards, this.#tree, this.#workers.element);
    document.addEventListener("visibilitychange", () => void this.follow());
    setInterval(() => void this.follow(), PAUSE);
  }

  /** Asks what is new, unless nobody sees the page. */
  async follow() {
    if (document.visibilityState !== "visible" || this.#isAsking) return;
    this.#isAsking = true;
    try {
      const fresh = await /** @type {Promise<Fresh<Campaign>>} */ (askAgain(this.#address, {}, this.#tag));
      this.#tag = fresh.tag;
      this.#campaign = fresh.value ?? this.#campaign;
      if (this.#campaign) this.#show(this.#campaign, since(fresh.now));
      if (fresh.value?.details) await this.#showTree(fresh.value.details);
    } catch (error) {
      const isNone = error instanceof Refusal && error.status === 404;
      const why = isNone ? "No campaign of this name is shown here." : said(error);
      const told = error instanceof Unreachable && this.#campaign ? "The server does not answer; what it said last is shown." : why;
      this.#tell([html("div", { class: "notice wrong" }, html("span", {}, told))]);
      if (!this.#campaign) byId("lead").textContent = told;
      this.#tag = "";
    } finally {
      this.#isAsking = false;
    }
  }

  /**
   * @param {Campaign} campaign
   * @param {Ago} ago
   */
  #show(campaign, ago) {
    const { details } = campaign;
    const lead = details ? about(details) : campaign.trouble ? "Nothing is known of this campaign." : "The ledger is being read …";
    if (byId("lead").textContent !== lead) byId("lead").textContent = lead;
    this.#tell(notices(campaign));
    if (!details) return;
    this.#facts.show(facts(details, ago));
    const hasWork = details.nodes > 0;
    const charts = html("div", { class: "charts" }, growthChart(details.growth, "Answers", (point) => point.answered), growthChart(details.growth, "Nodes", (point) => point.nodes));
    const note = html("p", { class: "quiet" }, "The ledger has no times of day, so the axis is the work of all workers, each job's time on one core.");
    this.#growth.show(hasWork ? [charts, note] : []);
    this.#workers.show(workerTable(details, ago));
  }

  /**
   * Says what is wrong, once.
   * @param {HTMLElement[]} parts
   */
  #tell(parts) {
    const text = parts.map((part) => part.outerHTML).join("");
    if (this.#notices.innerHTML !== text) this.#notices.replaceChildren(...parts);
  }

  /** @param {Details} details */
  async #showTree(details) {
    const { board, start, scoring, root, question } = details;
    /** @type {Root} */
    const of = { address: this.#address, board, start, scoring, root, question };
    if (this.#branches) return this.#branches.refresh(of);
    const side = sideName(sideOf(details));
    const about = `Values are for ${side}; numbers are the effort, in nodes as they are guessed, to prove that the answer is yes, and that it is no. The best move of the side to move comes first. Open a position with Enter or the right arrow.`;
    this.#branches = new Tree(of);
    this.#tree.append(html("p", { class: "quiet" }, about), this.#branches.element);
    this.#tree.hidden = false;
  }
}

/**
 * The name of a campaign in an address. One that cannot be decoded, like a lone %, is taken as it is, so that the server says that there is none.
 * @param {string} address
 */
function nameIn(address) {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

void begin(async () => {
  const match = /^\/campaigns\/([^/]+)$/.exec(location.pathname);
  if (match?.[1]) await new CampaignPage(nameIn(match[1])).follow();
  else await followList();
});
