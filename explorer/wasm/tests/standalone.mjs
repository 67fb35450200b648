// Answers questions, one a line as JSON, from standard input by the WebAssembly module, each as if it were the first, in the form
// of explorer/answers/examples/standalone.rs. Its clock stands still unless --clock is given.
//   node explorer/wasm/tests/standalone.mjs MODULE [--clock] < QUESTIONS
import { readFileSync } from "node:fs";
import { Module } from "../../web/src/module.js";

const [file, flag] = process.argv.slice(2);
const code = await WebAssembly.compile(readFileSync(file));
const means = { memoryBytes: 64 << 20, remembered: 1 << 16, seconds: 600 };
const now = flag === "--clock" ? () => performance.now() : () => 0;
for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const said = [];
  const module = await Module.open(code, { now, tell: (event, data) => said.push(`${event} ${data}`) }, means);
  const { kind, text } = module.ask(JSON.parse(line));
  console.log([...said, `${kind} ${text.trimEnd()}`].join("\n"));
}
