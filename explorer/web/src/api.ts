// What the server is asked, and what it answers. Values are for the side to move of the position they stand beside.

export type Outcome = "win" | "draw" | "loss";
export type Side = "X" | "O";
export type Scoring = "discs" | "wof";

/** What is known of a value, in discs. */
export interface Value {
  outcome: Outcome | null;
  value: number | null;
  lower: number;
  upper: number;
}

export interface MoveRecord extends Value {
  move: string;
  position: string;
  best: boolean;
}

export interface Discs {
  black: number;
  white: number;
}

export interface PositionRecord extends Value {
  board: string;
  position: string;
  side: Side;
  scoring: Scoring;
  empties: number;
  over: boolean;
  moves: MoveRecord[];
  line: string[];
  final: Discs | null;
  complete: boolean;
}

export interface PlyRecord extends Value {
  move: string | null;
  position: string;
  side: Side;
  discs: Discs;
}

export interface GameRecord {
  board: string;
  start: string | null;
  scoring: Scoring;
  plies: PlyRecord[];
}

export interface Progress {
  waiting: boolean;
  move: string | null;
  phase: string;
  lower: number | null;
  upper: number | null;
  nodes: number;
  seconds: number;
}

export interface Done {
  reason: "solved" | "time" | "stopped" | "table";
  nodes: number;
  seconds: number;
}

export interface Player {
  name: string;
  title: string;
  about: string;
}

export interface Reply {
  move: string | null;
  best: boolean;
}

export interface Counts {
  entries: number;
  exact: number;
  decided: number;
  by_empties: number[];
  bytes: number;
}

export interface TableRecord {
  board: string;
  scoring: Scoring;
  kind: "bounds" | "whole";
  start: string | null;
  counts: Counts | null;
}

export interface StartRecord extends Value {
  board: string;
  start: string;
  scoring: Scoring;
  line: string[];
  final: Discs | null;
  certificates: { name: string; claim: string; bytes: number }[];
}

export interface Boards {
  starts: StartRecord[];
  tables: TableRecord[];
  time_limit_ms: number;
}

/** What the server refuses, with its own sentence. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    sentence: string,
    /** Seconds after which it may be asked again; 0 where that would change nothing. */
    readonly retryAfter: number,
  ) {
    super(sentence);
  }
}

export type Query = Record<string, string>;

async function answered(path: string, query: Query, signal?: AbortSignal): Promise<Response> {
  const address = `${path}?${new URLSearchParams(query)}`;
  const response = await fetch(address, signal ? { signal } : {});
  if (response.ok) return response;
  const body = (await response.json().catch(() => ({}))) as { error?: string };
  const sentence = body.error ?? `The server answered ${response.status}.`;
  throw new Refusal(response.status, sentence, Number(response.headers.get("retry-after") ?? 0));
}

/** One answer as JSON. */
export async function ask<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  return (await answered(path, query, signal)).json() as Promise<T>;
}

/** What a search tells. */
export interface Listener {
  position(record: PositionRecord): void;
  progress(progress: Progress): void;
  done(done: Done): void;
}

/** Follows a search to its end. Aborting stops it on the server too. */
export async function follow(query: Query, listener: Listener, signal: AbortSignal): Promise<void> {
  const response = await answered("/api/solve", query, signal);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    const events = (text + part.value).split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) tell(event, listener);
  }
}

function tell(event: string, listener: Listener): void {
  const field = (name: string) => {
    const lines = event.split("\n").filter((line) => line.startsWith(`${name}:`));
    return lines.map((line) => line.slice(name.length + 1).trimStart()).join("\n");
  };
  const data = field("data");
  if (!data) return;
  const name = field("event");
  if (name === "position") listener.position(JSON.parse(data) as PositionRecord);
  if (name === "progress") listener.progress(JSON.parse(data) as Progress);
  if (name === "done") listener.done(JSON.parse(data) as Done);
}
