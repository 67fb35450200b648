"""Distributed search: accuracy, speed and scaling by number of ranks.

Every measurement is kept as soon as it is made (`--results`), and repeated only after a source of the program has changed;
so an interrupted run can resume.
"""

import json
import pathlib
import statistics
import subprocess

from . import results, solving
from .intervals import gained
from .measurements import Measurements

SET = "data/sets/6x6-s16"
#: Player and number of positions.
PLAYERS = [("uct:n=2000", 300)]
#: Number of positions without local accumulation.
ALONE = 100
RANKS = "1,2,4,8,16"
SCALING = [1, 2, 4, 8, 16, 32, 64]
#: Descents in flight per rank: ranks that share two cores often wait for one another.
SCALING_IN_FLIGHT = ["--in-flight", "16"]
#: Board, player, and its kind of playouts. The last makes them as long as the paper's.
SPEEDS = [
    ("6x6", "uct:n=400000", "random games, one by one"),
    ("8x8", "uct:n=300000", "random games, one by one"),
    ("6x6", "uct:n=4000000,playout=lanes,per=16", "16 random games from each leaf"),
    ("6x6", "uct:n=80000,playout=greedy", "games by the evaluation"),
    ("8x8", "uct:n=30000,playout=greedy", "games by the evaluation"),
]
#: Descents in flight for each of two ranks when playouts take microseconds, less than a message to another rank.
SPEED_IN_FLIGHT = 96
#: Measurements of each number of ranks, of which the fastest counts, and of each kind of playout, of which the cheapest counts.
TRIES = {"scaling": 1, "base": 5, "other": 2, "speed": 6, "apart": 3}


def add_arguments(parser):
    """The options of `scripts/reproduce tds`."""
    parser.add_argument("--program", default=str(solving.REPOSITORY / "scripts" / "solve"), help="the program to run")
    parser.add_argument("--also", action="append", default=[], metavar="COMMIT", help="use measurements of this program too")
    parser.add_argument("--quick", action="store_true", help="a small part of everything, and docs/results stays as it is")
    default = solving.REPOSITORY / "target" / "reproduce" / "tds"
    parser.add_argument("--results", type=pathlib.Path, default=default, help="folder of the measurements (default %(default)s)")


def sources():
    """The commit that last changed the program."""
    command = ["git", "-C", str(solving.REPOSITORY), "log", "-1", "--abbrev=10", "--format=%h", "--", "*.rs", "*.toml", "*.lock"]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


class Answers:
    """Answers of the program to `solve mcts tds`; only those of the current sources count, and of the commits in `also`."""

    def __init__(self, program, folder, also):
        self.program, self.kept = program, Measurements(folder, sources, also=also)

    def ask(self, *arguments, repetition=0):
        """The JSON lines of `solve mcts tds ARGUMENTS`, and the load average before."""
        return self._answer([*arguments, f"#{repetition}"], [self.program, "mcts", "tds", *arguments, "--json", "--quiet"])

    def apart(self, *arguments, repetition=0):
        """The JSON lines of two independent programs that run at the same time."""
        command = [self.program, "mcts", "tds", *arguments, "--json", "--quiet"]
        both = ["sh", "-c", '"$@" & "$@"; wait', "sh", *command]
        return self._answer(["apart", *arguments, f"#{repetition}"], both)["lines"]

    def plain(self, board, players):
        """The JSON lines of `solve mcts speed`: playouts per second of CPU time, without ranks."""
        which = [word for player in players for word in ("--player", player)]
        arguments = ["mcts", "speed", "--board", board, *which, "--time", "1s"]
        return self._answer(arguments, [self.program, *arguments, "--json", "--quiet"])["lines"]

    def mpi(self, ranks, *arguments, repetition=0):
        """The answer of this many MPI processes; None without MPI."""
        key = [str(word) for word in ("mpi", ranks, *arguments, f"#{repetition}")]
        script = str(solving.REPOSITORY / "scripts" / "mpi")
        is_known = self.kept.known(*key) is not None
        if not is_known and subprocess.run([script, "build"], stderr=subprocess.DEVNULL, check=False).returncode != 0:
            return None
        return self._answer(key, [script, "run", ranks, *arguments, "--json"])["lines"][0]

    def _answer(self, key, command):
        """The record of a key; runs the command if there is none."""

        def measure():
            done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, text=True, check=True)
            return {"lines": [json.loads(line) for line in done.stdout.splitlines()]}

        return self.kept.record(*map(str, key), measure=measure)


