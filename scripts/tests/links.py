"""What the documents point to must exist: files behind links, and paths in backquotes that begin with a folder of the root."""

import pathlib
import re
import subprocess
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
PATH = re.compile(r"`((?:[\w.-]+/)+[\w.-]+)`")


def missing(document, folders):
    """The targets of a document that are not there."""
    text = document.read_text(encoding="utf-8")
    links = [link for link in LINK.findall(text) if "://" not in link]
    paths = [path for path in PATH.findall(text) if path.partition("/")[0] in folders]
    return [link for link in links if not (document.parent / link).exists()] + [
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
