// An opponent to play against.

import { ask, type Player, type Reply, type Side } from "./api";
import { byId, html } from "./dom";
import type { Game } from "./state";

/** The least time for an answer, so that the person can see what happens. */
const LEAST_MS = 450;

export class Opponent {
  private thinking: AbortController | null = null;

  constructor(
    private readonly game: Game,
    private readonly play: (move: string) => void,
    private readonly changed: () => void,
    private readonly failed: (sentence: string) => void,
  ) {
    for (const id of ["opponent", "opponent-side"]) {
      byId(id).addEventListener("change", () => {
        this.describe();
        this.changed();
      });
    }
  }

  private get name(): string {
    return byId<HTMLSelectElement>("opponent").value;
  }

  private get side(): Side {
    return byId<HTMLSelectElement>("opponent-side").value === "X" ? "X" : "O";
  }

  /** Whether the opponent moves in the shown position. */
  get isToMove(): boolean {
    const isOver = this.game.record(this.game.ply.position)?.over ?? false;
    return this.name !== "" && this.game.isAtEnd && this.game.ply.side === this.side && !isOver;
  }

  /** Fills the list. */
  async install(): Promise<void> {
    const players = await ask<Player[]>("/api/players");
    const select = byId<HTMLSelectElement>("opponent");
    for (const player of players) {
      const option = html("option", { value: player.name }, player.title);
      option.dataset["about"] = player.about;
      select.append(option);
    }
    this.describe();
  }

  private describe(): void {
    const chosen = byId<HTMLSelectElement>("opponent").selectedOptions[0];
    byId("opponent-about").textContent = chosen?.dataset["about"] ?? "You move for both sides.";
    byId<HTMLSelectElement>("opponent-side").disabled = this.name === "";
  }

  /** Stops thinking. */
  stop(): void {
    this.thinking?.abort();
    this.thinking = null;
    byId("thinking").hidden = true;
  }

  /** Answers if it is its turn. */
  async turn(): Promise<void> {
    this.stop();
    if (!this.isToMove) return;
    const thinking = new AbortController();
    this.thinking = thinking;
    byId("thinking").hidden = false;
    const pause = new Promise((resolve) => setTimeout(resolve, LEAST_MS));
    try {
      const query = this.game.query(this.game.ply.position, { player: this.name });
      const reply = await ask<Reply>("/api/play", query, thinking.signal);
      await pause;
      // Another part of the page asks about the position's moves; that may arrive after the reply.
      while (!thinking.signal.aborted && !this.game.record(this.game.ply.position)) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      if (thinking.signal.aborted) return;
      this.stop();
      if (reply.move) this.play(reply.move);
    } catch (error) {
      if (thinking.signal.aborted) return;
      this.stop();
      this.failed(error instanceof Error ? error.message : String(error));
    }
  }
}
