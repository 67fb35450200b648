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
#: Classes of the other replies to a deep trap, which do not win: the least and the most.
DECOYS = {"1–4": (1, 4), "5–6": (5, 6), "7 and more": (7, 64)}
#: Moves that lose at most so many discs are compared by their plies: below this number, and from it on.
NEAR, DEEP = 4, 7

TEXT = """
A trap is a losing move after which the opponent wins only by finding the single winning reply among several, once or
several times in a row; its plies count from that reply to the last such one ([Problem sets](docs/guide/problem-sets.md)). On
[{set}](data/sets/{set}), {positions} positions with a trap of at least 7 plies each, the table shows how often a search
makes a losing move of each kind, in % of the positions that offer one.
""".strip()

ALIKE = """
Deep traps lose less than other losing moves: {deep_lost:.1f} discs on average from 7 plies on, {other_lost:.1f}
otherwise. So the next table has only moves that lose at most {near} discs: how many of the {deep} deep traps and of the
{other} other moves, {plain} of them no traps, each search makes, in %, and the difference with its interval.
""".strip()

BY_DECOYS = """
To random playouts, a trap looks safer the more replies do not win. Traps of {deep} plies and more, by the number of replies
that do not win: how many of the {counts} a search makes, in %, and the difference between the last class and the first
with its interval.
""".strip()


class Losing(NamedTuple):
    """A losing move: the plies and the decoys of the trap that it is, 0 if it is none, and the discs by which it loses."""

    plies: int
    decoys: int
    lost: int


def losing_moves():
    """By position of the set and move."""
    folder = solving.REPOSITORY / "data" / "sets" / TRAPS
    trapped, found = {}, {}
    for file in sorted((folder / "traps").glob("*.csv")):
        with file.open(encoding="utf-8", newline="") as lines:
            trapped |= {(line["position"], line["move"]): (int(line["plies"]), int(line["decoys"]))
                        for line in csv.DictReader(lines)}
    for file in sorted((folder / "jsonl").glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            position = record["position"]
            found[with_black(position)] = {
                label["move"]: Losing(*trapped.get((position, label["move"]), (0, 0)), -label["value"])
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
    return ["### Traps", text, table, block("searches-traps"), *by_decoys(losing, found, named), *alike(losing, found, named)]


def by_decoys(losing, found, named):
    """Deep traps by the number of replies that do not win."""
    every = [one for moves in losing.values() for one in moves.values() if one.plies >= DEEP]
    counts = [sum(least <= one.decoys <= most for one in every) for least, most in DECOYS.values()]
    rows = []
    for (label, step), moves in found.items():
        offered = [(one.decoys, moves[position] == move)
                   for position in moves for move, one in losing[position].items() if one.plies >= DEEP]
        shares = [share([taken for decoys, taken in offered if least <= decoys <= most]) for least, most in DECOYS.values()]
        rows.append([label, named(label, step), *map(str, shares), signed(difference(shares[-1], shares[0]))])
    text = BY_DECOYS.format(deep=DEEP, counts=", ".join(map(str, counts[:-1])) + f" and {counts[-1]}")
    return [text, results.table(["Makes, by decoys", "Playouts", *DECOYS, "Difference"], rows), block("searches-traps-decoys")]


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
        shares = [share([taken for deep, taken in offered if deep == is_deep]) for is_deep in (True, False)]
        rows.append([label, named(label, step), *map(str, shares), signed(difference(*shares))])
    head = ["Makes", "Playouts", f"{DEEP} plies and more", "fewer", "Difference"]
    return [text, results.table(head, rows), block("searches-traps-alike")]


def share(made):
    """The share of moves that were made, with its interval."""
    return wilson(100 * sum(made) / len(made), len(made))
