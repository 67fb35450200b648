"""Both kinds of work on many machines: distributed tree search, then campaigns."""

from . import campaign, tds

PARTS = [tds, campaign]


def add_arguments(parser):
    """The options of `scripts/reproduce distributed`: those of both parts."""
    for part in PARTS:
        part.add_arguments(parser)


def run(arguments):
    """Makes both sections. Exit status 1 if one of them fails."""
    return max(part.run(arguments) for part in PARTS)
