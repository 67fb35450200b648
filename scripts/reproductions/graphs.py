"""Distributed search with shared positions: what it does to quality and to traffic."""

import pathlib

from . import results, solving
from .conclusions import block
from .measurements import OutOfTime, Steps

#: Sets on which searches are often wrong, with playouts for each move and the numbers of ranks.
SETS, PLAYOUTS, RANKS = ["6x6-s16-greedy", "4x10-s16"], 10_000, [1, 2, 4, 8, 16]
#: Starts, and playouts of one search of each.
BOARDS, SEARCHED = ["6x6", "8x8", "4x10"], 100_000
KINDS = {"no": "tree", "yes": "graph"}
#: Parts of the artificial game, and ranks on which it is searched; the first number of ranks is the ideal.
PARTS, SCALED = [1, 2, 4, 8], [1, 4, 16, 64]

HEAD = """
In the distributed search of [Distributed search](docs/results/tds.md) a node is a path; with `graph=yes` positions that several paths lead
to are one node, as Yoshizoe & Ishikawa have it, and the position's hash names its home. Ranks are threads of one process.
""".strip()

QUALITY = """
Right moves in % (95 % intervals, bootstrap over {positions} positions) with {playouts} playouts for each move, all ranks together: `uct` with one
tree over all ranks, and root parallel search with a tree on each. *Jobs* are those between ranks, for each playout.
""".strip()

TRAFFIC = """
One search of {playouts} playouts from the start of each board, with and without shared positions: what ranks send each other for each
playout, and the nodes of all ranks.
""".strip()


SCALING = """
An artificial game of 8 moves and 12 plies in so many *parts*: moves of a side in different parts commute, so *ways* lead to a position after
five plies, on average. With one part it is a tree. Playouts sleep for 1 ms, so ranks need no cores; {seconds} s for each row. *Of ideal* is
the speed by that of one rank times the number of ranks. The load average of the two cores was {load} before the first row.
""".strip()


def add_arguments(parser):
    """The options of `scripts/reproduce graphs`."""
    parser.add_argument("--program", default=str(solving.REPOSITORY / "scripts" / "solve"), help="the program to run")
    parser.add_argument("--quick", action="store_true", help="small, in seconds; prints the section and writes no file")
    default = solving.REPOSITORY / "target" / "reproduce" / "graphs"
    parser.add_argument("--work", type=pathlib.Path, default=default, help="where answers are kept (default %(default)s)")
    parser.add_argument("--minutes", type=float, help="end after so long and write what is there")


def run(arguments):
    """Asks what is missing and writes the section."""
    steps = Steps(arguments.program, arguments.work / ("quick" if arguments.quick else "full"), arguments.minutes)
    asked = Graphs(steps, arguments.quick)
    try:
        asked.quality()
        asked.traffic()
        asked.scaling()
    except OutOfTime:
        print("out of time; what is missing is left out", flush=True)
        steps.lines = steps.known_lines
    text = section(asked)
    if arguments.quick:
        print(results.alone("graphs", text))
    else:
        results.write_section("graphs", text)
    return 0


