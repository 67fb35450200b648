"""How fast and how small tables are, and what they cost a search."""

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
        folder, kept = pathlib.Path(name), Measurements(arguments.results, partial(solving.trees, "HEAD:tables", "HEAD:solver"), also=())
        entries = arguments.entries or [1_000_000, 10_000_000, 100_000_000]
        volumes = [kept.measured(f"{count} entries", partial(volume, count, folder / "volume")) for count in entries]
        cost = kept.measured("cost", lambda: cost_of_a_table(folder))
    results.write({"tables": speeds(volumes), "tables-cost": cost_table(cost), "tables-made": results.made("tables")})
    return 0


def volume(entries, directory):
    """The measurements of the example `volume`, by name."""
    program = solving.built("exact-othello-tables", "volume") / "volume"
    done = subprocess.run([program, str(entries), str(directory)], stdout=subprocess.PIPE, text=True, check=True)
    print(done.stdout, flush=True)
    return [line.strip().split("  ", 1) for line in done.stdout.splitlines()]


def cost_of_a_table(folder):
    """CPU time and nodes of a search with a fresh table each time, relative to one without."""
    with_table, without, entries = [], [], 0
    for number in range(ROUNDS):
        directory = str(folder / f"cost-{number}")
        answer, seconds = solving.spent(solving.solve, *QUESTION, "--table", directory)
        with_table.append((seconds, answer["nodes"]))
        entries = solving.lines_of("table", "info", "--table", directory, "--json")[0]["entries"]
        answer, seconds = solving.spent(solving.solve, *QUESTION, "--no-table")
        without.append((seconds, answer["nodes"]))
    (with_seconds, with_nodes), (without_seconds, without_nodes) = min(with_table), min(without)
    return {"seconds": without_seconds, "more_seconds": with_seconds / without_seconds - 1,
            "more_nodes": with_nodes / without_nodes - 1, "entries": entries}


def speeds(volumes):
    """The table of speeds and sizes by number of entries."""
    head = [f"{int(rows[0][0].split()[0]):,}" for rows in volumes]
    names = [name for name, _ in volumes[0][1:]]
    return results.table(["Entries", *head], [[name, *(values[number + 1][1].strip() for values in volumes)]
                                              for number, name in enumerate(names)])


def cost_table(cost):
    """What a table costs a search, compared with none."""
    head = ["Search", "Entries", "More CPU time", "More nodes"]
    return results.table(head, [[results.duration(cost["seconds"]), f"{cost['entries']:,}", f"{cost['more_seconds']:+.1%}".replace("-", "−"),
                                 f"{cost['more_nodes']:+.1%}".replace("-", "−")]])
