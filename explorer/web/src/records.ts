// Made by types.mjs of ../openapi.json (SHA-256 730549a7b35fd525313b37ac61f8071d733ef2d3e33e8064828b67c32bf0c4ee). Not to be edited.

/** What is known about a checked certificate. The file itself is not kept: `scripts/reproduce atlas` makes it again. */
export type AtlasCertificateRecord = {
  /** Size of the file in bytes. */
  bytes: number;
  /** Number of leaves, which the checker searches. */
  leaves: number;
  /** Number of positions the checker visited. */
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
  /** A perfect game to its end; empty if the game is not solved. */
  line: string[];
  /** Proven lower limit of the value for Black, who moves first; equal to `upper` if the game is solved. */
  lower: number;
  /** Each legal first move with the lower and upper limit of its value for Black. */
  moves: Record<string, [number, number]>;
  /** Nodes the search took; 0 if the game is another one turned over, which was not solved again. */
  nodes: number;
  /** Who gets the empties: `discs` or `wof`. */
  scoring: "discs" | "wof";
  /** Arrangement of the four centre discs before the first move. */
  start: "othello" | "reversi" | "reversi-rows";
  /** The value is at most this. */
  upper: number;
};

/** The exact value of each small board, of each of its first moves, and a perfect game. All scores are disc differences for Black. */
export type AtlasRecord = {
  /** All games, including boards taller than wide. */
  games: AtlasGameRecord[];
  /** Version of the format: 1. */
  version: number;
};

/** Positions to look up. */
export type Batch = {
  /** The positions, each as in /api/position, with `time_ms` 0 by default. */
  positions: PositionQuery[];
};

/** The answers, in the order of the positions. */
export type BatchRecord = {
  /** One for each position. */
  positions: PositionRecord[];
};

/** Everything the server keeps. */
export type BoardsRecord = {
  /** The starts with a known value or bound. */
  starts: StartRecord[];
  /** The tables that hold something, or have not been counted. */
  tables: TableRecord[];
  /** The longest time a search may take on this server, in milliseconds. */
  time_limit_ms: number;
};

/** A node of the tree with its successors. */
export type BranchRecord = {
  /** The jobs that asked about it, at most 50. */
  jobs: JobRecord[];
  /** The node. */
  place: PlaceRecord;
  /** The positions after each move, symmetric ones once, best first for the side to move; empty if the node was not split. */
  successors: PlaceRecord[];
};

/** A campaign. */
export type CampaignRecord = {
  /** The first of these lines. */
  damaged: DamageRecord[];
  details: DetailsRecord | null;
  /** Number of damaged lines in the ledger, which are left out. */
  left_out: number;
  /** Its name in /api/campaigns/. */
  name: string;
  /** Whether the server is still reading its ledger for the first time. */
  reading: boolean;
  /** Whether the last line of the ledger is incomplete: it is being written, or its writer was killed. */
  torn: boolean;
  /** Why there is no news, in a sentence; null if all is well. What was known before is still given. */
  trouble: string | null;
};

/** The campaigns this server watches. */
export type CampaignsRecord = {
  /** The campaigns, in the order of the command line. */
  campaigns: ListedRecord[];
};

/** A certificate. */
export type CertificateRecord = {
  /** Size of the file in bytes. */
  bytes: number;
  /** Its claim, true or not: `solve check` finds out. */
  claim: string;
  /** Its name in /certificates/. */
  name: string;
};

/** What every campaign has. */
export type CommonRecord = {
  /** Number of jobs answered. */
  answered: number;
  /** ROWSxCOLUMNS. */
  board: string;
  /** Whether the campaign is done. */
  complete: boolean;
  /** Number of jobs that exceeded their budget. */
  exceeded: number;
  /** It is at least this. */
  lower: number;
  /** What the campaign proves: `wld` (who wins) or `exact` (by how much). */
  mode: "wld" | "exact";
  /** Nodes of all jobs. */
  nodes: number;
  /** `win`, `draw` or `loss` for the side to move; null if it is not known. */
  outcome: "win" | "draw" | "loss" | null;
  /** The position to solve: squares in row order and the side to move. */
  root: string;
  /** Who gets the empties: `discs` or `wof`. */
  scoring: "discs" | "wof";
  /** Total time of all jobs in seconds, each on one core. */
  seconds: number;
  /** Number of positions split without a job. */
  split: number;
  /** Name of the start, if the root is one. */
  start: string | null;
  /** It is at most this. */
  upper: number;
  /** The value for the side to move at the root; null if only limits are known. */
  value: number | null;
};

/** What a table holds. Symmetric positions count once. */
export type CountsRecord = {
  /** Number of positions by empty squares, from none upwards. */
  by_empties: number[];
  /** Bytes on disk. */
  bytes: number;
  /** Number of positions of which only the outcome is known. */
  decided: number;
  /** Positions. */
  entries: number;
  /** Number of positions with an exact value. */
  exact: number;
  /** Number of positions with limits that came from elsewhere and have not been verified here. */
  unverified: number;
};

