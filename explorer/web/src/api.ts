// Questions and answers. Values are for the side to move in their position.

import { Alone } from "./alone";
import type { Backend, Listener, Query } from "./backend";
import { isAlone } from "./places";
import type { PositionRecord, ValueRecord } from "./records";
import { Server } from "./server";

export type {
  AtlasGameRecord as AtlasGame,
  AtlasRecord as Atlas,
  BoardsRecord as Boards,
  BranchRecord as Branch,
  CampaignRecord as Campaign,
  CampaignsRecord as Campaigns,
  CommonRecord as Common,
  CountsRecord as Counts,
  DetailsRecord as Details,
  DiscsRecord as Discs,
  DoneRecord as Done,
  FoundRecord as Found,
  GameRecord,
  JobRecord as Job,
  ListedRecord as Listed,
  MoveRecord,
  PlaceRecord as Place,
  PlayerRecord as Player,
  PointRecord as Point,
  PlyRecord,
  PositionRecord,
  ProgressRecord as Progress,
  ReplyRecord as Reply,
  StartRecord,
  TableRecord,
  TextQuery,
  ValueRecord as Value,
  WorkerRecord as Worker,
} from "./records";

export type Outcome = NonNullable<ValueRecord["outcome"]>;
export type Side = PositionRecord["side"];
export type Scoring = PositionRecord["scoring"];

export type { Query } from "./backend";

const alone = isAlone ? new Alone() : null;
const backend: Backend = alone ?? new Server();

/** One answer as JSON. */
export function ask<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  return backend.ask<T>(path, query, signal);
}

/** The answer to a JSON body. */
export function send<T>(path: string, what: object): Promise<T> {
  return backend.send<T>(path, what);
}

/** Follows a search to its end. Aborting stops it. */
export function follow(query: Query, listener: Listener, signal: AbortSignal): Promise<void> {
  return backend.follow(query, listener, signal);
}

/** What a link to a text of the API leads to, if there is no server; null if there is one. */
export function textOf(path: string, query: Query): Promise<string> | null {
  return alone?.answer({ path, query }, null) ?? null;
}
