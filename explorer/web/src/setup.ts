// Which board, start and scoring; positions and moves that are pasted in.

import { byId, html } from "./dom";
import { allBoards, shape } from "./geometry";
import type { Game } from "./state";

/** Boards that the list offers first. */
const USUAL = ["4x4", "4x5", "4x6", "5x5", "4x8", "5x6", "4x10", "6x6", "4x12", "6x7", "8x8"];

export class Setup {
  constructor(
    private readonly game: Game,
    private readonly open: (parameters: URLSearchParams) => Promise<boolean>,
  ) {
    this.fill();
    for (const id of ["board-choice", "start-choice"]) byId(id).addEventListener("change", () => this.anew());
    for (const input of document.querySelectorAll<HTMLInputElement>("input[name=scoring]")) {
      input.addEventListener("change", () => this.rescored(input.value));
    }
    byId("paste-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.pasted();
    });
  }

  private fill(): void {
    const select = byId<HTMLSelectElement>("board-choice");
    const group = (label: string, boards: string[]) => {
      const options = boards.map((board) => html("option", { value: board }, board.replace("x", " × ")));
      return html("optgroup", { label }, ...options);
    };
    const all = allBoards().sort((one, two) => shape(one).squares - shape(two).squares);
    select.append(group("Usual boards", USUAL), group("All boards", all.filter((board) => !USUAL.includes(board))));
  }

  /** Shows the game's own choices. */
  show(): void {
    byId<HTMLSelectElement>("board-choice").value = this.game.origin.board;
    byId<HTMLSelectElement>("start-choice").value = this.game.origin.start ?? "given";
    for (const input of document.querySelectorAll<HTMLInputElement>("input[name=scoring]")) {
      input.checked = input.value === this.game.scoring;
    }
  }

  private anew(): void {
    const start = byId<HTMLSelectElement>("start-choice").value;
    const board = byId<HTMLSelectElement>("board-choice").value;
    void this.open(new URLSearchParams({ board, start: start === "given" ? "othello" : start, scoring: this.game.scoring }));
  }

  private rescored(scoring: string): void {
    const parameters = new URLSearchParams(this.game.address().slice(2));
    parameters.set("scoring", scoring);
    void this.open(parameters);
  }

  /** A position (squares and side, perhaps with its board) or moves, whichever the text looks like. */
  private async pasted(): Promise<void> {
    const field = byId<HTMLTextAreaElement>("paste");
    const text = field.value.trim();
    if (!text) return;
    const parameters = new URLSearchParams({ scoring: this.game.scoring });
    if (/^[a-z]\d|^(pass|ps|pa)\b/i.test(text)) {
      parameters.set("board", this.game.origin.board);
      if (this.game.origin.start) parameters.set("start", this.game.origin.start);
      else parameters.set("position", this.game.origin.position ?? "");
      parameters.set("moves", text);
    } else {
      if (!/^\d/.test(text)) parameters.set("board", this.game.origin.board);
      parameters.set("position", text);
    }
    if (await this.open(parameters)) field.value = "";
  }
}
