// Dark or light: what the system says, until the person says otherwise.

import { byId } from "./dom";

const KEY = "theme";

function wanted(): "dark" | "light" {
  const kept = localStorage.getItem(KEY);
  if (kept === "dark" || kept === "light") return kept;
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
    localStorage.setItem(KEY, wanted() === "dark" ? "light" : "dark");
    apply();
  });
}
