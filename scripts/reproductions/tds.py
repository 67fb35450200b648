"""Distributed search: accuracy, speed and scaling by number of ranks, and what a network would have to carry.

Every measurement is kept in a file as soon as it is made (`--results`), and is not made again as long as no source of the
program has changed; so an interrupted run goes on where it was.
"""

import json
import pathlib
import subprocess

from . import results, solving

SET = "sets/6x6-s16"
#: Player and number of positions.
PLAYERS = [("uct:n=2000", 300)]
#: Positions without local accumulation.
ALONE = 100
RANKS = "1,2,4,8,16"
SCALING = [1, 2, 4, 8, 16, 32, 64]
#: Descents for each rank there: ranks that share two cores often wait for one another.
SCALING_IN_FLIGHT = ["--in-flight", "16"]
#: Board, player, what its playouts are. The last makes them as long as the paper's.
SPEEDS = [
    ("6x6", "uct:n=400000", "random games, one by one"),
    ("8x8", "uct:n=300000", "random games, one by one"),
    ("6x6", "uct:n=400000,playout=lanes,per=16", "16 random games from each leaf"),
    ("6x6", "uct:n=80000,playout=greedy", "games by the evaluation"),
    ("8x8", "uct:n=30000,playout=greedy", "games by the evaluation"),
]
#: Descents for each rank where playouts take microseconds: the way to another rank takes longer than many of them.
SPEED_IN_FLIGHT = "256"
#: Measurements of each number of ranks, of which the fastest is told, and of each kind of playout, of which the cheapest is.
TRIES = {"scaling": 1, "base": 5, "other": 2, "speed": 2}
#: Goals: playouts/s of two ranks by one, share of the ideal at 16 and 64 ranks.
GOALS = {"two": 1.7, 16: 0.85, 64: 0.7}


def add_arguments(parser):
    """The options of `scripts/reproduce tds`."""
    parser.add_argument("--program", default=str(solving.REPOSITORY / "scripts" / "solve"), help="the program to run")
    parser.add_argument("--also", action="append", default=[], metavar="COMMIT", help="use measurements of this program too")
    parser.add_argument("--quick", action="store_true", help="a small part of everything, and RESULTS.md stays as it is")
    default = solving.REPOSITORY / "target" / "reproduce" / "tds.jsonl"
    parser.add_argument("--results", type=pathlib.Path, default=default, help="file of the measurements (default %(default)s)")


def sources():
    """The commit that has last changed the program."""
    command = ["git", "-C", str(solving.REPOSITORY), "log", "-1", "--abbrev=10", "--format=%h", "--", "*.rs", "*.toml", "*.lock"]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


class Measurements:
    """Answers of the program, kept in a file."""

    def __init__(self, program, file, also):
        self.program, self.file, self.commit, self.known, self.used = program, file, sources(), {}, set()
        file.parent.mkdir(parents=True, exist_ok=True)
        for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else []:
            record = json.loads(line)
            if record["commit"] in (self.commit, *also):
                self.known[record["key"]] = record

    def ask(self, *arguments, repetition=0):
        """The JSON lines of `solve mcts tds ARGUMENTS`, and the load average before."""
        key = " ".join([*map(str, arguments), f"#{repetition}"])
        if key not in self.known:
            load = pathlib.Path("/proc/loadavg").read_text(encoding="utf-8").split()[0]
            command = [self.program, "mcts", "tds", *map(str, arguments), "--json", "--quiet"]
            done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
            lines = [json.loads(line) for line in done.stdout.splitlines()]
            self.known[key] = {"commit": self.commit, "key": key, "load": float(load), "lines": lines}
            with self.file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(self.known[key]) + "\n")
            print(f"{key}: load average {load}", flush=True)
        self.used.add(self.known[key]["commit"])
        return self.known[key]


def run(arguments):
    """Measures all and writes the section."""
    measurements = Measurements(arguments.program, arguments.results, arguments.also)
    speeds = speed(measurements, arguments.quick)
    accuracies = accuracy(measurements, arguments.quick)
    scalings = scaling(measurements, arguments.quick)
    text = section(accuracies, speeds, scalings, sorted(measurements.used))
    if arguments.quick:
        print(text)
    else:
        results.write_section("tds", text)
    return 0


def accuracy(measurements, quick):
    """For each player the rows by ranks; the first also without local accumulation."""

    def lines(player, positions, *more):
        options = ["--set", SET, "--ranks", RANKS, "--player", player, "--positions", 20 if quick else positions]
        return measurements.ask("accuracy", *options, *more)["lines"]

    rows = {player: lines(player, positions) for player, positions in PLAYERS[: 1 if quick else None]}
    return rows, lines(PLAYERS[0][0], ALONE, "--allowance", "1")