class Graphs:
    """The searches on ranks."""

    def __init__(self, steps, is_quick):
        self.steps, self.is_quick = steps, is_quick
        self.playouts, self.searched = (200, 2_000) if is_quick else (PLAYOUTS, SEARCHED)
        self.positions, self.ranks = (10, [1, 2]) if is_quick else (300, RANKS)

    def quality(self):
        """By set and kind: a line for each number of ranks."""
        found = {}
        for name in SETS[: 1 if self.is_quick else None]:
            for graph, kind in KINDS.items():
                options = ["--set", f"data/sets/{name}", "--positions", str(self.positions), "--ranks", ",".join(map(str, self.ranks))]
                player = f"uct:c=1,n={self.playouts},graph={graph}"
                found[name, kind] = self.steps.lines("mcts", "tds", "accuracy", *options, "--player", player)
        return {key: lines for key, lines in found.items() if lines}

    def traffic(self):
        """By board, kind and ranks: the search."""
        found = {}
        for board in BOARDS[: 1 if self.is_quick else None]:
            for graph, kind in KINDS.items():
                for ranks in self.ranks[1:]:
                    player = f"uct:c=1,n={self.searched},graph={graph}"
                    lines = self.steps.lines("mcts", "tds", "search", "--board", board, "--ranks", str(ranks), "--player", player)
                    if lines:
                        found[board, kind, ranks] = lines[0]
        return found


    def scaling(self):
        """By parts: a line for each number of ranks."""
        return {parts: self.steps.lines(*self._scaling(parts)) for parts in self.parts()}

    def parts(self):
        """The numbers of parts that are searched."""
        return PARTS[:2] if self.is_quick else PARTS

    def seconds(self):
        """Time of each row."""
        return 1 if self.is_quick else 5

    def load(self):
        """The load average before the scaling was measured."""
        known = self.steps.known(*self._scaling(PARTS[0]))
        return known["load"] if known else None

    def _scaling(self, parts):
        ranks = ",".join(map(str, SCALED[:2] if self.is_quick else SCALED))
        return ["mcts", "tds", "scaling", "--parts", str(parts), "--ranks", ranks, "--time", f"{self.seconds()}s", "--in-flight", "16"]


def section(asked):
    """The section's text."""
    parts = ["## Shared positions on many ranks", HEAD]
    quality, traffic = asked.quality(), asked.traffic()
    if quality:
        rows = [[name, kind, line["ranks"], percent(line["accuracy"]), percent(line["root_parallel_accuracy"]),
                 f"{line['jobs_a_playout']:.1f}"] for (name, kind), lines in quality.items() for line in lines]
        head = ["Set", "Positions", "Ranks", "One search, %", "Root parallel, %", "Jobs"]
        text = QUALITY.format(positions=asked.positions, playouts=f"{asked.playouts:,}")
        parts += ["### Right moves at equal playouts", text, results.table(head, rows), block("graphs-quality")]
    if traffic:
        rows = [[board, kind, ranks, *(f"{line['totals'][name] / line['totals']['playouts']:.2f}" for name in
                 ("sent_jobs", "messages", "descents")), f"{line['totals']['bytes'] / line['totals']['playouts']:.0f}",
                 f"{line['nodes']:,}"] for (board, kind, ranks), line in traffic.items()]
        head = ["Board", "Positions", "Ranks", "Jobs", "Messages", "Descents", "Bytes", "Nodes"]
        parts += ["### What ranks tell each other", TRAFFIC.format(playouts=f"{asked.searched:,}"), results.table(head, rows),
                  block("graphs-traffic")]
    scaled = {parts: lines for parts, lines in asked.scaling().items() if lines}
    if scaled:
        rows = [[parts, f"{line['ways']:.1f}", line["ranks"], f"{line['playouts_per_second']:,.0f}", f"{line['of_ideal']:.2f}",
                 f"{line['root_parallel_of_ideal']:.2f}", f"{line['totals']['sent_jobs'] / line['totals']['playouts']:.1f}",
                 f"{line['totals']['bytes'] / line['totals']['playouts']:.0f}"] for parts, lines in scaled.items() for line in lines]
        head = ["Parts", "Ways", "Ranks", "Playouts/s", "Of ideal", "Root parallel, of ideal", "Jobs", "Bytes"]
        text = SCALING.format(seconds=asked.seconds(), load=asked.load())
        parts += ["### Scaling by the number of ways to a position", text, results.table(head, rows), block("graphs-scaling")]
    commits = ", ".join(sorted(asked.steps.commits))
    return "\n\n".join([*parts, f"Made by `scripts/reproduce graphs` with the program of commit {commits}."])


def percent(limits):
    """A share with its interval, in percent."""
    value, lower, upper = (100 * limits[key] for key in ("value", "lower", "upper"))
    return f"{value:.1f} ({lower:.0f}–{upper:.0f})"
