// Dark or light: as the system says, until the person chooses.

import { byId, said } from "./dom.js";
import { store, stored } from "./stored.js";

const KEY = "theme";

/** @type {"dark" | "light" | null} What the person has chosen on this page. */
let chosen = null;

/** @returns {"dark" | "light"} */
function wanted() {
  const theme = chosen ?? stored(KEY);
  if (theme === "dark" || theme === "light") return theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function apply() {
  const theme = wanted();
  document.documentElement.dataset["theme"] = theme;
  const button = byId("theme");
  button.setAttribute("aria-pressed", String(theme === "dark"));
}

/** Wires the button of the header. */
export function installTheme() {
  apply();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", apply);
  byId("theme").addEventListener("click", () => {
    chosen = wanted() === "dark" ? "light" : "dark";
    store(KEY, chosen);
    apply();
  });
}

/**
 * Begins a page for reading, and says in its lead why it cannot be shown.
 * @param {() => Promise<void>} show
 */
export async function begin(show) {
  installTheme();
  try {
    await show();
  } catch (error) {
    byId("lead").textContent = said(error);
  }
}
