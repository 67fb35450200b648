// The page for walking through perfect play.

/**
 * @import { Point } from "./chart.js"
 * @import { MoveRecord, PositionRecord } from "./records.js"
 */

import { kept } from "./api.js";
import { Board, showCounts } from "./board.js";
import { drawChart } from "./chart.js";
import { byId, html, radios, said } from "./dom.js";
import { countDiscs, shape } from "./geometry.js";
import { Editor } from "./editor.js";
import { Exchange } from "./exchange.js";
import { installKeys, showSteps, steps } from "./keyboard.js";
import { drawMoves } from "./moves.js";
import { Opponent } from "./opponent.js";
import { Searching } from "./searching.js";
import { installSetup } from "./setup.js";
import { Game } from "./state.js";
import { store, stored } from "./stored.js";
import { counted, forBlack, isUnknown, other, sideName, verdict, worth } from "./text.js";
import { installTheme } from "./theme.js";

/** Time between two moves when play goes on by itself. */
const STEP_MS = 700;

/** @typedef {"new" | "same"} Entry Whether the address becomes a new entry of the browser's history, or replaces the last one. */

const game = new Game();
const board = new Board(byId("board"), (square) => (editor.isOpen ? editor.put(square) : playMove(square)), refuse);
const leave = () => board.focusGrid(true);
const page = { game, open, show, arrived, complain, announce, leave };
const searching = new Searching(page);
const opponent = new Opponent(page, (move) => playMove(move, true, "same"));
const editor = new Editor(page, edited);
const showSetup = installSetup(page, () => editor.isOpen);
const exchange = new Exchange(page);
/** @type {number | null} */
let playingOut = null;
/** Whether the last move was requested as perfect play. Several in a row are one entry of the history. */
let isPerfectRun = false;
/** Whether to say what each side has lost. */
let isReviewed = false;
/** @type {AbortController | null} */
let opening = null;

/** @returns {PositionRecord | undefined} */
function record() {
  return game.record(game.ply.position);
}

/**
 * What is known about the value after each ply, for Black.
 * @returns {Point[]}
 */
function points() {
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

/**
 * What each side has lost with the moves whose loss is proven, which lost most, and where the game turned: as `solve analyse`.
 * @param {Point[]} known
 * @returns {string[]}
 */
function review(known) {
  const made = game.plies.slice(1).flatMap(({ move }, index) => {
    const [before, after, side] = [known[index], known[index + 1], game.plies[index]?.side ?? "X"];
    return before && after && move ? [{ before, after, side, name: `${index + 1}. ${move}` }] : [];
  });
  const isProven = (/** @type {Point} */ { lower, upper }) => lower === upper;
  const proven = made.filter(({ before, after }) => isProven(before) && isProven(after));
  const lines = [/** @type {const} */ ("X"), /** @type {const} */ ("O")].map((side) => {
    const [all, own] = [made, proven].map((some) => some.filter((one) => one.side === side).length);
    const lost = proven.filter((one) => one.side === side).reduce((sum, { after }) => sum + after.lost, 0);
    const open = all === own ? "" : `; ${counted((all ?? 0) - (own ?? 0), "move is", "moves are")} not proven`;
    return `${sideName(side)} lost ${counted(lost, "disc", "discs")} with ${counted(own ?? 0, "move", "moves")}${open}.`;
  });
  const largest = proven.reduce((most, one) => Math.max(most, one.after.lost), 0);
  const worst = proven.findLast((one) => one.after.lost === largest);
  if (worst && largest > 0) lines.push(`Largest: ${worst.name} by ${sideName(worst.side)} lost ${largest}.`);
  const winner = (/** @type {Point} */ { lower, upper }) => (lower > 0 ? "Black wins" : upper < 0 ? "White wins" : lower === upper ? "a draw" : "");
  const last = made.findLast(({ before, after }) => !winner(before) || winner(before) !== winner(after));
  if (last && winner(last.before) && winner(last.after)) lines.push(`Turned: ${last.name}, ${winner(last.before)} before it, ${winner(last.after)} after it.`);
  return lines;
}

/** Draws everything anew. */
function show() {
  document.querySelector("main.explore")?.classList.toggle("editing", editor.isOpen);
  byId("editor").hidden = !editor.isOpen;
  if (editor.isOpen) {
    showEdited();
    return;
  }
  const ply = game.ply;
  const known = record();
  const isOpen = !opponent.isToMove;
  const showsValues = byId("show-values", HTMLInputElement).checked;
  const view = { board: game.origin.board, position: ply.position, record: known, last: ply.move, showsValues, isOpen };
  board.show(view);
  showVerdict(known, showsValues);
  showCounts(ply.position, known?.over ? null : ply.side);
  const canPass = known?.moves[0]?.move === "pass" && isOpen;
  byId("pass").hidden = !canPass;
  byId("pass-value").textContent = canPass && showsValues && known?.moves[0] ? worth(known.moves[0], shape(game.origin.board).squares) : "";
  showSteps(game.cursor, game.plies.length - 1);
  byId("best", HTMLButtonElement).disabled = byId("play-out", HTMLButtonElement).disabled = !nextPerfect();
  showGame(showsValues);
  showLine(known, showsValues);
}

/** Draws the position being set up. */
function showEdited() {
  const { board: shown, position } = { board: game.origin.board, position: editor.position };
  board.show({ board: shown, position, record: undefined, last: null, showsValues: false, isOpen: true, isEdited: true });
  showCounts(position, position.endsWith("X") ? "X" : "O");
  byId("verdict").dataset["winner"] = "none";
  byId("verdict").textContent = "Edit the position";
  byId("detail").textContent = "Choose a disc, then its squares.";
  document.title = `Edit the position · ${shown} · solve explorer`;
}

/**
 * Called after the position being set up has changed.
 * @param {string} sentence
 */
function edited(sentence) {
  if (!editor.isOpen) return;
  if (sentence) announce(sentence);
  history.replaceState(null, "", editor.address());
  show();
}

/** @param {Entry} entry */
function startEditing(entry) {
  stopPlayingOut();
  searching.stop();
  opponent.stop();
  if (entry === "new") history.pushState(null, "", location.href);
  showSetup();
  editor.begin();
}

/** Goes back to the game shown before. */
function stopEditing() {
  editor.close();
  arrived();
  byId("edit").focus();
}

/**
 * @param {PositionRecord | undefined} known
 * @param {boolean} showsValues
 */
function showVerdict(known, showsValues) {
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
    const rest = isUnknown(black, squares) ? "Nothing is proven here yet" : black.lower === black.upper ? "This is the result of perfect play" : "That much is proven";
    const doubt = value?.unverified ? " It rests on entries of the table that nobody here has verified." : "";
    detail.textContent = `${sideName(side)} to move. ${rest}.${doubt}`;
  }
  document.title = `${title.textContent} · ${game.origin.board} · solve explorer`;
}

