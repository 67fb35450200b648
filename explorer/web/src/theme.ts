// Dark or light: as the system says, until the person chooses.

import { byId } from "./dom";
import { store, stored } from "./stored";

const KEY = "theme";

/** What the person has chosen on this page. */
let said: "dark" | "light" | null = null;

function say(theme: "dark" | "light"): void {
  said = theme;
  store(KEY, theme);
}

function wanted(): "dark" | "light" {
  const theme = said ?? stored(KEY);
  if (theme === "dark" || theme === "light") return theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function apply(): void {
  const theme = wanted();
  document.documentElement.dataset["theme"] = theme;
  const button = byId("theme");
  button.setAttribute("aria-pressed", String(theme === "dark"));
}

/** Wires the button of the header. */
export function installTheme(): void {
  apply();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", apply);
  byId("theme").addEventListener("click", () => {
    say(wanted() === "dark" ? "light" : "dark");
    apply();
  });
}
