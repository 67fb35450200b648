// The page answers questions itself: a worker runs the solver as WebAssembly, so the page stays responsive.

import { tell, type Backend, type Listener, type Query } from "./backend";
import type { Answer, Means, Question } from "./module";
import type { AtlasRecord, BoardsRecord, StartRecord } from "./records";
import { valueOf } from "./text";

/** What the solver may use. Browsers on phones give a page some hundred megabytes. */
const MEANS: Means = { memoryBytes: 128 << 20, remembered: 1 << 18, seconds: 60 };
/** How long an abandoned question may take before its worker is terminated, with all that it knows. */
const GRACE_MS = 100;

/** What the worker receives: the code of the module first. */
export interface Opening {
  code: WebAssembly.Module;
  means: Means;
}

/** What the worker sends: an event of a search, or the answer. */
export type Told = { event: string; data: string } | { answer: Answer };

interface Job {
  question: Question;
  listener: Listener | null;
  resolve(text: string): void;
  reject(error: unknown): void;
  /** Whether somebody waits for the answer. */
  isWanted: boolean;
}

/** A file beside the page. */
async function file(name: string): Promise<Response> {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name} cannot be had from where this page comes from (status ${response.status}).`);
  return response;
}

async function compiled(): Promise<WebAssembly.Module> {
  const response = await file("explorer.wasm");
  const isKnown = response.headers.get("content-type") === "application/wasm";
  return isKnown ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

export class Alone implements Backend {
  private code: Promise<WebAssembly.Module> | null = null;
  private worker: Worker | null = null;
  /** The first is being answered. */
  private readonly jobs: Job[] = [];
  private grace = 0;

  async ask<T>(path: string, query: Query, signal?: AbortSignal): Promise<T> {
    if (path === "/api/atlas") return (await file("atlas.json")).json() as Promise<T>;
    if (path === "/api/boards") return boards(await this.ask<AtlasRecord>("/api/atlas", {})) as T;
    return JSON.parse(await this.answer({ path, query }, null, signal)) as T;
  }

  async send<T>(path: string, what: object): Promise<T> {
    return JSON.parse(await this.answer({ path, query: {}, body: what }, null)) as T;
  }

  async follow(query: Query, listener: Listener, signal: AbortSignal): Promise<void> {
    await this.answer({ path: "/api/solve", query }, listener, signal);
  }

  /** An answer as text. Questions are answered one after the other. */
  answer(question: Question, listener: Listener | null, signal?: AbortSignal): Promise<string> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const job: Job = { question, listener, resolve, reject, isWanted: true };
      signal?.addEventListener("abort", () => this.abandon(job, signal.reason), { once: true });
      this.jobs.push(job);
      if (this.jobs.length === 1) void this.next();
    });
  }

  private async next(): Promise<void> {
    const job = this.jobs[0];
    if (!job) return;
    if (!this.worker) {
      try {
        this.code ??= compiled();
        const code = await this.code;
        this.worker = this.started({ code, means: MEANS });
      } catch (error) {
        // What failed to load may load next time.
        this.code = null;
        this.finish(job, () => job.reject(error));
        return;
      }
    }
    if (job.isWanted) this.worker.postMessage(job.question);
    else this.finish(job, () => undefined);
  }

  private started(opening: Opening): Worker {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", (message: MessageEvent<Told>) => this.told(message.data));
    worker.addEventListener("error", () => this.fail("The solver has failed in this browser, perhaps for want of memory."));
    worker.postMessage(opening);
    return worker;
  }

  private told(told: Told): void {
    const job = this.jobs[0];
    if (!job) return;
    if ("event" in told) {
      if (job.isWanted && job.listener) tell(told.event, told.data, job.listener);
      return;
    }
    const { kind, text } = told.answer;
    this.finish(job, () => (kind === "error" ? job.reject(new Error(text)) : job.resolve(text)));
  }

  private finish(job: Job, settle: () => void): void {
    clearTimeout(this.grace);
    this.jobs.shift();
    if (job.isWanted) settle();
    void this.next();
  }

  /** Nobody waits for an answer any more. */
  private abandon(job: Job, reason: unknown): void {
    if (!job.isWanted || !this.jobs.includes(job)) return;
    job.isWanted = false;
    job.reject(reason);
    if (job !== this.jobs[0]) this.jobs.splice(this.jobs.indexOf(job), 1);
    else if (this.worker) this.grace = window.setTimeout(() => this.fail(""), GRACE_MS);
  }

  /** Ends the worker in the middle of an answer. Another one takes the next question. */
  private fail(sentence: string): void {
    this.worker?.terminate();
    this.worker = null;
    const job = this.jobs[0];
    if (job) this.finish(job, () => job.reject(new Error(sentence)));
  }
}

/** The starts in the atlas, in the form in which a server reports its tables. */
function boards({ games }: AtlasRecord): BoardsRecord {
  const starts = games.map(({ board, start, scoring, lower, upper, line, final }) => {
    return { board, start, scoring, ...valueOf({ lower, upper }), line, final, certificates: [] } as StartRecord;
  });
  return { starts, tables: [], time_limit_ms: MEANS.seconds * 1000 };
}