def run(arguments):
    """Measures everything and writes the section."""
    measurements = Answers(arguments.program, arguments.results, arguments.also)
    speeds = speed(measurements, arguments.quick)
    processes = processes_of_mpi(measurements, arguments.quick)
    accuracies = accuracy(measurements, arguments.quick)
    scalings = scaling(measurements, arguments.quick)
    blocks = tables(accuracies, (speeds, processes), scalings)
    if arguments.quick:
        print(*blocks.values(), sep="\n\n")
    else:
        results.write({**blocks, "tds-made": results.made("tds", measurements.kept.commits)})
    return 0


def accuracy(measurements, quick):
    """The rows of each player by ranks; for the first also without local accumulation."""

    def lines(player, positions, *more):
        options = ["--set", SET, "--ranks", RANKS, "--player", player, "--positions", 20 if quick else positions]
        return measurements.ask("accuracy", *options, *more)["lines"]

    rows = {player: lines(player, positions) for player, positions in PLAYERS[: 1 if quick else None]}
    return rows, lines(PLAYERS[0][0], ALONE, "--allowance", "1")


def speed(measurements, quick):
    """For each kind of playout, one rank and two, taking turns; 0 is the search without ranks, in playouts/s of CPU time, and
    "apart" are pairs of simultaneous searches on one rank each."""
    rows = []
    for board, player, what in SPEEDS[:2] if quick else SPEEDS:
        found = {1: [], 2: []}
        for repetition in range(1 if quick else TRIES["speed"]):
            for ranks, tries in found.items():
                more = ["--in-flight", SPEED_IN_FLIGHT] if ranks > 1 else []
                tries.append(searched(measurements, repetition, board, player, "--ranks", ranks, *more))
        plain = measurements.plain(board, [player])[-1]
        options = ["search", "--board", board, "--player", player, "--ranks", 1]
        apart = [measurements.apart(*options, repetition=number) for number in range(1 if quick else TRIES["apart"])]
        rows.append((board, player, what, {0: plain["playouts_per_second"], "apart": apart, **found}))
    return rows


def searched(measurements, repetition, board, player, *more):
    """One search, with the load average before it and whether other work had to wait for it."""
    record = measurements.ask("search", "--board", board, "--player", player, *more, repetition=repetition)
    return {**record["lines"][0], "load": record["load"], "ahead": record["ahead"]}


def processes_of_mpi(measurements, quick):
    """For each kind of playout, one MPI process and two, taking turns; None without MPI."""
    rows = []
    for board, player, _ in SPEEDS[:2] if quick else SPEEDS:
        found = {1: [], 2: []}
        for repetition in range(1 if quick else TRIES["speed"]):
            for ranks, tries in found.items():
                more = ["--in-flight", SPEED_IN_FLIGHT] if ranks > 1 else []
                options = ["--board", board, "--player", player, *more]
                tries.append(measurements.mpi(ranks, *options, repetition=repetition))
        if None in found[1] + found[2]:
            return None
        rows.append((board, player, found))
    return rows


