"""How soon every legal move of a 6x6 position has its exact value, with the books that come with the program."""

import os
import pathlib
import subprocess

from . import results, solving

#: Up to so many discs, the goals of the median and of the 99th percentile, in seconds.
GOALS = [(12, 0.05, 0.05), (17, 0.3, 1.5), (36, 0.05, 0.5)]
FIRST, LAST = 4, 35


def add_arguments(parser):
    """The options of `scripts/reproduce book`."""
    parser.add_argument("--positions", type=int, default=1000, metavar="N",
                        help="positions for each number of discs (default 1000)")
    parser.add_argument("--seconds", type=int, default=60, metavar="N", help="the most for each number of discs (default 60)")


def run(arguments):
    """Measures and writes the section."""
    cargo = ["cargo", "build", "--quiet", "--locked", "--release", "-p", "exact-othello-books", "--example", "every_move"]
    subprocess.run(cargo, cwd=solving.REPOSITORY, check=True)
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", solving.REPOSITORY / "target"))
    command = [target / "release" / "examples" / "every_move", *map(str, (FIRST, LAST, arguments.positions, arguments.seconds))]
    said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    rows = [[float(cell) for cell in line.split()] for line in said.splitlines()[1:]]
    results.write_section("book", section(rows, arguments))
    return 0


def goals(discs):
    """The goals for positions with so many discs."""
    return next((median, most) for last, median, most in GOALS if discs <= last)


def section(rows, arguments):
    """The section's text."""
    cells = []
    for discs, positions, median, p99, most in rows:
        reached = median <= goals(discs)[0] and p99 <= goals(discs)[1]
        times = [f"{1000 * time:,.1f}" for time in (median, p99, most)]
        cells.append([int(discs), int(positions), *times, "yes" if reached else "no"])
    missed = [str(row[0]) for row in cells if row[-1] == "no"]
    return f"""
## Every move of 6x6 at once

The time until *all* legal moves of a position have their exact values, in milliseconds: positions from the `othello` start, two
threads, nothing known before but the books that come with the program. Positions of up to 12 discs are drawn from all that can be
reached, symmetric ones once; those with more from what follows 50,000 positions with a disc less, so that those with many
predecessors come a little too often. Each number of discs got {arguments.seconds} seconds, and {arguments.positions:,} positions
at most. The goals: 50 ms up to 12 discs; up to 17 discs a median of 300 ms and a 99th percentile of 1.5 s; from there on 50 and
500 ms.

{results.table(["Discs", "Positions", "Median", "99th percentile", "Most", "Reached"], cells)}

The goals are reached at {len(cells) - len(missed)} of {len(cells)} numbers of discs; missed at {', '.join(missed) or 'none'}.

Made by `scripts/reproduce book` at commit {solving.commit()} on {solving.processor()}.
"""
