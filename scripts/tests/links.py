"""Checks that what the documents point to exists: files and headings behind links, and paths in backquotes that begin with a
folder of the root."""

import pathlib
import re
import subprocess
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)")
PATH = re.compile(r"`((?:[\w.-]+/)+[\w.-]+)`")
FENCE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
HEADING = re.compile(r"^#+ +(.*?)\s*$", re.MULTILINE)


def anchors(text):
    """The anchors of a document's headings, as GitHub makes them: lower case, no punctuation, hyphens for spaces."""
    found = {}
    for heading in HEADING.findall(FENCE.sub("", text)):
        shown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        anchor = re.sub(r"[^\w\- ]", "", shown.lower()).replace(" ", "-")
        found[anchor] = found.get(anchor, -1) + 1
        if found[anchor]:
            found[f"{anchor}-{found[anchor]}"] = 0
    return set(found)


def is_missing(document, file, anchor):
    """Whether a link of a document is broken."""
    target = document.parent / file if file else document
    if not target.exists():
        return True
    return bool(anchor) and target.suffix == ".md" and anchor not in anchors(target.read_text(encoding="utf-8"))


def missing(document, folders):
    """The missing targets of a document."""
    text = document.read_text(encoding="utf-8")
    links = [(file, anchor) for file, anchor in LINK.findall(text) if "://" not in file and (file or anchor)]
    paths = [path for path in PATH.findall(text) if path.partition("/")[0] in folders]
    return [f"{file}#{anchor}".rstrip("#") for file, anchor in links if is_missing(document, file, anchor)] + [
        path for path in paths if not (REPOSITORY / path).exists()
    ]


def main():
    listed = subprocess.run(["git", "ls-files"], cwd=REPOSITORY, stdout=subprocess.PIPE, text=True, check=True).stdout.split("\n")
    folders = {name.partition("/")[0] for name in listed if "/" in name}
    documents = [REPOSITORY / name for name in listed if name.endswith(".md")]
    found = [(document, target) for document in documents for target in missing(document, folders)]
    for document, target in found:
        print(f"{document.relative_to(REPOSITORY)}: {target} is not there", file=sys.stderr)
    print(f"{len(documents)} documents: {len(found)} targets are missing")
    return 1 if found or not documents else 0


if __name__ == "__main__":
    sys.exit(main())
