"""Makes the explorer's page stand alone: a folder of static files, in which a worker solves and no server is needed.

    python3 -B scripts/static_page.py WASM DIST

WASM is the module of explorer/wasm; DIST is empty or missing. `scripts/static-page` builds the module and calls this.
"""

import re
import shutil
import sys
import tempfile
from pathlib import Path

from releasing import notices

REPOSITORY = Path(__file__).resolve().parent.parent
PAGE = REPOSITORY / "explorer/web/src"

# Campaigns and the API need a server.
PAGES = ["index.html", "boards.html", "game.html"]
COPIED = ["style.css", "favicon.svg"]

# Only these files may run or load, whatever the server's headers say.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; "
    "style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'"
)
HEAD = f"""<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<meta name="referrer" content="no-referrer">
<meta name="explorer" content="alone">
"""

NEEDS_SCRIPTS = '<p class="notice wrong">This page needs JavaScript: your browser solves.</p>'
# Texts about a server, each with its replacement; each occurs on at least one page.
WORDS = [
    (r'<noscript>(?!<p)<link[^>]*></noscript>\n', ""),
    (r"<noscript>.*?</noscript>", f"<noscript>{NEEDS_SCRIPTS}</noscript>"),
    (r' <a href="/campaigns"[^>]*>Campaigns</a>', ""),
    (r"Asking the server …", "Loading the solver …"),
    (
        r"<!-- alone -->",
        '<p class="quiet keys">This page has no server: your browser solves, with one thread and little memory. Tables, '
        "campaigns and large boards need the program itself, solve explore.</p>",
    ),
]
ADDRESSES = {"/": "index.html", "/boards": "boards.html", "/api/game.ggf": "#", "/api/position.obf": "#"}


def address(match):
    """An address below the server's root, rewritten relative to the page."""
    attribute, path = match.groups()
    return f'{attribute}="{ADDRESSES.get(path, path.removeprefix("/"))}"'


def alone(text):
    """A page that needs no server."""
    for pattern, words in WORDS:
        text = re.sub(pattern, lambda _, words=words: words, text, flags=re.DOTALL)
    text = re.sub(r'(href|src)="(/[^"]*)"', address, text)
    return text.replace('<meta charset="utf-8">\n', f'<meta charset="utf-8">\n{HEAD}', 1)


def fill(folder, wasm):
    """Writes the files."""
    pages = {name: (PAGE / name).read_text(encoding="utf-8") for name in PAGES}
    for pattern, _ in WORDS:
        if not any(re.search(pattern, text, flags=re.DOTALL) for text in pages.values()):
            sys.exit(f"scripts/static_page.py: no page says {pattern!r} any more")
    for name, text in pages.items():
        (folder / name).write_text(alone(text), encoding="utf-8")
    for file in [*(PAGE / name for name in COPIED), *PAGE.glob("*.js")]:
        shutil.copyfile(file, folder / file.name)
    for name in ["atlas.json", "known.txt"]:
        shutil.copyfile(REPOSITORY / "data" / name, folder / name)
    shutil.copyfile(wasm, folder / "explorer.wasm")
    notices.put(folder, notices.PAGE)


def main(wasm, dist):
    """Makes the folder, which appears whole or not at all."""
    dist = Path(dist)
    if dist.exists() and (not dist.is_dir() or any(dist.iterdir())):
        sys.exit(f"{dist} is not empty")
    dist.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".unfinished-", dir=dist.parent) as place:
        folder = Path(place) / "page"
        folder.mkdir()
        fill(folder, wasm)
        folder.replace(dist)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