def speed(measurements, quick):
    """For each kind of playout one rank and two, taking turns."""
    rows = []
    for board, player, what in SPEEDS[:2] if quick else SPEEDS:
        found = {1: [], 2: []}
        for repetition in range(1 if quick else TRIES["speed"]):
            for ranks in found:
                more = ["--in-flight", SPEED_IN_FLIGHT] if ranks > 1 else []
                options = ["--board", board, "--player", player, "--ranks", ranks, *more]
                record = measurements.ask("search", *options, repetition=repetition)
                found[ranks].append({**record["lines"][0], "load": record["load"]})
        rows.append((board, player, what, found))
    return rows


def scaling(measurements, quick):
    """The fastest measurement of each number of ranks; then some of the largest done otherwise."""
    time = ["--time", "1s" if quick else "5s"]
    counts = SCALING[::3] if quick else SCALING

    def tried(number, ranks, *more):
        record = measurements.ask("scaling", "--ranks", ranks, *time, *more, repetition=number)
        row = record["lines"][0]
        # Only playouts that slept: those whose end the tree knew already cost nothing.
        slept = row["totals"]["playouts"] / row["seconds"]
        return row | {"load": record["load"], "playouts_per_second": slept}

    def in_flight(ranks):
        return SCALING_IN_FLIGHT if ranks > 1 else []

    def best(tries, *options):
        return max((tried(number, *options) for number in range(1 if quick else tries)), key=lambda row: row["playouts_per_second"])

    # Round after round, so that no number of ranks has all the quiet moments of the machine.
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
    """So many for each playout."""
    return row["totals"][number] / max(row["totals"]["playouts"], 1)


def percent(limits):
    """A share with its interval."""
    return f"{limits['value']:.1%} ({limits['lower']:.1%}–{limits['upper']:.1%})".replace("%–", "–")


def accuracy_table(rows, alone):
    """Rows by ranks, columns by player."""
    head = ["Ranks", "Descents at once"]
    for player in rows:
        positions = rows[player][0]["positions"]
        head += [f"`{player}`, {positions} positions", "root parallel"]
    head += [f"`{PLAYERS[0][0]}`, {alone[0]['positions']} positions, each playout reported by itself"]
    lines = []
    for index, single in enumerate(alone):
        line = [single["ranks"], next(iter(rows.values()))[index]["in_flight"]]
        for found in rows.values():
            line += [percent(found[index]["accuracy"]), percent(found[index]["root_parallel_accuracy"])]
        lines.append([*line, percent(single["accuracy"])])
    return results.table(head, lines)


def speed_rows(speeds):
    """Playouts/s on the clock, CPU time of a playout, and what both say of two ranks."""
    lines = []
    for board, player, what, found in speeds:
        cost = {ranks: min(one["cpu_seconds"] / one["playouts"] for one in tries) for ranks, tries in found.items()}
        rate = {ranks: max(one["playouts"] / one["seconds"] for one in tries) for ranks, tries in found.items()}
        idle = min(one["totals"]["idle_share"] for one in found[2])
        lines.append([
            board, f"`{player}`", what, f"{1e6 * cost[1]:.2f} µs", f"{1e6 * cost[2]:.2f} µs", f"{2 * cost[1] / cost[2]:.2f}",
            f"{rate[1]:,.0f}", f"{rate[2]:,.0f}", f"{rate[2] / rate[1]:.2f}", f"{idle:.0%}",
        ])
    return lines


def scaling_rows(rows):
    """One line for each number of ranks."""
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
    """The largest number of ranks, done otherwise."""
    ideal = rows[0]["playouts_per_second"] * rows[-1]["ranks"]
    named = {"as above": rows[-1], **other}
    return [
        [name, row["in_flight"], row["allowance"], f"{row['playouts_per_second'] / ideal:.2f}", f"{each(row, 'sent_jobs'):.1f}",
         f"{each(row, 'bytes'):.0f}", f"{each(row, 'descents'):.2f}"]
        for name, row in named.items()
    ]


def model(speeds, rows):
    """Where the network or the root's home would be the limit at 1,000 ranks, from what was measured."""
    # What a job between ranks costs: two ranks have them, one has not, and their playouts are the same.
    found = speeds[0][3]
    cost = {ranks: min(one["cpu_seconds"] / one["playouts"] for one in tries) for ranks, tries in found.items()}
    jobs = found[2][0]["totals"]["sent_jobs"] / found[2][0]["playouts"]
    per_job = max(cost[2] - cost[1], 0.0) / jobs
    row = rows[-1]
    descents, sent, size, messages = (each(row, name) for name in ("descents", "sent_jobs", "bytes", "messages"))
    lines = []
    for playout in (1e-2, 1e-3, 1e-4, 1e-5):
        rate = 1 / playout
        # Rank 0 sends a SEARCH and gets a REPORT for each descent, whatever else it does.
        root = 1000 * rate * descents * 2 * per_job
        own = rate * sent * per_job
        lines.append([
            results.duration(playout) if playout >= 1e-3 else f"{playout * 1e6:.0f} µs", f"{rate * messages:,.0f}",
            f"{rate * size / 1e6:.2f} MB/s", f"{own:.1%}", f"{1000 * rate * size / 1e9:.2f} GB/s", f"{root:.0%}",
            f"{1 / (rate * descents * 2 * per_job):,.0f}" if per_job else "–",
        ])
    head = ["A playout takes", "messages/s of a rank", "bytes/s of a rank", "CPU of a rank for jobs", "all 1,000 ranks",
            "CPU of rank 0 for descents alone", "ranks at which that is 100 %"]
    return per_job, descents, results.table(head, lines)


