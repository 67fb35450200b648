"""Pictures of what is known about small boards: who wins by how much, at what cost, what can be reached, perfect games.

The numbers are computed once and kept in `data/figures/boards.json`; the pictures are drawn from there.
"""

import json
import pathlib
import re
import statistics
import subprocess
import tempfile
from functools import partial

from . import diagrams, known, paper, results, solving

FIGURES = solving.REPOSITORY / "data" / "figures"
KEPT = FIGURES / "boards.json"
STARTS = ["othello", "reversi"]
#: Boards that are solved in minutes, by their number of squares.
BOARDS = ["3x4", "4x4", "3x6", "4x5", "3x8", "4x6", "5x5", "4x7", "5x6", "4x8", "5x7", "6x6", "4x9", "4x10", "5x8", "4x11", "4x12",
          "4x13", "4x14", "4x16"]
#: Boards that campaigns have solved, of 6x8 only who wins: their ledgers.
CAMPAIGNS = {("6x7", "othello"): "6x7-othello", ("6x7", "reversi"): "6x7-reversi-exact", ("6x8", "othello"): "6x8-othello"}
#: What a job of a ledger took.
JOB = re.compile(r"^(?:job|again) .* nodes (\d+) seconds ([\d.]+) budget [1-9]", re.MULTILINE)
#: Tablebases.
WHOLE = [("4x4", "othello"), ("4x5", "othello"), ("4x6", "othello"), ("5x5", "othello")]
#: Boards and numbers of empty squares of the random positions to solve, and how many of each.
EFFORT = {"4x10": range(8, 23, 2), "6x6": range(8, 25, 2), "8x8": range(8, 21, 2)}
EFFORT_POSITIONS = 40


def add_arguments(parser):
    """The options of `scripts/reproduce figures`."""
    parser.add_argument("--program", default=str(solving.REPOSITORY / "scripts" / "solve"), help="the program to run")
    parser.add_argument("--anew", action="store_true", help="ask everything again, also what is kept")


def run(arguments):
    """Computes what is missing, draws it and writes the section."""
    FIGURES.mkdir(exist_ok=True)
    kept = Kept(arguments)
    games = {(board, start): kept.get(f"solve {board} {start}", partial(solved, arguments, board, start))
             for board in BOARDS for start in STARTS}
    effort = {board: {empties: kept.get(f"effort {board} {empties}", partial(nodes_of, arguments, board, empties))
                      for empties in numbers} for board, numbers in EFFORT.items()}
    whole = {(board, start): kept.get(f"exhaust {board} {start}", partial(exhausted, arguments, board, start))
             for board, start in WHOLE}
    wrong = [row for row, published in paper.ROWS.items() if row in games and games[row]["value"] != published.value]
    if wrong:
        raise SystemExit(f"{wrong}: the paper has other values")
    taken, limits = {**games, **{key: spent(ledger) for key, ledger in CAMPAIGNS.items()}}, bounds()
    charts = {**{f"share-{start}": share(games, limits, start) for start in STARTS}, "time": times(taken), "tree": trees(taken),
              "effort": efforts(effort), "reachable": reachable(whole), "outcomes": outcomes(whole)}
    for name, chart in charts.items():
        command = [arguments.program, "chart", "-o", str(FIGURES / f"{name}.svg")]
        subprocess.run(command, input=json.dumps(chart), text=True, check=True)
    for (board, start), answer in games.items():
        (FIGURES / f"game-{board}-{start}.svg").write_text(diagrams.game(answer), encoding="utf-8")
    results.write({"games-drawn": drawn(games), "figures-made": results.made("figures", kept.commits())})
    return 0


