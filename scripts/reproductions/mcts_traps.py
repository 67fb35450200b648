"""Which traps each search falls for: losing moves whose refutation is a line of single winning replies."""

import csv
import json
from typing import NamedTuple

from . import results, solving
from .conclusions import block, difference, signed, wilson
from .mcts_asking import with_black

#: The set of traps, and classes of their plies: losing moves that are no traps, then each class's least and most plies.
TRAPS = "traps-6x6"
CLASSES = {"no trap": (0, 0), "1": (1, 1), "3–5": (3, 5), "7–9": (7, 9), "11 and more": (11, 64)}
#: Moves that lose at most so many discs are compared by their plies: below this number, and from it on.
NEAR, DEEP = 4, 7

TEXT = """
A trap is a losing move after which the opponent wins only by finding the single winning reply among several, again and
again; its plies count from that reply to the last such one ([Problem sets](docs/guide/problem-sets.md)). On
[{set}](data/sets/{set}), {positions} positions with a trap of at least 7 plies each, the table shows how often a search
makes a losing move of each kind, in % of the positions that offer one.
""".strip()

ALIKE = """
Deep traps lose less than other losing moves: {deep_lost:.1f} discs on average from 7 plies on, {other_lost:.1f}
otherwise. So the next table has only moves that lose at most {near} discs: how many of the {deep} deep traps and of the
{other} other moves, {plain} of them no traps, each search makes, in %, and the difference with its interval.
""".strip()


class Losing(NamedTuple):
    """A losing move: the plies of the trap that it is, 0 if it is none, and the discs by which it loses."""

    plies: int
    lost: int


def losing_moves():
    """By position of the set and move."""
    folder = solving.REPOSITORY / "data" / "sets" / TRAPS
    plies, found = {}, {}
    for file in sorted((folder / "traps").glob("*.csv")):
        with file.open(encoding="utf-8", newline="") as lines:
            plies |= {(line["position"], line["move"]): int(line["plies"]) for line in csv.DictReader(lines)}
    for file in sorted((folder / "jsonl").glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            position = record["position"]
            found[with_black(position)] = {
                label["move"]: Losing(plies.get((position, label["move"]), 0), -label["value"])
                for label in record["moves"] if label["outcome"] == "loss"}
    return found


def told(found, named):
    """The section's part, given by label and step the moves chosen in each position, and a name for each step."""
    losing = losing_moves()
    found = {key: moves for key, moves in found.items() if moves}
    if not found:
        return []
    text = TEXT.format(set=TRAPS, positions=len(losing))
    rows = []
    for (label, step), moves in found.items():
        rows.append([label, named(label, step), *(cell(losing, moves, plies) for plies in CLASSES.values())])
    table = results.table(["Falls for", "Playouts", *CLASSES], rows)
    return ["### Traps", text, table, block("searches-traps"), *alike(losing, found, named)]


def cell(losing, moves, plies):
    """How often a losing move of a class is made, of the positions that offer one."""
    least, most = plies
    offered = [position for position in moves if any(least <= one.plies <= most for one in losing[position].values())]
    made = [losing[position].get(moves[position]) for position in offered]
    taken = sum(one is not None and least <= one.plies <= most for one in made)
    return str(wilson(100 * taken / len(offered), len(offered))) if offered else ""


def alike(losing, found, named):
    """Deep traps and other losing moves that lose as little."""
    every = [one for moves in losing.values() for one in moves.values()]
    near = [one for one in every if one.lost <= NEAR]
    deep = [one.lost for one in every if one.plies >= DEEP]
    other = [one.lost for one in every if one.plies < DEEP]
    text = ALIKE.format(
        near=NEAR,
        deep_lost=sum(deep) / len(deep),
        other_lost=sum(other) / len(other),
        deep=sum(one.plies >= DEEP for one in near),
        other=sum(one.plies < DEEP for one in near),
        plain=sum(one.plies == 0 for one in near),
    )
    rows = []
    for (label, step), moves in found.items():
        offered = [
            (one.plies >= DEEP, moves[position] == move)
            for position in moves
            for move, one in losing[position].items()
            if one.lost <= NEAR
        ]
        shares = [share(offered, is_deep) for is_deep in (True, False)]
        rows.append([label, named(label, step), *map(str, shares), signed(difference(*shares))])
    head = ["Makes", "Playouts", f"{DEEP} plies and more", "fewer", "Difference"]
    return [text, results.table(head, rows), block("searches-traps-alike")]


def share(offered, is_deep):
    """The share of the deep or the other moves that were made, with its interval."""
    made = [taken for deep, taken in offered if deep == is_deep]
    return wilson(100 * sum(made) / len(made), len(made))
