// The tree of a campaign: a list in which every position opens to show its jobs and the positions after each move.

/**
 * @import { Side } from "./api.js"
 * @import { Branch, JobSeen as Job, Place } from "./records.js"
 * @import { Fresh } from "./server.js"
 */

import { html, said } from "./dom.js";
import { positionFigure } from "./figure.js";
import { place as squareOf, shape } from "./geometry.js";
import { askAgain } from "./server.js";
import { compact, grouped, MINUS, short, sideName, span, valueOf } from "./text.js";

/**
 * @typedef {object} Root What the tree belongs to.
 * @property {string} address The address of the API.
 * @property {string} board
 * @property {string | null} start
 * @property {string} scoring
 * @property {string} root
 * @property {number | null} question The present question, for the side to move at the root.
 */

/**
 * @typedef {object} Twig A position that is shown.
 * @property {string[]} moves The moves that lead here.
 * @property {Place} place
 * @property {HTMLElement} item
 * @property {HTMLButtonElement} button
 * @property {HTMLElement} inside Jobs and successors; empty while it is closed.
 * @property {boolean} isOpen
 * @property {string} tag
 */

/**
 * The key of a position in the tree.
 * @param {string[]} moves
 */
function key(moves) {
  return moves.join(" ");
}

/** The tree. */
export class Tree {
  element = html("div", { class: "tree" });
  #list = html("div", { class: "branches" });
  #figure = html("figure", { class: "pointed" });
  #complaint = html("p", { class: "quiet", role: "status" });
  /** @type {Map<string, Twig>} */
  #twigs = new Map();
  #pointed = "";
  #root;

