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

HEAD = """
In the distributed search of [Distributed search](docs/results/tds.md) a node is a path; with `graph=yes` positions that several paths lead
to are one node, as Yoshizoe & Ishikawa have it, and the position's hash names its home. Ranks are threads of one process. Nothing here is
timed: the tables show right moves at equal playouts, and what the ranks tell each other.
""".strip()

QUALITY = """
Right moves in % (95 % intervals, bootstrap over {positions} positions) with {playouts} playouts for each move, all ranks together: `uct` with one
tree over all ranks, and root parallel search with a tree on each. *Jobs* are those between ranks, for each playout.
""".strip()

TRAFFIC = """
One search of {playouts} playouts from the start of each board, with and without shared positions: what ranks send each other for each
playout, and the nodes of all ranks.
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
    commits = ", ".join(sorted(asked.steps.commits))
    return "\n\n".join([*parts, f"Made by `scripts/reproduce graphs` with the program of commit {commits}."])


def percent(limits):
    """A share with its interval, in percent."""
    value, lower, upper = (100 * limits[key] for key in ("value", "lower", "upper"))
    return f"{value:.1f} ({lower:.0f}–{upper:.0f})"
