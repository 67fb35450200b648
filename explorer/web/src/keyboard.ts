// Keys that work anywhere on the page, unless something is being typed.

/** What a key does. */
export type Keys = Record<string, () => unknown>;

/** Listens to keys. */
export function installKeys(keys: Keys): void {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target as HTMLElement;
    if (target.closest("input, textarea, select")) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
