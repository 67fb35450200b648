// Asks what is known about the shown position, has the rest searched, and shows the progress.

import { ask, follow, type Done, type PositionRecord, type Progress } from "./api";
import { byId } from "./dom";
import { endOf } from "./ending";
import { shape } from "./geometry";
import { allowed } from "./kept";
import { isAlone } from "./places";
import { Refusal, Unreachable } from "./server";
import { isFinished, type Game, type Ply } from "./state";
import { compact, forBlack, isUnknown, negated, seconds, verdict } from "./text";

/** A search that ends sooner is not shown, so that the page below does not jump at each move. */
const PATIENCE_MS = 300;
/** The end of a search that lasted longer, in seconds, is announced to those who cannot see it. */
const LONG = 2;
/** How long to search another position of the game, in milliseconds, if the server allows it. */
const ASIDE_MS = 3000;
/** A browser starts no search by itself for a position with more empty squares, unless the board is narrow: wipe-outs there are found fast, up to the 60 of 4x16. */
const MOST_EMPTIES = 40;
const NARROW = 4;

/** Whether a position is too large for a page without a server. */
function isBeyond(board: string, position: string): boolean {
  const { rows, cols } = shape(board);
  return isAlone && Math.min(rows, cols) > NARROW && position.split("-").length - 1 > MOST_EMPTIES;
}

export class Searching {
  private running: AbortController | null = null;
  private telling = 0;
  /** Positions whose search has ended without a value, so that it does not begin again by itself. */
  private readonly givenUp = new Set<string>();

  constructor(
    private readonly game: Game,
    private readonly learned: () => void,
    private readonly failed: (sentence: string) => void,
    private readonly announce: (sentence: string) => void,
    /** Moves the focus away from what is about to vanish. */
    private readonly leave: () => void,
  ) {
    byId("cancel").addEventListener("click", () => this.cancel());
    byId("again").addEventListener("click", () => this.again());
  }

  /** Stops whatever is going on. */
  stop(): void {
    this.running?.abort();
    this.running = null;
    byId("moves").removeAttribute("aria-busy");
    this.hideSearch();
  }

  private hideSearch(): void {
    clearTimeout(this.telling);
    byId("search").hidden = true;
  }

  private cancel(): void {
    this.givenUp.add(this.key());
    this.stop();
    this.tellEnd("The search was cancelled.");
    byId("again").focus();
  }

  private again(): void {
    this.leave();
    void this.look(true);
  }

  private key(): string {
    return `${this.game.origin.board} ${this.game.ply.position} ${this.game.scoring}`;
  }

  /** Looks at the shown position; `anew` also where a search was given up before. */
  async look(anew = false): Promise<void> {
    this.stop();
    byId("rest").hidden = true;
    if (anew) this.givenUp.delete(this.key());
    const running = new AbortController();
    this.running = running;
    byId("moves").setAttribute("aria-busy", "true");
    try {
      await this.known(running.signal);
      const record = this.game.record(this.game.ply.position);
      if (record && !isFinished(record)) {
        if (this.givenUp.has(this.key())) this.tellRest(record.complete ? "Perfect play is not known to its end." : "Not everything is proven here.");
        else if (isBeyond(record.board, record.position) && !anew) this.tellRest(`${record.empties} empty squares are too many for a browser.`);
        else await this.search(running.signal);
      }
      await this.aside(running.signal);
      if (!running.signal.aborted) byId("moves").removeAttribute("aria-busy");
    } catch (error) {
      if (running.signal.aborted) return;
      this.stop();
      this.refused(error);
    }
  }

  private async known(signal: AbortSignal): Promise<void> {
    const position = this.game.ply.position;
    const before = this.game.record(position);
    if (before && isFinished(before)) return;
    const record = await ask<PositionRecord>("/api/position", this.game.query(position, { time_ms: "0" }), signal);
    this.game.learn(record);
    this.learned();
  }

