// Sets up a position disc by disc.

import { ask, type PositionRecord, type Side } from "./api";
import { byId } from "./dom";
import { centre, place, shape, squareName } from "./geometry";
import { explorerAt } from "./places";
import type { Game } from "./state";
import { sideName } from "./text";

/** How long after the last change to ask the server about the position. */
const PAUSE_MS = 150;

const DISCS: Record<string, string> = { X: "Black", O: "White", "-": "empty" };

export class Editor {
  isOpen = false;
  private squares: string[] = [];
  private side: Side = "X";
  private asking: AbortController | null = null;

  constructor(
    private readonly game: Game,
    /** Opens the position in an address. */
    private readonly open: (parameters: URLSearchParams) => Promise<boolean>,
    private readonly changed: (sentence: string) => void,
  ) {
    const clicks: Record<string, () => void> = {
      "edit-clear": () => this.set(this.squares.map(() => "-")),
      "edit-start": () => this.set(this.start()),
      "edit-done": () => void this.done(),
    };
    for (const [id, act] of Object.entries(clicks)) byId(id).addEventListener("click", act);
    for (const input of document.querySelectorAll<HTMLInputElement>("input[name=edit-side]")) {
      input.addEventListener("change", () => this.set(this.squares, input.value === "O" ? "O" : "X"));
    }
    byId("edit-text").addEventListener("input", () => void this.judge(byId<HTMLInputElement>("edit-text").value, true));
  }

  /** The squares and the side to move. */
  get position(): string {
    return `${this.squares.join("")} ${this.side}`;
  }

  /** Begins with the shown position. */
  begin(): void {
    this.isOpen = true;
    const [squares = "", side] = this.game.ply.position.split(" ");
    this.set([...squares], side === "O" ? "O" : "X");
  }

  close(): void {
    this.isOpen = false;
    this.asking?.abort();
  }

  /** The address that shows this. */
  address(): string {
    return explorerAt(this.parameters(true));
  }

  private parameters(isEdited: boolean): URLSearchParams {
    const parameters = new URLSearchParams({ board: this.game.origin.board, position: this.position });
    if (this.game.scoring !== "discs") parameters.set("scoring", this.game.scoring);
    if (isEdited) parameters.set("edit", "1");
    return parameters;
  }

  /** Puts what is chosen on a square, or what a key says. What is there already is taken away. */
  put(name: string, symbol = document.querySelector<HTMLInputElement>("input[name=edit-disc]:checked")?.value ?? "X"): void {
    const square = place(name);
    if (!square) return;
    const { cols } = shape(this.game.origin.board);
    const index = square.row * cols + square.col;
    const squares = [...this.squares];
    squares[index] = squares[index] === symbol ? "-" : symbol;
    this.set(squares);
    this.changed(`${name}: ${DISCS[squares[index] ?? "-"]}.`);
  }

  private start(): string[] {
    const board = this.game.origin.board;
    const squares = this.squares.map(() => "-");
    const { cols } = shape(board);
    centre(board).forEach(({ row, col }, index) => (squares[row * cols + col] = index === 0 || index === 3 ? "O" : "X"));
    return squares;
  }

  private set(squares: string[], side = this.side): void {
    this.squares = squares;
    this.side = side;
    for (const input of document.querySelectorAll<HTMLInputElement>("input[name=edit-side]")) input.checked = input.value === side;
    byId<HTMLInputElement>("edit-text").value = `${this.game.origin.board} ${this.position}`;
    this.changed("");
    void this.judge(this.position, false);
  }

  /** Asks the server about a position, which may be typed. */
  private async judge(text: string, isTyped: boolean): Promise<void> {
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    byId<HTMLButtonElement>("edit-done").disabled = true;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    if (asking.signal.aborted) return;
    const field = byId("edit-text");
    try {
      const query = { board: this.game.origin.board, position: text, scoring: this.game.scoring, time_ms: "0" };
      const record = await ask<PositionRecord>("/api/position", query, asking.signal);
      if (asking.signal.aborted) return;
      if (isTyped) {
        const [squares = "", side] = record.position.split(" ");
        this.squares = [...squares];
        this.side = side === "O" ? "O" : "X";
        for (const input of document.querySelectorAll<HTMLInputElement>("input[name=edit-side]")) input.checked = input.value === this.side;
        this.changed("");
      }
      field.removeAttribute("aria-invalid");
      byId<HTMLButtonElement>("edit-done").disabled = record.over;
      this.say([outlook(record), strangeness(record)].join(" ").trim());
    } catch (error) {
      if (asking.signal.aborted) return;
      field.setAttribute("aria-invalid", "true");
      this.say(error instanceof Error ? error.message : String(error));
    }
  }

  private say(sentence: string): void {
    byId("edit-says").textContent = sentence;
  }

  private async done(): Promise<void> {
    this.close();
    if (await this.open(this.parameters(false))) byId("edit").focus();
  }
}

/** What can be done in a position. */
function outlook({ over, moves, side, position }: PositionRecord): string {
  const discs = position.split(" ")[0] ?? "";
  if (over && !/[XO]/.test(discs)) return "There is no disc on the board, so there is nothing to play.";
  if (over) return "Neither side has a legal square, so the game is over and there is nothing to play.";
  if (moves[0]?.move === "pass") return `${sideName(side)} has no legal square and must pass.`;
  return `${sideName(side)} has ${moves.length} legal ${moves.length === 1 ? "square" : "squares"}.`;
}

/** Why no game from the four centre discs can reach a position, if that is plain to see. Its value is true all the same. */
function strangeness({ board, position }: PositionRecord): string {
  const { rows, cols } = shape(board);
  const discs = position.split(" ")[0] ?? "";
  if (!/[XO]/.test(discs)) return "";
  const at = (row: number, col: number) => row >= 0 && row < rows && col >= 0 && col < cols && discs[row * cols + col] !== "-";
  const empty = centre(board).find(({ row, col }) => !at(row, col));
  if (empty) return `No game comes to this position: ${squareName(empty.row, empty.col)} in the centre is empty.`;
  const seen = new Set<number>();
  const open = centre(board).slice(0, 1);
  for (let next = open.pop(); next; next = open.pop()) {
    if (!at(next.row, next.col) || seen.has(next.row * cols + next.col)) continue;
    seen.add(next.row * cols + next.col);
    for (const down of [-1, 0, 1]) for (const right of [-1, 0, 1]) open.push({ row: next.row + down, col: next.col + right });
  }
  const loose = [...discs].findIndex((symbol, index) => symbol !== "-" && !seen.has(index));
  if (loose < 0) return "";
  return `No game comes to this position: the disc on ${squareName(Math.floor(loose / cols), loose % cols)} touches none that leads to the centre.`;
}
