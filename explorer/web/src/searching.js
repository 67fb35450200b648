// Asks what is known about the shown position, has the rest searched, and shows the progress.

/**
 * @import { DoneRecord as Done, PositionRecord, ProgressRecord as Progress } from "./records.js"
 * @import { Page, Ply } from "./state.js"
 */

import { allowed, ask, follow } from "./api.js";
import { byId, said } from "./dom.js";
import { shape } from "./geometry.js";
import { isAlone } from "./places.js";
import { Refusal, Unreachable } from "./server.js";
import { isFinished } from "./state.js";
import { compact, endOf, forBlack, guessOf, isUnknown, negated, power, seconds, span, valueOf, verdict } from "./text.js";

/** A search that ends sooner is not shown, so that the page below does not jump at each move. */
const PATIENCE_MS = 300;
/** The end of a search that lasted longer, in seconds, is announced to those who cannot see it. */
const LONG = 2;
/** How long to search another position of the game, in milliseconds, if the server allows it: by itself, and for a review. */
const ASIDE_MS = 3000;
const REVIEW_MS = 30_000;
/** No search begins by itself that takes more nodes than this even if all goes well. */
const MOST_NODES = 1e10;
/** What a core searches in a second. */
const NODES_PER_SECOND = 25e6;

/**
 * Why to search for nothing here, in a sentence; empty if a search may find something.
 * @param {PositionRecord | undefined} record
 */
function hopeless(record) {
  const [few = 0, likely = 0] = record?.expected ?? [];
  return few < MOST_NODES ? "" : `Hopeless here: about ${power(likely)} nodes, ${span(likely / NODES_PER_SECOND)} on a fast core.`;
}

export class Searching {
  /** @type {AbortController | null} */
  #running = null;
  #telling = 0;
  /** @type {Set<string>} Positions whose search has ended without a value, so that it does not begin again by itself. */
  #givenUp = new Set();
  /** Whether every position of the game is to be searched for longer. */
  #isReview = false;
  #page;
  #game;

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
    this.#game = page.game;
    byId("cancel").addEventListener("click", () => this.#cancel());
    byId("again").addEventListener("click", () => this.#again());
  }

  /** Stops whatever is going on. */
  stop() {
    this.#running?.abort();
    this.#running = null;
    byId("moves").removeAttribute("aria-busy");
    this.#hideSearch();
  }

  #hideSearch() {
    clearTimeout(this.#telling);
    byId("search").hidden = true;
  }

  #cancel() {
    this.#givenUp.add(this.#key());
    this.stop();
    this.#tellEnd("The search was cancelled.");
    byId("again").focus();
  }

