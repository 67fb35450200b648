// The WebAssembly module that takes the server's place: questions in, answers and events out. explorer/wasm is the other side.

import type { Query } from "./api";

/** A question, as to the server. */
export interface Question {
  path: string;
  query: Query;
  body?: object;
}

/** An answer, or an error in a sentence. */
export interface Answer {
  kind: "json" | "text" | "error";
  text: string;
}

/** What the module needs from its surroundings. */
export interface Host {
  /** Milliseconds since some fixed moment. */
  now(): number;
  /** An event of a search, and its data as JSON. */
  tell(event: string, data: string): void;
}

/** What the module may use. */
export interface Means {
  memoryBytes: number;
  /** Number of positions whose proven bounds are remembered. */
  remembered: number;
  /** The longest time of a search. */
  seconds: number;
}

interface Exports {
  memory: WebAssembly.Memory;
  open(memoryBytes: number, remembered: number, seconds: number): void;
  room(length: number): number;
  answer(): void;
}

const KINDS = ["json", "text", "error"] as const;

export class Module {
  private constructor(private readonly exports: Exports, private readonly answers: Answer[]) {}

  /** Opens a desk that knows nothing yet. */
  static async open(code: WebAssembly.Module, host: Host, means: Means): Promise<Module> {
    const answers: Answer[] = [];
    const decoder = new TextDecoder();
    const text = (start: number, length: number) => decoder.decode(new Uint8Array(exports.memory.buffer, start, length));
    const page = {
      now: () => host.now(),
      tell: (event: number, eventLength: number, data: number, dataLength: number) => host.tell(text(event, eventLength), text(data, dataLength)),
      reply: (kind: number, start: number, length: number) => answers.push({ kind: KINDS[kind] ?? "error", text: text(start, length) }),
      complain: (start: number, length: number) => console.error(text(start, length)),
    };
    const instance = await WebAssembly.instantiate(code, { page });
    const exports = instance.exports as unknown as Exports;
    exports.open(means.memoryBytes, means.remembered, means.seconds);
    return new Module(exports, answers);
  }

  /** Answers a question; meanwhile the host is told what it wants to hear. */
  ask(question: Question): Answer {
    const bytes = new TextEncoder().encode(JSON.stringify(question));
    const start = this.exports.room(bytes.length);
    new Uint8Array(this.exports.memory.buffer, start, bytes.length).set(bytes);
    this.exports.answer();
    return this.answers.pop() ?? { kind: "error", text: "the module has not answered" };
  }
}
