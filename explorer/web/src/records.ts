// Made by types.mjs of ../openapi.json (SHA-256 8e979a6225f80923ebff9f5ffe6850e44ed1860453a2df8e8c3a82443331fa41). Not to be edited.

/** What is known of a certificate that was checked. The file itself is not kept: `scripts/reproduce atlas` makes it again. */
export type AtlasCertificateRecord = {
  /** Its size. */
  bytes: number;
  /** Positions that it leaves to the checker. */
  leaves: number;
  /** Positions that the checker searched. */
  searched: number;
  /** Its SHA-256, as 64 hexadecimal digits. */
  sha256: string;
};

/** A board with a start and a scoring. */
export type AtlasGameRecord = {
  /** ROWSxCOLUMNS. */
  board: string;
  certificate: AtlasCertificateRecord | null;
  /** The commit of the program that found this, abbreviated. */
  commit: string;
  final: DiscsRecord | null;
  /** A perfect game to its end; empty where the game is not solved. */
  line: string[];
  /** The value is at least this for Black, who moves first; equal to `upper` where the game is solved. */
  lower: number;
  /** Each legal first move with the lower and the upper limit of what it is worth for Black. */
  moves: Record<string, [number, number]>;
  /** Nodes that the search took; 0 where the game is another one turned over, which was not solved again. */
  nodes: number;
  /** Who gets the empties: `discs` or `wof`. */
  scoring: "discs" | "wof";
  /** How the four discs in the centre stand before the first move. */
  start: "othello" | "reversi" | "reversi-rows";
  /** The value is at most this. */
  upper: number;
};

/** The exact value of each small board, of each of its first moves, and a perfect game. All scores are disc differences for Black. */
export type AtlasRecord = {
  /** All of them; boards taller than wide as well. */
  games: AtlasGameRecord[];
  /** Of the format: 1. */
  version: number;
};

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

/** A node of the tree with its successors. */
export type BranchRecord = {
  /** The jobs that asked about it, no more than 50. */
  jobs: JobRecord[];
  /** The node. */
  place: PlaceRecord;
  /** The positions after each move, symmetric ones once, best first for the side to move; empty where the node was not split. */
  successors: PlaceRecord[];
};

/** A campaign. */
export type CampaignRecord = {
  /** The first of them. */
  damaged: DamageRecord[];
  details: DetailsRecord | null;
  /** Damaged lines of the ledger, which are left out. */
  left_out: number;
  /** Its name in /api/campaigns/. */
  name: string;
  presence: PresenceRecord | null;
  /** Whether its ledger is being read for the first time. */
  reading: boolean;
  /** Whether the last line of the ledger has no end: it is being written, or whoever wrote it was killed. */
  torn: boolean;
  /** Why nothing new can be told, in a sentence; null if all is well. What was known before is told all the same. */
  trouble: string | null;
};