  /** @param {Root} root */
  constructor(root) {
    this.#root = root;
    const heads = ["Move", "Value", "To prove", "To disprove", "Needed", "State"];
    const head = html("div", { class: "branch head", "aria-hidden": "true" }, ...heads.map((text) => html("span", {}, text)));
    const top = html("ul", {});
    this.#list.append(head, top, this.#complaint);
    this.element.append(this.#list, this.#figure);
    /** @type {Place} */
    const nowhere = { move: null, position: root.root, lower: 0, upper: 0, standing: "open", proof: null, disproof: null, need: null, split: true, jobs: 0 };
    const twig = this.#grow([], nowhere);
    top.append(twig.item);
    this.#list.addEventListener("keydown", (event) => this.#pressed(event));
    this.#point(twig);
    void this.#open(twig);
  }

  /**
   * Asks anew about everything that is open.
   * @param {Root} root
   */
  async refresh(root) {
    this.#root = root;
    for (const twig of [...this.#twigs.values()]) {
      if (twig.isOpen && this.#twigs.get(key(twig.moves)) === twig) await this.#load(twig);
    }
  }

  /**
   * @param {string[]} moves
   * @param {Place} place
   * @returns {Twig}
   */
  #grow(moves, place) {
    const button = html("button", { type: "button", class: "branch", "aria-expanded": "false" });
    const inside = html("div", { class: "inside", hidden: true });
    const item = html("li", {}, button, inside);
    /** @type {Twig} */
    const twig = { moves, place, item, button, inside, isOpen: false, tag: "" };
    button.addEventListener("click", () => void (twig.isOpen ? this.#close(twig) : this.#open(twig)));
    for (const event of ["focus", "mouseenter"]) button.addEventListener(event, () => this.#point(twig));
    this.#twigs.set(key(moves), twig);
    button.dataset["moves"] = key(moves);
    this.#label(twig);
    return twig;
  }

  /**
   * The side that has made the last move.
   * @param {Twig} twig
   * @returns {Side}
   */
  #mover(twig) {
    return twig.place.position.endsWith("X") ? "O" : "X";
  }

  /** @param {Twig} twig */
  #label(twig) {
    const { place, moves, button } = twig;
    const { squares } = shape(this.#root.board);
    const mover = this.#mover(twig);
    const dot = html("span", { class: `dot ${mover === "X" ? "black" : "white"}`, "aria-hidden": "true" });
    const name = html("span", { class: "twig" }, ...(moves.length > 0 ? [dot, html("span", { class: "visually-hidden" }, `${sideName(mover)} `), place.move ?? ""] : ["the root"]));
    const cell = (/** @type {string} */ what, /** @type {string} */ text) => html("span", {}, html("span", { class: "visually-hidden" }, `, ${what} `), text);
    const need = place.need === null || place.standing === "decided" ? MINUS : `${Math.round(100 * place.need)} %`;
    button.replaceChildren(
      name,
      cell("value", short(valueOf(place), squares)),
      cell("to prove", effort(place.proof, place.disproof)),
      cell("to disprove", effort(place.disproof, place.proof)),
      cell("needed", need),
      cell("state", this.#state(place)),
    );
  }

  /**
   * What became of a position, in a word or two.
   * @param {Place} game
   */
  #state({ standing, lower, upper, jobs }) {
    const { question } = this.#root;
    if (standing === "over" || standing === "decided") {
      if (question !== null && lower >= question) return "yes";
      if (question !== null && upper < question) return "no";
      return standing === "over" ? "game over" : "decided";
    }
    if (standing === "exceeded") return "over budget";
    return standing === "open" && jobs > 0 ? "asked" : standing;
  }

  /** @param {Twig} twig */
  async #open(twig) {
    twig.isOpen = true;
    twig.button.setAttribute("aria-expanded", "true");
    await this.#load(twig);
  }

  /** @param {Twig} twig */
  #close(twig) {
    twig.isOpen = false;
    twig.tag = "";
    twig.button.setAttribute("aria-expanded", "false");
    twig.inside.hidden = true;
    twig.inside.replaceChildren();
    const below = twig.moves.length > 0 ? `${key(twig.moves)} ` : "";
    for (const [name, other] of this.#twigs) {
      if (other !== twig && name.startsWith(below)) this.#twigs.delete(name);
    }
  }

  /** @param {Twig} twig */
  async #load(twig) {
    try {
      const fresh = await /** @type {Promise<Fresh<Branch>>} */ (askAgain(`${this.#root.address}/tree`, { moves: twig.moves.join("") }, twig.tag));
      this.#complaint.textContent = "";
      if (fresh.value === null || !twig.isOpen) return;
      twig.tag = fresh.tag;
      this.#fill(twig, fresh.value);
    } catch (error) {
      twig.tag = "";
      this.#complaint.textContent = said(error);
    }
  }

  /**
   * Shows what is inside of a position. What is open there stays open, and keeps the focus.
   * @param {Twig} twig
   * @param {Branch} branch
   */
  #fill(twig, branch) {
    twig.place = { ...branch.place, move: twig.place.move };
    this.#label(twig);
    /** @type {HTMLElement[]} */
    const parts = [];
    if (branch.jobs.length > 0) parts.push(html("ul", { class: "jobs" }, ...branch.jobs.map((job) => this.#job(job, branch.place))));
    if (branch.successors.length > 0) {
      const items = branch.successors.map((place) => {
        const moves = [...twig.moves, place.move ?? ""];
        const known = this.#twigs.get(key(moves));
        if (!known) return this.#grow(moves, place).item;
        known.place = place;
        this.#label(known);
        return known.item;
      });
      parts.push(this.#ordered(twig, items));
    }
    if (parts.length === 0) parts.push(html("p", { class: "quiet" }, "Nobody has asked about this position yet."));
    const before = twig.inside.querySelector(":scope > ul.places");
    if (before && parts.includes(/** @type {HTMLElement} */ (before))) {
      // The list stays where it is, so that nothing loses the focus.
      for (const child of [...twig.inside.children]) if (child !== before) child.remove();
      for (const part of parts) if (part !== before) before.before(part);
    } else {
      twig.inside.replaceChildren(...parts);
    }
    twig.inside.hidden = false;
    if (this.#pointed === key(twig.moves)) this.#point(twig);
  }

  /**
   * The list of successors; those that are in their place already are not touched.
   * @param {Twig} twig
   * @param {HTMLElement[]} items
   */
  #ordered(twig, items) {
    const list = /** @type {HTMLElement | null} */ (twig.inside.querySelector(":scope > ul.places")) ?? html("ul", { class: "places" });
    for (const child of [...list.children]) if (!items.includes(/** @type {HTMLElement} */ (child))) child.remove();
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    items.forEach((item, index) => {
      const there = list.children[index];
      if (there !== item) list.insertBefore(item, there ?? null);
    });
    if (focused && focused !== document.activeElement && list.contains(focused)) focused.focus();
    return list;
  }

  /**
   * @param {Job} job
   * @param {Place} place
   */
  #job(job, place) {
    const side = sideName(place.position.endsWith("X") ? "X" : "O");
    const found = job.found === "open" ? (job.budget === 0 ? "split at once, as it is too large" : "not answered within its budget") : job.found.replace(">=", "≥ ").replace("<=", "≤ ").replace("-", MINUS);
    // Early ledgers name no workers.
    const by = job.worker === "unknown" ? "" : `, by ${job.worker}`;
    const took = job.budget > 0 ? `; ${compact(job.nodes)} nodes, ${span(job.seconds)}${by}` : "";
    const text = `At least ${String(job.asked).replace("-", MINUS)} for ${side}? ${found}${took}${job.counts ? "" : "; withdrawn"}`;
    return html("li", job.counts ? { title: `job ${job.job}` } : { class: "withdrawn", title: `job ${job.job}` }, text);
  }

  /**
   * Draws the board of a position.
   * @param {Twig} twig
   */
  #point(twig) {
    this.#pointed = key(twig.moves);
    const { board, start, scoring, root } = this.#root;
    const last = twig.moves[twig.moves.length - 1] ?? null;
    const side = sideName(twig.place.position.endsWith("X") ? "X" : "O");
    const empties = [...(twig.place.position.split(" ")[0] ?? "")].filter((symbol) => symbol === "-").length;
    const query = new URLSearchParams(start ? { board, start, scoring } : { position: `${board} ${root}`, scoring });
    if (twig.moves.length > 0) query.set("moves", twig.moves.join(""));
    const path = twig.moves.length > 0 ? twig.moves.join(" ") : "The root";
    const link = html("a", { href: `/?${query}` }, "Explore it");
    const caption = html("figcaption", {}, html("strong", {}, path), html("br"), `${side} to move, ${empties} empty. `, link);
    this.#figure.replaceChildren(positionFigure(board, twig.place.position, last && squareOf(last) ? last : null), caption);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const buttons = [.../** @type {NodeListOf<HTMLButtonElement>} */ (this.#list.querySelectorAll("button.branch"))];
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    const twig = this.#twigs.get(buttons[at]?.dataset["moves"] ?? "?");
    if (at < 0 || !twig) return;
    /** @type {Record<string, number>} */
    const targets = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: buttons.length - 1 };
    const target = targets[event.key];
    if (target !== undefined) {
      buttons[target]?.focus();
    } else if (event.key === "ArrowRight") {
      if (twig.isOpen) (/** @type {HTMLElement | null} */ (twig.inside.querySelector("button.branch")))?.focus();
      else void this.#open(twig);
    } else if (event.key === "ArrowLeft") {
      if (twig.isOpen && twig.moves.length > 0) this.#close(twig);
      else this.#twigs.get(key(twig.moves.slice(0, -1)))?.button.focus();
    } else {
      return;
    }
    event.preventDefault();
  }
}

/**
 * A proof or disproof number. If the other one is known, a missing one is infinite.
 * @param {number | null} number
 * @param {number | null} other
 */
function effort(number, other) {
  if (number === null) return other === null ? MINUS : "∞";
  return number >= 1000 ? compact(number) : grouped(Math.round(number));
}
