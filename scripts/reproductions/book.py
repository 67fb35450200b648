"""How soon every legal move of a 6x6 position has its exact value, with the books that come with the program."""

import subprocess

from . import results, solving

#: Up to this many discs: the goals for the median and the 99th percentile, in seconds.
GOALS = [(12, 0.05, 0.05), (17, 0.3, 1.5), (36, 0.05, 0.5)]
FIRST, LAST = 4, 35
#: From this number of discs on, the page shows every fourth.
EVERY = 20


def add_arguments(parser):
    """The options of `scripts/reproduce book`."""
    parser.add_argument("--positions", type=int, default=1000, metavar="N",
                        help="positions for each number of discs (default 1000)")
    parser.add_argument("--seconds", type=int, default=60, metavar="N", help="the most for each number of discs (default 60)")


def run(arguments):
    """Measures and writes the section."""
    program = solving.built("exact-othello-books", "every_move") / "every_move"
    command = [program, *map(str, (FIRST, LAST, arguments.positions, arguments.seconds))]
    said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    rows = [[float(cell) for cell in line.split()] for line in said.splitlines()[1:]]
    results.write({"book": times(rows), "book-made": results.made("book")})
    return 0


def goals(discs):
    """The goals for positions with this many discs."""
    return next((median, most) for last, median, most in GOALS if discs <= last)


def times(rows):
    """The table of times."""
    cells = []
    for discs, positions, *found in rows:
        reached = all(time <= goal for time, goal in zip(found, goals(discs), strict=False))
        cells.append([int(discs), int(positions), *(f"{1000 * time:,.1f}" for time in found), "yes" if reached else "no"])
    cells = [row for row in cells if row[0] < EVERY or row[0] % 4 == 0]
    return results.table(["Discs", "Positions", "Median", "99th percentile", "Most", "Reached"], cells)
