"""The sentences of docs/results that follow from its tables, and RESULTS.md; runs nothing."""

import difflib

from . import pages, results
from .solving import REPOSITORY


def add_arguments(parser):
    """The options of `scripts/reproduce conclusions` and of `scripts/reproduce summary`."""
    parser.add_argument("--check", action="store_true", help="change nothing; exit status 1 if something does not follow")


def run(arguments):
    """Computes all of it again. With the check option it only compares; then exit status 1 means that a file is out of date."""
    if not arguments.check:
        results.write(pages.written())
        return 0
    different = [path for path, text in results.files(pages.written()).items() if differs(path, text)]
    return 1 if different else 0


def differs(path, wanted):
    """Whether a file is out of date; prints where it differs."""
    name, before = str(path.relative_to(REPOSITORY)), path.read_text(encoding="utf-8") if path.exists() else ""
    for line in difflib.unified_diff(before.splitlines(), wanted.splitlines(), name, "as the tables say", lineterm="", n=0):
        print(line)
    return before != wanted
