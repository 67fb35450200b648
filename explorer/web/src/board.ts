// The board as a grid that mouse, touch, keyboard and screen readers can use.

import type { MoveRecord, PositionRecord } from "./api";
import { html } from "./dom";
import { columnLetter, shape, squareName } from "./geometry";
import { short, sideName, worth } from "./text";

export interface BoardView {
  board: string;
  /** Squares and side to move. */
  position: string;
  /** What is known; undefined until the server has answered. */
  record: Pick<PositionRecord, "moves"> | undefined;
  /** The square of the last disc. */
  last: string | null;
  showsValues: boolean;
  /** Whether the person may play here now. */
  isOpen: boolean;
}

/** The grid of one board; made anew when the shape changes. */
export class Board {
  private cells: HTMLElement[] = [];
  private shown = "";
  private focus = 0;

  constructor(
    private readonly element: HTMLElement,
    private readonly play: (square: string) => void,
  ) {
    element.addEventListener("keydown", (event) => this.pressed(event));
  }

  /** Shows a position. */
  show(view: BoardView): void {
    if (view.board !== this.shown) this.make(view.board);
    const { cols, squares } = shape(view.board);
    const discs = view.position.split(" ")[0] ?? "";
    const moves = new Map(view.record?.moves.map((move) => [move.move, move]));
    this.cells.forEach((cell, index) => {
      const name = squareName(Math.floor(index / cols), index % cols);
      const move = moves.get(name);
      this.draw(cell, discs[index] ?? "-", move, view, name, squares);
    });
  }

  /** Puts the keyboard's focus on the grid. */
  focusGrid(): void {
    this.cells[this.focus]?.focus();
  }

  private make(board: string): void {
    this.shown = board;
    const { rows, cols } = shape(board);
    this.element.style.setProperty("--rows", String(rows));
    this.element.style.setProperty("--cols", String(cols));
    this.element.setAttribute("aria-label", `Board of ${rows} rows and ${cols} columns`);
    this.element.setAttribute("aria-rowcount", String(rows));
    this.element.setAttribute("aria-colcount", String(cols));
    this.cells = [];
    const head = html("div", { class: "letters", "aria-hidden": "true" }, html("span"));
    for (let col = 0; col < cols; col++) head.append(html("span", {}, columnLetter(col)));
    const lines: HTMLElement[] = [head];
    for (let row = 0; row < rows; row++) {
      const line = html("div", { role: "row", class: "row", "aria-rowindex": row + 1 });
      line.append(html("span", { class: "number", "aria-hidden": "true" }, String(row + 1)));
      for (let col = 0; col < cols; col++) {
        const cell = html("div", { role: "gridcell", class: "cell", tabindex: "-1", "aria-colindex": col + 1 });
        cell.dataset["square"] = squareName(row, col);
        cell.addEventListener("click", () => this.chosen(cell));
        this.cells.push(cell);
        line.append(cell);
      }
      lines.push(line);
    }
    this.element.replaceChildren(...lines);
    this.focus = Math.floor(rows / 2) * cols + Math.floor(cols / 2);
    this.cells[this.focus]?.setAttribute("tabindex", "0");
  }

  private draw(
    cell: HTMLElement,
    symbol: string,
    move: MoveRecord | undefined,
    view: BoardView,
    name: string,
    squares: number,
  ): void {
    const disc = symbol === "X" ? "Black" : symbol === "O" ? "White" : null;
    const isLegal = move !== undefined && view.isOpen;
    const parts: string[] = [name];
    const shown: HTMLElement[] = [];
    if (disc) {
      parts.push(disc);
      if (name === view.last) parts.push("last move");
      shown.push(html("span", { class: `disc ${disc.toLowerCase()}` }));
    } else if (move && view.showsValues) {
      parts.push(`${sideName(view.position.endsWith("X") ? "X" : "O")} ${worth(move, squares)}`);
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

  private chosen(cell: HTMLElement): void {
    this.moveFocus(this.cells.indexOf(cell));
    if (cell.getAttribute("aria-disabled") === "false") this.play(cell.dataset["square"] ?? "");
  }

  private moveFocus(index: number): void {
    this.cells[this.focus]?.setAttribute("tabindex", "-1");
    this.focus = index;
    this.cells[index]?.setAttribute("tabindex", "0");
    this.cells[index]?.focus({ preventScroll: false });
  }

  private pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { rows, cols } = shape(this.shown);
    const row = Math.floor(this.focus / cols);
    const col = this.focus % cols;
    const to = (down: number, right: number) => down * cols + right;
    const targets: Record<string, number> = {
      ArrowUp: to(Math.max(row - 1, 0), col),
      ArrowDown: to(Math.min(row + 1, rows - 1), col),
      ArrowLeft: to(row, Math.max(col - 1, 0)),
      ArrowRight: to(row, Math.min(col + 1, cols - 1)),
      Home: to(row, 0),
      End: to(row, cols - 1),
    };
    const target = targets[event.key];
    if (target !== undefined) {
      this.moveFocus(target);
    } else if (event.key === "Enter" || event.key === " ") {
      const cell = this.cells[this.focus];
      if (cell) this.chosen(cell);
    } else {
      return;
    }
    event.preventDefault();
  }
}
