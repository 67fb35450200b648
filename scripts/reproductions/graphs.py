"""Distributed search with shared positions: its effect on quality and on traffic."""

import pathlib

from . import results, solving
from .intervals import gained
from .measurements import OutOfTime, Steps

#: Sets on which searches are often wrong, with the playouts per move and the numbers of ranks.
SETS, PLAYOUTS, RANKS = ["6x6-s16-greedy", "4x10-s16"], 10_000, [1, 16]
#: Starts, with the playouts of one search from each.
BOARDS, SEARCHED = ["6x6", "8x8", "4x10"], 100_000
KINDS = {"no": "tree", "yes": "graph"}
#: What is searched on ranks: formula and positions, and the player without its budget.
FORMULAS = {"UCT": "uct:c=1,graph={}", "RAVE": "rave:graph={}"}
SEARCHES = {(formula, kind): text.format(graph) for formula, text in FORMULAS.items() for graph, kind in KINDS.items()}
#: At equal time: milliseconds per move, and positions of each set.
TIME, TIMED, TIMED_RANKS = 500, 100, [1, 16]
#: Where the program says what each move earned: of one search over all ranks, and of root parallel search.
ONE, ROOT = "credits", "root_parallel_credits"
#: Parts of the artificial game, and the ranks on which it is searched; the first number of ranks sets the ideal.
PARTS, SCALED = [1, 2, 4, 8], [1, 64]


def add_arguments(parser):
    """The options of `scripts/reproduce graphs`."""
    parser.add_argument("--program", default=str(solving.REPOSITORY / "scripts" / "solve"), help="the program to run")
    parser.add_argument("--quick", action="store_true", help="small, in seconds; prints the section and writes no file")
    default = solving.REPOSITORY / "target" / "reproduce" / "graphs"
    parser.add_argument("--work", type=pathlib.Path, default=default, help="where answers are kept (default %(default)s)")
    parser.add_argument("--minutes", type=float, help="end after so long and write what is there")


def run(arguments):
    """Runs what is missing and writes the section."""
    steps = Steps(arguments.program, arguments.work / ("quick" if arguments.quick else "full"), arguments.minutes)
    asked = Graphs(steps, arguments.quick)
    try:
        asked.quality()
        asked.traffic()
        asked.scaling()
        asked.equal_time()
    except OutOfTime:
        print("out of time; what is missing is left out", flush=True)
        steps.lines = steps.known_lines
    blocks = {"graphs-quality": quality(asked), "graphs-time": equal_time(asked), "graphs-traffic": traffic(asked),
              "graphs-scaling": scaling(asked), "graphs-made": results.made("graphs", steps.commits)}
    if arguments.quick:
        print(*blocks.values(), sep="\n\n")
    else:
        results.write(blocks)
    return 0


class Graphs:
    """The searches on ranks."""

    def __init__(self, steps, is_quick):
        self.steps, self.is_quick = steps, is_quick
        self.playouts, self.searched = (200, 2_000) if is_quick else (PLAYOUTS, SEARCHED)
        self.positions, self.ranks = (10, [1, 2]) if is_quick else (300, RANKS)

    def quality(self):
        """By set, formula and positions: a line per number of ranks."""
        return self._right(self.positions, self.ranks, f"n={self.playouts}", SEARCHES)

    def equal_time(self):
        """The same, with a time budget."""
        positions, ranks, ms = (3, [1, 2], 20) if self.is_quick else (TIMED, TIMED_RANKS, TIME)
        return self._right(positions, ranks, f"time={ms},delay=1000", SEARCHES)

    def _right(self, positions, ranks, budget, searches):
        found = {}
        for name in SETS[: 1 if self.is_quick else None]:
            for (formula, kind), text in searches.items():
                options = ["--set", f"data/sets/{name}", "--positions", str(positions), "--ranks", ",".join(map(str, ranks))]
                found[name, formula, kind] = self.steps.lines("mcts", "tds", "accuracy", *options, "--player", with_budget(text, budget))
        return {key: lines for key, lines in found.items() if lines}

    def traffic(self):
        """By board, formula, positions and ranks: the search."""
        found = {}
        for board in BOARDS[: 1 if self.is_quick else None]:
            for (formula, kind), text in SEARCHES.items():
                for ranks in self.ranks[-1:]:
                    player = with_budget(text, f"n={self.searched}")
                    lines = self.steps.lines("mcts", "tds", "search", "--board", board, "--ranks", str(ranks), "--player", player)
                    if lines:
                        found[board, formula, kind, ranks] = lines[0]
        return found

    def scaling(self):
        """By parts: a line per number of ranks."""
        return {parts: self.steps.lines(*self._scaling(parts)) for parts in self.parts()}

    def parts(self):
        """The numbers of parts searched."""
        return PARTS[:2] if self.is_quick else PARTS

    def seconds(self):
        """The time of each row."""
        return 1 if self.is_quick else 5

    def _scaling(self, parts):
        ranks = ",".join(map(str, SCALED[:2] if self.is_quick else SCALED))
        return ["mcts", "tds", "scaling", "--parts", str(parts), "--ranks", ranks, "--time", f"{self.seconds()}s", "--in-flight", "16"]


