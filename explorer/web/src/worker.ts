// The worker of a page without a server: answers one question after the other.

import type { Opening, Told } from "./alone";
import { Module, type Question } from "./module";

/** What a worker has in place of a window. */
interface Scope {
  postMessage(told: Told): void;
  addEventListener(type: "message", listener: (message: MessageEvent<Opening | Question>) => void): void;
}

const scope = self as unknown as Scope;
const host = {
  now: () => performance.now(),
  tell: (event: string, data: string) => scope.postMessage({ event, data }),
};
let module: Promise<Module> | null = null;

/** Throws outside any handler, so that the page receives an error event. */
function thrown(error: unknown): void {
  setTimeout(() => {
    throw error;
  });
}

scope.addEventListener("message", ({ data }) => {
  if ("code" in data) {
    module = Module.open(data.code, host, data.means);
    return;
  }
  module?.then((open) => scope.postMessage({ answer: open.ask(data) })).catch(thrown);
});
