// The board as a grid that mouse, touch, keyboard and screen readers can use.

/**
 * @import { Side } from "./api.js"
 * @import { MoveRecord, PositionRecord } from "./records.js"
 */

import { byId, html } from "./dom.js";
import { columnLetter, countDiscs, shape, squareName } from "./geometry.js";
import { short, sideName, worth } from "./text.js";

/**
 * @typedef {object} BoardView
 * @property {string} board
 * @property {string} position Squares and side to move.
 * @property {Pick<PositionRecord, "moves"> | undefined} record What is known; undefined until there is an answer.
 * @property {string | null} last The square of the last disc.
 * @property {boolean} showsValues
 * @property {boolean} isOpen Whether the person may play here now.
 * @property {boolean} [isEdited] Whether a click puts a disc on any square instead of playing a move.
 */

/** The smallest side of a square that can be read and touched, and the width of the column of numbers, in rem. */
const LEAST_REM = 2;
const NUMBERS_REM = 1.8;

/**
 * The grid of one board; rebuilt when the shape changes. A wide board is shown on its side, with its columns going down, if
 * the window is taller than wide and too narrow for it.
 */
export class Board {
  /** @type {HTMLElement[]} Cells by row and column of the board, however it is shown. */
  #cells = [];
  #shown = "";
  #isTurned = false;
  #focus = 0;
  /** @type {BoardView | undefined} */
  #view;
  #element;
  #play;
  #refuse;

  /**
   * @param {HTMLElement} element
   * @param {(square: string) => void} play
   * @param {(square: string) => void} [refuse]
   */
  constructor(element, play, refuse) {
    this.#element = element;
    this.#play = play;
    this.#refuse = refuse;
    element.addEventListener("keydown", (event) => this.#pressed(event));
    if (element.parentElement) new ResizeObserver(() => this.#resized()).observe(element.parentElement);
  }

  /**
   * Shows a position.
   * @param {BoardView} view
   */
  show(view) {
    this.#view = view;
    const isTurned = this.#turns(view.board);
    const isNew = view.board !== this.#shown || isTurned !== this.#isTurned;
    if (isNew) this.#make(view.board, isTurned);
    const { cols, squares } = shape(view.board);
    const discs = view.position.split(" ")[0] ?? "";
    const moves = new Map(view.record?.moves.map((move) => [move.move, move]));
    this.#cells.forEach((cell, index) => {
      const name = squareName(Math.floor(index / cols), index % cols);
      const move = moves.get(name);
      this.#draw(cell, discs[index] ?? "-", move, view, name, squares);
    });
    if (isNew) this.#scrollToDiscs();
  }

