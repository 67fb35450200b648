// Games by board, start and scoring: what they are called, and where they are shown.

import type { Scoring } from "./api";
import { allBoards } from "./geometry";
import { explorerAt, gameAt } from "./places";

/** A board with a start and a scoring. */
export interface Named {
  board: string;
  start: string;
  scoring: Scoring;
}

export const STARTS = ["othello", "reversi", "reversi-rows"];
export const SCORINGS: Scoring[] = ["discs", "wof"];

/** Who gets the squares that stay empty. */
export const SCORING_SAYS: Record<Scoring, string> = {
  discs: "discs: nobody gets empty squares, but the winner after a wipe-out",
  wof: "wof: the winner gets the empty squares",
};

/** `4 × 10`. */
export function times(board: string): string {
  return board.replace("x", " × ");
}

/** The name of a game in addresses. */
export function nameOf({ board, start, scoring }: Named): string {
  return `${board}-${start}-${scoring}`;
}

/** The address of a game's own page. */
export function pageOf(folder: "atlas" | "boards", game: Named): string {
  return gameAt(folder, nameOf(game));
}

/** The game with a name such as `4x10-reversi-rows-wof`. */
export function namedBy(name: string): Named | null {
  const match = /^(\d+x\d+)-(othello|reversi|reversi-rows)-(discs|wof)$/.exec(name);
  if (!match?.[1] || !match[2] || !allBoards().includes(match[1])) return null;
  return { board: match[1], start: match[2], scoring: match[3] === "wof" ? "wof" : "discs" };
}

/** Where the explorer shows a game with these moves: at its start, or after the last of them. */
export function walk({ board, start, scoring }: Named, line: string[], isAtEnd = false): string {
  const query = new URLSearchParams({ board, start, scoring });
  if (line.length > 0) query.set("moves", line.join(""));
  if (line.length > 0 && !isAtEnd) query.set("ply", "0");
  return explorerAt(query);
}

/** The same game transposed: rows become columns. */
export function turnedOver({ board, start, scoring }: Named): Named {
  const swapped: Record<string, string> = { reversi: "reversi-rows", "reversi-rows": "reversi" };
  return { board: board.split("x").reverse().join("x"), start: swapped[start] ?? start, scoring };
}
