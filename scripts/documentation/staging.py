"""The documents of the repository as the sources of one book. Each keeps its place, so that links between them hold."""

import os
import pathlib
import re
import shutil

from . import api

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
SITE = REPOSITORY / "docs/site"
#: The site for links to files that are not pages of the book.
FILES = "https://github.com/exact-othello/solve"
#: The target of a link or a picture: the file and its anchor.
LINK = re.compile(r"\]\(([^)#\s]*)(#[^)\s]*)?\)")
FENCE = re.compile(r"(^```.*?^```$)", re.DOTALL | re.MULTILINE)
FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
PICTURES = {".svg", ".png"}


def staged(document):
    """The path of a document among the pages: other formats become Markdown, and a README becomes its folder's index."""
    place = document.relative_to(REPOSITORY)
    return place.with_name("index.md") if place.name == "README.md" else place.with_suffix(".md")


def pages():
    """The documents that the summary names, in its order."""
    text = (SITE / "SUMMARY.md").read_text(encoding="utf-8")
    return [(SITE / file).resolve() for file, _ in LINK.findall(text) if file]


def summary():
    """The summary, with its links as they are in the sources."""
    text = (SITE / "SUMMARY.md").read_text(encoding="utf-8")
    return LINK.sub(lambda link: f"]({staged((SITE / link[1]).resolve()).as_posix()})" if link[1] else link[0], text)


def linked(document, text, known, pictures):
    """The text of a document, with its links changed to pages of the book, pictures beside them, or the repository."""
    here = staged(document).parent

    def link(match):
        file, anchor = match[1], match[2] or ""
        if not file or ":" in file:
            return match[0]
        target = (document.parent / file).resolve()
        if target in known:
            return f"]({os.path.relpath(staged(target), here)}{anchor})"
        if target.suffix in PICTURES:
            # The pictures of notebooks are not files of the repository; they are copied with the notebooks.
            pictures.update([target] if target.exists() else [])
            return match[0]
        kind = "tree" if target.is_dir() else "blob"
        return f"]({FILES}/{kind}/main/{target.relative_to(REPOSITORY).as_posix()}{anchor})"

    parts = FENCE.split(text)
    return "".join(part if part.startswith("```") else LINK.sub(link, part) for part in parts)


def stage(place, notebooks):
    """Writes the sources of the book below a folder; `notebooks` holds the Markdown of the notebooks and their pictures."""
    source = place / "src"
    source.mkdir(parents=True)
    shutil.copy(SITE / "book.toml", place)
    shutil.copy(SITE / "site.css", place)
    (source / "SUMMARY.md").write_text(summary(), encoding="utf-8")
    known, pictures = set(pages()), set()
    for document in known:
        page = source / staged(document)
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(linked(document, text_of(document, notebooks), known, pictures), encoding="utf-8")
    for picture in pictures:
        copy = source / picture.relative_to(REPOSITORY)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(picture, copy)
    for folder in notebooks.glob("*_files"):
        shutil.copytree(folder, source / "docs/notebooks" / folder.name)


def text_of(document, notebooks):
    """The Markdown of a document: its own, that of a notebook, or the reference of an API."""
    if document.suffix == ".ipynb":
        return (notebooks / f"{document.stem}.md").read_text(encoding="utf-8")
    if document.suffix == ".json":
        return api.reference(document)
    return FRONT_MATTER.sub("", document.read_text(encoding="utf-8"))