/** A damaged line. */
export type DamageRecord = {
  /** Its number, from 1. */
  line: number;
  /** What is wrong with it. */
  reason: string;
};

/** Progress of a campaign. Times are in seconds since the beginning of 1970, by the server's clock. */
export type DetailsRecord = CommonRecord & {
  /** Nodes a job may take at first. */
  budget: number;
  /** Number of them that were confirmed. */
  confirmed: number;
  /** The workers, those that searched most first; at most 500. */
  crew: WorkerRecord[];
  /** Number of workers so far. */
  crew_size: number;
  /** Disproof number: expected effort to prove that it is not, in nodes. */
  disproof: number | null;
  /** What was spent at points of the campaign, from the beginning until now, about evenly spread over the time of the jobs. Ledgers have no times of day. */
  growth: PointRecord[];
  /** Number of them that the re-check could not settle. */
  inconclusive: number;
  left: LeftRecord | null;
  pace: PaceRecord | null;
  /** Number of positions in the tree of the present question. */
  positions: number;
  /** Proof number: expected effort to prove that it is, in nodes; null if there is no question. */
  proof: number | null;
  /** The present question, "is the root worth at least this?"; null when the campaign is done. */
  question: number | null;
  /** Nodes spent on re-checks, in addition to those of the jobs. */
  recheck_nodes: number;
  /** Seconds spent on re-checks, in addition to those of the jobs. */
  recheck_seconds: number;
  /** Number of answers that another worker proved again. */
  rechecked: number;
  /** Number of answers that only the same worker proved again. */
  rechecked_by_same: number;
  /** Number of answers withdrawn. */
  withdrawn: number;
  /** Number of workers all of whose answers were withdrawn. */
  withdrawn_workers: string[];
  /** Number of workers whose answers count. */
  workers: number;
  /** When the ledger was last written to; null if the system does not say. */
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
  /** Seconds it ran, not counting time in the queue. */
  seconds: number;
};

/** An error. */
export type ErrorRecord = {
  /** What is wrong, in a sentence. */
  error: string;
};

/** A game, or a position without moves. */
export type FoundRecord = {
  /** ROWSxCOLUMNS. */
  board: string;
  /** The moves in one text, passes included. */
  moves: string;
  /** The first position; null if it is a start. */
  position: string | null;
  /** Name of the start; null if the first position is not a start. */
  start: string | null;
  /** Who played it; null if the text does not say. */
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
  /** Name of the start; null if the first position was given by its squares. */
  start: string | null;
};

/** Whether the server is healthy. */
export type HealthRecord = {
  /** `ok`, or `table` if an entry of a table has turned out false or cannot be read. */
  status: string;
  /** Version of the program. */
  version: string;
};

/** A job that asked about a position. Scores are for the side to move there. */
export type JobRecord = {
  /** The question: is the position worth at least this? */
  asked: number;
  /** Nodes it was allowed; 0 if the position was split without a search. */
  budget: number;
  /** Whether it counts; false if it was withdrawn. */
  counts: boolean;
  /** `>=N`: at least N; `<=N`: at most N; `open`: not answered within the budget. */
  found: string;
  /** The job's name. */
  job: string;
  /** Nodes it took. */
  nodes: number;
  /** Seconds it took. */
  seconds: number;
  /** The worker that did it. */
  worker: string;
};

/** An estimate of the nodes left to search for the present question. */
export type LeftRecord = {
  /** Upper end: in nine of ten cases it is less. */
  high: number;
  /** Number of jobs the estimate is based on. */
  jobs: number;
  /** Lower end: in one of ten cases it is less. */
  low: number;
  /** Median: in half of the cases it is less. */
  median: number;
  /** How it was tested, in a sentence. */
  tested: string;
  /** Probability that the answer is yes. */
  yes: number;
};

/** A campaign in the list. */
export type ListedRecord = {
  /** Its name in /api/campaigns/. */
  name: string;
  /** Whether the server is still reading its ledger for the first time. */
  reading: boolean;
  status: CommonRecord | null;
  /** Why there is no news, in a sentence; null if all is well. */
  trouble: string | null;
};

/** A legal move. Its value is for the side that makes it. */
export type MoveRecord = ValueRecord & {
  /** Whether it is proven to be a best move. */
  best: boolean;
  /** A square, or `pass`. */
  move: string;
  /** The position after it. */
  position: string;
};

/** Speed of a campaign, all workers together, as this server has observed it. */
export type PaceRecord = {
  /** Start of the measurement: an hour ago, unless nobody watched then. */
  from: number;
  /** Jobs per hour. */
  jobs_per_hour: number;
  /** Nodes per second, of the jobs that ended during the measurement. */
  nodes_per_second: number;
  /** End of the measurement: when the last news arrived. */
  until: number;
};

