"""The explorer's server: how fast it answers two hundred clients."""

import contextlib
import json
import os
import pathlib
import subprocess
import tempfile

from . import results, solving

BOARDS = [("4x8", "othello"), ("4x8", "reversi"), ("4x10", "othello"), ("4x10", "reversi")]
# The server's goal: 99 % of the answers known to a table within this many milliseconds.
MOST_MS = 20


def add_arguments(parser):
    """The options of `scripts/reproduce explorer`."""
    parser.add_argument("--clients", type=int, default=200, help="clients at the same time (default 200)")
    parser.add_argument("--seconds", type=int, default=30, help="how long they ask (default 30)")
    parser.add_argument("--pauses", type=int, nargs="+", default=[1000, 250],
                        help="milliseconds that each waits between an answer and its next question (default 1000 250)")


def run(arguments):
    """Fills a table, serves it, asks, and writes the section."""
    load = solving.built("exact-othello-explorer", "load") / "load"
    with tempfile.TemporaryDirectory() as folder:
        place = str(pathlib.Path(folder) / "table")
        for board, start in BOARDS:
            solving.lines("--board", board, "--start", start, "--table", place)
        measured = []
        for pause in [*arguments.pauses, 0]:
            with server(place) as address:
                command = [load, address, str(arguments.clients), str(arguments.seconds), str(pause)]
                measured.append(json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout))
            print(json.dumps(measured[-1]), flush=True)
    results.write({**tables(measured), "explorer-made": results.made("explorer")})
    return 0 if all(is_good(one) for one in measured) else 1


@contextlib.contextmanager
def server(place):
    """A server of the tables in a directory, with one search at a time, and its address."""
    command = [str(solving.REPOSITORY / "scripts" / "solve"), "explore", "--table", place, "--port", "0", "--threads", "1"]
    # It needs no process group of its own: the script becomes the program.
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=os.environ) as process:
        try:
            yield process.stdout.readline().strip().removeprefix("http://").rstrip("/")
        finally:
            process.terminate()
            process.wait()


def is_good(one):
    """Whether nothing failed, and table hits were fast enough."""
    return one["errors"] == 0 and one["refused_without_retry_after"] == 0 and one["hits"]["p99_ms"] < MOST_MS


def row(one):
    """A row of the table."""
    hits, searched = one["hits"], one["searched"]
    rate = (hits["count"] + searched["count"] + one["refused"]) / one["seconds"]
    return [f"{one['pause_ms']} ms", f"{rate:,.0f}", f"{hits['count']:,}", f"{hits['p50_ms']:.1f} ms", f"{hits['p99_ms']:.1f} ms",
            f"{hits['most_ms']:.0f} ms", f"{searched['count']:,}", f"{one['refused']:,}", one["errors"]]


def tables(measured):
    """The blocks of the page."""
    head = ["Pause", "Requests a second", "Table hits", "Median", "99th percentile", "Longest", "Searched", "503", "Errors"]
    busy = ["Table hits a second", "Median", "99th percentile", "Longest", "Errors"]
    hits = measured[-1]["hits"]
    row_of_hits = [f"{measured[-1]['hits_a_second']:,.0f}", f"{hits['p50_ms']:.1f} ms", f"{hits['p99_ms']:.1f} ms",
                   f"{hits['most_ms']:.0f} ms", measured[-1]["errors"]]
    return {
        "explorer": results.table(head, [row(one) for one in measured[:-1]]),
        "explorer-hits": results.table(busy, [row_of_hits]),
    }
