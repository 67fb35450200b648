// A backend that asks a server.

import { tell, type Backend, type Listener, type Query } from "./backend";

/** A refusal by the server, with its own sentence. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    sentence: string,
    /** Seconds after which to ask again; 0 if that would change nothing. */
    readonly retryAfter: number,
  ) {
    super(sentence);
  }
}

/** No answer came, or it broke off. Each browser has its own words for that. */
export class Unreachable extends Error {
  constructor() {
    super("The server does not answer.");
  }
}

/** Turns a browser's error about an unreachable server into one with a sentence. */
function unreachable(error: unknown): never {
  throw error instanceof TypeError ? new Unreachable() : error;
}

async function answered(path: string, query: Query, options: RequestInit = {}): Promise<Response> {
  const address = `${path}?${new URLSearchParams(query)}`;
  const response = await fetch(address, options).catch(unreachable);
  if (response.ok || response.status === 304) return response;
  const body = (await response.json().catch(() => ({}))) as { error?: string };
  const sentence = body.error ?? `The server answered ${response.status}.`;
  throw new Refusal(response.status, sentence, Number(response.headers.get("retry-after") ?? 0));
}

export class Server implements Backend {
  async ask<T>(path: string, query: Query, signal?: AbortSignal): Promise<T> {
    return (await answered(path, query, signal ? { signal } : {})).json() as Promise<T>;
  }

  async send<T>(path: string, what: object): Promise<T> {
    const options = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(what) };
    return (await answered(path, {}, options)).json() as Promise<T>;
  }

  /** Aborting stops the search on the server too. */
  async follow(query: Query, listener: Listener, signal: AbortSignal): Promise<void> {
    const response = await answered("/api/solve", query, { signal });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    let isDone = false;
    const heard: Listener = {
      ...listener,
      done: (done) => {
        isDone = true;
        listener.done(done);
      },
    };
    for (let part = await reader?.read().catch(unreachable); part && !part.done; part = await reader?.read().catch(unreachable)) {
      const events = (text + part.value).split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) told(event, heard);
    }
    if (!isDone) throw new Unreachable();
  }
}

/** A server-sent event. */
function told(event: string, listener: Listener): void {
  const field = (name: string) => {
    const lines = event.split("\n").filter((line) => line.startsWith(`${name}:`));
    return lines.map((line) => line.slice(name.length + 1).trimStart()).join("\n");
  };
  const data = field("data");
  if (data) tell(field("event"), data, listener);
}

/** An answer that is requested again and again. */
export interface Fresh<T> {
  /** What the server says; null if that has not changed. */
  value: T | null;
  /** Its tag. */
  tag: string;
  /** The server's clock, in seconds since the beginning of 1970. */
  now: number;
}

/** One answer as JSON, unless it still has this tag. */
export async function askAgain<T>(path: string, query: Query, tag: string): Promise<Fresh<T>> {
  const response = await answered(path, query, { headers: tag ? { "if-none-match": tag } : {} });
  const date = Date.parse(response.headers.get("date") ?? "");
  const value = response.status === 304 ? null : ((await response.json()) as T);
  return { value, tag: response.headers.get("etag") ?? "", now: (Number.isNaN(date) ? Date.now() : date) / 1000 };
}
