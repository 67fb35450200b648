// What the browser keeps for this page.

/** @typedef {"localStorage" | "sessionStorage"} Where For good, or for this tab only. */

/**
 * What was kept under a name. A browser that stores nothing for this page may throw.
 * @param {string} name
 * @param {Where} [where]
 * @returns {string | null}
 */
export function stored(name, where = "localStorage") {
  try {
    return window[where].getItem(name);
  } catch {
    return null;
  }
}

/**
 * Keeps a text under a name.
 * @param {string} name
 * @param {string} text
 * @param {Where} [where]
 */
export function store(name, text, where = "localStorage") {
  try {
    window[where].setItem(name, text);
  } catch {
    // Then it holds until the page is left.
  }
}