  /**
   * Whether a board is to be shown on its side here.
   * @param {string} board
   */
  #turns(board) {
    const { rows, cols } = shape(board);
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const width = this.#element.parentElement?.clientWidth ?? 0;
    return cols > rows && innerHeight > innerWidth && width > 0 && width < (cols * LEAST_REM + NUMBERS_REM) * rem;
  }

  #resized() {
    if (!this.#view || this.#turns(this.#view.board) === this.#isTurned) return;
    const hadFocus = this.#element.contains(document.activeElement);
    const focus = this.#focus;
    this.show(this.#view);
    this.#moveFocus(focus, hadFocus);
  }

  /** Where not all of it can be seen, it begins where the discs are. */
  #scrollToDiscs() {
    const frame = this.#element.parentElement;
    const discs = this.#cells.filter((cell) => cell.querySelector(".disc"));
    if (!frame || frame.scrollWidth <= frame.clientWidth || discs.length === 0) return;
    const middle = discs.reduce((sum, cell) => sum + cell.offsetLeft + cell.offsetWidth / 2, 0) / discs.length;
    frame.scrollLeft = middle - (discs[0]?.offsetParent === frame ? 0 : this.#element.offsetLeft) - frame.clientWidth / 2;
  }

  /** Puts the keyboard's focus on the grid, which comes into sight unless the page is to stay where it is. */
  focusGrid(preventScroll = false) {
    this.#cells[this.#focus]?.focus({ preventScroll });
  }

  /**
   * @param {string} board
   * @param {boolean} isTurned
   */
  #make(board, isTurned) {
    const { rows, cols } = shape(board);
    this.#shown = board;
    this.#isTurned = isTurned;
    // As it is seen: a board on its side has its columns one below the other.
    const [down, across] = isTurned ? [cols, rows] : [rows, cols];
    const number = (/** @type {number} */ row) => String(row + 1);
    const [downName, acrossName] = isTurned ? [columnLetter, number] : [number, columnLetter];
    this.#element.style.setProperty("--rows", String(down));
    this.#element.style.setProperty("--cols", String(across));
    this.#element.setAttribute("aria-label", `Board of ${rows} rows and ${cols} columns${isTurned ? ", shown on its side" : ""}`);
    this.#element.setAttribute("aria-rowcount", String(down));
    this.#element.setAttribute("aria-colcount", String(across));
    this.#cells = [];
    const head = html("div", { class: "letters", "aria-hidden": "true" }, html("span"));
    for (let right = 0; right < across; right++) head.append(html("span", {}, acrossName(right)));
    /** @type {HTMLElement[]} */
    const lines = [head];
    for (let line = 0; line < down; line++) {
      const element = html("div", { role: "row", class: "row", "aria-rowindex": line + 1 });
      element.append(html("span", { class: "number", "aria-hidden": "true" }, downName(line)));
      for (let right = 0; right < across; right++) {
        const [row, col] = isTurned ? [right, line] : [line, right];
        const cell = html("div", { role: "gridcell", class: "cell", tabindex: "-1", "aria-colindex": right + 1 });
        cell.dataset["square"] = squareName(row, col);
        cell.addEventListener("click", () => this.#chosen(cell));
        this.#cells[row * cols + col] = cell;
        element.append(cell);
      }
      lines.push(element);
    }
    this.#element.replaceChildren(...lines);
    this.#focus = Math.floor(rows / 2) * cols + Math.floor(cols / 2);
    this.#cells[this.#focus]?.setAttribute("tabindex", "0");
  }

  /**
   * @param {HTMLElement} cell
   * @param {string} symbol
   * @param {MoveRecord | undefined} move
   * @param {BoardView} view
   * @param {string} name
   * @param {number} squares
   */
  #draw(cell, symbol, move, view, name, squares) {
    const disc = symbol === "X" ? "Black" : symbol === "O" ? "White" : null;
    const isLegal = view.isEdited === true || (move !== undefined && view.isOpen);
    /** @type {string[]} */
    const parts = [name];
    /** @type {HTMLElement[]} */
    const shown = [];
    if (disc) {
      parts.push(disc);
      if (name === view.last) parts.push("last move");
      shown.push(html("span", { class: `disc ${disc.toLowerCase()}` }));
    } else if (move && view.showsValues) {
      const side = sideName(view.position.endsWith("X") ? "X" : "O");
      parts.push(`${side} ${worth(move, squares)}${move.value === 0 ? ", 0" : ""}`);
      if (move.best) parts.push("best move");
      const kind = move.outcome ?? "unknown";
      const isWide = move.value === null;
      shown.push(html("span", { class: `value ${kind}${isWide ? " limits" : ""}` }, short(move, squares)));
    } else if (move) {
      parts.push("can be played");
      shown.push(html("span", { class: "hint" }));
    } else {
      parts.push("empty");
    }
    cell.className = "cell";
    cell.classList.toggle("legal", isLegal);
    cell.classList.toggle("best", Boolean(move?.best && view.showsValues));
    cell.classList.toggle("last", name === view.last);
    cell.setAttribute("aria-label", parts.join(", "));
    cell.setAttribute("aria-disabled", String(!isLegal));
    const before = cell.querySelector(".disc")?.className;
    const after = shown[0]?.className;
    if (before && after && before !== after && after.startsWith("disc")) shown[0]?.classList.add("turned");
    cell.replaceChildren(...shown);
  }

  /** @param {HTMLElement} cell */
  #chosen(cell) {
    this.#moveFocus(this.#cells.indexOf(cell));
    const act = cell.getAttribute("aria-disabled") === "false" ? this.#play : this.#refuse;
    act?.(cell.dataset["square"] ?? "");
  }

  /** @param {number} index */
  #moveFocus(index, isWanted = true) {
    this.#cells[this.#focus]?.setAttribute("tabindex", "-1");
    this.#focus = index;
    this.#cells[index]?.setAttribute("tabindex", "0");
    if (isWanted) this.#cells[index]?.focus({ preventScroll: false });
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { rows, cols } = shape(this.#shown);
    const [row, col] = [Math.floor(this.#focus / cols), this.#focus % cols];
    const [line, right] = this.#isTurned ? [col, row] : [row, col];
    const [down, across] = this.#isTurned ? [cols, rows] : [rows, cols];
    const to = (/** @type {number} */ line, /** @type {number} */ right) => (this.#isTurned ? right * cols + line : line * cols + right);
    /** @type {Record<string, number>} */
    const targets = {
      ArrowUp: to(Math.max(line - 1, 0), right),
      ArrowDown: to(Math.min(line + 1, down - 1), right),
      ArrowLeft: to(line, Math.max(right - 1, 0)),
      ArrowRight: to(line, Math.min(right + 1, across - 1)),
      Home: to(line, 0),
      End: to(line, across - 1),
    };
    const target = targets[event.key];
    if (target !== undefined) {
      this.#moveFocus(target);
    } else if (event.key === "Enter" || event.key === " ") {
      const cell = this.#cells[this.#focus];
      if (cell) this.#chosen(cell);
    } else {
      return;
    }
    event.preventDefault();
  }
}

/**
 * Shows how many discs each side has, and which is to move.
 * @param {string} position
 * @param {Side | null} side
 */
export function showCounts(position, side) {
  const { black, white } = countDiscs(position);
  byId("count-black").textContent = String(black);
  byId("count-white").textContent = String(white);
  for (const one of /** @type {const} */ (["X", "O"])) byId(`count-${one}`).classList.toggle("to-move", one === side);
}
