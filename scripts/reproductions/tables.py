"""How fast and how small tables are, and what they cost a search."""

import os
import pathlib
import subprocess
import tempfile
from functools import partial

from . import results, solving
from .measurements import Measurements

#: A question that takes about ten seconds.
QUESTION = ["--board", "6x6", "--moves", "c2b4", "--threads", "1", "--no-book"]
#: Rounds in which searches with and without a table take turns.
ROUNDS = 3


def add_arguments(parser):
    """The options of `scripts/reproduce tables`."""
    parser.add_argument("--entries", type=int, action="append", help="size of a table; may be given more than once")
    default = solving.REPOSITORY / "target" / "reproduce" / "tables"
    parser.add_argument("--results", type=pathlib.Path, default=default,
                        help="where measurements of these sources are kept, for a run that goes on (default %(default)s)")
    parser.add_argument("--directory", help="where large tables are made (default: the system's for temporary files)")


def run(arguments):
    """Measures and writes the section."""
    with tempfile.TemporaryDirectory(dir=arguments.directory) as name:
        folder, kept = pathlib.Path(name), Measurements(arguments.results, sources, also=())
        entries = arguments.entries or [1_000_000, 10_000_000, 100_000_000]
        volumes = [kept.measured(f"{count} entries", partial(volume, count, folder / "volume")) for count in entries]
        cost = kept.measured("cost", lambda: cost_of_a_table(folder))
    results.write_section("tables", section(volumes, cost))
    return 0


def sources():
    """The git trees of the code measured."""
    command = ["git", "rev-parse", "HEAD:tables", "HEAD:solver"]
    trees = subprocess.run(command, cwd=solving.REPOSITORY, stdout=subprocess.PIPE, text=True, check=True)
    return "-".join(trees.stdout.split())


def target():
    """The folder of cargo's build products."""
    return os.environ.get("CARGO_TARGET_DIR", str(solving.REPOSITORY / "target"))


def volume(entries, directory):
    """The measurements of the example `volume`, by name."""
    command = ["cargo", "run", "--quiet", "--release", "--locked", "-p", "exact-othello-tables", "--example", "volume", "--"]
    environment = {**os.environ, "CARGO_TARGET_DIR": target()}
    done = subprocess.run([*command, str(entries), str(directory)], cwd=solving.REPOSITORY, env=environment,
                          stdout=subprocess.PIPE, text=True, check=True)
    print(done.stdout, flush=True)
    return [line.strip().split("  ", 1) for line in done.stdout.splitlines()]


def measured(*arguments):
    """The answer of `scripts/solve` and its CPU time in seconds."""
    before = os.times()
    answer = solving.solve(*arguments)
    after = os.times()
    return answer, after.children_user + after.children_system - before.children_user - before.children_system


def cost_of_a_table(folder):
    """CPU time and nodes of a search with a fresh table each time, relative to one without."""
    with_table, without, entries = [], [], 0
    for number in range(ROUNDS):
        directory = str(folder / f"cost-{number}")
        answer, seconds = measured(*QUESTION, "--table", directory)
        with_table.append((seconds, answer["nodes"]))
        entries = solving.lines_of("table", "info", "--table", directory, "--json")[0]["entries"]
        answer, seconds = measured(*QUESTION, "--no-table")
        without.append((seconds, answer["nodes"]))
    (with_seconds, with_nodes), (without_seconds, without_nodes) = min(with_table), min(without)
    return {"seconds": without_seconds, "more_seconds": with_seconds / without_seconds - 1,
            "more_nodes": with_nodes / without_nodes - 1, "entries": entries}


def section(volumes, cost):
    """The section's text."""
    head = ["", *(rows[0][0].split()[0] for rows in volumes)]
    names = [name for name, _ in volumes[0][1:]]
    rows = [[name, *(values[number + 1][1].strip() for values in volumes)] for number, name in enumerate(names)]
    return f"""
## Tables

Speed and size of tables with positions of random 6x6 games, by number of entries
(`cargo run --release -p exact-othello-tables --example volume`). *Recorded*: one by one in no order, as a search does, until
everything is on disk. *Merged in order*: as an import or a merge does. *Hits* and *misses*: look-ups in random order in the
table of the rows above, each compared with the true value. Bytes are those on disk. Rates a second are by the clock, on a
machine with other work; CPU seconds count all threads of the program.

{results.table([head[0] or "Entries", *(f"{int(text):,}" for text in head[1:])], rows)}

A search of {results.duration(cost["seconds"])} (`{" ".join(QUESTION)}`) keeps {cost["entries"]:,} entries in a new
table. Compared with no table, its CPU time changes by {cost["more_seconds"]:+.1%} and its nodes by {cost["more_nodes"]:+.1%} (the fastest of
{ROUNDS} alternating runs each).

Made by `scripts/reproduce tables` at commit {solving.commit()} on {solving.processor()}.
"""  # noqa: E501
