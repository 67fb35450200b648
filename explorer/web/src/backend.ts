// Who answers the page's questions: a server, or the page's own worker.

import type { DoneRecord, PositionRecord, ProgressRecord } from "./records";

export type Query = Record<string, string>;

/** What a search tells. */
export interface Listener {
  position(record: PositionRecord): void;
  progress(progress: ProgressRecord): void;
  done(done: DoneRecord): void;
}

/** Answers questions by the addresses of the API. What is wrong comes as an error with a sentence. */
export interface Backend {
  /** One answer as JSON. */
  ask<T>(path: string, query: Query, signal?: AbortSignal): Promise<T>;
  /** The answer to what is sent as JSON. */
  send<T>(path: string, what: object): Promise<T>;
  /** Follows a search to its end. Aborting stops it. */
  follow(query: Query, listener: Listener, signal: AbortSignal): Promise<void>;
}

/** Tells a listener an event of a search. */
export function tell(event: string, data: string, listener: Listener): void {
  if (event === "position") listener.position(JSON.parse(data) as PositionRecord);
  if (event === "progress") listener.progress(JSON.parse(data) as ProgressRecord);
  if (event === "done") listener.done(JSON.parse(data) as DoneRecord);
}
