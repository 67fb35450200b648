// The choice of board, start and scoring.

import { byId, html } from "./dom";
import { allBoards, shape } from "./geometry";
import type { Game } from "./state";

/** Boards that the list offers first. */
const USUAL = ["4x4", "4x5", "4x6", "5x5", "4x8", "5x6", "4x10", "6x6", "4x12", "6x7", "8x8"];

export class Setup {
  constructor(
    private readonly game: Game,
    private readonly open: (parameters: URLSearchParams) => Promise<boolean>,
    private readonly isEditing: () => boolean,
  ) {
    this.fill();
    for (const id of ["board-choice", "start-choice"]) byId(id).addEventListener("change", () => this.anew());
    for (const input of document.querySelectorAll<HTMLInputElement>("input[name=scoring]")) {
      input.addEventListener("change", () => this.rescored(input.value));
    }
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
    const parameters = new URLSearchParams({ board, start: start === "given" ? "othello" : start, scoring: this.game.scoring });
    if (this.isEditing()) parameters.set("edit", "1");
    void this.open(parameters);
  }

  private rescored(scoring: string): void {
    const parameters = this.game.parameters();
    parameters.set("scoring", scoring);
    void this.open(parameters);
  }
}
