// src/dom.ts
function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

// src/theme.ts
var KEY = "theme";
var said = null;
function kept() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
function say(theme) {
  said = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
  }
}
function wanted() {
  const theme = said ?? kept();
  if (theme === "dark" || theme === "light") return theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
function apply() {
  const theme = wanted();
  document.documentElement.dataset["theme"] = theme;
  const button = byId("theme");
  button.setAttribute("aria-pressed", String(theme === "dark"));
}
function installTheme() {
  apply();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", apply);
  byId("theme").addEventListener("click", () => {
    say(wanted() === "dark" ? "light" : "dark");
    apply();
  });
}

// src/missing.ts
installTheme();
