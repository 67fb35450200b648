// src/module.ts
var KINDS = ["json", "text", "error"];
var Module = class _Module {
  constructor(exports, answers) {
    this.exports = exports;
    this.answers = answers;
  }
  exports;
  answers;
  /** Opens a desk that knows nothing yet. */
  static async open(code, host, means) {
    const answers = [];
    const decoder = new TextDecoder();
    const text = (start, length) => decoder.decode(new Uint8Array(exports.memory.buffer, start, length));
    const page = {
      now: () => host.now(),
      tell: (event, eventLength, data, dataLength) => host.tell(text(event, eventLength), text(data, dataLength)),
      reply: (kind, start, length) => answers.push({ kind: KINDS[kind] ?? "error", text: text(start, length) }),
      complain: (start, length) => console.error(text(start, length))
    };
    const instance = await WebAssembly.instantiate(code, { page });
    const exports = instance.exports;
    exports.open(means.memoryBytes, means.remembered, means.seconds);
    return new _Module(exports, answers);
  }
  /** Answers a question; meanwhile the host is told what it wants to hear. */
  ask(question) {
    const bytes = new TextEncoder().encode(JSON.stringify(question));
    const start = this.exports.room(bytes.length);
    new Uint8Array(this.exports.memory.buffer, start, bytes.length).set(bytes);
    this.exports.answer();
    return this.answers.pop() ?? { kind: "error", text: "the module has not answered" };
  }
};
export {
  Module
};