/** A position of the tree. Limits and numbers are for the side to move at the root, whoever is to move here. */
export type PlaceRecord = {
  /** Disproof number: expected effort to prove that the answer is no here; null as for `proof`. */
  disproof: number | null;
  /** Number of jobs in the ledger that asked about it. */
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

/** A player. */
export type PlayerRecord = {
  /** What it does. */
  about: string;
  /** The name to pass as `player`. */
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

/** Effort spent up to a point of a campaign. */
export type PointRecord = {
  /** Number of jobs answered. */
  answered: number;
  /** Nodes so far. */
  nodes: number;
  /** Seconds of the jobs so far, each on one core. */
  seconds: number;
};

/** A position: a board and a start, or the squares, and moves that are played first. */
export type PositionQuery = {
  /** ROWSxCOLUMNS, both at least 3, together at most 64 squares. */
  board?: string | null;
  /** Moves to play first, for example c1b3pass; passes may be left out. */
  moves?: string | null;
  /** Any other position: its squares in row order as X (Black), O (White) or -, a space, and the side to move. It may begin with ROWSxCOLUMNS. */
  position?: string | null;
  /** Who gets the squares left empty: discs (nobody, or the winner after a wipe-out; the default) or wof (always the winner). */
  scoring?: string | null;
  /** Arrangement of the four centre discs: othello (the default), reversi or reversi-rows. */
  start?: string | null;
  /** Time to search for what is not known, in milliseconds; 0: no search. JSON may have it as a text. */
  time_ms?: number | null;
};

/** A position with everything known about it. */
export type PositionRecord = ValueRecord & {
  /** ROWSxCOLUMNS. */
  board: string;
  /** Whether the values of the position and of all moves are known to the disc. */
  complete: boolean;
  /** Number of empty squares. */
  empties: number;
  final: DiscsRecord | null;
  /** Perfect play by both sides from here on, as far as it is known. */
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
  /** Name of the start that the position is; null after moves, or if the position was given by its squares. */
  start: string | null;
};

/** Progress of a search; the data of an event `progress`. */
export type ProgressRecord = {
  /** Lower limit of the value being searched, for the side to move in the position; null where none is searched. */
  lower: number | null;
  /** The move being searched; null for the position itself, and for the rest of perfect play. */
  move: string | null;
  /** Nodes searched so far. */
  nodes: number;
  /** `win`, `draw` or `loss` for the side to move; null if it is not known. */
  outcome: "win" | "draw" | "loss" | null;
  /** What the search is doing, in a word or two. */
  phase: string;
  /** Seconds the search has run, not counting time in the queue. */
  seconds: number;
  /** It is at most this. */
  upper: number | null;
  /** Whether the search is waiting for its turn. If others are waiting, a search takes several turns. */
  waiting: boolean;
};

/** A player's move. */
export type ReplyRecord = {
  /** Whether it is proven to be a best move. */
  best: boolean;
  /** A square, or `pass`; null when the game is over. */
  move: string | null;
  /** Whether it rests on table entries that came from elsewhere and have not been verified here. */
  unverified: boolean;
};

/** What is known about a start. */
export type StartRecord = ValueRecord & {
  /** ROWSxCOLUMNS. */
  board: string;
  /** Certificates that claim something about its value. The server has not checked them. */
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
  /** `bounds`: limits that searches have proven; `whole`: every position that can be reached from a start. */
  kind: "bounds" | "whole";
  /** Who gets the empties: `discs` or `wof`. */
  scoring: "discs" | "wof";
  /** The start of a tablebase. */
  start: string | null;
};

/** A text to read. */
export type TextQuery = {
  /** Board of the moves, and of positions that do not name one: ROWSxCOLUMNS. */
  board?: string | null;
  /** The first position of the moves, if it is not a start. */
  position?: string | null;
  /** The start of the moves: othello (the default), reversi or reversi-rows. */
  start?: string | null;
  /** Games in GGF, or on each line a position (OBF: `[RxC] BOARD SIDE; MOVE:SCORE …`) or the moves of a game. */
  text: string;
};

/** Everything found in a text. */
export type TextRecord = {
  /** Games and positions in the order of the text; at least one. */
  found: FoundRecord[];
};

/** What is known about a value. */
export type ValueRecord = {
  /** The value is at least this. */
  lower: number;
  /** `win`, `draw` or `loss` for the side to move; null if it is not known. */
  outcome: "win" | "draw" | "loss" | null;
  /** Whether it rests on table entries that came from elsewhere and have not been verified here. */
  unverified: boolean;
  /** The value is at most this. */
  upper: number;
  /** The value; null if only limits are known. */
  value: number | null;
};

/** What a worker has done. */
export type WorkerRecord = {
  /** Number of jobs it answered, including those withdrawn. */
  answered: number;
  /** Number of its jobs that exceeded their budget. */
  exceeded: number;
  /** Its name. */
  name: string;
  /** Nodes its jobs took. */
  nodes: number;
  /** Number of its answers that others proved again. */
  rechecked: number;
  /** Number of answers of others that it proved again. */
  rechecks: number;
  /** Number of its answers that were withdrawn one by one. */
  refuted: number;
  /** Seconds its jobs took, each on one core. */
  seconds: number;
  /** When this server last saw something new from it; null if that was before it first looked. */
  seen: number | null;
  /** Why all its answers were withdrawn; null if they were not. */
  withdrawn: string | null;
};
