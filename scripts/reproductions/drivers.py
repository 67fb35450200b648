"""How soon the driver of a campaign starts, and how many jobs it hands out, by the length of the ledger."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

from . import results, solving

#: The board, and the lengths of ledgers in lines.
LEDGERS = [("8x8", 10_000), ("8x8", 100_000), ("4x14", 1_000_000)]
JOBS = 1000
#: Number of jobs under way at the same time.
FLYING = 64
#: How often each is measured. The shortest time counts, since the machine is shared.
TRIALS = 3


def add_arguments(parser):
    """The options of `scripts/reproduce drivers`."""
    parser.add_argument("--folder", type=pathlib.Path, help="where the ledgers are kept from one run to the next")


def run(arguments):
    """Measures and writes the section."""
    solving.built("exact-othello-campaign", "large", "drive")
    programs = solving.built("exact-othello")
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.folder or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        rows = [measured(programs, folder, pathlib.Path(temporary), *ledger) for ledger in LEDGERS]
    results.write({"drivers": table(rows), "drivers-made": results.made("drivers")})
    return 0


def measured(programs, folder, temporary, board, lines):
    """What one ledger costs: seconds by command, bytes, jobs per second."""
    kept = folder / f"{board}-{lines}"
    if not kept.exists():
        subprocess.run([programs / "examples" / "large", kept, str(lines), board], stdout=subprocess.DEVNULL, check=True)
    campaign = temporary / "campaign"
    shutil.copytree(kept, campaign)
    (campaign / "guesses.cache").unlink(missing_ok=True)
    solve = [programs / "solve", "campaign"]
    row = {"board": board, "lines": lines, "bytes": 0}
    row["cold"] = timed(row, [*solve, "next", campaign])
    record = temporary / "record"
    job = subprocess.run([*solve, "next", campaign], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()[0]
    record.write_text(answered(json.loads(job)), encoding="utf-8")
    commands = {"next": ["next", campaign], "status": ["status", campaign], "record": ["record", campaign, record]}
    for name, command in commands.items():
        row[name] = min(timed(row, [*solve, *command]) for _ in range(TRIALS))
    drive = [programs / "examples" / "drive", campaign, str(JOBS), str(FLYING)]
    found = [json.loads(subprocess.run(drive, stdout=subprocess.PIPE, check=True).stdout) for _ in range(TRIALS)]
    row["rate"] = max(one["jobs_per_second"] for one in found)
    shutil.rmtree(campaign)
    return row


def answered(job):
    """A line that answers a job, whether true or not."""
    found = {"found": f"<={job['at_least'] - 1}", "nodes": 1, "seconds": 0.1, "solver": "guess"}
    return json.dumps({**job, **found}) + "\n"


def timed(row, command):
    """The time of a command in seconds; records its memory if it is the most so far."""
    begin = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"{command}: exit status {process.returncode}")
    row["bytes"] = max(row["bytes"], usage.ru_maxrss * 1024)
    return time.monotonic() - begin


def table(rows):
    """The table of all ledgers."""
    head = ["Board", "Lines", "next, cold", "next", "status", "record", "Memory", "Jobs/s"]
    return results.table(head, [
        [row["board"], f"{row['lines']:,}", *(f"{row[name]:.2f} s" for name in ("cold", "next", "status", "record")),
         f"{row['bytes'] / 2**20:,.0f} MiB", f"{row['rate']:,.0f}"]
        for row in rows
    ])
