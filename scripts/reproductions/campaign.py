"""What it costs to solve a board by many jobs instead of one run, and how good the estimates of what is left are."""

import json
import os
import pathlib
import subprocess
import tempfile

from . import results, solving

#: Board, start, mode, budget of a job, and what else `solve campaign plan` is told.
CAMPAIGNS = [
    ("6x6", "reversi", "wld", "5M", []),
    ("6x6", "reversi", "wld", "1M", []),
    ("4x12", "othello", "wld", "1M", []),
    ("4x12", "othello", "exact", "5M", ["--first", "48"]),
    ("4x12", "othello", "exact", "1M", ["--first", "48"]),
]
#: The one whose ledger is cut to see what the estimate said, and where it is cut.
ESTIMATED, PARTS = 1, (0.1, 0.25, 0.5, 0.75, 0.9)


def add_arguments(parser):
    """The options of `scripts/reproduce campaign`."""
    parser.add_argument("--without-ray", action="store_true", help="leave the run on a Ray cluster out")


def run(arguments):
    """Runs every campaign and writes the section."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        plain, rows = {}, []
        for number, campaign in enumerate(CAMPAIGNS):
            game = campaign[:3]
            if game not in plain:
                plain[game] = solved(*game)
            rows.append([campaign, plain[game], *(local(folder / f"{number}-{workers}", campaign, workers) for workers in (1, 2))])
            print(rows[-1], flush=True)
        ray = None if arguments.without_ray else on_ray(folder / "ray", CAMPAIGNS[0])
        estimates = [estimated(folder / f"{ESTIMATED}-1", part) for part in PARTS]
    results.write_section("campaign", section(rows, ray, estimates))
    return 0


def cpu(work):
    """What `work` gives, and the CPU time of the programs it ran, in seconds."""
    before = os.times()
    result = work()
    after = os.times()
    return result, after.children_user + after.children_system - before.children_user - before.children_system


def solved(board, start, mode):
    """One plain run: its answer and CPU time."""
    options = ["--board", board, "--start", start, "--mode", mode, "--no-table", "--threads", "1"]
    answer, seconds = cpu(lambda: solving.solve(*options))
    return {"answer": answer, "seconds": seconds}


def plan(folder, campaign):
    """Begins a campaign."""
    board, start, mode, budget, more = campaign
    command = [str(solving.REPOSITORY / "scripts" / "solve"), "campaign", "plan", str(folder), "--board", board]
    command += ["--start", start, "--mode", mode, "--budget", budget, *more]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def local(folder, campaign, workers):
    """A campaign on this machine: its end and CPU time. What the ledger alone says must be the same."""
    plan(folder, campaign)
    options = ["campaign", "run", str(folder), "--workers", str(workers), "--no-table"]
    (end,), seconds = cpu(lambda: solving.lines(*options))
    check(folder, end)
    return {"end": end, "seconds": seconds}


def check(folder, end):
    """Stops if the ledger alone does not say what the campaign has found."""
    (report,) = solving.lines_of("campaign", "report", str(folder), "--json")
    if not report["complete"] or report["outcome"] != end["outcome"] or report["value"] != end["value"]:
        raise SystemExit(f"{folder}: the ledger says {report}, the campaign {end}")


def on_ray(folder, campaign):
    """A campaign on a Ray cluster of two workers on this machine: its end."""
    plan(folder, campaign)
    script = str(solving.REPOSITORY / "scripts" / "campaign_ray.py")
    subprocess.run([script, "--set-up"], check=True)
    subprocess.run([script, str(folder), "--workers", "2", "--quiet"], check=True, stdout=subprocess.DEVNULL)
    (end,) = solving.lines_of("campaign", "status", str(folder), "--json")
    check(folder, end)
    return end


def estimated(folder, part):
    """What the estimate said when a part of the jobs was done, and what was left indeed, in nodes."""
    lines = (folder / "ledger.txt").read_text(encoding="utf-8").splitlines(keepends=True)
    head = [line for line in lines if not line.startswith("job ")]
    records = lines[len(head):]
    kept = int(len(records) * part)
    cut = folder.with_name(f"cut-{part}")
    cut.mkdir()
    (cut / "ledger.txt").write_text("".join(head + records[:kept]), encoding="utf-8")
    (status,) = solving.lines_of("campaign", "status", str(cut), "--json")
    nodes = [int(line.split(" nodes ")[1].split(" ")[0]) for line in records]
    return {"part": part, "left": status["left"], "true": sum(nodes[kept:])}


def millions(nodes):
    """Nodes as a person would say them."""
    return f"{nodes / 1e6:,.1f} M"


def section(rows, ray, estimates):
    """The section's text."""
    head = ["Board", "Start", "Mode", "Budget", "Value", "Plain run", "CPU s"]
    head += ["Jobs", "Too large", "1 worker", "", "CPU s", "2 workers", "", "CPU s"]
    table = []
    for (board, start, mode, budget, _), alone, one, two in rows:
        nodes = alone["answer"]["nodes"]
        end = one["end"]
        value = results.signed(end["value"]) if end["value"] is not None else end["outcome"]
        cells = [board, start, mode, budget, value, millions(nodes), f"{alone['seconds']:.1f}"]
        cells += [end["answered"] + end["exceeded"], end["exceeded"]]
        for run_of in (one, two):
            cells += [millions(run_of["end"]["nodes"]), f"× {run_of['end']['nodes'] / nodes:.2f}", f"{run_of['seconds']:.1f}"]
        table.append(cells)
    board, start, mode, budget, _ = CAMPAIGNS[ESTIMATED]
    spread = [[f"{row['part']:.0%}", millions(row["left"]["median"]), f"{millions(row['left']['low'])} to {millions(row['left']['high'])}",
               millions(row["true"])] for row in estimates]
    told = ""
    if ray:
        nodes = rows[0][1]["answer"]["nodes"]
        told = f"""
The first campaign on a local Ray cluster of two workers (`scripts/campaign_ray.py`), each with a memory of its own, took
{ray["answered"] + ray["exceeded"]} jobs and {millions(ray["nodes"])} nodes, × {ray["nodes"] / nodes:.2f}; the same outcome.
"""
    return f"""
## Campaigns

The same boards by one plain run with one thread, and by campaigns (`solve campaign`) with jobs of a limited number of nodes,
512 MiB of memory each, no table. Nodes of campaigns count all jobs, those that exceeded their budget too; × is what that is to
the plain run, whose perfect line is part of it. *Jobs* and *too large* (jobs over their budget, whose positions were split) are those of one worker. For each campaign
the ledger alone gave the same value (`solve campaign report`). With two workers nodes vary from run to run.

{results.table(head, table)}
{told}
What `solve campaign status` said was left of {board} {start} ({mode}, budget {budget}, one worker) when a part of the lines of the ledger was there:

{results.table(["Part of the lines", "Estimate, nodes left", "8 of 10 cases", "In the end"], spread)}

Made by `scripts/reproduce campaign` at commit {solving.commit()} on {solving.processor()}; for each row
`scripts/solve campaign plan DIR --board BOARD --start START --mode MODE --budget BUDGET` (4x12 exact with `--first 48`) and
`scripts/solve campaign run DIR --workers N --no-table`. CPU times are of a machine that others used as well.
"""