def verdict(rows, speeds):
    """What the goals come to, in words."""
    base = rows[0]["playouts_per_second"]
    said = []
    for ranks in (16, 64):
        share = next((row["playouts_per_second"] / base / ranks for row in rows if row["ranks"] == ranks), None)
        if share is not None:
            said.append(f"{ranks} ranks make {share:.2f} of the ideal (goal {GOALS[ranks]}: {'reached' if share >= GOALS[ranks] else 'missed'})")
    return "; ".join(said)


def section(accuracies, speeds, scalings, commits):
    """The section's text."""
    rows, other = scalings
    per_job, descents, table = model(speeds, rows)
    loads = [one["load"] for *_, found in speeds for tries in found.values() for one in tries] + [row["load"] for row in rows]
    speed_head = ["Board", "Player", "Playouts", "CPU, one rank", "CPU, two", "by CPU", "playouts/s, one", "two", "by the clock", "idle"]
    scaling_head = ["Ranks", "Descents at once", "Playouts/s", "of ideal", "root parallel", "Nodes", "Nodes of a root parallel tree",
                    "jobs", "messages", "bytes", "descents", "Idle", "Balance", "CPU s"]
    return f"""
## Distributed search

Monte-Carlo tree search by transposition-table driven scheduling (crate `tds`). Everything here ran on one machine, with
threads for ranks and channels for a network: {solving.processor()}, which others used at the same time (load average
{min(loads):.1f} to {max(loads):.1f}). What is simulated: the network, and in the scaling also the playouts, which sleep, so that 64
ranks can be measured on two cores. The same search with processes, MPI and TCP between two hosts is tested by `scripts/mpi
test`, not timed.

### How good the moves are

Positions of [{SET}]({SET}), 16 empties; share of moves that win, half of those that draw, with 95 % intervals. The
playouts are those of all ranks together, the same in every row. Beside it root parallel with as many trees.

{accuracy_table(*accuracies)}

### Two ranks with real playouts

One search from the start of a board, CPU time of a playout and all that belongs to it; of {TRIES['speed']} searches the cheapest. *By
CPU* is what two ranks would gain on two cores of their own that never wait: twice the one by the other. *By the clock* is what
they gained here, where the cores were shared with others; *idle* is the share of that time in which a rank waited for
the other, or for its core. More than 2 is noise: the cores were not the same to both. The goal is {GOALS['two']}. Two ranks have {SPEED_IN_FLIGHT} descents each under way.

{results.table(speed_head, speed_rows(speeds))}

### Scaling with playouts of 1 ms

An artificial tree of 8 moves and 12 plies, playouts that sleep for 1 ms, 5 s each, 16 descents for each rank, since whatever else the
machine does makes ranks wait for one another. *Ideal* is one
rank, the fastest of {TRIES['base']} measurements, times the number of ranks. Only playouts that slept are counted. {verdict(rows, speeds)}. Root parallel never waits for anybody, so its playouts/s are close to
the ideal whatever it does; but each of its trees is small, and all grow the same top. *Jobs*, *messages* (with several jobs in each),
*bytes* and *descents* begun at the root are for each playout. Yoshizoe et al. 2011 had about 740 times on 1,200 cores.

{results.table(scaling_head, scaling_rows(rows))}

{rows[-1]['ranks']} ranks done otherwise (of {TRIES['other']} measurements the faster, at other times, with other work on the machine):

{results.table(["", "Descents at once", "Playouts before a report", "of ideal", "jobs", "bytes", "descents"], other_rows(rows, other))}

### Where the network would be the limit: a model on paper

At 1,000 ranks, if jobs, bytes and descents for a playout stay what they are at {rows[-1]['ranks']}, and a job between ranks costs
{1e6 * per_job:.2f} µs of CPU time at both ends together, as in the first row of the table of two ranks. A network card of 10 Gbit/s carries 1,250 MB/s.
The first limit is neither the network nor most of the ranks, but rank 0, where every descent begins and ends ({descents:.2f} for each
playout); the home of the root's best move comes next, with nearly as many. Messages of MPI over TCP cost more than those between
threads, some microseconds each; those of rank 0 go to no more ranks than the root has moves, so they hold many jobs then. Latency of the
network does not change playouts/s as long as there are enough descents under way.

{table}

Made by `scripts/reproduce tds` with the program of commit {' and '.join(commits)}.
"""
