// Made by types.mjs of ../openapi.json (SHA-256 9172c69fdfc02d815d09e94ce9a6682d8eb8f106bb44c54441bfff19aa13aa3f). Not to be edited.

/** Positions to look at. */
export type Batch = {
  /** The positions, each as in /api/position. `time_ms` is 0 for those that do not say it. */
  positions: PositionQuery[];
};

/** The answers, in the order of the positions. */
export type BatchRecord = {
  /** One for each position. */
  positions: PositionRecord[];
};

/** All that is kept. */
export type BoardsRecord = {
  /** The starts of which something is known. */
  starts: StartRecord[];
  /** The tables. */
  tables: TableRecord[];
  /** The longest time a search may take here, in milliseconds. */
  time_limit_ms: number;
};

/** A certificate. */
export type CertificateRecord = {
  /** Its size. */
  bytes: number;
  /** What it claims, true or not: `solve check` finds out. */
  claim: string;
  /** Its name in /certificates/. */
  name: string;
};

/** What a table holds. Symmetric positions count once. */
export type CountsRecord = {
  /** Positions by number of empty squares, from none upwards. */
  by_empties: number[];
  /** Bytes on the disk. */
  bytes: number;
  /** Those of which only the outcome is known. */
  decided: number;
  /** Positions. */
  entries: number;
  /** Those whose value is known to the disc. */
  exact: number;
  /** Those of which a part came from elsewhere and was verified by nobody here. */
  unverified: number;
};

/** Discs at the end of a game. */
export type DiscsRecord = {
  /** Black's. */
  black: number;
  /** White's. */
  white: number;
};

/** How a search ended; the data of the event `done`. */
export type DoneRecord = {
  /** Nodes searched. */
  nodes: number;
  /** `solved`, `time` (the limit came first), `stopped` (the server ends), `table` (a table holds something false) or `busy` (its place in the queue went to a client that had fewer). */
  reason: "solved" | "time" | "stopped" | "table" | "busy";
  /** Seconds it took, without waiting. */
  seconds: number;
};

/** What is wrong, in a sentence. */
export type ErrorRecord = {
  /** The sentence. */
  error: string;
};

/** A game. */
export type GameRecord = {
  /** ROWSxCOLUMNS. */
  board: string;
  /** The moves in one text. */
  moves: string;
  /** The first position and the one after each move. */
  plies: PlyRecord[];
  /** Who gets the empties: `discs` or `wof`. */
  scoring: "discs" | "wof";
  /** Name of the start; null where the first position was given by its squares. */
  start: string | null;
};

/** Whether the server is well. */
export type HealthRecord = {
  /** `ok`, or `table` if something in the tables has turned out false or cannot be read. */
  status: string;
  /** Version of the program. */
  version: string;
};

/** A legal move. Its value is for the side that makes it. */
export type MoveRecord = ValueRecord & {
  /** Whether it is proven that no other move is better. */
  best: boolean;
  /** A square, or `pass`. */
  move: string;
  /** The position after it. */
  position: string;
};

/** Somebody to play against. */
export type PlayerRecord = {
  /** What it does. */
  about: string;
  /** What `player` is to say. */
  name: string;
  /** Its name for people. */
  title: string;
};

/** A position of a game. */
export type PlyRecord = ValueRecord & {
  /** Discs on the board. */
  discs: DiscsRecord;
  /** The move that led here; null for the first position. */
  move: string | null;
  /** The squares in row order and the side to move. */
  position: string;
  /** Side to move: X (Black) or O (White). */
  side: "X" | "O";
};

/** A position: a board and a start, or the squares, and moves that are played first. */
export type PositionQuery = {
  /** ROWSxCOLUMNS, both at least 3, together at most 64 squares. */
  board?: string | null;
  /** Moves that are played first, for example c1b3pass. */
  moves?: string | null;
  /** Any other position: its squares in row order as X (Black), O (White) or -, a space, and the side to move. It may begin with ROWSxCOLUMNS. */
  position?: string | null;
  /** Who gets the squares that stay empty: discs (nobody, but the winner after a wipe-out; if nothing is said) or wof (always the winner). */
  scoring?: string | null;
  /** How the four centre discs stand: othello (if nothing is said), reversi or reversi-rows. */
  start?: string | null;
  /** How long to search for what is not known, in milliseconds; 0: not at all. */
  time_ms?: number | null;
};

/** A position with all that is known of it. */
export type PositionRecord = ValueRecord & {
  /** ROWSxCOLUMNS. */
  board: string;
  /** Whether the values of the position and of all moves are known to the disc. */
  complete: boolean;
  /** Number of empty squares. */
  empties: number;
  final: DiscsRecord | null;
  /** Perfect play of both sides from here on, as far as it is known. */
  line: string[];
  /** All legal moves: squares in row order, or the pass alone. */
  moves: MoveRecord[];
  /** Whether the game is over. */
  over: boolean;
  /** The squares in row order and the side to move. */
  position: string;
  /** Who gets the empties: `discs` or `wof`. */
  scoring: "discs" | "wof";
  /** Side to move: X (Black) or O (White). */
  side: "X" | "O";
  /** Name of the start; null where the position was given by its squares. */
  start: string | null;
};

/** How far a search is; the data of an event `progress`. */
export type ProgressRecord = {
  /** The value of what is being looked at is at least this, for the side to move of the position. */
  lower: number | null;
  /** The move that is being looked at; null for the position itself. */
  move: string | null;
  /** Nodes searched so far. */
  nodes: number;
  /** `win`, `draw` or `loss` of the side to move; null where it is not known. */
  outcome: "win" | "draw" | "loss" | null;
  /** What the search is busy with, in a word or two. */
  phase: string;
  /** Seconds that the search has run, without waiting. */
  seconds: number;
  /** It is at most this. */
  upper: number | null;
  /** Whether the search waits for its turn. A search that others wait for has several, with waits between them. */
  waiting: boolean;
};

/** A player's move. */
export type ReplyRecord = {
  /** Whether it is proven that no other move is better. */
  best: boolean;
  /** A square, or `pass`; null when the game is over. */
  move: string | null;
  /** Whether that rests on entries of a table that came from elsewhere and that nobody here has verified. */
  unverified: boolean;
};

/** What is known of a start. */
export type StartRecord = ValueRecord & {
  /** ROWSxCOLUMNS. */
  board: string;
  /** Certificates that claim something of its value. The server has not checked them. */
  certificates: CertificateRecord[];
  final: DiscsRecord | null;
  /** Perfect play, as far as it is known. */
  line: string[];
  /** Who gets the empties: `discs` or `wof`. */
  scoring: "discs" | "wof";
  /** Its name. */
  start: string;
};

/** A table. */
export type TableRecord = {
  /** ROWSxCOLUMNS. */
  board: string;
  counts: CountsRecord | null;
  /** `bounds`: what searches have proven; `whole`: every position that can be reached from a start. */
  kind: "bounds" | "whole";
  /** Who gets the empties: `discs` or `wof`. */
  scoring: "discs" | "wof";
  /** The start of a whole table. */
  start: string | null;
};

/** What is known of a value. */
export type ValueRecord = {
  /** The value is at least this. */
  lower: number;
  /** `win`, `draw` or `loss` of the side to move; null where it is not known. */
  outcome: "win" | "draw" | "loss" | null;
  /** Whether this rests on entries of a table that came from elsewhere and that nobody here has verified. */
  unverified: boolean;
  /** The value is at most this. */
  upper: number;
  /** The value; null where only limits are known. */
  value: number | null;
};
