// What the server is asked, and what it answers. Values are for the side to move of the position they stand beside.

import type { DoneRecord, PositionRecord, ProgressRecord, ValueRecord } from "./records";

export type {
  AtlasGameRecord as AtlasGame,
  AtlasRecord as Atlas,
  BoardsRecord as Boards,
  BranchRecord as Branch,
  CampaignRecord as Campaign,
  CampaignsRecord as Campaigns,
  CommonRecord as Common,
  CountsRecord as Counts,
  DeskRecord as Desk,
  DetailsRecord as Details,
  DiscsRecord as Discs,
  DoneRecord as Done,
  FoundRecord as Found,
  GameRecord,
  JobRecord as Job,
  ListedRecord as Listed,
  MoveRecord,
  PlaceRecord as Place,
  PlayerRecord as Player,
  PointRecord as Point,
  PlyRecord,
  PositionRecord,
  PresenceRecord as Presence,
  ProgressRecord as Progress,
  ReplyRecord as Reply,
  StartRecord,
  TableRecord,
  TextQuery,
  ValueRecord as Value,
  WorkerRecord as Worker,
} from "./records";

export type Outcome = NonNullable<ValueRecord["outcome"]>;
export type Side = PositionRecord["side"];
export type Scoring = PositionRecord["scoring"];

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

async function answered(path: string, query: Query, options: RequestInit = {}): Promise<Response> {
  const address = `${path}?${new URLSearchParams(query)}`;
  const response = await fetch(address, options);
  if (response.ok || response.status === 304) return response;
  const body = (await response.json().catch(() => ({}))) as { error?: string };
  const sentence = body.error ?? `The server answered ${response.status}.`;
  throw new Refusal(response.status, sentence, Number(response.headers.get("retry-after") ?? 0));
}

/** One answer as JSON. */
export async function ask<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  return (await answered(path, query, signal ? { signal } : {})).json() as Promise<T>;
}

/** The answer to what is sent as JSON. */
export async function send<T>(path: string, what: object): Promise<T> {
  const options = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(what) };
  return (await answered(path, {}, options)).json() as Promise<T>;
}

/** An answer that is asked for again and again. */
export interface Fresh<T> {
  /** What the server says; null if that has not changed. */
  value: T | null;
  /** Stands for it. */
  tag: string;
  /** The server's clock, in seconds since the beginning of 1970. */
  now: number;
}

/** One answer as JSON, unless it is the one that a tag stands for. */
export async function askAgain<T>(path: string, query: Query, tag: string): Promise<Fresh<T>> {
  const response = await answered(path, query, { headers: tag ? { "if-none-match": tag } : {} });
  const date = Date.parse(response.headers.get("date") ?? "");
  const value = response.status === 304 ? null : ((await response.json()) as T);
  return { value, tag: response.headers.get("etag") ?? "", now: (Number.isNaN(date) ? Date.now() : date) / 1000 };
}

/** What a search tells. */
export interface Listener {
  position(record: PositionRecord): void;
  progress(progress: ProgressRecord): void;
  done(done: DoneRecord): void;
}

/** Follows a search to its end. Aborting stops it on the server too. */
export async function follow(query: Query, listener: Listener, signal: AbortSignal): Promise<void> {
  const response = await answered("/api/solve", query, { signal });
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
  if (name === "progress") listener.progress(JSON.parse(data) as ProgressRecord);
  if (name === "done") listener.done(JSON.parse(data) as DoneRecord);
}
