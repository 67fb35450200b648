"""Counts for the record: perft and reachable positions of small boards."""

import functools
import json
import pathlib
import re
import subprocess
import tempfile
import threading
import time

from . import results, solving
from .measurements import Measurements, commit_of

#: Boards of at most this many squares, with sides of at least 3 and no taller than wide: the transpose has the same counts.
MOST_SQUARES, SHORTEST = 28, 3
#: On boards of at most this many squares, positions are also counted without merging symmetric ones.
MOST_APART = 27
#: Boards whose game trees are counted as deep as time allows.
DEEP = [(4, 10), (6, 6), (6, 8)]
STARTS = ("othello", "reversi", "reversi-rows")
PASSES = {"count": "a pass is a ply", "skip": "a pass takes no ply"}
#: Boards with fewer squares are in the record, but not on the page.
SHOWN = 24
#: More plies than any game has.
MOST_PLIES = 128
FOLDER = solving.REPOSITORY / "data" / "counts"
#: The first line of a file contains this if its tree was counted to the end.
TO_THE_END = "From the last line on the number stays the same."


def add_arguments(parser):
    """The options of `scripts/reproduce counts`."""
    default = solving.REPOSITORY / "target" / "reproduce" / "counts"
    parser.add_argument("--counts", type=pathlib.Path, default=default, metavar="DIR",
                        help="where what is known is kept; a run that was stopped goes on there (default %(default)s)")
    parser.add_argument("--again", action="store_true", help="also count what data/counts has already, but for trees that go on")
    parser.add_argument("--memory", default="16GiB", metavar="SIZE",
                        help="memory for the positions of a ply (default %(default)s)")
    parser.add_argument("--limit", type=float, default=3600, metavar="SECONDS",
                        help="the longest for a tree that is counted deep (default one hour)")
    parser.add_argument("--short", type=float, default=600, metavar="SECONDS",
                        help="the longest for any other tree (default ten minutes)")
    parser.add_argument("--most", type=int, default=64, metavar="SQUARES", help="leave larger boards for another time")
    parser.add_argument("--solve", default=str(solving.REPOSITORY / "scripts" / "solve"), metavar="PROGRAM",
                        help="the program (default %(default)s)")


def run(arguments):
    """Counts what is not known yet, then writes the files and the section."""
    kept = Counts(arguments.counts, lambda: commit_of(arguments.solve), arguments.again)
    rows = [counted(kept, arguments, game) for game in games() if squares(game) <= arguments.most]
    for file in FOLDER.glob("*.txt"):
        file.unlink()
    for row in rows:
        write_files(row)
    results.write({"counts": counted_table(rows), "counts-made": results.made("counts", kept.commits)})
    return 0


class Counts(Measurements):
    """Known counts: made here, or read from the files of the record."""

    def __init__(self, folder, commit, is_anew):
        super().__init__(folder, commit)
        self.is_anew = is_anew

    def known(self, *key):
        """The record of a key, or None."""
        found = super().known(*key)
        if found is None and not self.is_anew:
            *game, what = key
            found = written_positions(game) if what == "positions" else written_tree(game, what)
            self.commits |= {found["commit"]} if found else set()
        return found


def written(game, name):
    """A file's first line, the commit it names, and its numbers; None if there is no file or it names no commit."""
    path = FOLDER / f"{game[0]}x{game[1]}-{game[2]}-{name}.txt"
    head, *lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else [""]
    commit = re.search(r"Commit (\w+)\.$", head)
    return (head, commit[1], [tuple(map(int, line.split())) for line in lines]) if commit else None


def written_tree(game, passes):
    """A tree that the record has counted to its end."""
    leaves, over = written(game, f"perft-{passes}"), written(game, f"games-{passes}")
    if not leaves or not over or TO_THE_END not in leaves[0]:
        return None
    plies = [[count, ended] for (_, count), (_, ended) in zip(leaves[2][1:], over[2], strict=True)]
    return {"plies": plies, "whole": True, "commit": leaves[1]}


def written_positions(game):
    """The reachable positions in the record."""
    once, apart = written(game, "positions"), written(game, "unreduced")
    if not once or (not apart and squares([int(side) for side in game[:2]]) <= MOST_APART):
        return None
    unreduced = [count for _, count in apart[2]] if apart else [None] * len(once[2])
    layers = [{"discs": discs, "positions": count, "unreduced": other}
              for (discs, count), other in zip(once[2], unreduced, strict=True)]
    totals = {"positions": sum(count for _, count in once[2]), "unreduced": sum(unreduced) if apart else None}
    return {**totals, "layers": layers, "commit": once[1]}


