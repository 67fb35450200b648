"""How well campaigns spread over many workers: real jobs, a simulated clock."""

import argparse
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
#: The goals: speed-up by number of workers, and the largest ratio of nodes to the plain search.
GOALS = {64: 45, 1000: 250}
MOST_WORK = 2.5
#: Exchange between machines is worth its cost if a shared memory saves this much.
WORTH = 0.2


def add_arguments(parser):
    """The options of `scripts/reproduce simulation`."""
    parser.add_argument("--folder", type=pathlib.Path, help="where jobs are kept from one run to the next")
    parser.add_argument("--print", action=argparse.BooleanOptionalAction, help="print the section instead of writing it")


def run(arguments):
    """Measures and writes the section."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.folder or pathlib.Path(temporary)
        spread = [(campaign, simulated(campaign[:4], campaign[4], folder)) for campaign in SPREAD]
    memories = [(campaign, {count: both(campaign[:4], count) for count in campaign[4]}) for campaign in MEMORIES]
    text = section(spread, memories)
    if arguments.print:
        print(text)
    else:
        results.write_section("simulation", text)
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


def met(spread):
    """A sentence on the goals for each campaign."""
    for campaign, rows in spread:
        said = []
        for row in rows:
            goal = GOALS.get(row["workers"])
            if goal:
                verdict = "met" if speed_up(row) >= goal and work(row) <= MOST_WORK else "missed"
                said.append(f"{row['workers']:,} workers {speed_up(row):.0f} times as fast with {work(row):.2f} times the nodes ({verdict})")
        yield f"{campaign[0]} {campaign[1]}: {'; '.join(said)}."


def memory_rows(memories):
    """The rows of the table of memories."""
    for campaign, counts in memories:
        for count, (separate, one) in counts.items():
            yield [" ".join(campaign[:3]), count, f"{separate:,}", f"{one:,}", f"{1 - one / separate:.1%}"]


def section(spread, memories):
    """The section's text."""
    head = ["Campaign", "Workers", "Speed-up", "Nodes", "In answers", "Over budget", "Stopped", "Jobs"]
    rows = [row for campaign, found in spread for row in spread_rows(campaign, found)]
    savings = [1 - one / separate for _, counts in memories for separate, one in counts.values()]
    verdict = "So machines do not exchange bounds." if max(savings) < WORTH else "So an exchange of bounds is worth building."
    goals = " and ".join(f"{goal} times with {workers:,} workers" for workers, goal in GOALS.items())
    return f"""
## A thousand workers

`solve campaign simulate` really searches every job, with 16 MiB of memory that are empty at its start; only the clock is
simulated, one tick a node. Speed-up and nodes are relative to one plain search. Jobs have a budget of 400,000 nodes. The goals
are {goals}, with at most {MOST_WORK} times the nodes.

{results.table(head, rows)}

{" ".join(met(spread))}

**Should machines share what they know?** Workers with a memory of their own ({MEMORY}, kept from job to job), compared with the
same workers on one shared memory, which is more than any exchange could give them.

{results.table(["Campaign", "Workers", "Nodes, own memory", "Nodes, shared memory", "Saved"], list(memory_rows(memories)))}

Shared memory saves {min(savings):.1%} to {max(savings):.1%} of the nodes; a fifth was required. {verdict}

Made by `scripts/reproduce simulation` at commit {solving.commit()}.
"""
