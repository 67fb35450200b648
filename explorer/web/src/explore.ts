// The page on which one walks through perfect play.

import { ask, type Boards, type MoveRecord, type PositionRecord } from "./api";
import { Board } from "./board";
import { drawChart, type Point } from "./chart";
import { byId, html } from "./dom";
import { countDiscs, shape } from "./geometry";
import { installKeys } from "./keyboard";
import { drawMoves } from "./moves";
import { Opponent } from "./opponent";
import { Searching } from "./searching";
import { Setup } from "./setup";
import { Game } from "./state";
import { forBlack, isUnknown, other, sideName, verdict, worth } from "./text";
import { installTheme } from "./theme";

/** Time between two moves that are played out. */
const STEP_MS = 700;

const game = new Game();
const board = new Board(byId("board"), (square) => playMove(square));
const searching = new Searching(game, show, complain);
const opponent = new Opponent(game, (move) => playMove(move, true), arrived, complain);
const setup = new Setup(game, open);
let playingOut: number | null = null;

function record(): PositionRecord | undefined {
  return game.record(game.ply.position);
}

/** What is known of the value after each ply, for Black. */
function points(): Point[] {
  const { squares } = shape(game.origin.board);
  const values = game.plies.map((ply) => {
    const value = game.value(ply.position);
    return value ? forBlack(value, ply.side) : { lower: -squares, upper: squares };
  });
  return values.map(({ lower, upper }, ply) => {
    const before = values[ply - 1];
    const mover = game.plies[ply - 1]?.side;
    const isKnown = before !== undefined && before.lower === before.upper && lower === upper;
    const change = isKnown ? lower - before.lower : 0;
    const lost = Math.max(0, mover === "X" ? -change : change);
    return { lower, upper, isUnknown: isUnknown({ lower, upper }, squares), lost, title: ply === 0 ? "Start" : `${ply}. ${game.plies[ply]?.move}` };
  });
}

/** Draws everything anew. */
function show(): void {
  const ply = game.ply;
  const known = record();
  const isOpen = !opponent.isToMove;
  const showsValues = byId<HTMLInputElement>("show-values").checked;
  const view = { board: game.origin.board, position: ply.position, record: known, last: ply.move, showsValues, isOpen };
  board.show(view);
  showVerdict(known, showsValues);
  const discs = countDiscs(ply.position);
  byId("count-black").textContent = String(discs.black);
  byId("count-white").textContent = String(discs.white);
  for (const side of ["X", "O"] as const) {
    byId(`count-${side}`).classList.toggle("to-move", ply.side === side && !known?.over);
  }
  const canPass = known?.moves[0]?.move === "pass" && isOpen;
  byId("pass").hidden = !canPass;
  byId("pass-value").textContent = canPass && showsValues && known?.moves[0] ? worth(known.moves[0], shape(game.origin.board).squares) : "";
  byId<HTMLButtonElement>("undo").disabled = byId<HTMLButtonElement>("first").disabled = game.cursor === 0;
  byId<HTMLButtonElement>("redo").disabled = byId<HTMLButtonElement>("last").disabled = game.isAtEnd;
  byId<HTMLButtonElement>("best").disabled = byId<HTMLButtonElement>("play-out").disabled = !nextPerfect();
  showGame(showsValues);
  showLine(known, showsValues);
}

function showVerdict(known: PositionRecord | undefined, showsValues: boolean): void {
  const { squares } = shape(game.origin.board);
  const title = byId("verdict");
  const detail = byId("detail");
  const { side, position } = game.ply;
  const value = game.value(position);
  const black = value ? forBlack(value, side) : { outcome: null, value: null, lower: -squares, upper: squares, unverified: false };
  title.dataset["winner"] = black.lower > 0 ? "black" : black.upper < 0 ? "white" : "none";
  if (known?.over) {
    const discs = countDiscs(position);
    title.textContent = verdict(black, squares);
    detail.textContent = `The game is over: Black ${discs.black}, White ${discs.white}.`;
  } else if (!showsValues) {
    title.dataset["winner"] = "none";
    title.textContent = `${sideName(side)} to move`;
    detail.textContent = "Values are hidden.";
  } else {
    title.textContent = verdict(black, squares);
    const rest = isUnknown(black, squares) ? "nothing is proven here yet" : black.lower === black.upper ? "if nobody errs from here on" : "that much is proven";
    const doubt = value?.unverified ? " It rests on entries of the table that nobody here has verified." : "";
    detail.textContent = `${sideName(side)} to move; ${rest}.${doubt}`;
  }
  document.title = `${title.textContent} · ${game.origin.board} · solve explorer`;
}

function showGame(showsValues: boolean): void {
  const known = points();
  const hidden: Point[] = known.map((point) => ({ ...point, lower: -1, upper: 1, isUnknown: true, lost: 0 }));
  const shown = showsValues ? known : hidden;
  byId("chart-box").hidden = !showsValues || game.plies.length === 1;
  drawChart(document.querySelector<SVGSVGElement>("#chart")!, shown, game.cursor, jump);
  const moves = game.plies.slice(1).map((ply, index) => ({
    move: ply.move ?? "",
    side: game.plies[index]?.side ?? "X",
    point: shown[index + 1]!,
  }));
  drawMoves(byId("moves"), moves, game.cursor, jump);
}

