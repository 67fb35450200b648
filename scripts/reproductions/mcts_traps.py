"""Which traps each search falls for: losing moves whose refutation is a line of single winning replies."""

import csv
import json
from typing import NamedTuple

from . import results, solving
from .intervals import difference, signed, wilson
from .lab import with_black

#: The set of traps, and classes of their plies: losing moves that are no traps, then each class's least and most plies.
TRAPS = "traps-6x6"
CLASSES = {"no trap": (0, 0), "1": (1, 1), "3–5": (3, 5), "7–9": (7, 9), "11 and more": (11, 64)}
#: Moves that lose at most so many discs are compared by their plies: below this number, and from it on.
NEAR, DEEP = 4, 7

class Losing(NamedTuple):
    """A losing move: the plies of the trap that it is, 0 if it is none, and the discs by which it loses."""

    plies: int
    lost: int


def losing_moves():
    """By position of the set and move."""
    folder = solving.REPOSITORY / "data" / "sets" / TRAPS
    trapped, found = {}, {}
    for file in sorted((folder / "traps").glob("*.csv")):
        with file.open(encoding="utf-8", newline="") as lines:
            trapped |= {(line["position"], line["move"]): int(line["plies"])
                        for line in csv.DictReader(lines)}
    for file in sorted((folder / "jsonl").glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            position = record["position"]
            found[with_black(position)] = {
                label["move"]: Losing(trapped.get((position, label["move"]), 0), -label["value"])
                for label in record["moves"] if label["outcome"] == "loss"}
    return found


def falls(found, named):
    """How often each search makes a losing move of each kind, given by label and step the moves chosen in each position."""
    losing = losing_moves()
    rows = [[label, named(label, step), *(cell(losing, moves, plies) for plies in CLASSES.values())]
            for (label, step), moves in found.items()]
    return results.table(["Falls for", "Playouts", *CLASSES], rows)


def cell(losing, moves, plies):
    """How often a losing move of a class is made, of the positions that offer one."""
    least, most = plies
    offered = [position for position in moves if any(least <= one.plies <= most for one in losing[position].values())]
    made = [losing[position].get(moves[position]) for position in offered]
    taken = sum(one is not None and least <= one.plies <= most for one in made)
    return str(wilson(100 * taken / len(offered), len(offered))) if offered else ""


def alike(found, named):
    """Deep traps and other losing moves that lose as little."""
    losing, rows = losing_moves(), []
    for (label, step), moves in found.items():
        offered = [(one.plies >= DEEP, moves[position] == move) for position in moves for move, one in losing[position].items()
                   if one.lost <= NEAR]
        shares = [share([taken for deep, taken in offered if deep == is_deep]) for is_deep in (True, False)]
        rows.append([label, named(label, step), *map(str, shares), signed(difference(*shares))])
    return results.table(["Makes", "Playouts", f"{DEEP} plies and more", "fewer", "Difference"], rows)


def share(made):
    """The share of moves that were made, with its interval."""
    return wilson(100 * sum(made) / len(made), len(made))
