"""How large the proofs are of who wins 4x12, 6x6, 6x7 and 6x8, by empty squares; searches only the first two."""

import json
import pathlib
import subprocess
import tempfile

from . import results
from .ledgers import CERTIFICATES
from .measurements import commit_of
from .solving import REPOSITORY

#: Boards whose proof is quickly made: who wins, and the empty squares of the leaves.
SMALL = {"4x12": ("win", 14), "6x6": ("loss", 14)}
#: Boards whose proof is kept.
KEPT = ["6x7", "6x8"]
#: The empty squares of the rows, apart from those of the roots.
EMPTIES = range(40, 15, -4)


def add_arguments(parser):
    """The options of `scripts/reproduce trees`."""
    parser.add_argument("--solve", default=str(REPOSITORY / "scripts" / "solve"), metavar="PROGRAM",
                        help="the program (default %(default)s)")


def run(arguments):
    """Follows every proof to its leaves and writes the section."""
    with tempfile.TemporaryDirectory() as folder:
        found = {board: small(arguments.solve, board, pathlib.Path(folder) / f"{board}.cert") for board in SMALL}
    found |= {board: kept(arguments.solve, CERTIFICATES / f"{board}-othello.cert") for board in KEPT}
    results.write({**tables(found), "trees-made": results.made("trees", [commit_of(arguments.solve)], machine=False)})
    return 0


def record(program, *arguments):
    """What the program answers."""
    command = [program, *arguments, "--json", "--quiet"]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout)


def small(program, board, file):
    """The check of a proof that is made first."""
    claim, cut = SMALL[board]
    record(program, "prove", "--board", board, "--claim", claim, "--cut", str(cut), "-o", str(file), "--no-table", "--no-book",
           "--threads", "1", "--memory", "1GiB")
    return checked(program, file, "--threads", "1", "--anew")


def kept(program, file):
    """A kept proof, with what the lines of its parts tell."""
    return checked(program, file, "--parts", str(file.with_suffix(".parts.txt")))


def checked(program, file, *arguments):
    """What `solve check` says of a certificate, with its size."""
    return {**record(program, "check", str(file), *arguments), "bytes": file.stat().st_size}


def levels(check):
    """Positions of the proofs of both limits by empty squares."""
    found = {}
    for level in check["levels"]:
        found[level["empties"]] = found.get(level["empties"], 0) + level["positions"]
    return found


def tables(found):
    """The blocks of the page."""
    trees = {board: levels(check) for board, check in found.items()}
    last = max(min(tree) for tree in trees.values())
    wanted = sorted({max(tree) for tree in trees.values()} | set(EMPTIES) | {last}, reverse=True)
    by_empties = [[empties, *(f"{tree[empties]:,}" if empties in tree else "" for tree in trees.values())]
                  for empties in wanted if empties >= last]
    searched = {board: check.get("searched", check.get("told_searched")) for board, check in found.items()}
    sizes = [[board, min(trees[board]) - 1, f"{sum(trees[board].values()):,}", f"{check['leaves']:,}",
              f"{searched[board]:,}", f"{check['bytes']:,}"] for board, check in found.items()]
    return {
        "trees": results.table(["Empty squares", *found], by_empties),
        "trees-size": results.table(["Proof", "Cut", "Positions above the leaves", "Leaves", "Searched", "Bytes"], sizes),
    }
