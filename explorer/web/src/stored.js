// What the browser keeps for this page.

/**
 * What was kept under a name. A browser that stores nothing for this page may throw.
 * @param {string} name
 * @returns {string | null}
 */
export function stored(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * Keeps a text under a name.
 * @param {string} name
 * @param {string} text
 */
export function store(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    // Then it holds until the page is left.
  }
}
