"""The atlas: the value of every small board, of each of its first moves, and a perfect game."""

import argparse
import concurrent.futures
import json
import pathlib
import subprocess
import tempfile

from . import atlas_drawn, atlas_told, results, solving
from .measurements import Measurements, commit_of

#: The boards: sides of at least 3, at most this many squares, and a few longer ones.
MOST_SQUARES, SHORTEST = 40, 3
LONGER = [(4, 11), (4, 12), (4, 13), (4, 14), (4, 16)]
STARTS = ("othello", "reversi", "reversi-rows")
SCORINGS = ("discs", "wof")
#: On boards with more squares, a game that is the transpose of another is not solved again.
MOST_TWICE = 30
#: Boards of at most this many squares get a certificate, which the independent checker verifies.
MOST_CERTIFIED = 36
ATLAS = solving.REPOSITORY / "data" / "atlas.json"
VERSION = 1


def add_arguments(parser):
    """The options of `scripts/reproduce atlas`."""
    default = solving.REPOSITORY / "target" / "reproduce" / "atlas"
    parser.add_argument("--games", type=pathlib.Path, default=default, metavar="DIR",
                        help="where what is known is kept; a run that was stopped goes on there (default %(default)s)")
    parser.add_argument("--again", action="store_true", help="also solve the games anew that the atlas has already")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="games at a time, each by one thread (default 1)")
    parser.add_argument("--memory", default="2GiB", metavar="SIZE", help="table in memory of each (default %(default)s)")
    parser.add_argument("--limit", default="1h", metavar="TIME", help="the longest for one value (default %(default)s)")
    parser.add_argument("--most", type=int, default=64, metavar="SQUARES", help="leave larger boards for another time")
    parser.add_argument("--print", action=argparse.BooleanOptionalAction, help="print the section; the atlas is not written")
    parser.add_argument("--solve", default=str(solving.REPOSITORY / "scripts" / "solve"), metavar="PROGRAM",
                        help="the program (default %(default)s)")


def run(arguments):
    """Solves what is not known yet, then writes the atlas and its section."""
    kept = Games(arguments.games, lambda: commit_of(arguments.solve), {} if arguments.again else solved_games())
    games = [game for game in all_games() if squares(game) <= arguments.most]
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        rows = list(pool.map(lambda game: row(kept, arguments, game), games))
    if arguments.print:
        print(atlas_told.board_table(rows))
        return 0
    ATLAS.write_text(as_text(rows), encoding="utf-8")
    atlas_drawn.draw(rows, arguments.solve)
    results.write({**atlas_told.blocks(rows), "atlas-made": results.made("atlas", kept.commits, machine=False)})
    return 0


class Games(Measurements):
    """Known games: measured here, or taken from the atlas."""

    def __init__(self, folder, commit, solved):
        super().__init__(folder, commit)
        self.solved = solved

    def row(self, game):
        """A game's row in the atlas; None if it is not solved there."""
        row = self.solved.get(game)
        if row is not None:
            self.commits.add(row["commit"])
        return row


def solved_games():
    """The games whose row in the atlas is complete."""
    rows = json.loads(ATLAS.read_text(encoding="utf-8"))["games"]
    return {(*map(int, row["board"].split("x")), row["start"], row["scoring"]): row for row in rows if is_solved(row)}


def is_solved(row):
    """Whether a game's value and those of all its first moves are known."""
    return all(low == high for low, high in [(row["lower"], row["upper"]), *row["moves"].values()])