/** The campaigns that are watched. */
export type CampaignsRecord = {
  /** In the order in which they were named. */
  campaigns: ListedRecord[];
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

/** What is told of every campaign. */
export type CommonRecord = {
  /** Jobs that were answered. */
  answered: number;
  /** ROWSxCOLUMNS. */
  board: string;
  /** Whether the campaign is done. */
  complete: boolean;
  /** Jobs that exceeded their budget. */
  exceeded: number;
  /** It is at least this. */
  lower: number;
  /** What is proven: `wld` (who wins) or `exact` (by how much). */
  mode: "wld" | "exact";
  /** Nodes of all jobs. */
  nodes: number;
  /** `win`, `draw` or `loss` of the side to move; null where it is not known. */
  outcome: "win" | "draw" | "loss" | null;
  /** The position whose value is wanted: squares in row order and the side to move. */
  root: string;
  /** Who gets the empties: `discs` or `wof`. */
  scoring: "discs" | "wof";
  /** Time of all jobs together, each on one core. */
  seconds: number;
  /** Positions that were split unasked. */
  split: number;
  /** Its name, if it is a start. */
  start: string | null;
  /** It is at most this. */
  upper: number;
  /** The value for the side to move at the root; null where only limits are known. */
  value: number | null;
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

/** A damaged line. */
export type DamageRecord = {
  /** Its number, from 1. */
  line: number;
  /** What is wrong with it. */
  reason: string;
};

/** A worker at its desk. */
export type DeskRecord = {
  /** Why it was sent home; null if it was not. */
  dismissed: string | null;
  /** The jobs that it has in hand. */
  jobs: string[];
  /** Whether it has said that it leaves. */
  left: boolean;
  /** When its report was seen to change; null if it was not. */
  seen: number | null;
  /** So many jobs it does at a time. */
  threads: number;
  /** Its name. */
  worker: string;
};

/** How far a campaign is. Times are those of the server's clock, in seconds since the beginning of 1970. */
export type DetailsRecord = CommonRecord & {
  /** Nodes that a job may take at first. */
  budget: number;
  /** Those of them that were found again. */
  confirmed: number;
  /** Who has worked on it, those who have searched most first; no more than 500. */
  crew: WorkerRecord[];
  /** How many have worked on it. */
  crew_size: number;
  /** The same to prove that it is not. */
  disproof: number | null;
  /** What was spent at points of the campaign, from the beginning until now, about evenly spread over the time of the jobs. Ledgers have no times of day. */
  growth: PointRecord[];
  /** Those of them about which the re-check said nothing. */
  inconclusive: number;
  left: LeftRecord | null;
  pace: PaceRecord | null;
  /** Positions in the tree of the present question. */
  positions: number;
  /** Expected effort to prove that it is, in nodes as they are guessed; null where there is no question. */
  proof: number | null;
  /** The present question, "is the root worth at least this?"; null when nothing is left to do. */
  question: number | null;
  /** Nodes that re-checks took, beside those of the jobs. */
  recheck_nodes: number;
  /** Time that re-checks took, beside that of the jobs. */
  recheck_seconds: number;
  /** Answers that were looked for again by somebody else. */
  rechecked: number;
  /** Answers that only the same worker found again. */
  rechecked_by_same: number;
  /** Answers that were withdrawn. */
  withdrawn: number;
  /** Workers all of whose answers were withdrawn. */
  withdrawn_workers: string[];
  /** Workers whose answers count. */
  workers: number;
  /** When something was written to the ledger last; null where the system does not tell. */
  written: number | null;
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

/** A game, or a position without moves. */
export type FoundRecord = {
  /** ROWSxCOLUMNS. */
  board: string;
  /** The moves in one text, passes included. */
  moves: string;
  /** The first position; null where it is a start. */
  position: string | null;
  /** Name of the start; null where the first position is no start. */
  start: string | null;
  /** Who played it; null where nothing says so. */
  title: string | null;
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

/** A job that asked about a position. Scores are for the side to move there. */
export type JobRecord = {
  /** The question: is the position worth at least this? */
  asked: number;
  /** Nodes that it might take; 0 where nobody asked, and the position was split at once. */
  budget: number;
  /** Whether it counts; false if it was withdrawn. */
  counts: boolean;
  /** `>=N`: at least N; `<=N`: at most N; `open`: not answered within the budget. */
  found: string;
  /** The job's name. */
  job: string;
  /** Nodes that it took. */
  nodes: number;
  /** Time that it took. */
  seconds: number;
  /** Who did it. */
  worker: string;
};

/** Who leads. */
export type LeadRecord = {
  /** The driver's machine. */
  host: string;
  /** When its note was seen to change; null if it was not. */
  seen: number | null;
  /** What the driver does, by its own word. */
  state: "leads" | "stopped" | "done";
};

/** Nodes that are left to search for the present question. */
export type LeftRecord = {
  /** In nine of ten cases it is less. */
  high: number;
  /** Number of jobs that this rests on. */
  jobs: number;
  /** In one of ten cases it is less. */
  low: number;
  /** In half of the cases it is less. */
  median: number;
  /** How it was tested, in a sentence. */
  tested: string;
  /** Chance that the answer is yes. */
  yes: number;
};

/** A campaign in the list. */
export type ListedRecord = {
  /** Its name in /api/campaigns/. */
  name: string;
  /** Whether its ledger is being read for the first time. */
  reading: boolean;
  status: CommonRecord | null;
  /** Why nothing new can be told, in a sentence; null if all is well. */
  trouble: string | null;
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

/** How fast a campaign goes on, all workers together, as this server has watched it. */
export type PaceRecord = {
  /** From when it was measured: an hour ago, unless nobody watched then. */
  from: number;
  /** Jobs in an hour. */
  jobs_per_hour: number;
  /** Nodes in a second, of jobs that ended meanwhile. */
  nodes_per_second: number;
  /** Until when: something was new then for the last time. */
  until: number;
};

/** A position of the tree. Limits and numbers are for the side to move at the root, whoever is to move here. */
export type PlaceRecord = {
  /** The same for no. */
  disproof: number | null;
  /** Who has a job in hand that asks about it, in a shared folder. */
  in_hand: string[];
  /** Jobs in the ledger that asked about it. */
  jobs: number;
  /** Its value is at least this. */
  lower: number;
  /** The move that leads here; null at the root. */
  move: string | null;
  /** How likely the answer of a leaf below is to be needed if this position's is; null where the position is not in the tree of the present question. */
  need: number | null;
  /** The squares in row order and the side to move. */
  position: string;
  /** Expected effort to prove that the present question has the answer yes here; null where that cannot be, or the position is not in the tree of that question. */
  proof: number | null;
  /** Whether it has successors in the tree. */
  split: boolean;
  /** What became of the position: the game is `over`, the question is `decided`, it was `split`, its job has `exceeded` the budget and a larger one follows, or it is `open`. */
  standing: "over" | "decided" | "split" | "exceeded" | "open";
  /** Its value is at most this. */
  upper: number;
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

/** What was spent at a point of a campaign. */
export type PointRecord = {
  /** Jobs that were answered. */
  answered: number;
  /** Nodes. */
  nodes: number;
  /** Time of the jobs until then, each on one core. */
  seconds: number;
};

/** A position: a board and a start, or the squares, and moves that are played first. */
export type PositionQuery = {
  /** ROWSxCOLUMNS, both at least 3, together at most 64 squares. */
  board?: string | null;
  /** Moves that are played first, for example c1b3pass. */
  moves?: string | null;
  /** Any other position: its squares in row order as X (Black), O (White) or -, a space, and the side to move. It may begin with ROWSxCOLUMNS. */
  position?: string | null;
  /** Who gets the squares left empty: discs (nobody, or the winner after a wipe-out; the default) or wof (always the winner). */
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

/** Who is at the desks of a shared folder. */
export type PresenceRecord = {
  /** Who works. */
  desks: DeskRecord[];
  lead: LeadRecord | null;
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

/** A text to read. */
export type TextQuery = {
  /** Where positions that do not say it stand, and moves begin: ROWSxCOLUMNS. */
  board?: string | null;
  /** The first position of moves, if it is another one. */
  position?: string | null;
  /** The start of moves: othello (if nothing is said), reversi or reversi-rows. */
  start?: string | null;
  /** Games in GGF, or on each line a position (OBF: `[RxC] BOARD SIDE; MOVE:SCORE …`) or the moves of a game. */
  text: string;
};

/** All that a text holds. */
export type TextRecord = {
  /** Games and positions in their order; at least one. */
  found: FoundRecord[];
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

/** What a worker has done. */
export type WorkerRecord = {
  /** Jobs that it answered, those too whose answers were withdrawn. */
  answered: number;
  /** Jobs of it that exceeded their budget. */
  exceeded: number;
  /** Its name. */
  name: string;
  /** Nodes of its jobs. */
  nodes: number;
  /** Its answers that others have looked for again. */
  rechecked: number;
  /** Answers of others that it has looked for again. */
  rechecks: number;
  /** Its answers that were withdrawn one by one. */
  refuted: number;
  /** Time of its jobs, each on one core. */
  seconds: number;
  /** When something new of it was seen; null if that was before this server looked for the first time. */
  seen: number | null;
  /** Why all its answers were withdrawn; null if they were not. */
  withdrawn: string | null;
};
