// The page answers questions itself: a worker runs the solver as WebAssembly, so the page stays responsive.

/**
 * @import { Backend, Listener } from "./backend.js"
 * @import { Answer, Means, Question } from "./module.js"
 * @import { AtlasRecord, BoardsRecord, StartRecord } from "./records.js"
 */

import { tell } from "./backend.js";
import { valueOf } from "./text.js";

/** @type {Means} What the solver may use. Browsers on phones give a page some hundred megabytes. */
const MEANS = { memoryBytes: 128 << 20, remembered: 1 << 18, seconds: 60 };
/** How long an abandoned question may take before its worker is terminated, with all that it knows. */
const GRACE_MS = 100;

/**
 * @typedef {object} Opening What the worker receives: the code of the module first.
 * @property {WebAssembly.Module} code
 * @property {Means} means
 */

/** @typedef {{ event: string; data: string } | { answer: Answer }} Told What the worker sends: an event of a search, or the answer. */

/**
 * @typedef {object} Job
 * @property {Question} question
 * @property {Listener | null} listener
 * @property {(text: string) => void} resolve
 * @property {(error: unknown) => void} reject
 * @property {boolean} isWanted Whether somebody waits for the answer.
 */

/**
 * A file beside the page.
 * @param {string} name
 * @returns {Promise<Response>}
 */
async function file(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name} cannot be had from where this page comes from (status ${response.status}).`);
  return response;
}

/** @returns {Promise<WebAssembly.Module>} */
async function compiled() {
  const response = await file("explorer.wasm");
  const isKnown = response.headers.get("content-type") === "application/wasm";
  return isKnown ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** @implements {Backend} */
export class Alone {
  /** @type {Promise<WebAssembly.Module> | null} */
  #code = null;
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Job[]} The first is being answered. */
  #jobs = [];
  #grace = 0;

  /** @type {Backend["ask"]} */
  ask = async (path, query = {}, signal) => {
    if (path === "/api/atlas") return (await file("atlas.json")).json();
    if (path === "/api/boards") return /** @type {any} */ (boards(await this.ask("/api/atlas"), await (await file("known.txt")).text()));
    return JSON.parse(await this.answer({ path, query }, null, signal));
  };

  /** @type {Backend["send"]} */
  send = async (path, what) => JSON.parse(await this.answer({ path, query: {}, body: what }, null));

  /** @type {Backend["follow"]} */
  follow = async (query, listener, signal) => {
    await this.answer({ path: "/api/solve", query }, listener, signal);
  };

  /**
   * An answer as text. Questions are answered one after the other.
   * @param {Question} question
   * @param {Listener | null} listener
   * @param {AbortSignal} [signal]
   * @returns {Promise<string>}
   */
  answer(question, listener, signal) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      /** @type {Job} */
      const job = { question, listener, resolve, reject, isWanted: true };
      signal?.addEventListener("abort", () => this.#abandon(job, signal.reason), { once: true });
      this.#jobs.push(job);
      if (this.#jobs.length === 1) void this.#next();
    });
  }

  async #next() {
    const job = this.#jobs[0];
    if (!job) return;
    if (!this.#worker) {
      try {
        this.#code ??= compiled();
        const code = await this.#code;
        this.#worker = this.#started({ code, means: MEANS });
      } catch (error) {
        // What failed to load may load next time.
        this.#code = null;
        this.#finish(job, () => job.reject(error));
        return;
      }
    }
    if (job.isWanted) this.#worker.postMessage(job.question);
    else this.#finish(job, () => undefined);
  }

  /**
   * @param {Opening} opening
   * @returns {Worker}
   */
  #started(opening) {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", (/** @type {MessageEvent<Told>} */ message) => this.#told(message.data));
    worker.addEventListener("error", () => this.#fail("The solver has failed in this browser, perhaps for want of memory."));
    worker.postMessage(opening);
    return worker;
  }

  /** @param {Told} told */
  #told(told) {
    const job = this.#jobs[0];
    if (!job) return;
    if ("event" in told) {
      if (job.isWanted && job.listener) tell(told.event, told.data, job.listener);
      return;
    }
    const { kind, text } = told.answer;
    this.#finish(job, () => (kind === "error" ? job.reject(new Error(text)) : job.resolve(text)));
  }

  /**
   * @param {Job} job
   * @param {() => void} settle
   */
  #finish(job, settle) {
    clearTimeout(this.#grace);
    this.#jobs.shift();
    if (job.isWanted) settle();
    void this.#next();
  }

  /**
   * Nobody waits for an answer any more.
   * @param {Job} job
   * @param {unknown} reason
   */
  #abandon(job, reason) {
    if (!job.isWanted || !this.#jobs.includes(job)) return;
    job.isWanted = false;
    job.reject(reason);
    if (job !== this.#jobs[0]) this.#jobs.splice(this.#jobs.indexOf(job), 1);
    else if (this.#worker) this.#grace = window.setTimeout(() => this.#fail(""), GRACE_MS);
  }

  /**
   * Ends the worker in the middle of an answer. Another one takes the next question.
   * @param {string} sentence
   */
  #fail(sentence) {
    this.#worker?.terminate();
    this.#worker = null;
    const job = this.#jobs[0];
    if (job) this.#finish(job, () => job.reject(new Error(sentence)));
  }
}

/**
 * The starts in the atlas and the others that come with the program, in the form in which a server reports its tables.
 * @param {AtlasRecord} game
 * @param {string} known What data/known.txt says.
 * @returns {BoardsRecord}
 */
function boards({ games }, known) {
  const starts = games.map(({ board, start, scoring, lower, upper, line, final }) => {
    return /** @type {StartRecord} */ ({ board, start, scoring, ...valueOf({ lower, upper }), line, final, evidence: null, certificates: [] });
  });
  for (const text of known.split("\n").filter((text) => text && !text.startsWith("#"))) {
    const [board, start, scoring, lower, upper, line, , ...evidence] = text.split(" ");
    const value = { ...valueOf({ lower: Number(lower), upper: Number(upper) }), evidence: evidence.join(" ") };
    const same = starts.find((one) => one.board === board && one.start === start && one.scoring === scoring);
    if (same) Object.assign(same, value);
    else starts.push(/** @type {StartRecord} */ ({ board, start, scoring, ...value, line: line === "-" ? [] : line?.split(","), final: null, certificates: [] }));
  }
  return { starts, tables: [], time_limit_ms: MEANS.seconds * 1000 };
}
