// How a search ended.

/** @import { DoneRecord as Done } from "./records.js" */

import { isAlone } from "./places.js";
import { seconds } from "./text.js";

/**
 * Why a search ended before it had found everything; empty if it found everything.
 * @param {Done} done
 */
export function endOf(done) {
  switch (done.reason) {
    case "solved":
      return "";
    case "time":
      return `The time limit came after ${seconds(done.seconds)}.`;
    case "stopped":
      return isAlone ? "The browser has no memory for this search." : "The server is ending.";
    case "busy":
      return "Others are waiting for the server.";
    case "table":
      return "A table is wrong about this position.";
  }
}
