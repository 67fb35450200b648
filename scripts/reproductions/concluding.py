"""The sentences of RESULTS.md that follow from its tables; runs nothing."""

import difflib

from . import results


def add_arguments(parser):
    """The options of `scripts/reproduce conclusions`."""
    parser.add_argument("--check", action="store_true", help="change nothing; exit status 1 if a sentence does not follow")


def run(arguments):
    """Computes all conclusions again. Exit status 1 if one was not as it is now and only that was to be found out."""
    before = results.RESULTS.read_text(encoding="utf-8")
    after = results.concluded(before)
    if not arguments.check:
        results.RESULTS.write_text(after, encoding="utf-8")
        return 0
    for line in difflib.unified_diff(
        before.splitlines(), after.splitlines(), "RESULTS.md", "as its tables say", lineterm="", n=0
    ):
        print(line)
    return 1 if before != after else 0
