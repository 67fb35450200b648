// Games by board, start and scoring: what they are called, and where they are shown.

/**
 * @import { Scoring } from "./api.js"
 * @import { AtlasGameRecord as AtlasGame, CertificateRecord, TableRecord } from "./records.js"
 */

import { ask, kept } from "./api.js";
import { fact } from "./dom.js";
import { allBoards, shape } from "./geometry.js";
import { explorerAt, gameAt } from "./places.js";

/**
 * @typedef {object} Named A board with a start and a scoring.
 * @property {string} board
 * @property {string} start
 * @property {Scoring} scoring
 */

export const STARTS = ["othello", "reversi", "reversi-rows"];
/** @type {Scoring[]} */
export const SCORINGS = ["discs", "wof"];

/** @type {Record<Scoring, string>} Who gets the squares that stay empty. */
export const SCORING_SAYS = {
  discs: "discs: nobody gets empty squares, but the winner after a wipe-out",
  wof: "wof: the winner gets the empty squares",
};

/**
 * `4 × 10`.
 * @param {string} board
 */
export function times(board) {
  return board.replace("x", " × ");
}

/**
 * The name of a game in addresses.
 * @param {Named} game
 */
export function nameOf({ board, start, scoring }) {
  return `${board}-${start}-${scoring}`;
}

/**
 * The address of a game's own page.
 * @param {Named} game
 */
export function pageOf(game) {
  return gameAt(nameOf(game));
}

/**
 * @typedef {object} Kept What this server has of a game besides.
 * @property {string | null} evidence On what its value rests, if it comes with the program.
 * @property {CertificateRecord[]} certificates
 */

/** @typedef {AtlasGame & Partial<Kept>} KnownGame A game of the atlas, or another one that the server knows: then it has no search. */

/**
 * All games of which something is known, and the tables.
 * @returns {Promise<{ games: KnownGame[]; tables: TableRecord[] }>}
 */
export async function allKnown() {
  const [atlas, { starts, tables }] = await Promise.all([ask("/api/atlas"), kept()]);
  const games = new Map(atlas.games.map((game) => /** @type {[string, KnownGame]} */ ([nameOf(game), game])));
  for (const start of starts) {
    const { board, scoring, lower, upper, line, final, evidence, certificates } = start;
    const before = games.get(nameOf(start)) ?? nothing({ board, start: start.start, scoring });
    const isNews = upper - lower < before.upper - before.lower;
    games.set(nameOf(start), { ...before, ...(isNews ? { lower, upper, line, final } : {}), evidence, certificates });
  }
  return { games: [...games.values()], tables };
}

/**
 * A game of which nothing is known.
 * @param {Named} game
 * @returns {KnownGame}
 */
export function nothing({ board, start, scoring }) {
  const { squares } = shape(board);
  return { board, start: /** @type {KnownGame["start"]} */ (start), scoring, lower: -squares, upper: squares, line: [], final: null, moves: {}, nodes: 0, commit: "", certificate: null };
}

/**
 * The game with a name such as `4x10-reversi-rows-wof`.
 * @param {string} name
 * @returns {Named | null}
 */
export function namedBy(name) {
  const match = new RegExp(`^(\\d+x\\d+)-(othello|reversi|reversi-rows)-(${SCORINGS.join("|")})$`).exec(name);
  if (!match?.[1] || !match[2] || !allBoards().includes(match[1])) return null;
  return { board: match[1], start: match[2], scoring: /** @type {Scoring} */ (match[3]) };
}

/**
 * Where the explorer shows a game with these moves: at its start, or after the last of them.
 * @param {Named} game
 * @param {string[]} line
 */
export function walk({ board, start, scoring }, line, isAtEnd = false) {
  const query = new URLSearchParams({ board, start, scoring });
  if (line.length > 0) query.set("moves", line.join(""));
  if (line.length > 0 && !isAtEnd) query.set("ply", "0");
  return explorerAt(query);
}

/**
 * What there is to say about a perfect game.
 * @param {{ line: string[]; final: { black: number; white: number } | null }} game
 * @param {Scoring} scoring
 */
export function playedFacts({ line, final }, scoring) {
  const passes = line.flatMap((move, index) => (move === "pass" ? [String(index + 1)] : []));
  const end = final ? [fact("Discs at the end", `Black ${final.black}, White ${final.white}`)] : [];
  const plies = final ? [fact("Plies", `${line.length}${passes.length ? `, passes at ${passes.join(", ")}` : ""}`)] : [];
  return [...end, ...plies, fact("Scoring", SCORING_SAYS[scoring])];
}

/**
 * The same game transposed: rows become columns.
 * @param {Named} game
 * @returns {Named}
 */
export function turnedOver({ board, start, scoring }) {
  /** @type {Record<string, string>} */
  const swapped = { reversi: "reversi-rows", "reversi-rows": "reversi" };
  return { board: board.split("x").reverse().join("x"), start: swapped[start] ?? start, scoring };
}
