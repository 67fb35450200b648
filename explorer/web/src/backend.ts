// Who answers the page's questions: a server, or the page's own worker.

import type { DoneRecord, PositionRecord, ProgressRecord } from "./records";

export type Query = Record<string, string>;

/** What a search reports to. */
export interface Listener {
  position(record: PositionRecord): void;
  progress(progress: ProgressRecord): void;
  done(done: DoneRecord): void;
}

/** Answers questions at the addresses of the API. Errors carry a sentence. */
export interface Backend {
  /** One answer as JSON. */
  ask<T>(path: string, query: Query, signal?: AbortSignal): Promise<T>;
  /** The answer to a JSON body. */
  send<T>(path: string, what: object): Promise<T>;
  /** Follows a search to its end. Aborting stops it. */
  follow(query: Query, listener: Listener, signal: AbortSignal): Promise<void>;
}

/** Passes an event of a search to a listener. */
export function tell(event: string, data: string, listener: Listener): void {
  if (event === "position") listener.position(JSON.parse(data) as PositionRecord);
  if (event === "progress") listener.progress(JSON.parse(data) as ProgressRecord);
  if (event === "done") listener.done(JSON.parse(data) as DoneRecord);
}
