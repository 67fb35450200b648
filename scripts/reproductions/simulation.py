"""How well campaigns spread over many workers: real jobs, a simulated clock."""

import pathlib
import tempfile

from . import results, solving

#: Board, start, mode, node budget of a job, numbers of workers; jobs begin with an empty memory.
SPREAD = [
    ("6x6", "reversi", "wld", "400k", "1,16,64,256,1000"),
    ("6x6", "othello", "wld", "400k", "1,16,64,256,1000"),
]
#: Board, start, mode, node budget, numbers of workers: a memory for each, and one for all.
MEMORIES = [
    ("6x6", "reversi", "wld", "1600k", [2, 4, 8]),
    ("6x5", "othello", "exact", "400k", [2, 4, 8]),
]
MEMORY = "256MiB"


def add_arguments(parser):
    """The options of `scripts/reproduce simulation`."""
    parser.add_argument("--folder", type=pathlib.Path, help="where jobs are kept from one run to the next")


def run(arguments):
    """Measures and writes the section."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.folder or pathlib.Path(temporary)
        spread = [(campaign, simulated(campaign[:4], campaign[4], folder)) for campaign in SPREAD]
    memories = [(campaign, {count: both(campaign[:4], count) for count in campaign[4]}) for campaign in MEMORIES]
    results.write({"simulation": spread_table(spread), "simulation-memory": memory_table(memories),
                   "simulation-made": results.made("simulation", machine=False)})
    return 0


def simulated(campaign, workers, folder=None, *more):
    """The lines of `solve campaign simulate`."""
    board, start, mode, budget = campaign
    options = ["--board", board, "--start", start, "--mode", mode, "--budget", budget, "--workers", workers, "--json", *more]
    if folder is not None:
        options += ["--folder", str(folder / f"{board}-{start}-{mode}")]
    return solving.lines_of("campaign", "simulate", *options)


def both(campaign, count):
    """Nodes with a memory for each of `count` workers, and with one for all."""
    def nodes(cores):
        return simulated(campaign, str(count), None, "--cores", str(cores), "--memory", MEMORY)[0]["nodes"]

    return nodes(1), nodes(count)


def speed_up(row):
    """How many times as fast as the plain search."""
    return row["plain"] / row["ticks"]


def work(row):
    """How many times the nodes of the plain search."""
    return row["nodes"] / row["plain"]


def spread_rows(campaign, rows):
    """The rows of the table of one campaign."""
    name = f"{campaign[0]} {campaign[1]} {campaign[2]}"
    part = lambda row, key: f"{row[key] / row['nodes']:.1%}"  # noqa: E731
    for row in rows:
        jobs = row["jobs_answered"] + row["jobs_exceeded"] + row["jobs_stopped"]
        yield [name, f"{row['workers']:,}", f"{speed_up(row):.1f}", f"{work(row):.2f}", part(row, "answered"),
               part(row, "exceeded"), part(row, "stopped"), f"{jobs:,}"]


def spread_table(spread):
    """The table of speed-ups."""
    head = ["Campaign", "Workers", "Speed-up", "Nodes", "In answers", "Over budget", "Stopped", "Jobs"]
    return results.table(head, [row for campaign, found in spread for row in spread_rows(campaign, found)])


def memory_table(memories):
    """The table of memories: one for each worker, and one for all."""
    rows = [[" ".join(campaign[:3]), count, f"{separate:,}", f"{one:,}", f"{1 - one / separate:.1%}".replace("-", "−")]
            for campaign, counts in memories for count, (separate, one) in counts.items()]
    return results.table(["Campaign", "Workers", "Nodes, own memory", "Nodes, shared memory", "Saved"], rows)
