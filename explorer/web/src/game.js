// A game of the atlas: its first moves with their values, a perfect line to step through, and what is known about its certificate.

/**
 * @import { Scoring } from "./api.js"
 * @import { Named } from "./games.js"
 * @import { AtlasGameRecord as AtlasGame, MoveRecord } from "./records.js"
 * @import { Ply } from "./state.js"
 */

import { ask } from "./api.js";
import { Board, showCounts } from "./board.js";
import { byId, fact, html, table } from "./dom.js";
import { namedBy, nameOf, pageOf, playedFacts, SCORINGS, STARTS, times, turnedOver, walk } from "./games.js";
import { countDiscs, shape } from "./geometry.js";
import { installKeys, showSteps, steps } from "./keyboard.js";
import { drawMoves } from "./moves.js";
import { atlasAt, hereAt, nameHere } from "./places.js";
import { bytes, grouped, negated, other, short, sideName, valueOf, worth } from "./text.js";
import { begin } from "./theme.js";
import { told, wipesOut, worthLink } from "./worth.js";

const isSame = (/** @type {Named} */ one, /** @type {Named} */ another) => nameOf(one) === nameOf(another);

/**
 * The legal first moves, the best first.
 * @param {AtlasGame} game
 * @returns {MoveRecord[]}
 */
function firstMoves(game) {
  const all = Object.entries(game.moves);
  const records = all.map(([move, [lower, upper]]) => {
    const best = all.every(([other, limits]) => other === move || limits[1] <= lower);
    return { ...valueOf({ lower, upper }), best, move, position: "" };
  });
  return records.sort((one, another) => another.lower - one.lower || another.upper - one.upper);
}

/** The page of one game. */
class GamePage {
  #cursor = 0;
  /** @type {Board} */
  #board;
  /** @type {MoveRecord[]} */
  #first;
  #game;
  #plies;

  /**
   * @param {AtlasGame} game
   * @param {Ply[]} plies
   * @param {number} ply
   */
  constructor(game, plies, ply) {
    this.#game = game;
    this.#plies = plies;
    this.#first = firstMoves(game);
    this.#board = new Board(byId("board"), (square) => this.#chosen(square));
    installKeys({
      ...steps((ply) => this.#go(ply), () => this.#cursor, () => plies.length - 1),
      g: () => this.#board.focusGrid(),
    });
    this.#cursor = this.#within(ply);
    this.#show();
  }

  /** @returns {Ply} */
  get #ply() {
    const ply = this.#plies[this.#cursor];
    if (!ply) throw new Error("there is no such ply");
    return ply;
  }

  /** @param {number} ply */
  #within(ply) {
    return Number.isInteger(ply) ? Math.min(Math.max(ply, 0), this.#plies.length - 1) : 0;
  }

  /**
   * What the squares say: all first moves at the start, and later the next one of the line.
   * @returns {MoveRecord[]}
   */
  #moves() {
    if (this.#cursor === 0) return this.#first;
    const next = this.#game.line[this.#cursor];
    if (next === undefined) return [];
    const value = this.#ply.side === "X" ? valueOf(this.#game) : negated(valueOf(this.#game));
    return [{ ...value, best: true, move: next, position: "" }];
  }

