"""The pages of docs/results: people write their sentences, programs the marked blocks between them."""

import re

from .solving import REPOSITORY

FOLDER = REPOSITORY / "docs" / "results"
SUMMARY = REPOSITORY / "RESULTS.md"
#: A block that a program writes. That of `scripts/fuzz` has markers of its own.
BLOCK = re.compile(r"<!-- table: (?P<name>[\w-]+) -->\n(?P<text>.*?)<!-- end -->|<!-- scripts/fuzz: begin -->\n.*?<!-- scripts/fuzz: end -->",
                   re.DOTALL)
#: A link to a file, relative to the root of the repository.
LINK = re.compile(r"\]\((?!#|\.\./|\w+:)")


def written():
    """The text of every page by its name."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.md"))}


def blocks(text):
    """The contents of a page's blocks by their names."""
    return {match["name"]: match["text"].strip() for match in BLOCK.finditer(text) if match["name"]}


def fitted(text):
    """A block's text with its links as they are from the folder of the pages."""
    return LINK.sub("](../../", text.strip()).replace("](../../docs/results/", "](")


def replaced(text, new):
    """A page with new contents of some of its blocks, given by name."""

    def block(match):
        name = match["name"]
        return f"<!-- table: {name} -->\n{fitted(new[name])}\n<!-- end -->" if name in new else match.group()

    return BLOCK.sub(block, text)


def write(new):
    """Writes blocks into the pages that have them. A block that no page has is printed: a person decides where it belongs."""
    texts = written()
    for name, text in texts.items():
        (FOLDER / f"{name}.md").write_text(replaced(text, new), encoding="utf-8")
    placed = {name for text in texts.values() for name in blocks(text)}
    for name in new.keys() - placed:
        print(f"no page has a block {name}:\n\n{new[name]}")
