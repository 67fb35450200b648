// What the server has and allows; asked for once.

import { ask, type Boards } from "./api";
import { isAlone } from "./places";

let asked: Promise<Boards> | null = null;

/** The starts, the tables, and the longest time of a search. */
export function kept(): Promise<Boards> {
  asked ??= ask<Boards>("/api/boards").catch((error: unknown) => {
    // What failed to load may load next time.
    asked = null;
    throw error;
  });
  return asked;
}

/** This many milliseconds, or the limit of a search on this server if that is less; null if the limit is not known. */
export async function allowed(milliseconds: number): Promise<number | null> {
  if (isAlone) return milliseconds;
  return kept().then((boards) => Math.min(milliseconds, boards.time_limit_ms), () => null);
}