def scaling(measurements, quick):
    """The fastest measurement for each number of ranks, then variants with the largest."""
    time = ["--time", "1s" if quick else "5s"]
    counts = SCALING[::3] if quick else SCALING

    def tried(number, ranks, *more):
        record = measurements.ask("scaling", "--ranks", ranks, *time, *more, repetition=number)
        row = record["lines"][0]
        # Only playouts that slept: where the tree already knows the end, a playout costs nothing.
        slept = row["totals"]["playouts"] / row["seconds"]
        return row | {"load": record["load"], "playouts_per_second": slept}

    def in_flight(ranks):
        return SCALING_IN_FLIGHT if ranks > 1 else []

    def best(tries, *options):
        rows = (tried(number, *options) for number in range(1 if quick else tries))
        return max(rows, key=lambda row: row["playouts_per_second"])

    # Round after round, so that the machine's quiet moments do not all go to one number of ranks.
    for number in range(1 if quick else TRIES["scaling"]):
        for ranks in counts:
            tried(number, ranks, *in_flight(ranks))
    rows = [best(TRIES["scaling" if ranks > 1 else "base"], ranks, *in_flight(ranks)) for ranks in counts]
    other = {
        "8 descents for each rank": best(TRIES["other"], counts[-1]),
        "8, every playout reported by itself": best(TRIES["other"], counts[-1], "--allowance", "1"),
        "8, a latency of 100 µs simulated": best(TRIES["other"], counts[-1], "--latency", "0.1ms"),
        "8, a latency of 1 ms simulated": best(TRIES["other"], counts[-1], "--latency", "1ms"),
    }
    return rows, other


def each(row, number):
    """A number per playout."""
    return row["totals"][number] / max(row["totals"]["playouts"], 1)


def percent(limits):
    """A share with its interval."""
    return f"{limits['value']:.1%} ({limits['lower']:.1%}–{limits['upper']:.1%})".replace("%–", "–")


def accuracy_table(rows, alone):
    """Rows by ranks, columns by player."""
    head = ["Ranks", "Descents at once"]
    for player in rows:
        positions = rows[player][0]["positions"]
        head += [f"`{player}`, {positions} positions", "root parallel", "gain over one rank", "gain over root parallel"]
    head += [f"`{PLAYERS[0][0]}`, {alone[0]['positions']} positions, each playout reported by itself", "its gain over one rank"]
    lines = []
    for index, single in enumerate(alone):
        line = [single["ranks"], next(iter(rows.values()))[index]["in_flight"]]
        for found in rows.values():
            ours = found[index]
            line += [percent(ours["accuracy"]), percent(ours["root_parallel_accuracy"])]
            others = found[0]["credits"], ours["root_parallel_credits"]
            line += [gained(ours["credits"], theirs) for theirs in others]
        lines.append([*line, percent(single["accuracy"]), gained(single["credits"], alone[0]["credits"])])
    return results.table(head, lines)


def cheapest(tries):
    """CPU time of a playout, in seconds."""
    return min(one["cpu_seconds"] / one["playouts"] for one in tries)


def fastest(tries):
    """Playouts per second."""
    return max(one["playouts"] / one["seconds"] for one in tries)


def gain(found, per_playout):
    """The median, over neighbouring measurements of one and of two, of the cost of one over that of two: the machine's own speed
    changes from minute to minute."""
    cost = {number: [one[per_playout] / one["playouts"] for one in found[number]] for number in (1, 2)}
    return statistics.median(one / two for one, two in zip(cost[1], cost[2], strict=True))


def speed_rows(speeds):
    """CPU time of a playout, wall-clock playouts/s, and what both imply for two ranks."""
    lines = []
    for board, player, what, found in speeds:
        cost, rate = [cheapest(found[ranks]) for ranks in (1, 2)], [fastest(found[ranks]) for ranks in (1, 2)]
        idle = min(one["totals"]["idle_share"] for one in found[2])
        apart = statistics.median(cpu_of(pair) / cpu_of(found[1]) for pair in found["apart"])
        lines.append([
            board, f"`{player}`", what, f"{1e6 / found[0]:.2f} µs", f"{1e6 * cost[0]:.2f} µs", f"{1e6 * cost[1]:.2f} µs",
            f"{2 * gain(found, 'cpu_seconds'):.2f}", f"{rate[0]:,.0f}", f"{rate[1]:,.0f}", f"**{gain(found, 'seconds'):.2f}**",
            f"{rate[1] / found[0]:.2f}", f"{idle:.0%}", f"{apart:.2f}",
        ])
    return lines