  /**
   * The next move of the line goes on; another first move is for the explorer, which knows what follows.
   * @param {string} square
   */
  #chosen(square) {
    if (this.#game.line[this.#cursor] === square) this.#go(this.#cursor + 1);
    else location.assign(walk(this.#game, [square], true));
  }

  /** @param {number} ply */
  #go(ply) {
    const before = this.#cursor;
    this.#cursor = this.#within(ply);
    if (this.#cursor === before) return;
    history.replaceState(null, "", hereAt(this.#cursor));
    this.#show();
  }

  /** Says which ply is shown. */
  #announce() {
    const { move, side } = this.#ply;
    const done = move ? `${this.#cursor}. ${sideName(other(side))} ${move === "pass" ? "passes" : `plays ${move}`}.` : "Start.";
    const { black, white } = countDiscs(this.#ply.position);
    const rest = this.#isOver ? `The game is over: Black ${black}, White ${white}.` : `${sideName(side)} to move.`;
    byId("announce").textContent = `${done} ${rest}`;
  }

  get #isOver() {
    return this.#cursor > 0 && this.#cursor === this.#game.line.length;
  }

  #show() {
    const { position, move, side } = this.#ply;
    this.#board.show({ board: this.#game.board, position, record: { moves: this.#moves() }, last: move, showsValues: true, isOpen: true });
    showCounts(position, this.#isOver ? null : side);
    showSteps(this.#cursor, this.#plies.length - 1);
    this.#showLine();
    this.#announce();
  }

  #showLine() {
    const { lower, upper } = this.#game;
    const moves = this.#game.line.map((move, index) => ({
      move,
      side: this.#plies[index]?.side ?? "X",
      point: { lower, upper, isUnknown: false, lost: 0, title: move },
    }));
    if (moves.length > 0) drawMoves(byId("moves"), moves, this.#cursor, (ply) => this.#go(ply));
  }
}

/**
 * @param {AtlasGame} game
 * @param {AtlasGame[]} games
 */
function facts(game, games) {
  const { certificate } = game;
  const all = [fact("Value", told(game), wipesOut(game) ? "a wipe-out: the loser has no disc left" : ""), ...playedFacts(game, game.scoring)];
  const twin = games.find((one) => isSame(one, turnedOver(game)));
  if (game.nodes > 0) all.push(fact("Search", `${grouped(game.nodes)} nodes`, "by one thread that knew nothing before, for the value, the first moves and the line"));
  else if (twin) all.push(fact("Search", "none", html("span", {}, "the game is another one turned over: ", html("a", { href: pageOf("atlas", twin) }, `${times(twin.board)}, ${twin.start} start`))));
  if (certificate) {
    const checked = `The independent checker has read it: ${grouped(certificate.leaves)} leaves, ${grouped(certificate.searched)} positions searched.`;
    all.push(fact("Certificate", `${bytes(certificate.bytes)}`, checked), fact("Its SHA-256", "", certificate.sha256));
  } else all.push(fact("Certificate", "none", game.nodes > 0 ? "" : "that of the other game proves this value too"));
  return all;
}

/**
 * The first moves, with what each is worth.
 * @param {AtlasGame} game
 */
function moveTable(game) {
  const { squares } = shape(game.board);
  const rows = firstMoves(game).map((move) => {
    const link = html("a", { href: walk(game, [move.move], true) }, move.move);
    const best = [html("span", { class: "star", "aria-hidden": "true" }, " ★"), html("span", { class: "visually-hidden" }, ", best move")];
    return [link, short(move, squares), html("span", {}, worth(move, squares), ...(move.best ? best : []))];
  });
  return table(["Move", "For Black", "Black"], rows);
}

/**
 * The same board with every start and scoring.
 * @param {AtlasGame} game
 * @param {AtlasGame[]} games
 */
function relatives(game, games) {
  const cell = (/** @type {string} */ start, /** @type {Scoring} */ scoring) => {
    const one = games.find((other) => isSame(other, { board: game.board, start, scoring }));
    return one ? worthLink(one, one === game) : "";
  };
  const rows = STARTS.map((start) => [start, ...SCORINGS.map((scoring) => cell(start, scoring))]);
  return table(["Start", ...SCORINGS], rows, { class: "atlas" });
}

/**
 * The game and, if it is solved, all positions of its line.
 * @param {AtlasGame} game
 * @param {AtlasGame[]} games
 */
async function show(game, games) {
  const title = `${times(game.board)}, ${game.start} start, scoring ${game.scoring}`;
  document.title = `${title} · solve explorer`;
  byId("title").textContent = title;
  const { start, scoring } = game;
  byId("back", HTMLAnchorElement).href = atlasAt(new URLSearchParams({ start, scoring }));
  byId("walk", HTMLAnchorElement).href = walk(game, game.line);
  byId("facts").replaceChildren(...facts(game, games));
  byId("first-moves").replaceChildren(moveTable(game));
  byId("relatives").replaceChildren(relatives(game, games));
  const isKnown = game.line.length > 0;
  for (const id of ["steps", "line-card"]) byId(id).hidden = !isKnown;
  const record = await ask("/api/game", { board: game.board, start, scoring, moves: game.line.join("") });
  const plies = record.plies.map(({ move, position, side }) => ({ move, position, side }));
  new GamePage(game, plies, Number(new URLSearchParams(location.search).get("ply") ?? 0));
  byId("lead").textContent = isKnown ? `${told(game)} if nobody errs.` : `${told(game)}. The game is not solved to the disc.`;
  byId("content").hidden = false;
}

void begin(async () => {
  const { games } = await ask("/api/atlas");
  const name = namedBy(nameHere());
  const game = name && games.find((one) => isSame(one, name));
  if (game) await show(game, games);
  else byId("lead").textContent = "The atlas has no such game. Its table lists those that it has.";
});
