"""Writes sections of docs/results, and what follows from them: conclusions, and the summary RESULTS.md."""

from . import (
    conclusions,
    conclusions_mcts,
    conclusions_plus,
    conclusions_ranks,
    conclusions_regret,
    conclusions_rest,
    conclusions_speed,
    conclusions_votes,
    pages,
    summary,
)
from .markdown import duration, signed, table
from .solving import REPOSITORY

__all__ = ["duration", "signed", "table"]

SUMMARY = REPOSITORY / "RESULTS.md"
#: What is computed from the tables, by name.
CONCLUSIONS = {
    name: conclusion
    for module in (
        conclusions_mcts,
        conclusions_plus,
        conclusions_ranks,
        conclusions_regret,
        conclusions_votes,
        conclusions_rest,
        conclusions_speed,
    )
    for name, conclusion in module.CONCLUSIONS.items()
}


def write_section(name, text):
    """Replaces or inserts the section `name`, and writes all conclusions and the summary again."""
    page = pages.page_of(name)
    before = pages.written()
    write({**before, page: pages.placed(before.get(page, pages.new(page)), name, text)})


def write(texts):
    """Writes pages with the conclusions that follow from all of them, and the summary."""
    pages.FOLDER.mkdir(exist_ok=True)
    for path, text in files(texts).items():
        path.write_text(text, encoding="utf-8")


def files(texts):
    """Each file of the results with its contents, given the text of every page by name."""
    tables = conclusions.Results("\n".join(texts.values()))
    filled = {pages.path(name): conclusions.fill(text, CONCLUSIONS, tables) for name, text in texts.items()}
    return {**filled, SUMMARY: summary.text(tables, CONCLUSIONS)}


def alone(name, text):
    """A section to print only, with the conclusions that follow from its own tables."""
    begin, end = pages.markers(name)
    section = f"{begin}\n{text.strip()}\n{end}"
    return conclusions.fill(section, CONCLUSIONS, conclusions.Results(section))
