// Games and positions as text and files: in by pasting, dropping and choosing, out as links, text and pictures.

import { send, textOf, type Found, type Query, type TextQuery } from "./api";
import { byId, html } from "./dom";
import { positionFigure, standalone } from "./figure";
import type { Game } from "./state";

export class Exchange {
  private found: Found[] = [];

  constructor(
    private readonly game: Game,
    private readonly open: (parameters: URLSearchParams) => Promise<boolean>,
    private readonly failed: (sentence: string) => void,
  ) {
    byId("paste-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.read(byId<HTMLTextAreaElement>("paste").value);
    });
    const file = byId<HTMLInputElement>("file");
    file.addEventListener("change", () => {
      if (file.files?.[0]) void this.readFile(file.files[0]);
      file.value = "";
    });
    byId("found").addEventListener("change", () => void this.choose(Number(byId<HTMLSelectElement>("found").value)));
    byId("copy-link").addEventListener("click", () => void this.copy(new URL(game.address(), location.href).href, "Link copied"));
    byId("copy-moves").addEventListener("click", () => void this.copy(game.moves.slice(0, game.cursor).join(" "), "Moves copied"));
    byId("save-picture").addEventListener("click", () => this.savePicture());
    this.takeDrops();
  }

  /** Shows what can be had of the shown position. */
  show(): void {
    const { origin, scoring, moves, cursor } = this.game;
    const query = new URLSearchParams({ board: origin.board, scoring, moves: moves.slice(0, cursor).join("") });
    if (origin.start) query.set("start", origin.start);
    else query.set("position", origin.position ?? "");
    const name = `${origin.board}-${origin.start ?? "position"}-${cursor}`;
    for (const [id, path, ending] of [["save-ggf", "/api/game.ggf", "ggf"], ["save-obf", "/api/position.obf", "obf"]] as const) {
      const link = byId<HTMLAnchorElement>(id);
      link.href = `${path}?${query}`;
      link.download = `${name}.${ending}`;
      link.onclick = (event) => {
        const text = textOf(path, Object.fromEntries(query));
        if (!text) return;
        event.preventDefault();
        text.then((whole) => save(link.download, whole, "text/plain")).catch((error: unknown) => this.failed(String(error)));
      };
    }
    byId<HTMLButtonElement>("copy-moves").disabled = cursor === 0;
  }

  private takeDrops(): void {
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      const target = event.target as HTMLElement;
      const file = event.dataTransfer?.files[0];
      const text = event.dataTransfer?.getData("text/plain");
      if (!file && target.closest("textarea, input")) return;
      event.preventDefault();
      if (file) void this.readFile(file);
      else if (text) void this.read(text);
    });
  }

  private async readFile(file: File): Promise<void> {
    if (/\.wtb$/i.test(file.name)) this.failed("WTHOR files hold thousands of games and are not read here: solve problems --source file:PATH reads them.");
    else await this.read(await file.text());
  }

  /** Has the server read a text, and opens what it holds. */
  private async read(text: string): Promise<void> {
    const { board, start, position } = this.game.origin;
    const asked: TextQuery = { text, board, ...(start ? { start } : { position: position ?? "" }) };
    try {
      this.found = (await send<{ found: Found[] }>("/api/read", asked)).found;
    } catch (error) {
      this.failed(error instanceof Error ? error.message : String(error));
      return;
    }
    const select = byId<HTMLSelectElement>("found");
    select.replaceChildren(...this.found.map((one, index) => html("option", { value: index }, told(one, index))));
    byId("found-box").hidden = this.found.length < 2;
    if (await this.choose(0)) byId<HTMLTextAreaElement>("paste").value = "";
  }

  private async choose(index: number): Promise<boolean> {
    const one = this.found[index];
    if (!one) return false;
    const query: Query = { board: one.board, scoring: this.game.scoring };
    if (one.start) query["start"] = one.start;
    else query["position"] = one.position ?? "";
    if (one.moves) query["moves"] = one.moves.replaceAll(" ", "");
    return this.open(new URLSearchParams(query));
  }

  private async copy(text: string, done: string): Promise<void> {
    const told = byId("shared");
    try {
      await navigator.clipboard.writeText(text);
      told.textContent = done;
    } catch {
      // Browsers give access to the clipboard only to pages from an encrypted connection or from this machine.
      byId<HTMLTextAreaElement>("paste").value = text;
      byId<HTMLTextAreaElement>("paste").select();
      told.textContent = "Copy it from the field below";
    }
    setTimeout(() => (told.textContent = ""), 4000);
  }

  private savePicture(): void {
    const { origin, ply, cursor } = this.game;
    const picture = standalone(positionFigure(origin.board, ply.position, ply.move));
    save(`${origin.board}-${cursor}.svg`, picture, "image/svg+xml");
  }
}

/** Offers a file for download. */
function save(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  html("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** An entry in the list of games to choose from. */
function told({ title, board, moves }: Found, index: number): string {
  const plies = moves ? moves.split(" ").length : 0;
  const what = plies > 0 ? `${plies} plies on ${board}` : `position on ${board}`;
  return `${index + 1}. ${title ? `${title}, ` : ""}${what}`;
}
