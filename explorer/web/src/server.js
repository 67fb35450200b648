// A backend that asks a server.

/** @import { Backend, Listener, Query } from "./backend.js" */

import { tell } from "./backend.js";

/** A refusal by the server, with its own sentence. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} sentence
   * @param {number} retryAfter Seconds after which to ask again; 0 if that would change nothing.
   */
  constructor(status, sentence, retryAfter) {
    super(sentence);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** No answer came, or it broke off. Each browser has its own words for that. */
export class Unreachable extends Error {
  constructor() {
    super("The server does not answer.");
  }
}

/**
 * Turns a browser's error about an unreachable server into one with a sentence.
 * @param {unknown} error
 * @returns {never}
 */
function unreachable(error) {
  throw error instanceof TypeError ? new Unreachable() : error;
}

/**
 * @param {string} path
 * @param {Query} query
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
async function answered(path, query, options = {}) {
  const address = `${path}?${new URLSearchParams(query)}`;
  const response = await fetch(address, options).catch(unreachable);
  if (response.ok || response.status === 304) return response;
  const body = /** @type {{ error?: string }} */ (await response.json().catch(() => ({})));
  const sentence = body.error ?? `The server answered ${response.status}.`;
  throw new Refusal(response.status, sentence, Number(response.headers.get("retry-after") ?? 0));
}

/** @implements {Backend} */
export class Server {
  /** @type {Backend["ask"]} */
  ask = async (path, query = {}, signal) => (await answered(path, query, signal ? { signal } : {})).json();

  /** @type {Backend["send"]} */
  send = async (path, what) => {
    const options = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(what) };
    return (await answered(path, {}, options)).json();
  };

  /** @type {Backend["follow"]} Aborting stops the search on the server too. */
  follow = async (query, listener, signal) => {
    const response = await answered("/api/solve", query, { signal });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    let isDone = false;
    /** @type {Listener} */
    const heard = {
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
  };
}

/**
 * A server-sent event.
 * @param {string} event
 * @param {Listener} listener
 */
function told(event, listener) {
  const field = (/** @type {string} */ name) => {
    const lines = event.split("\n").filter((line) => line.startsWith(`${name}:`));
    return lines.map((line) => line.slice(name.length + 1).trimStart()).join("\n");
  };
  const data = field("data");
  if (data) tell(field("event"), data, listener);
}

/**
 * @template T
 * @typedef {object} Fresh An answer that is requested again and again.
 * @property {T | null} value What the server says; null if that has not changed.
 * @property {string} tag Its tag.
 * @property {number} now The server's clock, in seconds since the beginning of 1970.
 */

/**
 * One answer as JSON, unless it still has this tag.
 * @template T
 * @param {string} path
 * @param {Query} query
 * @param {string} tag
 * @returns {Promise<Fresh<T>>}
 */
export async function askAgain(path, query, tag) {
  const response = await answered(path, query, { headers: tag ? { "if-none-match": tag } : {} });
  const date = Date.parse(response.headers.get("date") ?? "");
  const value = response.status === 304 ? null : /** @type {T} */ ((await response.json()));
  return { value, tag: response.headers.get("etag") ?? "", now: (Number.isNaN(date) ? Date.now() : date) / 1000 };
}