def games():
    """Rows, columns and start of every game, small boards first; on square boards the two parallel starts are the same."""
    sides = range(SHORTEST, MOST_SQUARES // SHORTEST + 1)
    boards = [(rows, cols) for rows in sides for cols in sides if rows <= cols and rows * cols <= MOST_SQUARES] + DEEP
    boards.sort(key=lambda board: (board[0] * board[1], board))
    return [(*board, start) for board in boards for start in STARTS if board[0] != board[1] or start != "reversi-rows"]


def squares(game):
    """The number of squares on a game's board."""
    return game[0] * game[1]


def options(game):
    """The command-line options for a game."""
    return ["--board", f"{game[0]}x{game[1]}", "--start", game[2]]


def counted(kept, arguments, game):
    """All counts of a game."""
    key = tuple(map(str, game))
    trees = {passes: kept.record(*key, passes, measure=functools.partial(tree, arguments, game, passes)) for passes in PASSES}
    positions = None
    if squares(game) <= MOST_SQUARES:
        positions = kept.record(*key, "positions", measure=lambda: reachable(arguments, game))
    return {"game": game, "trees": trees, "positions": positions}


def tree(arguments, game, passes):
    """Leaves by plies, until all games are over or time is up. The first ply that changes nothing is the last."""
    command = [arguments.solve, "perft", *options(game), "--passes", passes, "--depth", str(MOST_PLIES)]
    command += ["--positions", "--memory", arguments.memory]
    limit = arguments.limit if game[:2] in DEEP else arguments.short
    begin = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        timer = threading.Timer(limit, process.kill)
        timer.start()
        plies = []
        for line in process.stdout:
            plies.append([int(number) for number in line.split()[1:]])
            # Finished games, and positions where the game goes on: once there are none of these, more plies change nothing.
            if plies[-1][2:] == [0]:
                process.kill()
        timer.cancel()
    return {"plies": plies, "whole": plies[-1][2:] == [0], "seconds": time.monotonic() - begin}


def reachable(arguments, game):
    """Reachable positions by number of discs, up to symmetry and, on small boards, also without merging symmetric ones."""
    apart = ["--raw"] if squares(game) <= MOST_APART else []
    with tempfile.TemporaryDirectory(dir=arguments.counts) as folder:
        command = [arguments.solve, "exhaust", *options(game), "--count", *apart, "-o", folder, "--json", "--quiet"]
        found = json.loads(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout)
    return {key: found[key] for key in ("positions", "unreduced", "seconds", "layers")}


def write_files(row):
    """The files of a game, each a list of numbers and values in the OEIS's format (b-files)."""
    for passes, found in row["trees"].items():
        leaves = [1] + [ply[0] for ply in found["plies"]]
        said = f"Leaves of the game tree after n plies; {PASSES[passes]}; a game that ended before is one leaf."
        said += f" {TO_THE_END}" if found["whole"] else " To be continued."
        write_list(row["game"], f"perft-{passes}", said, found["commit"], enumerate(leaves))
        over = [(depth, ply[1]) for depth, ply in enumerate(found["plies"], 1) if len(ply) > 1]
        said = f"Games, as sequences of moves, that are over after n plies or fewer; {PASSES[passes]}."
        write_list(row["game"], f"games-{passes}", said, found["commit"], over)
    if row["positions"]:
        for key, said in (("positions", "symmetric ones once"), ("unreduced", "symmetric ones apart")):
            numbers = [(layer["discs"], layer[key]) for layer in row["positions"]["layers"]]
            if numbers[0][1] is not None:
                what = f"Reachable positions with n discs, {said}; see README.md for what a position is."
                write_list(row["game"], key, what, row["positions"]["commit"], numbers)


def write_list(game, name, said, commit, numbers):
    """One file."""
    rows, cols, start = game
    head = f"# Othello on {rows}x{cols} from the {start} start. {said} Commit {commit}."
    lines = [head, *(f"{number} {value}" for number, value in numbers)]
    (FOLDER / f"{rows}x{cols}-{start}-{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def counted_table(rows):
    """The table of the boards whose positions are counted."""
    head = ["Board", "Start", "Positions", "Apart", "Games (pass a ply)", "Plies", "Games (pass none)", "Plies"]
    return results.table(head, [small_row(row) for row in rows if row["positions"] and squares(row["game"]) >= SHOWN])


def small_row(row):
    """The cells of a board whose positions are counted."""
    board, start = f"{row['game'][0]}x{row['game'][1]}", row["game"][2]
    found = row["positions"]
    games = [f"{tree['plies'][-1][0]:,}" if tree["whole"] else "–" for tree in row["trees"].values()]
    plies = [len(tree["plies"]) if tree["whole"] else "–" for tree in row["trees"].values()]
    apart = f"{found['unreduced']:,}" if found["unreduced"] else "–"
    return [board, f"`{start}`", f"{found['positions']:,}", apart, games[0], plies[0], games[1], plies[1]]
