// An opponent to play against.

/**
 * @import { Side } from "./api.js"
 * @import { Page } from "./state.js"
 */

import { ask } from "./api.js";
import { byId, html, said } from "./dom.js";
import { store, stored } from "./stored.js";

/** The least time for an answer, so that the person can see what happens. */
const LEAST_MS = 450;
/** The choices, which a tab keeps when its page is loaded again. */
const CHOICES = ["opponent", "opponent-side"];

export class Opponent {
  /** @type {AbortController | null} */
  #thinking = null;
  #page;
  #game;
  #play;

  /**
   * @param {Page} page
   * @param {(move: string) => void} play
   */
  constructor(page, play) {
    this.#page = page;
    this.#game = page.game;
    this.#play = play;
    for (const id of CHOICES) {
      const choice = byId(id, HTMLSelectElement);
      choice.addEventListener("change", () => {
        store(id, choice.value, "sessionStorage");
        this.#describe();
        this.#page.arrived();
      });
    }
  }

  get #name() {
    return byId("opponent", HTMLSelectElement).value;
  }

  /** @returns {Side} */
  get #side() {
    return byId("opponent-side", HTMLSelectElement).value === "X" ? "X" : "O";
  }

  /** Whether the opponent moves in the shown position. */
  get isToMove() {
    const isOver = this.#game.record(this.#game.ply.position)?.over ?? false;
    return this.#name !== "" && this.#game.isAtEnd && this.#game.ply.side === this.#side && !isOver;
  }

  /** Fills the list, and chooses what this tab has kept. */
  async install() {
    const players = await ask("/api/players");
    const select = byId("opponent", HTMLSelectElement);
    for (const [index, { name, title, about, loses }] of players.entries()) {
      const option = html("option", { value: name }, `Level ${index + 1}: ${title}`);
      option.dataset["about"] = loses > 0 ? `${about} Gives away ${loses.toFixed(1)} discs a move on 6x6.` : about;
      select.append(option);
    }
    for (const id of CHOICES) {
      const kept = stored(id, "sessionStorage");
      const choice = byId(id, HTMLSelectElement);
      if ([...choice.options].some((option) => option.value === kept)) choice.value = kept ?? "";
    }
    this.#describe();
  }

  #describe() {
    const chosen = byId("opponent", HTMLSelectElement).selectedOptions[0];
    byId("opponent-about").textContent = chosen?.dataset["about"] ?? "You move for both sides.";
    byId("opponent-side", HTMLSelectElement).disabled = this.#name === "";
  }

  /** Stops thinking. */
  stop() {
    this.#thinking?.abort();
    this.#thinking = null;
    byId("thinking").hidden = true;
  }

  /** Answers if it is its turn. */
  async turn() {
    this.stop();
    if (!this.isToMove) return;
    const thinking = new AbortController();
    this.#thinking = thinking;
    byId("thinking").hidden = false;
    const pause = new Promise((resolve) => setTimeout(resolve, LEAST_MS));
    try {
      const query = this.#game.query(this.#game.ply.position, { player: this.#name });
      const reply = await ask("/api/play", query, thinking.signal);
      await pause;
      // Another part of the page asks about the position's moves; that may arrive after the reply.
      while (!thinking.signal.aborted && !this.#game.record(this.#game.ply.position)) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      if (thinking.signal.aborted) return;
      this.stop();
      if (reply.move) this.#play(reply.move);
    } catch (error) {
      if (thinking.signal.aborted) return;
      this.stop();
      this.#page.complain(said(error));
    }
  }
}
