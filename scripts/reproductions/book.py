"""How soon every legal move of a 6x6 position has its exact value, with the books that come with the program."""

import os
import pathlib
import subprocess

from . import results, solving

#: Up to this many discs: the goals for the median and the 99th percentile, in seconds.
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
    """The goals for positions with this many discs."""
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

The time until *all* legal moves of a position have their exact values, in milliseconds, from the `othello` start with two
threads and no prior knowledge but the books that come with the program. Positions with up to 12 discs are drawn from all that
can be reached, symmetric ones counted once. Positions with more are drawn from the successors of 50,000 positions with one disc
less, so those with many predecessors are slightly too frequent. Each number of discs got {arguments.seconds} seconds and at most
{arguments.positions:,} positions. The goals are 50 ms up to 12 discs, a median of 300 ms and a 99th percentile of 1.5 s up to 17
discs, and 50 and 500 ms beyond.

{results.table(["Discs", "Positions", "Median", "99th percentile", "Most", "Reached"], cells)}

{len(cells) - len(missed)} of {len(cells)} numbers of discs reach the goals; these miss them: {', '.join(missed) or 'none'}.

Made by `scripts/reproduce book` at commit {solving.commit()} on {solving.processor()}.
"""
