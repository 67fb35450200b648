// src/dom.ts
function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

// src/stored.ts
function stored(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
function store(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
  }
}

// src/theme.ts
var KEY = "theme";
var said = null;
function say(theme) {
  said = theme;
  store(KEY, theme);
}
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