def with_budget(text, budget):
    """A player with a budget inserted before its last parameter."""
    first, last = text.rsplit("graph=", 1)
    return f"{first}{budget},graph={last}"


def quality(asked):
    """Right moves at equal playouts."""
    found = asked.quality()
    rows = []
    for (name, formula, kind), lines in found.items():
        trees = found.get((name, formula, "tree"), []) if kind == "graph" else []
        for place, line in enumerate(lines):
            shared = [gain(line, trees[place], which) for which in (ONE, ROOT)] if trees else ["", ""]
            is_alone = line["ranks"] == 1
            others = ["", ""] if is_alone else [gain(line, line, ONE, ROOT), gain(line, lines[0], ONE)]
            shared[1:] = [""] if is_alone else shared[1:]
            rows.append([name, formula, kind, line["ranks"], percent(line["accuracy"]), percent(line["root_parallel_accuracy"]),
                         f"{line['jobs_a_playout']:.1f}", *others, *shared])
    head = ["Set", "Formula", "Positions", "Ranks", "One search, %", "Root parallel, %", "Jobs", "Over root parallel",
            "Over one rank", "Over a tree", "Root parallel over a tree"]
    return results.table(head, rows)


def equal_time(asked):
    """Right moves at equal time."""
    found = asked.equal_time()
    rows = []
    for (name, formula, kind), lines in found.items():
        for line in lines:
            own, other = (line[key] / line["positions"] for key in ("playouts", "root_parallel_playouts"))
            rows.append([name, formula, kind, line["ranks"], percent(line["accuracy"]), percent(line["root_parallel_accuracy"]),
                         gain(line, line, ONE, ROOT), f"{own:,.0f}", f"{other:,.0f}", f"{1000 * line['seconds'] / line['positions']:.0f}"])
    head = ["Set", "Formula", "Positions", "Ranks", "One search, %", "Root parallel, %", "Over root parallel", "Playouts",
            "Root parallel, playouts", "ms"]
    return results.table(head, rows)


def gain(line, other, which, than=None):
    """By how many points one search is right more often than the other, position by position."""
    return gained(line[which], other[than or which])


def traffic(asked):
    """Jobs, messages and bytes."""
    rows = [[board, formula, kind, ranks, *(f"{line['totals'][name] / line['totals']['playouts']:.2f}" for name in
             ("sent_jobs", "messages", "descents")), f"{line['totals']['bytes'] / line['totals']['playouts']:.0f}",
             f"{line['nodes']:,}"] for (board, formula, kind, ranks), line in asked.traffic().items()]
    head = ["Board", "Formula", "Positions", "Ranks", "Jobs", "Messages", "Descents", "Bytes", "Nodes"]
    return results.table(head, rows)


def scaling(asked):
    """Speed by the number of ways to a position."""
    rows = [[parts, f"{line['ways']:.1f}", line["ranks"], f"{line['playouts_per_second']:,.0f}", f"{line['of_ideal']:.2f}",
             f"{line['root_parallel_of_ideal']:.2f}", f"{line['totals']['sent_jobs'] / line['totals']['playouts']:.1f}",
             f"{line['totals']['bytes'] / line['totals']['playouts']:.0f}"] for parts, lines in asked.scaling().items() for line in lines]
    return results.table(["Parts", "Ways", "Ranks", "Playouts/s", "Of ideal", "Root parallel, of ideal", "Jobs", "Bytes"], rows)


def percent(limits):
    """A share with its interval, in percent."""
    value, lower, upper = (100 * limits[key] for key in ("value", "lower", "upper"))
    return f"{value:.1f} ({lower:.0f}–{upper:.0f})"
