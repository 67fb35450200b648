// Addresses of the pages: below the root of a server, or files in a folder that may lie anywhere.

/** Whether the page has no server and solves by itself: scripts/static-page says so in the head of what it makes. */
export const isAlone = (/** @type {HTMLMetaElement | null} */ (document.querySelector('meta[name="explorer"]')))?.content === "alone";

/**
 * The explorer's address with this query.
 * @param {URLSearchParams} query
 */
export function explorerAt(query) {
  return `${isAlone ? "index.html" : "/"}?${query}`;
}

/**
 * The address of the list of boards with this query.
 * @param {URLSearchParams} query
 */
export function boardsAt(query) {
  const page = isAlone ? "boards.html" : "/boards";
  return query.size > 0 ? `${page}?${query}` : page;
}

/**
 * A game's own page among the boards.
 * @param {string} name
 */
export function gameAt(name) {
  return isAlone ? `game.html?game=${name}` : `/boards/${name}`;
}

/** The name of the game that this page is about; empty if there is none. */
export function nameHere() {
  if (isAlone) return new URLSearchParams(location.search).get("game") ?? "";
  return /^\/[a-z]+\/([^/]+)$/.exec(location.pathname)?.[1] ?? "";
}

/**
 * The address of this page with a ply of its game; without one for ply 0.
 * @param {number} ply
 */
export function hereAt(ply) {
  const query = new URLSearchParams(location.search);
  if (ply === 0) query.delete("ply");
  else query.set("ply", String(ply));
  return query.size > 0 ? `${location.pathname}?${query}` : location.pathname;
}
