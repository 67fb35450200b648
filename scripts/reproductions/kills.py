"""What it costs a search to be killed again and again at random moments."""

import json
import os
import pathlib
import random
import subprocess
import tempfile
import time

from . import results, solving

#: The most CPU time that a kill may cost, in milliseconds.
MOST_MS = 80


def add_arguments(parser):
    """The options of `scripts/reproduce kills`."""
    parser.add_argument("--board", default="6x6", help="the board whose start is solved (default 6x6)")
    parser.add_argument("--kills", type=int, default=140, help="how often the search is killed (default 140)")
    parser.add_argument("--seed", type=int, default=1, help="what the moments depend on (default 1)")


def run(arguments):
    """Measures and writes the section."""
    solving.solve("--board", "4x4", "--no-table")  # Builds the program in advance.
    with tempfile.TemporaryDirectory() as folder:
        measured = measure(pathlib.Path(folder), arguments)
    results.write({"kills": runs(measured), "kills-made": results.made("kills")})
    return 0 if cost_ms(measured) <= MOST_MS else 1


def measure(folder, arguments):
    """CPU seconds and nodes of an undisturbed search, and of all runs of the one that is killed."""
    question = ["--board", arguments.board, "--threads", "1", "--no-book", "--json", "--quiet", "--table"]
    text, undisturbed = finished([*question, folder / "alone"])
    truth = json.loads(text)
    times, kills, disturbed, text = random.Random(arguments.seed), 0, 0.0, None
    # So that the last kill comes after about eight tenths of the work.
    longest = 1.6 * undisturbed / arguments.kills
    while text is None:
        wait = times.uniform(0, longest) if kills < arguments.kills else None
        text, spent = finished([*question, folder / "killed"], wait)
        disturbed += spent
        kills += text is None
    answer = json.loads(text)
    if not answer["complete"] or answer["value"] != truth["value"]:
        raise SystemExit(f"after {kills} kills the value is {answer['value']}, not {truth['value']}")
    return {"kills": kills, "value": truth["value"], "undisturbed": undisturbed, "disturbed": disturbed,
            "nodes": nodes(folder / "alone"), "all_nodes": nodes(folder / "killed")}


def program():
    """The program itself, not the script that starts it: the signal must reach the program."""
    target = os.environ.get("CARGO_TARGET_DIR") or solving.REPOSITORY / "target"
    return str(pathlib.Path(target) / "release" / "solve")


def finished(arguments, seconds=None):
    """Runs the program and kills it after this many seconds. Returns its output, None if it was killed, and its CPU seconds."""
    with tempfile.TemporaryFile() as output:
        child = subprocess.Popen([program(), *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=output)
        if seconds is not None:
            time.sleep(seconds)
            child.kill()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read() if child.returncode == 0 else None
    if child.returncode not in (0, -9):
        raise SystemExit(f"solve {' '.join(map(str, arguments))}: status {child.returncode}")
    return text, usage.ru_utime + usage.ru_stime


def nodes(table):
    """Nodes of all runs of the search, as recorded in the table."""
    info = solving.lines_of("table", "info", "--json", "--table", str(table))[0]
    return sum(search["nodes"] for search in info["searches"])


def cost_ms(measured):
    """The cost of each kill in CPU milliseconds."""
    return 1000 * (measured["disturbed"] - measured["undisturbed"]) / max(measured["kills"], 1)


def runs(measured):
    """The table of both searches."""
    rows = [["left alone", 0, f"{measured['undisturbed']:.2f} s", f"{measured['nodes']:,}", ""],
            ["killed", measured["kills"], f"{measured['disturbed']:.2f} s", f"{measured['all_nodes']:,}", f"{cost_ms(measured):.1f} ms"]]
    return results.table(["Run", "Kills", "CPU time", "Nodes noted", "Each kill"], rows)
