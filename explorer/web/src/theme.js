// Dark or light: as the system says, until the person chooses.

import { byId } from "./dom.js";
import { store, stored } from "./stored.js";

const KEY = "theme";

/** @type {"dark" | "light" | null} What the person has chosen on this page. */
let said = null;

/** @param {"dark" | "light"} theme */
function say(theme) {
  said = theme;
  store(KEY, theme);
}

/** @returns {"dark" | "light"} */
function wanted() {
  const theme = said ?? stored(KEY);
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
    say(wanted() === "dark" ? "light" : "dark");
    apply();
  });
}