/** @param {boolean} showsValues */
function showGame(showsValues) {
  const known = points();
  /** @type {Point[]} */
  const hidden = known.map((point) => ({ ...point, lower: -1, upper: 1, isUnknown: true, lost: 0 }));
  const shown = showsValues ? known : hidden;
  byId("chart-box").hidden = !showsValues || game.plies.length === 1;
  drawChart(/** @type {SVGSVGElement} */ (document.querySelector("#chart")), shown, game.cursor, jump);
  const moves = game.plies.slice(1).map((ply, index) => ({
    move: ply.move ?? "",
    side: game.plies[index]?.side ?? "X",
    point: /** @type {Point} */ (shown[index + 1]),
    better: game.best(game.plies[index]?.position ?? "")?.move,
  }));
  drawMoves(byId("moves"), moves, game.cursor, jump, playInstead);
  byId("review", HTMLButtonElement).disabled = moves.length === 0;
  byId("reviewed").hidden = !isReviewed || !showsValues || moves.length === 0;
  byId("reviewed").replaceChildren(...review(known).map((line) => html("li", {}, line)));
}

/**
 * @param {PositionRecord | undefined} known
 * @param {boolean} showsValues
 */
function showLine(known, showsValues) {
  const element = byId("line");
  const { squares } = shape(game.origin.board);
  if (!known || known.line.length === 0 || !showsValues) {
    const value = game.value(game.ply.position);
    const text = known?.over ? "The game is over." : value && !isUnknown(value, squares) ? "Not known to its end yet." : "Shown once the value is known.";
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
  const { final } = known;
  const end = final ? html("li", { class: "end", "aria-label": `Ends with Black ${final.black}, White ${final.white}` }, `ends ${final.black} : ${final.white}`) : html("li", { class: "end" }, "… not known further");
  element.replaceChildren(html("ol", { class: "chips", "aria-labelledby": "line-title" }, ...chips, end));
}

/**
 * The next move of perfect play, if it is known.
 * @returns {MoveRecord | undefined}
 */
function nextPerfect() {
  return game.best(game.ply.position);
}

/**
 * Called after the shown position has changed.
 * @param {Entry} [entry]
 */
function arrived(entry = "same") {
  if (entry === "new") history.pushState(null, "", game.address());
  else history.replaceState(null, "", game.address());
  showSetup();
  exchange.show();
  show();
  void opponent.turn();
  void searching.look();
}

/** @param {string} text */
function announce(text) {
  byId("announce").textContent = text;
}

/** @param {string} sentence */
function complain(sentence) {
  byId("complaint-text").textContent = sentence;
  byId("complaint").hidden = sentence === "";
}

/**
 * Says why nothing happens on a square.
 * @param {string} square
 */
function refuse(square) {
  const why = !record() ? "The moves here are not known yet." : opponent.isToMove ? "Your opponent is to move." : `${sideName(game.ply.side)} cannot play ${square}.`;
  announce(why);
}

/**
 * @param {string} name
 * @param {Entry} [entry]
 */
function playMove(name, isForced = false, entry = "new") {
  const move = record()?.moves.find((one) => one.move === name);
  if (!move || editor.isOpen || (opponent.isToMove && !isForced)) return;
  isPerfectRun = false;
  const mover = sideName(game.ply.side);
  game.play(move);
  complain("");
  const { squares } = shape(game.origin.board);
  const value = byId("show-values", HTMLInputElement).checked ? `, ${worth(move, squares)}` : "";
  announce(move.move === "pass" ? `${mover} passes.` : `${mover} plays ${move.move}${value}.`);
  arrived(entry);
}

/**
 * Plays a better move in place of one in the game. The moves after that are gone; the browser's back button restores them.
 * @param {number} ply
 * @param {string} name
 */
function playInstead(ply, name) {
  stopPlayingOut();
  game.cursor = ply - 1;
  playMove(name, true);
}

/** @param {number} ply */
function jump(ply) {
  if (editor.isOpen) return;
  stopPlayingOut();
  isPerfectRun = false;
  game.cursor = Math.min(Math.max(ply, 0), game.plies.length - 1);
  const { move, side } = game.ply;
  announce(`${move ? `After move ${game.cursor}, ${move}` : "Start"}. ${sideName(side)} to move.`);
  arrived();
}

function playBest() {
  const move = nextPerfect();
  if (!move) return;
  playMove(move.move, true, isPerfectRun ? "same" : "new");
  isPerfectRun = true;
}

function stopPlayingOut() {
  if (playingOut !== null) clearInterval(playingOut);
  playingOut = null;
  byId("play-out").textContent = "Play out";
}

function togglePlayingOut() {
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

/**
 * Opens a game, and returns whether it could. Errors are shown.
 * @param {URLSearchParams} parameters
 * @param {Entry} [entry]
 */
async function open(parameters, entry = "same") {
  stopPlayingOut();
  isPerfectRun = false;
  opening?.abort();
  opening = new AbortController();
  const { signal } = opening;
  searching.stop();
  opponent.stop();
  try {
    await game.load(parameters, signal);
  } catch (error) {
    if (signal.aborted) return false;
    complain(said(error));
    if (game.plies.length > 0 && !editor.isOpen) arrived();
    return false;
  }
  complain("");
  if (parameters.has("edit")) {
    startEditing(entry);
    return true;
  }
  editor.close();
  announce(`Board ${game.origin.board.replace("x", " by ")}. ${sideName(game.ply.side)} to move.`);
  arrived(entry);
  return true;
}

function install() {
  /** @type {Record<string, () => void>} */
  const clicks = {
    best: playBest,
    "play-out": togglePlayingOut,
    pass: () => {
      playMove("pass");
      leave();
    },
    review: () => {
      isReviewed = true;
      show();
      searching.review();
    },
    edit: () => {
      startEditing("new");
      radios("edit-disc").find((input) => input.checked)?.focus();
    },
    "edit-cancel": stopEditing,
    "complaint-close": () => {
      complain("");
      leave();
    },
  };
  for (const [id, act] of Object.entries(clicks)) byId(id).addEventListener("click", act);
  const values = byId("show-values", HTMLInputElement);
  values.checked = stored("values", "sessionStorage") !== "hidden";
  values.addEventListener("change", () => {
    store("values", values.checked ? "shown" : "hidden", "sessionStorage");
    show();
  });
  const put = (/** @type {string} */ symbol) => () => {
    const square = /** @type {HTMLElement | null} */ ((document.activeElement))?.dataset["square"];
    if (editor.isOpen && square) editor.put(square, symbol);
  };
  installKeys({
    ...steps(jump, () => game.cursor, () => game.plies.length - 1),
    b: () => !opponent.isToMove && !editor.isOpen && playBest(),
    p: () => playMove("pass"),
    g: () => board.focusGrid(),
    Escape: () => {
      stopPlayingOut();
      complain("");
    },
    x: put("X"),
    o: put("O"),
    "-": put("-"),
  });
  // A browser may keep a page that was left, with its open search, in case the person comes back.
  addEventListener("pagehide", () => {
    stopPlayingOut();
    searching.stop();
    opponent.stop();
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted && game.plies.length > 0 && !editor.isOpen) arrived();
  });
  addEventListener("popstate", () => void open(new URLSearchParams(location.search)));
}

/**
 * The position shown by default: 6x6 if it is solved, else a board that the solver solves in a moment.
 * @returns {Promise<URLSearchParams>}
 */
async function usual() {
  const boards = await kept().catch(() => null);
  const isSolved = boards?.starts.some((one) => one.board === "6x6" && one.start === "othello" && one.scoring === "discs" && one.value !== null);
  return new URLSearchParams({ board: isSolved ? "6x6" : "4x8" });
}

async function begin() {
  installTheme();
  install();
  // It may be the opponent that is to move first.
  await opponent.install().catch(() => undefined);
  const given = new URLSearchParams(location.search);
  // An address may hold parameters that others added, such as where a link was found.
  const names = ["board", "position"].some((name) => given.has(name));
  const parameters = names ? given : new URLSearchParams([...(await usual()), ...given]);
  if (!(await open(parameters))) {
    const sentence = byId("complaint-text").textContent ?? "";
    await open(await usual());
    complain(sentence);
  }
}

void begin();