class Kept:
    """Answers by name, with the commits that gave them."""

    def __init__(self, arguments):
        is_there = KEPT.exists() and not arguments.anew
        version = subprocess.run([arguments.program, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
        self.commit = version.partition("(commit ")[2].partition(")")[0] or "unknown"
        self.answers = json.loads(KEPT.read_text(encoding="utf-8")) if is_there else {}

    def get(self, name, ask):
        """The answer kept under a name, or else a new one."""
        if name not in self.answers:
            print(name, flush=True)
            self.answers[name] = {"commit": self.commit, "answer": ask()}
            lines = [f"{json.dumps(key)}: {json.dumps(self.answers[key])}" for key in sorted(self.answers)]
            KEPT.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
        return self.answers[name]["answer"]

    def commits(self):
        """All commits whose program contributed an answer."""
        return {kept["commit"] for kept in self.answers.values()}


def ask(arguments, *options):
    """The first line of the program's JSON."""
    done = subprocess.run([arguments.program, *options, "--json", "--quiet"], stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout.splitlines()[0])


def solved(arguments, board, start):
    """The answer for a board, with its CPU time rather than wall-clock time: the machine may be shared."""
    options = ["--board", board, "--start", start, "--no-table", "--no-book", "--threads", "1", "--memory", "512MiB"]
    answer, seconds = solving.spent(ask, arguments, *options)
    return {**answer, "cpu": round(seconds, 4)}


def solved_games(kept):
    """The answers for boards among those that are kept, by board and start."""
    return {tuple(name.split()[1:]): one["answer"] for name, one in kept.items() if name.startswith("solve ")}


def nodes_of(arguments, board, empties):
    """The sorted numbers of nodes that random positions take."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name) / "set"
        options = ["--board", board, "--empties", str(empties), "--count", str(EFFORT_POSITIONS), "--format", "jsonl"]
        subprocess.run([arguments.program, "problems", *options, "--no-table", "--quiet", "-o", str(folder)], check=True,
                       stdout=subprocess.DEVNULL)
        lines = [line for file in sorted(folder.rglob("*.jsonl")) for line in file.read_text(encoding="utf-8").splitlines()]
    return sorted(json.loads(line)["nodes"] for line in lines)


def exhausted(arguments, board, start):
    """Statistics of a tablebase, by number of discs."""
    with tempfile.TemporaryDirectory() as folder:
        record = ask(arguments, "exhaust", "--board", board, "--start", start, "-o", folder)
    keep = ["discs", "positions", "wins", "draws", "losses"]
    return {"positions": record["positions"], "layers": [{key: layer[key] for key in keep} for layer in record["layers"]]}


def series(name, points, dashed=False):
    """A series of a chart, from pairs, or from quadruples with limits."""
    keys = ["x", "y", "lower", "upper"]
    return {"name": name, "dashed": dashed, "points": [dict(zip(keys, point, strict=False)) for point in points]}


def chart(title, x, y, lines, **more):
    """The description of a chart."""
    return {"title": title, "x": x, "y": y, "series": lines, **more}


def spent(ledger):
    """The nodes and the seconds of all jobs of a campaign."""
    jobs = JOB.findall((solving.REPOSITORY / "data" / "campaigns" / ledger / "ledger.txt").read_text(encoding="utf-8"))
    return {"nodes": sum(int(nodes) for nodes, _ in jobs), "cpu": sum(float(seconds) for _, seconds in jobs)}


def bounds():
    """The least and the greatest value of every board of the atlas and of the campaigns, with scoring discs, by board and start."""
    found = {(row["board"], row["start"]): (row["lower"], row["upper"])
             for row in json.loads(known.ATLAS.read_text(encoding="utf-8"))["games"] if row["scoring"] == "discs"}
    lines = (line.split() for line in known.FILE.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    campaigns = {(line[0], line[1]): (int(line[3]), int(line[4])) for line in lines}
    return {**found, **{game: campaigns[game] for game in CAMPAIGNS}}


def share(games, limits, start):
    """The first player's share of all discs at the end (the paper's figures 5-1 and 5-2); if only the value is known, by it."""
    boards = sorted({board for board, its_start in (*games, *CAMPAIGNS) if its_start == start}, key=lambda board: (squares(board), board))

    def percent(black, white):
        return 100 * black / (black + white)

    def point(board):
        if (board, start) in games:
            return (percent(*games[board, start]["final"].values()),)
        lower, upper = (50 + 50 * value / squares(board) for value in limits[board, start])
        return (lower + upper) / 2, lower, upper

    ours = [(index, *point(board)) for index, board in enumerate(boards)]
    theirs = [(index, percent(paper.ROWS[board, start].black, paper.ROWS[board, start].white))
              for index, board in enumerate(boards) if (board, start) in paper.ROWS]
    return chart(f"Share of the first player's discs after perfect play, {start} start",
                 {"label": "board, by number of squares", "names": boards},
                 {"label": "Black's discs, % of all discs", "least": 0, "most": 100},
                 [series("here", ours), series("Takeshita & Ikeda 2015", theirs)], kind="bars")


def trend(limits):
    """The table of values by start, rows and columns."""
    cols = sorted({int(board.split("x")[1]) for board, _ in limits if board.startswith("4x")} - {3})

    def cell(board, start):
        lower, upper = limits.get((board, start), (None, None))
        return "" if lower is None else results.signed(lower) + (f" to {results.signed(upper)}" if lower < upper else "")

    rows = [[start, rows, *(cell(f"{rows}x{col}", start) if col >= rows else "" for col in cols)]
            for start in [*STARTS, "reversi-rows"] for rows in (4, 5, 6)]
    return results.table(["Start", "Rows", *(f"{col} columns" for col in cols)], rows)


def by_squares(games, start, number):
    """Pairs of a number of squares and a number, for the paper's boards."""
    boards = [board for board in BOARDS if (board, start) in paper.ROWS]
    return [(squares(board), number(games[board, start], paper.ROWS[board, start])) for board in boards]


def squares(board):
    """The number of squares on a board."""
    rows, cols = map(int, board.split("x"))
    return rows * cols


def by_rows(taken, number):
    """Our numbers by squares of the board, a series for each start and number of rows."""
    return [series(f"{rows} rows, {start}", sorted((squares(board), max(number(one), 1e-3)) for (board, its_start), one in taken.items()
                                                   if its_start == start and board.startswith(f"{rows}x")))
            for start in STARTS for rows in (4, 5, 6)]


def times(taken):
    """How long boards take to solve."""
    lines = by_rows(taken, lambda one: one["cpu"])
    lines += [series(f"paper, {start}", by_squares(taken, start, lambda _, row: row.seconds), dashed=True) for start in STARTS]
    return chart("Time to solve a board", {"label": "squares of the board"}, {"label": "seconds of one thread", "scale": "log10"}, lines)


def trees(taken):
    """What is visited (the paper's figure 5-3): its terminal positions beside all of our nodes."""
    lines = by_rows(taken, lambda one: one["nodes"])
    lines += [series(f"terminals, paper, {start}", by_squares(taken, start, lambda _, row: row.terminals), dashed=True)
              for start in STARTS]
    return chart("What a search visits", {"label": "squares of the board"}, {"label": "positions", "scale": "log10"}, lines)


def efforts(effort):
    """Nodes by empty squares: the median and the middle half."""
    lines = []
    for board, by_empties in effort.items():
        quarters = {empties: statistics.quantiles(nodes, n=4) for empties, nodes in by_empties.items()}
        lines.append(series(board, [(empties, middle, low, high) for empties, (low, middle, high) in quarters.items()]))
    return chart("Nodes to solve a position of a random game exactly: median and middle half", {"label": "empty squares"},
                 {"label": "nodes", "scale": "log10"}, lines)


def reachable(whole):
    """Reachable positions, by discs."""
    lines = [series(f"{board} ({record['positions']:,})", [(layer["discs"], layer["positions"]) for layer in record["layers"]])
             for (board, _), record in whole.items()]
    return chart("Positions that can be reached from the othello start, up to symmetry", {"label": "discs on the board"},
                 {"label": "positions", "scale": "log10"}, lines)


def outcomes(whole):
    """Who wins among the positions of the largest tablebase, by discs."""
    (board, _), record = list(whole.items())[-1]
    lines = [series(name, [(layer["discs"], 100 * layer[key] / layer["positions"]) for layer in record["layers"]])
             for name, key in [("side to move wins", "wins"), ("draw", "draws"), ("side to move loses", "losses")]]
    return chart(f"Outcomes of all {record['positions']:,} positions of {board}", {"label": "discs on the board"},
                 {"label": "% of the positions", "least": 0, "most": 100}, lines)


def picture(name, text):
    """A reference to a figure."""
    return f"![{text}](data/figures/{name}.svg)"


def drawn(games):
    """The table of perfect games in pictures."""

    def cell(board, start):
        if (board, start) not in games:
            return ""
        image = picture(f"game-{board}-{start}", f"Perfect game on {board}, {start} start")
        return f"{image}<br>{told(games[board, start])}"

    return results.table(["Board", *STARTS], [[board, *(cell(board, start) for start in STARTS)] for board in BOARDS])


def told(answer):
    """The result of a game in words."""
    final = answer["final"]
    winner = "a draw" if answer["value"] == 0 else "Black wins" if answer["value"] > 0 else "White wins"
    return f"{winner}, {final['black']}–{final['white']}"
