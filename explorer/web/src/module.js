// The WebAssembly module that takes the server's place: questions in, answers and events out. explorer/wasm is the other side.

/** @import { Query } from "./backend.js" */

/**
 * @typedef {object} Question A question, as to the server.
 * @property {string} path
 * @property {Query} query
 * @property {object} [body]
 */

/**
 * @typedef {object} Answer An answer, or an error in a sentence.
 * @property {"json" | "text" | "error"} kind
 * @property {string} text
 */

/**
 * @typedef {object} Host What the module needs from its surroundings.
 * @property {() => number} now Milliseconds since some fixed moment.
 * @property {(event: string, data: string) => void} tell An event of a search, and its data as JSON.
 */

/**
 * @typedef {object} Means What the module may use.
 * @property {number} memoryBytes
 * @property {number} remembered Number of positions whose proven bounds are remembered.
 * @property {number} seconds The longest time of a search.
 */

/**
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(memoryBytes: number, remembered: number, seconds: number) => void} open
 * @property {(length: number) => number} room
 * @property {() => void} answer
 */

const KINDS = /** @type {const} */ (["json", "text", "error"]);

export class Module {
  #exports;
  #answers;

  /**
   * @param {Exports} exports
   * @param {Answer[]} answers
   */
  constructor(exports, answers) {
    this.#exports = exports;
    this.#answers = answers;
  }

  /**
   * Opens a solver that knows nothing yet.
   * @param {WebAssembly.Module} code
   * @param {Host} host
   * @param {Means} means
   * @returns {Promise<Module>}
   */
  static async open(code, host, means) {
    /** @type {Answer[]} */
    const answers = [];
    const decoder = new TextDecoder();
    const text = (/** @type {number} */ start, /** @type {number} */ length) => decoder.decode(new Uint8Array(exports.memory.buffer, start, length));
    const page = {
      now: () => host.now(),
      tell: (/** @type {number} */ event, /** @type {number} */ eventLength, /** @type {number} */ data, /** @type {number} */ dataLength) => host.tell(text(event, eventLength), text(data, dataLength)),
      reply: (/** @type {number} */ kind, /** @type {number} */ start, /** @type {number} */ length) => answers.push({ kind: KINDS[kind] ?? "error", text: text(start, length) }),
      complain: (/** @type {number} */ start, /** @type {number} */ length) => console.error(text(start, length)),
    };
    const instance = await WebAssembly.instantiate(code, { page });
    const exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
    exports.open(means.memoryBytes, means.remembered, means.seconds);
    return new Module(exports, answers);
  }

  /**
   * Answers a question; meanwhile the host is told what it wants to hear.
   * @param {Question} question
   * @returns {Answer}
   */
  ask(question) {
    const bytes = new TextEncoder().encode(JSON.stringify(question));
    const start = this.#exports.room(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, start, bytes.length).set(bytes);
    this.#exports.answer();
    return this.#answers.pop() ?? { kind: "error", text: "the module has not answered" };
  }
}