def all_games():
    """Rows, columns, start and scoring of every game, small boards first; a tall board counts separately from its transpose."""
    sides = range(SHORTEST, MOST_SQUARES // SHORTEST + 1)
    boards = [(rows, cols) for rows in sides for cols in sides if rows * cols <= MOST_SQUARES] + LONGER
    boards += [(cols, rows) for rows, cols in LONGER]
    boards.sort(key=lambda board: (board[0] * board[1], min(board), board))
    return [(*board, start, scoring) for board in boards for start in STARTS for scoring in SCORINGS]


def squares(game):
    """The number of squares on a game's board."""
    return game[0] * game[1]


def row(kept, arguments, game):
    """The atlas row of a game."""
    if squares(game) > MOST_TWICE and is_turned(game):
        return turned(row(kept, arguments, transposed(game)))
    if (known := kept.row(game)) is not None:
        return known
    found = kept.record(*map(str, game), measure=lambda: solved(arguments, game))
    fields = {key: found[key] for key in ("lower", "upper", "line", "final", "moves", "nodes")}
    if fields["line"]:
        # A perfect game begins with a best move, even if the time limit came before the values of all moves.
        fields["moves"] = {**fields["moves"], fields["line"][0]: [found["lower"], found["upper"]]}
    certificate = None
    if squares(game) <= MOST_CERTIFIED and found["lower"] == found["upper"]:
        measured = kept.record(*map(str, game), "certificate", measure=lambda: certified(arguments, game, found["lower"]))
        certificate = {key: measured[key] for key in ("bytes", "leaves", "searched", "sha256")}
    rows, cols, start, scoring = game
    return {"board": f"{rows}x{cols}", "start": start, "scoring": scoring, **fields, "certificate": certificate,
            "commit": found["commit"]}


def is_turned(game):
    """Whether a game is the transpose of another: of the two, the one on the taller board."""
    rows, cols, start, _ = game
    return rows > cols or (rows == cols and start == "reversi-rows")


def transposed(game):
    """The transposed game, which has the same values."""
    rows, cols, start, scoring = game
    return cols, rows, {"othello": "othello", "reversi": "reversi-rows", "reversi-rows": "reversi"}[start], scoring


def turned(other):
    """The atlas row of a game, from that of its transpose."""
    rows, cols = other["board"].split("x")
    start = transposed((rows, cols, other["start"], ""))[2]
    moves = {turned_square(name): worth for name, worth in other["moves"].items()}
    line = [turned_square(name) for name in other["line"]]
    return {**other, "board": f"{cols}x{rows}", "start": start, "line": line, "moves": moves, "nodes": 0, "certificate": None}


def turned_square(name):
    """A move on the transposed board: a square, or a pass."""
    return name if name == "pass" else f"{chr(ord('a') + int(name[1:]) - 1)}{ord(name[0]) - ord('a') + 1}"


def options(game):
    """The command-line options for a game."""
    rows, cols, start, scoring = game
    return ["--board", f"{rows}x{cols}", "--start", start, "--scoring", scoring]


def solved(arguments, game):
    """The value of a game and of each first move, a perfect line, and the nodes searched."""
    command = [arguments.solve, *options(game), "--all-moves", "--no-table", "--no-book", "--threads", "1"]
    command += ["--memory", arguments.memory, "--time-limit", arguments.limit, "--json", "--quiet"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    # Exit status 3: the time limit was reached.
    if done.returncode not in (0, 3):
        raise SystemExit(f"{' '.join(command)}: exit status {done.returncode}")
    answer = json.loads(done.stdout)
    moves = {one["move"]: [one["lower"], one["upper"]] for one in answer.get("moves", [])}
    return {**{key: answer[key] for key in ("lower", "upper", "line", "final", "nodes", "seconds")}, "moves": moves}


def certified(arguments, game, value):
    """Makes a certificate of a game's value and has the independent checker verify it."""
    with tempfile.TemporaryDirectory() as folder:
        file = str(pathlib.Path(folder) / "game.cert")
        made = [arguments.solve, "prove", *options(game), "--claim", f"value={value}", "-o", file, "--no-table", "--no-book"]
        subprocess.run([*made, "--threads", "1", "--memory", arguments.memory, "--quiet"], stdout=subprocess.DEVNULL, check=True)
        checked = [arguments.solve, "check", file, "--threads", "1", "--json", "--quiet"]
        done = subprocess.run(checked, stdout=subprocess.PIPE, text=True, check=True)
    found = json.loads(done.stdout)
    if (found["lower"], found["upper"]) != (value, value):
        raise SystemExit(f"{game}: the certificate proves {found['claim']}, not {value}")
    return {key: found[key] for key in ("bytes", "leaves", "searched", "sha256", "seconds")}


def as_text(rows):
    """The atlas as JSON, one game per line."""
    lines = ",\n".join(json.dumps(one, separators=(",", ":")) for one in rows)
    return f'{{"version":{VERSION},"games":[\n{lines}\n]}}\n'