def cpu_of(tries):
    """The median CPU time of a playout."""
    return statistics.median(one["cpu_seconds"] / one["playouts"] for one in tries)


def mpi_rows(processes):
    """Playouts/s of one process and of two, and the messages between them."""
    lines = []
    for board, player, found in processes:
        one, two = (max(found[n], key=lambda run: run["playouts"] / run["seconds"]) for n in (1, 2))
        rate = [run["playouts"] / run["seconds"] for run in (one, two)]
        all_of = {name: sum(rank[name] for rank in two["each"]) for name in ("sent_jobs", "messages", "bytes", "idle_share")}
        per = [all_of[name] / two["playouts"] for name in ("sent_jobs", "messages", "bytes")]
        lines.append([
            board, f"`{player}`", f"{rate[0]:,.0f}", f"{rate[1]:,.0f}", f"**{gain(found, 'seconds'):.2f}**", f"{per[0]:.2f}",
            f"{per[1]:.3f}", f"{per[2]:.0f}", f"{all_of['idle_share'] / 2:.0%}",
        ])
    return lines


def scaling_rows(rows):
    """One row per number of ranks."""
    base = rows[0]["playouts_per_second"]
    lines = []
    for row in rows:
        ideal = base * row["ranks"]
        lines.append([
            row["ranks"], row["in_flight"], f"{row['playouts_per_second']:,.0f}", f"{row['playouts_per_second'] / ideal:.2f}",
            f"{row['root_parallel_per_second'] / ideal:.2f}", f"{row['nodes']:,}",
            f"{row['root_parallel_nodes'] // row['ranks']:,}", f"{each(row, 'sent_jobs'):.1f}", f"{each(row, 'messages'):.1f}",
            f"{each(row, 'bytes'):.0f}", f"{each(row, 'descents'):.2f}", f"{row['totals']['idle_share']:.0%}",
            f"{row['totals']['balance']:.2f}", f"{row['cpu_seconds']:.1f}",
        ])
    return lines


def other_rows(rows, other):
    """Variants of the run with the largest number of ranks."""
    ideal = rows[0]["playouts_per_second"] * rows[-1]["ranks"]
    named = {"as above": rows[-1], **other}
    return [
        [name, row["in_flight"], row["allowance"], f"{row['playouts_per_second'] / ideal:.2f}", f"{each(row, 'sent_jobs'):.1f}",
         f"{each(row, 'bytes'):.0f}", f"{each(row, 'descents'):.2f}"]
        for name, row in named.items()
    ]


def tables(accuracies, measured, scalings):
    """The blocks of the page."""
    rows, other = scalings
    speeds, processes = measured
    speed_head = ["Board", "Player", "Playouts", "CPU, no ranks", "one rank", "two", "by CPU", "playouts/s, one rank", "two",
                  "by the clock", "two by no ranks", "idle", "slower beside another"]
    mpi_head = ["Board", "Player", "playouts/s, one process", "two", "by the clock", "jobs", "messages", "bytes", "idle"]
    scaling_head = ["Ranks", "Descents at once", "Playouts/s", "of ideal", "root parallel", "Nodes",
                    "Nodes of a root parallel tree", "jobs", "messages", "bytes", "descents", "Idle", "Balance", "CPU s"]
    other_head = ["", "Descents at once", "Playouts before a report", "of ideal", "jobs", "bytes", "descents"]
    return {
        "tds-right": accuracy_table(*accuracies),
        "tds-speed": results.table(speed_head, speed_rows(speeds)),
        "tds-mpi": results.table(mpi_head, mpi_rows(processes)) if processes else "Not measured: there is no MPI here.",
        "tds-scaling": results.table(scaling_head, scaling_rows(rows)),
        "tds-other": results.table(other_head, other_rows(rows, other)),
    }
