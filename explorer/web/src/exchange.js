// Games and positions as text and files: in by pasting, dropping and choosing, out as links, text and pictures.

/**
 * @import { Query } from "./backend.js"
 * @import { FoundRecord as Found } from "./records.js"
 * @import { Page } from "./state.js"
 */

import { send, textOf } from "./api.js";
import { byId, html, said } from "./dom.js";
import { positionFigure, standalone } from "./figure.js";

/** The boards of most transcripts. */
const USUAL = ["8x8", "6x6"];

export class Exchange {
  /** @type {Found[]} */
  #found = [];
  #page;
  #game;

  /** @param {Page} page */
  constructor(page) {
    const { game } = page;
    this.#page = page;
    this.#game = game;
    byId("paste-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#read(byId("paste", HTMLTextAreaElement).value);
    });
    const file = byId("file", HTMLInputElement);
    file.addEventListener("change", () => {
      if (file.files?.[0]) void this.#readFile(file.files[0]);
      file.value = "";
    });
    byId("found").addEventListener("change", () => void this.#choose(Number(byId("found", HTMLSelectElement).value)));
    byId("copy-link").addEventListener("click", () => void this.#copy(new URL(game.address(), location.href).href, "Link copied"));
    byId("copy-moves").addEventListener("click", () => void this.#copy(game.moves.slice(0, game.cursor).join(" "), "Moves copied"));
    byId("save-picture").addEventListener("click", () => this.#savePicture());
    this.#takeDrops();
  }

  /** Shows what can be had of the shown position. */
  show() {
    const { origin, scoring, moves, cursor } = this.#game;
    const query = new URLSearchParams({ ...this.#game.begin, scoring, moves: moves.slice(0, cursor).join("") });
    const name = `${origin.board}-${origin.start ?? "position"}-${cursor}`;
    for (const [id, path, ending] of /** @type {const} */ ([["save-ggf", "/api/game.ggf", "ggf"], ["save-obf", "/api/position.obf", "obf"]])) {
      const link = byId(id, HTMLAnchorElement);
      link.href = `${path}?${query}`;
      link.download = `${name}.${ending}`;
      link.onclick = (event) => {
        const text = textOf(path, Object.fromEntries(query));
        if (!text) return;
        event.preventDefault();
        text.then((whole) => save(link.download, whole, "text/plain")).catch((/** @type {unknown} */ error) => this.#page.complain(String(error)));
      };
    }
    byId("copy-moves", HTMLButtonElement).disabled = cursor === 0;
  }

  #takeDrops() {
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      const file = event.dataTransfer?.files[0];
      const text = event.dataTransfer?.getData("text/plain");
      if (!file && target.closest("textarea, input")) return;
      event.preventDefault();
      if (file) void this.#readFile(file);
      else if (text) void this.#read(text);
    });
  }

  /** @param {File} file */
  async #readFile(file) {
    if (/\.wtb$/i.test(file.name)) this.#page.complain("WTHOR files hold thousands of games and are not read here: solve problems --source file:PATH reads them.");
    else await this.#read(await file.text());
  }

  /**
   * Has the server read a text, and opens what it holds.
   * @param {string} text
   */
  async #read(text) {
    const found = await foundIn(text, this.#game.begin).catch((/** @type {unknown} */ error) => this.#page.complain(said(error)));
    if (!found) return;
    this.#found = found;
    const select = byId("found", HTMLSelectElement);
    select.replaceChildren(...this.#found.map((one, index) => html("option", { value: index }, told(one, index))));
    byId("found-box").hidden = this.#found.length < 2;
    if (await this.#choose(0)) byId("paste", HTMLTextAreaElement).value = "";
  }

  /** @param {number} index */
  async #choose(index) {
    const one = this.#found[index];
    if (!one) return false;
    /** @type {Query} */
    const query = { board: one.board, scoring: this.#game.scoring };
    if (one.start) query["start"] = one.start;
    else query["position"] = one.position ?? "";
    if (one.moves) query["moves"] = one.moves.replaceAll(" ", "");
    return this.#page.open(new URLSearchParams(query), "new");
  }

  /**
   * @param {string} text
   * @param {string} done
   */
  async #copy(text, done) {
    const told = byId("shared");
    try {
      await navigator.clipboard.writeText(text);
      told.textContent = done;
    } catch {
      // Browsers give access to the clipboard only to pages from an encrypted connection or from this machine.
      byId("paste", HTMLTextAreaElement).value = text;
      byId("paste", HTMLTextAreaElement).select();
      told.textContent = "Copy it from the field below";
    }
    setTimeout(() => (told.textContent = ""), 4000);
  }

  #savePicture() {
    const { origin, ply, cursor } = this.#game;
    const picture = standalone(positionFigure(origin.board, ply.position, ply.move));
    save(`${origin.board}-${cursor}.svg`, picture, "image/svg+xml");
  }
}

/**
 * The games and positions in a text. Moves name no board: those that make no sense on the one shown are of a usual one.
 * @param {string} text
 * @param {Query} begin Where the game shown begins.
 * @returns {Promise<Found[]>}
 */
async function foundIn(text, begin) {
  try {
    return (await send("/api/read", { text, ...begin })).found;
  } catch (error) {
    for (const board of USUAL) {
      const read = await send("/api/read", { text, board }).catch(() => null);
      if (read && read.faults.length === 0) return read.found;
    }
    throw error;
  }
}

/**
 * Offers a file for download.
 * @param {string} name
 * @param {string} text
 * @param {string} type
 */
function save(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  html("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * An entry in the list of games to choose from.
 * @param {Found} game
 * @param {number} index
 */
function told({ title, board, moves }, index) {
  const plies = moves ? moves.split(" ").length : 0;
  const what = plies > 0 ? `${plies} plies on ${board}` : `position on ${board}`;
  return `${index + 1}. ${title ? `${title}, ` : ""}${what}`;
}
