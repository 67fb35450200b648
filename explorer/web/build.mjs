// Builds the page into a folder; with --check compares what it would build with dist/ instead.
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";

const ENTRIES = ["explore", "boards", "atlas", "game", "campaigns", "missing", "worker", "module"];
const COPIED = ["index.html", "boards.html", "atlas.html", "game.html", "campaigns.html", "missing.html", "style.css", "plain.css", "favicon.svg"];
const KEPT = [...ENTRIES.map((name) => `${name}.js`), ...COPIED, "sources.sha256"];

// One hash of all that the page is made of, so that a test without Node can tell whether dist/ is older than src/.
function sources() {
  const files = readdirSync("src").sort().map((name) => `src/${name}`);
  const hash = createHash("sha256");
  for (const file of [...files, "build.mjs", "package-lock.json", "tsconfig.json"]) {
    hash.update(`${file}\n`).update(readFileSync(file));
  }
  return `${hash.digest("hex")}\n`;
}

async function buildInto(folder) {
  await build({
    entryPoints: ENTRIES.map((name) => `src/${name}.ts`),
    outdir: folder,
    bundle: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    logLevel: "warning",
  });
  for (const name of COPIED) cpSync(`src/${name}`, join(folder, name));
  writeFileSync(join(folder, "sources.sha256"), sources());
}

if (process.argv[2] === "--check") {
  const folder = mkdtempSync(join(tmpdir(), "page-"));
  await buildInto(folder);
  const differs = KEPT.filter((name) => !readFileSync(join(folder, name)).equals(readFileSync(join("dist", name))));
  rmSync(folder, { recursive: true });
  if (differs.length > 0) {
    console.error(`explorer/web/dist is not what the sources give (${differs.join(", ")}): run npm run build there`);
    process.exit(1);
  }
} else {
  await buildInto(process.argv[2] ?? "dist");
}
