"""The atlas in pictures: the values of all boards, and how much first moves differ."""

import json
import pathlib
import subprocess

from . import atlas_told as told
from . import solving
from .figures import chart, series

FIGURES = solving.REPOSITORY / "data" / "figures"


def draw(rows, program):
    """Draws the pictures of the games."""
    lying = [row for row in told.by_discs(rows) if told.sides(row)[0] <= told.sides(row)[1]]
    for name, described in {"atlas-values": values(lying), "atlas-first-moves": first_moves(lying)}.items():
        command = [program, "chart", "-o", str(pathlib.Path(FIGURES) / f"{name}.svg")]
        subprocess.run(command, input=json.dumps(described), text=True, check=True)


def share(row, discs):
    """A disc difference as a percentage of all squares."""
    return 100 * discs / told.squares(row)


def values(rows):
    """The value of each solved board with sides of at least 4, a bar per start. Boards with three rows would show little."""
    rows = [row for row in rows if min(told.sides(row)) > 3]
    boards = list(dict.fromkeys(row["board"] for row in rows))
    starts = list(dict.fromkeys(row["start"] for row in rows))
    lines = [series(start, [(boards.index(row["board"]), share(row, told.value(row))) for row in rows if row["start"] == start])
             for start in starts]
    where = {"label": "board with sides of at least 4, by number of squares", "names": boards}
    return chart("Black's disc difference under perfect play", where,
                 {"label": "% of the squares", "least": -100, "most": 100}, lines, kind="bars")


def first_moves(rows):
    """The best and the worst first move on rectangles, where the values of all moves are known."""
    games = [row for row in told.with_known_moves(rows) if len(set(told.sides(row))) == 2]
    names = [row["board"] for row in games]
    moves = [[share(row, low) for low, _ in row["moves"].values()] for row in games]
    lines = [series(name, [(index, choose(one)) for index, one in enumerate(moves)])
             for name, choose in (("best first move", max), ("worst first move", min))]
    return chart("Value of the first move for Black, othello start", {"label": "rectangle, by number of squares", "names": names},
                 {"label": "% of the squares", "least": -100, "most": 100}, lines, kind="bars")
