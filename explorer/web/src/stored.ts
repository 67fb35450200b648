// What the browser keeps for this page.

/** What was kept under a name. A browser that stores nothing for this page may throw. */
export function stored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a text under a name. */
export function store(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // Then it holds until the page is left.
  }
}
