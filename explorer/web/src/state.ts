// The game on the page, and its form in the address bar.

import { ask, type GameRecord, type MoveRecord, type PositionRecord, type Query, type Scoring, type Value } from "./api";
import { explorerAt } from "./places";
import { negated } from "./text";

/** A position of the game and the move that led to it. */
export interface Ply {
  move: string | null;
  position: string;
  side: "X" | "O";
}

/** Where a game begins. */
export interface Origin {
  board: string;
  /** Name of the start; null if the squares are given. */
  start: string | null;
  /** The squares and the side to move, if they are given. */
  position: string | null;
}

/** Whether a search would find nothing more about a position: all values are known, and so is perfect play. */
export function isFinished(record: PositionRecord): boolean {
  return record.complete && record.final !== null;
}

/** The game: all plies, of which `cursor` is shown. */
export class Game {
  origin: Origin = { board: "4x8", start: "othello", position: null };
  scoring: Scoring = "discs";
  plies: Ply[] = [];
  cursor = 0;
  /** Everything the server has told of positions, by position and scoring. */
  private readonly records = new Map<string, PositionRecord>();
  private readonly values = new Map<string, Value>();

  get ply(): Ply {
    const ply = this.plies[this.cursor];
    if (!ply) throw new Error("there is no such ply");
    return ply;
  }

  get isAtEnd(): boolean {
    return this.cursor === this.plies.length - 1;
  }

  get moves(): string[] {
    return this.plies.slice(1).map((ply) => ply.move ?? "");
  }

  private key(position: string): string {
    return `${this.origin.board} ${position} ${this.scoring}`;
  }

  /** What the server has told of a position, if it has. */
  record(position: string): PositionRecord | undefined {
    return this.records.get(this.key(position));
  }

  /** A move of a position that is proven to be best, if one is known. */
  best(position: string): MoveRecord | undefined {
    const known = this.record(position);
    return known?.moves.find((move) => move.move === known.line[0]) ?? known?.moves.find((move) => move.best);
  }

  /** What is known of a position's value, for the side to move there. */
  value(position: string): Value | undefined {
    return this.values.get(this.key(position));
  }

  /** Takes in what the server tells. */
  learn(record: PositionRecord): void {
    this.records.set(this.key(record.position), record);
    this.learnValue(record.position, record);
    for (const move of record.moves) this.learnValue(move.position, negated(move));
  }

  private learnValue(position: string, value: Value): void {
    const known = this.value(position);
    const [width, before] = [value.upper - value.lower, known ? known.upper - known.lower : Infinity];
    const isNews = width < before || (width === before && known?.unverified === true && !value.unverified);
    if (isNews) this.values.set(this.key(position), value);
  }

  /** The query that asks about a position of this game. */
  query(position: string, more: Query = {}): Query {
    return { board: this.origin.board, position, scoring: this.scoring, ...more };
  }

  /** Reads a game from an address. */
  async load(parameters: URLSearchParams, signal: AbortSignal): Promise<void> {
    const get = (name: string) => parameters.get(name) ?? "";
    const position = get("position") || null;
    const query: Query = {};
    if (get("board")) query["board"] = get("board");
    if (position) query["position"] = position;
    else query["start"] = get("start") || "othello";
    query["moves"] = get("moves");
    query["scoring"] = get("scoring") || "discs";
    const record = await ask<GameRecord>("/api/game", query, signal);
    signal.throwIfAborted();
    const first = record.plies[0];
    if (!first) throw new Error("the game has no positions");
    this.origin = { board: record.board, start: record.start, position: record.start ? null : first.position };
    this.scoring = record.scoring;
    this.plies = record.plies.map(({ move, position, side }) => ({ move, position, side }));
    for (const ply of record.plies) this.learnValue(ply.position, ply);
    const ply = parameters.has("ply") ? Number(get("ply")) : this.plies.length - 1;
    this.cursor = Number.isInteger(ply) ? Math.min(Math.max(ply, 0), this.plies.length - 1) : 0;
  }

  /** Plays a move from the shown position. The same move as before keeps what follows; another one replaces it. */
  play(move: MoveRecord): void {
    const next = this.plies[this.cursor + 1];
    if (next?.move !== move.move) {
      this.plies.length = this.cursor + 1;
      const side = move.position.endsWith("X") ? "X" : "O";
      this.plies.push({ move: move.move, position: move.position, side });
    }
    this.cursor += 1;
  }

  /** The address that shows this. */
  address(): string {
    return explorerAt(this.parameters());
  }

  /** What that address holds. */
  parameters(): URLSearchParams {
    const query = new URLSearchParams({ board: this.origin.board });
    if (this.origin.start) query.set("start", this.origin.start);
    else query.set("position", this.origin.position ?? "");
    if (this.plies.length > 1) query.set("moves", this.moves.join(""));
    if (!this.isAtEnd) query.set("ply", String(this.cursor));
    if (this.scoring !== "discs") query.set("scoring", this.scoring);
    return query;
  }
}