  #again() {
    this.#page.leave();
    void this.look(true);
  }

  /** Searches the game's positions, the last first, also those that were given up: more than a person waits for who only looks. */
  review() {
    this.#isReview = true;
    this.#givenUp.clear();
    void this.look();
  }

  #key() {
    return `${this.#game.origin.board} ${this.#game.ply.position} ${this.#game.scoring}`;
  }

  /** Looks at the shown position; `anew` also where a search was given up before. */
  async look(anew = false) {
    this.stop();
    byId("rest").hidden = true;
    if (anew) this.#givenUp.delete(this.#key());
    const running = new AbortController();
    this.#running = running;
    byId("moves").setAttribute("aria-busy", "true");
    try {
      await this.#known(running.signal);
      const record = this.#game.record(this.#game.ply.position);
      if (record && !isFinished(record)) {
        if (this.#givenUp.has(this.#key())) this.#tellRest(record.complete ? "Perfect play is not known to its end." : "Not everything is proven here.");
        else if (hopeless(record) && !anew) this.#tellRest(hopeless(record), "Search all the same");
        else await this.#search(running.signal);
      }
      await this.#aside(running.signal);
      if (!running.signal.aborted) byId("moves").removeAttribute("aria-busy");
    } catch (error) {
      if (running.signal.aborted) return;
      this.stop();
      this.#refused(error);
    }
  }

  /** @param {AbortSignal} signal */
  async #known(signal) {
    const position = this.#game.ply.position;
    const before = this.#game.record(position);
    if (before && isFinished(before)) return;
    const record = await ask("/api/position", this.#game.query(position, { time_ms: "0" }), signal);
    this.#game.learn(record);
    this.#page.show();
  }

  /** @param {AbortSignal} signal */
  async #search(signal) {
    const key = this.#key();
    byId("search-what").textContent = this.#sought();
    byId("search-limits").textContent = byId("search-nodes").textContent = "";
    this.#telling = window.setTimeout(() => (byId("search").hidden = false), PATIENCE_MS);
    const listener = {
      position: (/** @type {PositionRecord} */ record) => {
        if (signal.aborted) return;
        this.#game.learn(record);
        this.#page.show();
      },
      progress: (/** @type {Progress} */ progress) => !signal.aborted && this.#tell(progress),
      done: (/** @type {Done} */ done) => {
        if (signal.aborted) return;
        this.#hideSearch();
        if (done.reason === "solved") {
          if (done.seconds > LONG) this.#page.announce(`Proven: ${byId("verdict").textContent}.`);
          return;
        }
        this.#givenUp.add(key);
        const guess = guessOf(done, this.#game.ply.side, shape(this.#game.origin.board).squares);
        this.#tellEnd(`${endOf(done)}${guess}${done.reason === "time" ? this.#elsewhere() : ""}`);
      },
    };
    await follow(this.#game.query(this.#game.ply.position), listener, signal);
  }

  /** What is searched beside the moves. */
  #sought() {
    return this.#game.record(this.#game.ply.position)?.complete ? "Searching for the rest of perfect play" : "Searching this position";
  }

  /**
   * Finds the values of the game's other positions, the last first, when nothing else is to be done.
   * @param {AbortSignal} signal
   */
  async #aside(signal) {
    let after = "";
    for (const ply of [...this.#game.plies].reverse()) {
      const isExact = () => {
        const value = this.#game.value(ply.position);
        return value !== undefined && value.lower === value.upper;
      };
      // Once the value after the move is known, another search finds more.
      const key = `aside ${this.#game.origin.board} ${ply.position} ${this.#game.scoring}${after}`;
      const isKnown = isExact() && !this.#wantsBetter(ply);
      if (!isKnown && !this.#game.record(ply.position)) this.#game.learn(await ask("/api/position", this.#game.query(ply.position, { time_ms: "0" }), signal));
      if (!isKnown && !this.#givenUp.has(key) && !hopeless(this.#game.record(ply.position))) {
        const time = await allowed(this.#isReview ? REVIEW_MS : ASIDE_MS);
        const query = this.#game.query(ply.position, time === null ? {} : { time_ms: String(time) });
        this.#game.learn(await ask("/api/position", query, signal));
        this.#givenUp.add(key);
        if (signal.aborted) return;
        this.#page.show();
      }
      after = isExact() ? " before a known value" : "";
    }
    this.#isReview = false;
  }

  /**
   * Whether a mistake was made here, and what would have been better is not known.
   * @param {Ply} ply
   */
  #wantsBetter(ply) {
    const next = this.#game.plies[this.#game.plies.indexOf(ply) + 1];
    const [value, after] = [this.#game.value(ply.position), next && this.#game.value(next.position)];
    if (!next || !value || !after) return false;
    return negated(after).upper < value.lower && this.#game.best(ply.position) === undefined;
  }

  /** @param {Progress} progress */
  #tell(progress) {
    const what = progress.waiting ? "Waiting for a free search" : progress.move ? `Searching ${progress.move}` : this.#sought();
    byId("search-what").textContent = what;
    let limits = "";
    if (progress.lower !== null && progress.upper !== null) {
      const known = valueOf({ lower: progress.lower, upper: progress.upper });
      const { squares } = shape(this.#game.origin.board);
      limits = isUnknown(known, squares) ? "" : verdict(forBlack(known, this.#game.ply.side), squares);
    }
    byId("search-limits").textContent = limits;
    byId("search-nodes").textContent = progress.waiting ? "" : `${compact(progress.nodes)} nodes, ${seconds(progress.seconds)}, ${progress.phase}`;
  }

  /** How to find the value on a machine of one's own, where this page has no server and such a run can be expected to end. */
  #elsewhere() {
    const { board, start } = this.#game.origin;
    const { position } = this.#game.ply;
    if (!isAlone || hopeless(this.#game.record(position))) return "";
    const scoring = this.#game.scoring === "discs" ? "" : ` --scoring ${this.#game.scoring}`;
    const moves = this.#game.cursor > 0 ? ` --moves ${this.#game.moves.slice(0, this.#game.cursor).join("")}` : "";
    const asked = start ? `--board ${board}${start === "othello" ? "" : ` --start ${start}`}${moves}` : `--position "${board} ${position}"`;
    return ` On a machine of your own, with all its cores and more memory: solve ${asked}${scoring}`;
  }

  /** @param {string} sentence */
  #tellRest(sentence, offer = "Search again") {
    byId("rest-what").textContent = sentence;
    byId("again").textContent = offer;
    byId("rest").hidden = false;
  }

  /**
   * The same of a search that ended here and now.
   * @param {string} sentence
   */
  #tellEnd(sentence) {
    this.#tellRest(sentence);
    this.#page.announce(sentence);
  }

  /** @param {unknown} error */
  #refused(error) {
    if (error instanceof Refusal && error.status === 503) {
      this.#tellEnd("The server is busy.");
      return;
    }
    if (error instanceof Unreachable) {
      this.#tellEnd(error.message);
      return;
    }
    this.#page.complain(said(error));
  }
}