function showLine(known: PositionRecord | undefined, showsValues: boolean): void {
  const element = byId("line");
  const { squares } = shape(game.origin.board);
  if (!known || known.line.length === 0 || !showsValues) {
    const value = game.value(game.ply.position);
    const text = known?.over ? "The game is over." : value && !isUnknown(value, squares) ? "Not known to its end yet." : "Known once the value is.";
    element.replaceChildren(html("span", { class: "quiet" }, showsValues ? text : "Hidden with the values."));
    return;
  }
  let side = game.ply.side;
  const chips = known.line.map((move, index) => {
    const chip = html("li", { class: `chip ${side === "X" ? "black" : "white"}` }, move);
    chip.setAttribute("aria-label", `${index + 1}. ${sideName(side)} ${move}`);
    side = other(side);
    return chip;
  });
  const end = known.final ? html("li", { class: "end" }, `ends ${known.final.black} : ${known.final.white}`) : "";
  element.replaceChildren(html("ol", { class: "chips" }, ...chips, end));
}

/** The next move of perfect play, if it is known. */
function nextPerfect(): MoveRecord | undefined {
  const known = record();
  const first = known?.line[0];
  return known?.moves.find((move) => move.move === first) ?? known?.moves.find((move) => move.best);
}

/** After the shown position has changed. */
function arrived(): void {
  history.replaceState(null, "", game.address());
  setup.show();
  show();
  void opponent.turn();
  void searching.look();
}

function announce(text: string): void {
  byId("announce").textContent = text;
}

function complain(sentence: string): void {
  byId("complaint-text").textContent = sentence;
  byId("complaint").hidden = sentence === "";
}

function playMove(name: string, isOpponent = false): void {
  const move = record()?.moves.find((one) => one.move === name);
  if (!move || (opponent.isToMove && !isOpponent)) return;
  const mover = sideName(game.ply.side);
  game.play(move);
  complain("");
  const { squares } = shape(game.origin.board);
  const value = byId<HTMLInputElement>("show-values").checked ? `, ${worth(move, squares)}` : "";
  announce(move.move === "pass" ? `${mover} passes.` : `${mover} plays ${move.move}${value}.`);
  arrived();
}

function jump(ply: number): void {
  stopPlayingOut();
  game.cursor = Math.min(Math.max(ply, 0), game.plies.length - 1);
  const { move, side } = game.ply;
  announce(`${move ? `After move ${game.cursor}, ${move}` : "Start"}. ${sideName(side)} to move.`);
  arrived();
}

function playBest(): void {
  const move = nextPerfect();
  if (move) playMove(move.move, true);
}

function stopPlayingOut(): void {
  if (playingOut !== null) clearInterval(playingOut);
  playingOut = null;
  byId("play-out").textContent = "Play out";
}

function togglePlayingOut(): void {
  if (playingOut !== null) {
    stopPlayingOut();
    return;
  }
  byId("play-out").textContent = "Stop";
  playBest();
  playingOut = window.setInterval(() => {
    if (record()?.over) stopPlayingOut();
    else playBest();
  }, STEP_MS);
}

/** Opens a game; whether it could be. What is wrong is shown. */
async function open(parameters: URLSearchParams): Promise<boolean> {
  stopPlayingOut();
  searching.stop();
  opponent.stop();
  try {
    await game.load(parameters);
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    if (game.plies.length > 0) arrived();
    return false;
  }
  complain("");
  announce(`Board ${game.origin.board.replace("x", " by ")}. ${sideName(game.ply.side)} to move.`);
  arrived();
  return true;
}

async function share(): Promise<void> {
  const address = new URL(game.address(), location.href).href;
  const told = byId("shared");
  try {
    await navigator.clipboard.writeText(address);
    told.textContent = "Link copied";
  } catch {
    told.textContent = "Copy the address of this page";
  }
  setTimeout(() => (told.textContent = ""), 2500);
}

function install(): void {
  const clicks: Record<string, () => void> = {
    first: () => jump(0),
    undo: () => jump(game.cursor - 1),
    redo: () => jump(game.cursor + 1),
    last: () => jump(game.plies.length - 1),
    best: playBest,
    "play-out": togglePlayingOut,
    pass: () => playMove("pass"),
    share: () => void share(),
    "complaint-close": () => complain(""),
  };
  for (const [id, act] of Object.entries(clicks)) byId(id).addEventListener("click", act);
  byId("show-values").addEventListener("change", show);
  installKeys({
    u: () => game.cursor > 0 && jump(game.cursor - 1),
    r: () => !game.isAtEnd && jump(game.cursor + 1),
    b: playBest,
    p: () => playMove("pass"),
    g: () => board.focusGrid(),
  });
  // A browser may keep a page that was left, with its open search, for the way back.
  addEventListener("pagehide", () => {
    stopPlayingOut();
    searching.stop();
    opponent.stop();
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted && game.plies.length > 0) arrived();
  });
  addEventListener("popstate", () => void open(new URLSearchParams(location.search)));
}

/** Where a walk begins if nothing is said: 6x6 where it is solved, else a board that the solver finds in a moment. */
async function usual(): Promise<URLSearchParams> {
  const boards = await ask<Boards>("/api/boards").catch(() => null);
  const isSolved = boards?.starts.some((one) => one.board === "6x6" && one.start === "othello" && one.scoring === "discs" && one.value !== null);
  return new URLSearchParams({ board: isSolved ? "6x6" : "4x8" });
}

async function begin(): Promise<void> {
  installTheme();
  install();
  await opponent.install().catch(() => undefined);
  const parameters = location.search ? new URLSearchParams(location.search) : await usual();
  if (!(await open(parameters))) {
    const sentence = byId("complaint-text").textContent ?? "";
    await open(await usual());
    complain(sentence);
  }
}

void begin();
