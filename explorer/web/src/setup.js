// The choice of board, start and scoring.

/** @import { Page } from "./state.js" */

import { byId, choose, html, radios } from "./dom.js";
import { allBoards, shape } from "./geometry.js";

/** Boards that the list offers first. */
const USUAL = ["4x4", "4x5", "4x6", "5x5", "4x8", "5x6", "4x10", "6x6", "4x12", "6x7", "8x8"];

/** Fills the list of boards. */
function fill() {
  const group = (/** @type {string} */ label, /** @type {string[]} */ boards) => {
    const options = boards.map((board) => html("option", { value: board }, board.replace("x", " × ")));
    return html("optgroup", { label }, ...options);
  };
  const all = allBoards().sort((one, two) => shape(one).squares - shape(two).squares);
  byId("board-choice").append(group("Usual boards", USUAL), group("All boards", all.filter((board) => !USUAL.includes(board))));
}

/**
 * Wires the choices, and returns what shows those of the game.
 * @param {Page} page
 * @param {() => boolean} isEditing
 */
export function installSetup({ game, open }, isEditing) {
  const [board, start] = [byId("board-choice", HTMLSelectElement), byId("start-choice", HTMLSelectElement)];
  const anew = () => {
    const parameters = new URLSearchParams({ board: board.value, start: start.value === "given" ? "othello" : start.value, scoring: game.scoring });
    if (isEditing()) parameters.set("edit", "1");
    void open(parameters, "new");
  };
  fill();
  for (const choice of [board, start]) choice.addEventListener("change", anew);
  for (const input of radios("scoring")) {
    input.addEventListener("change", () => {
      const parameters = game.parameters();
      parameters.set("scoring", input.value);
      void open(parameters, "new");
    });
  }
  return () => {
    board.value = game.origin.board;
    start.value = game.origin.start ?? "given";
    choose("scoring", game.scoring);
  };
}
