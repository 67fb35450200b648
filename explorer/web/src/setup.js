// The choice of board, start and scoring.

/** @import { Game } from "./state.js" */

import { byId, choose, html, radios } from "./dom.js";
import { allBoards, shape } from "./geometry.js";

/** Boards that the list offers first. */
const USUAL = ["4x4", "4x5", "4x6", "5x5", "4x8", "5x6", "4x10", "6x6", "4x12", "6x7", "8x8"];

export class Setup {
  #game;
  #open;
  #isEditing;

  /**
   * @param {Game} game
   * @param {(parameters: URLSearchParams) => Promise<boolean>} open
   * @param {() => boolean} isEditing
   */
  constructor(game, open, isEditing) {
    this.#game = game;
    this.#open = open;
    this.#isEditing = isEditing;
    this.#fill();
    for (const id of ["board-choice", "start-choice"]) byId(id).addEventListener("change", () => this.#anew());
    for (const input of radios("scoring")) input.addEventListener("change", () => this.#rescored(input.value));
  }

  #fill() {
    const select = byId("board-choice", HTMLSelectElement);
    const group = (/** @type {string} */ label, /** @type {string[]} */ boards) => {
      const options = boards.map((board) => html("option", { value: board }, board.replace("x", " × ")));
      return html("optgroup", { label }, ...options);
    };
    const all = allBoards().sort((one, two) => shape(one).squares - shape(two).squares);
    select.append(group("Usual boards", USUAL), group("All boards", all.filter((board) => !USUAL.includes(board))));
  }

  /** Shows the game's own choices. */
  show() {
    byId("board-choice", HTMLSelectElement).value = this.#game.origin.board;
    byId("start-choice", HTMLSelectElement).value = this.#game.origin.start ?? "given";
    choose("scoring", this.#game.scoring);
  }

  #anew() {
    const start = byId("start-choice", HTMLSelectElement).value;
    const board = byId("board-choice", HTMLSelectElement).value;
    const parameters = new URLSearchParams({ board, start: start === "given" ? "othello" : start, scoring: this.#game.scoring });
    if (this.#isEditing()) parameters.set("edit", "1");
    void this.#open(parameters);
  }

  /** @param {string} scoring */
  #rescored(scoring) {
    const parameters = this.#game.parameters();
    parameters.set("scoring", scoring);
    void this.#open(parameters);
  }
}