  private async search(signal: AbortSignal): Promise<void> {
    const key = this.key();
    byId("search-what").textContent = this.sought();
    byId("search-limits").textContent = byId("search-nodes").textContent = "";
    this.telling = window.setTimeout(() => (byId("search").hidden = false), PATIENCE_MS);
    const listener = {
      position: (record: PositionRecord) => {
        if (signal.aborted) return;
        this.game.learn(record);
        this.learned();
      },
      progress: (progress: Progress) => !signal.aborted && this.tell(progress),
      done: (done: Done) => {
        if (signal.aborted) return;
        this.hideSearch();
        if (done.reason === "solved") {
          if (done.seconds > LONG) this.announce(`Proven: ${byId("verdict").textContent}.`);
          return;
        }
        this.givenUp.add(key);
        this.tellEnd(`${endOf(done)}${done.reason === "time" ? this.elsewhere() : ""}`);
      },
    };
    await follow(this.game.query(this.game.ply.position), listener, signal);
  }

  /** What is searched beside the moves. */
  private sought(): string {
    return this.game.record(this.game.ply.position)?.complete ? "Searching for the rest of perfect play" : "Searching this position";
  }

  /** Finds the values of the game's other positions, the last first, when nothing else is to be done. */
  private async aside(signal: AbortSignal): Promise<void> {
    for (const ply of [...this.game.plies].reverse()) {
      const value = this.game.value(ply.position);
      const key = `aside ${this.game.origin.board} ${ply.position} ${this.game.scoring}`;
      const isKnown = value !== undefined && value.lower === value.upper && !this.wantsBetter(ply);
      if (isKnown || this.givenUp.has(key) || isBeyond(this.game.origin.board, ply.position)) continue;
      this.givenUp.add(key);
      const time = await allowed(ASIDE_MS);
      const query = this.game.query(ply.position, time === null ? {} : { time_ms: String(time) });
      this.game.learn(await ask<PositionRecord>("/api/position", query, signal));
      if (signal.aborted) return;
      this.learned();
    }
  }

  /** Whether a mistake was made here, and what would have been better is not known. */
  private wantsBetter(ply: Ply): boolean {
    const next = this.game.plies[this.game.plies.indexOf(ply) + 1];
    const [value, after] = [this.game.value(ply.position), next && this.game.value(next.position)];
    if (!next || !value || !after) return false;
    return negated(after).upper < value.lower && this.game.best(ply.position) === undefined;
  }

  private tell(progress: Progress): void {
    const what = progress.waiting ? "Waiting for a free search" : progress.move ? `Searching ${progress.move}` : this.sought();
    byId("search-what").textContent = what;
    let limits = "";
    if (progress.lower !== null && progress.upper !== null) {
      const known = { outcome: progress.outcome, value: null, lower: progress.lower, upper: progress.upper, unverified: false };
      const { squares } = shape(this.game.origin.board);
      limits = isUnknown(known, squares) ? "" : verdict(forBlack(known, this.game.ply.side), squares);
    }
    byId("search-limits").textContent = limits;
    byId("search-nodes").textContent = progress.waiting ? "" : `${compact(progress.nodes)} nodes, ${seconds(progress.seconds)}, ${progress.phase}`;
  }

  /** How to find the value on a machine of one's own, where this page has no server and such a run can be expected to end. */
  private elsewhere(): string {
    const { board, start } = this.game.origin;
    const { position } = this.game.ply;
    if (!isAlone || isBeyond(board, position)) return "";
    const scoring = this.game.scoring === "discs" ? "" : ` --scoring ${this.game.scoring}`;
    const moves = this.game.cursor > 0 ? ` --moves ${this.game.moves.slice(0, this.game.cursor).join("")}` : "";
    const asked = start ? `--board ${board}${start === "othello" ? "" : ` --start ${start}`}${moves}` : `--position "${board} ${position}"`;
    return ` On a machine of your own, with all its cores and more memory: solve ${asked}${scoring}`;
  }

  private tellRest(sentence: string): void {
    byId("rest-what").textContent = sentence;
    byId("rest").hidden = false;
  }

  /** The same of a search that ended here and now. */
  private tellEnd(sentence: string): void {
    this.tellRest(sentence);
    this.announce(sentence);
  }

  private refused(error: unknown): void {
    if (error instanceof Refusal && error.status === 503) {
      this.tellEnd("The server is busy.");
      return;
    }
    if (error instanceof Unreachable) {
      this.tellEnd(error.message);
      return;
    }
    this.failed(error instanceof Error ? error.message : String(error));
  }
}
