"""The pages of docs/results: which section is on which page, and in which order.

A section is the text between its two markers. A page with a single section has that section's heading as its title.
"""

import re
from typing import NamedTuple

from .solving import REPOSITORY

FOLDER = REPOSITORY / "docs" / "results"
#: Sections with markers other than `scripts/reproduce NAME`.
MARKERS = {"fuzz": "scripts/fuzz", "hand": "by hand"}
#: A link to a file, relative to the root of the repository.
LINK = re.compile(r"\]\((?!#|\.\./|\w+:)")


class Page(NamedTuple):
    """A page: its title if it has several sections, and their names in order."""

    title: str
    sections: tuple


PAGES = {
    "boards": Page("Boards and perfect games", ("paper", "games", "figures")),
    "atlas": Page("", ("atlas",)),
    "book": Page("", ("book",)),
    "speed": Page("", ("speed",)),
    "evaluation": Page("", ("evaluation",)),
    "certificates": Page("", ("certificates",)),
    "tablebases": Page("Tablebases and counts", ("exhaustive", "counts")),
    "tables": Page("Tables, kills and faults", ("tables", "kills", "fuzz")),
    "problem-sets": Page("", ("problems",)),
    "searches": Page("", ("searches",)),
    "mcts": Page("", ("mcts",)),
    "uct-plus": Page("UCT+", ("decays", "scales", "early", "nodes")),
    "uctbreak": Page("", ("breaks",)),
    "votes": Page("Votes of many trees", ("votes", "likeness", "votegames", "treegames")),
    "leaf-parallel": Page("Leaf parallel search", ("leaves", "leafgames", "schemes")),
    "tds": Page("", ("tds",)),
    "shared-positions": Page("", ("graphs",)),
    "campaigns": Page("Solving a board in many jobs", ("campaign", "drivers", "simulation")),
    "6x8": Page("Who wins 6x8?", ("hand", "ledgers", "trees")),
    "explorer": Page("The explorer", ("explorer", "wasm")),
    "python": Page("", ("python",)),
}


def page_of(section):
    """The name of the page that has a section."""
    return next(name for name, page in PAGES.items() if section in page.sections)


def path(name):
    """The file of a page."""
    return FOLDER / f"{name}.md"


def written():
    """The text of every page that exists, by name and in the order of `PAGES`."""
    return {name: path(name).read_text(encoding="utf-8") for name in PAGES if path(name).exists()}


def markers(section):
    """The markers before and after a section."""
    marker = MARKERS.get(section, f"scripts/reproduce {section}")
    return f"<!-- {marker}: begin -->", f"<!-- {marker}: end -->"


def placed(page, section, text):
    """A page's text with a section in its place: instead of its former text, or after the sections that precede it."""
    name = page_of(section)
    begin, end = markers(section)
    body = f"{begin}\n{fitted(name, text).strip()}\n{end}"
    if begin in page:
        before, _, rest = page.partition(begin)
        return f"{before}{body}{rest.partition(end)[2]}"
    place = 0
    for other in PAGES[name].sections[: PAGES[name].sections.index(section)]:
        last = markers(other)[1]
        if last in page:
            place = page.index(last) + len(last)
    if not place:
        title = re.match(r"# .*\n", page)
        place = title.end() if title else 0
    parts = [page[:place].strip(), body, page[place:].strip()]
    return "\n\n".join(part for part in parts if part) + "\n"


def new(name):
    """A page without sections."""
    return f"# {PAGES[name].title}\n" if PAGES[name].title else ""


def fitted(name, text):
    """A section's text as its page has it: links from the page's folder, and headings one level up if it is the only section."""
    text = LINK.sub("](../../", text).replace("](../../docs/results/", "](")
    return text if PAGES[name].title else re.sub(r"(?m)^##(#*) ", r"#\1 ", text)
