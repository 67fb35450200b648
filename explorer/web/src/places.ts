// Where the pages are: below the root of a server, or files in a folder that lies anywhere.

/** Whether the page has no server and solves by itself: what scripts/static-page makes says so in its head. */
export const isAlone = document.querySelector<HTMLMetaElement>('meta[name="explorer"]')?.content === "alone";

/** The explorer with what its address holds. */
export function explorerAt(query: URLSearchParams): string {
  return `${isAlone ? "index.html" : "/"}?${query}`;
}

/** The table of the atlas with what its address holds. */
export function atlasAt(query: URLSearchParams): string {
  const page = isAlone ? "atlas.html" : "/atlas";
  return query.size > 0 ? `${page}?${query}` : page;
}

/** A game's own page in the atlas or among the boards. */
export function gameAt(folder: "atlas" | "boards", name: string): string {
  if (!isAlone) return `/${folder}/${name}`;
  return `${folder === "atlas" ? "game" : "boards"}.html?game=${name}`;
}

/** The name of the game whose page this is; empty where it is that of none. */
export function nameHere(): string {
  if (isAlone) return new URLSearchParams(location.search).get("game") ?? "";
  return /^\/[a-z]+\/([^/]+)$/.exec(location.pathname)?.[1] ?? "";
}

/** The address of this page with a ply of its game, or without. */
export function hereAt(ply: number): string {
  const query = new URLSearchParams(location.search);
  if (ply === 0) query.delete("ply");
  else query.set("ply", String(ply));
  return query.size > 0 ? `${location.pathname}?${query}` : location.pathname;
}
