"""What it costs to solve a board by many jobs instead of one run, and how good the estimates of the remaining work are."""

import json
import pathlib
import shutil
import subprocess
from functools import partial

from . import estimates, results, solving
from .measurements import Measurements, OutOfTime, commit_of

#: Board, start, mode, node budget of a job, and further options of `solve campaign plan`.
CAMPAIGNS = [
    ("6x6", "reversi", "wld", "5M", []),
    ("6x6", "reversi", "wld", "1M", []),
    ("6x6", "othello", "wld", "5M", []),
    ("6x6", "othello", "wld", "1M", []),
    ("4x12", "othello", "wld", "5M", []),
    ("4x12", "othello", "wld", "1M", []),
    ("4x12", "othello", "exact", "5M", ["--first", "48"]),
    ("4x12", "othello", "exact", "1M", ["--first", "48"]),
    ("4x12", "reversi", "exact", "5M", ["--first", "48"]),
    ("4x12", "reversi", "exact", "1M", ["--first", "48"]),
    ("5x8", "othello", "wld", "5M", []),
    ("5x8", "othello", "wld", "1M", []),
]
#: The campaign that runs on a Ray cluster.
ON_RAY = 0


def add_arguments(parser):
    """The options of `scripts/reproduce campaign`."""
    parser.add_argument("--without-ray", action="store_true", help="leave the run on a Ray cluster out")
    default = solving.REPOSITORY / "target" / "reproduce" / "campaign"
    parser.add_argument("--campaigns", type=pathlib.Path, default=default, metavar="DIR",
                        help="where measurements of this program are kept, and ledgers (default %(default)s)")
    parser.add_argument("--minutes", type=float, help="end after so long; the same command goes on")
    parser.add_argument("--program", default=str(solving.REPOSITORY / "scripts" / "solve"), help="the program to run")


def run(arguments):
    """Measures what is not measured yet and writes the section."""
    work = Work(arguments.program, arguments.campaigns.resolve(), arguments.minutes)
    ray = None
    try:
        rows = [row(work, number) for number in range(len(CAMPAIGNS))]
        if not arguments.without_ray:
            ray = work.kept.measured(f"{ON_RAY}-ray", lambda: work.on_ray(CAMPAIGNS[ON_RAY]))
        left = estimates.measured(work)
    except OutOfTime:
        print("the time is over; the same command goes on")
        return 0
    results.write({"campaign": cost_table(rows), **ray_table(rows, ray), "campaign-left": estimates.table(left),
                   "campaign-made": results.made("campaign", [work.kept.commit])})
    return 0


def row(work, number):
    """All measurements of a campaign."""
    campaign = CAMPAIGNS[number]
    game = campaign[:3]
    measured = {"campaign": campaign, "plain": work.kept.measured("-".join(game), lambda: work.plain(*game))}
    for workers in (1, 2):
        name = f"{number}-{workers}"
        measured[workers] = work.kept.measured(name, partial(work.local, name, campaign, workers))
    return measured


class Work:
    """Runs the program and keeps its results, for one commit."""

    def __init__(self, program, folder, minutes):
        self.program, self.folder = program, folder
        self.kept = Measurements(folder, lambda: commit_of(program), minutes, also=())

    def lines(self, *arguments):
        """The JSON lines of a command."""
        done = subprocess.run([self.program, *arguments, "--json"], stdout=subprocess.PIPE, text=True, check=True)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def plain(self, board, start, mode):
        """A plain run with one thread: nodes and CPU time for the value alone, and nodes with a perfect line."""
        options = ["--no-table", "--no-book", "--threads", "1", "--quiet"]
        question = ["--board", board, "--start", start, "--mode", mode, *options]
        (answer,) = self.lines(*question)
        (value,), seconds = solving.spent(self.lines, *question, "--no-line")
        if (value["lower"], value["upper"]) != (answer["lower"], answer["upper"]):
            raise SystemExit(f"{board} {start} {mode}: {value} is not {answer}")
        return {"nodes": value["nodes"], "seconds": seconds, "with_line": answer["nodes"]}

    def plan(self, name, campaign):
        """Plans a campaign and returns its folder."""
        board, start, mode, budget, more = campaign
        folder = self.folder / name
        shutil.rmtree(folder, ignore_errors=True)
        command = [self.program, "campaign", "plan", str(folder), "--board", board, "--start", start, "--mode", mode]
        subprocess.run([*command, "--budget", budget, *more], check=True, stdout=subprocess.DEVNULL)
        return folder

    def local(self, name, campaign, workers):
        """Runs a campaign on this machine and returns its end and CPU time. The ledger alone must give the same result."""
        folder = self.plan(name, campaign)
        options = ["--workers", str(workers), "--no-table", "--quiet", "--recheck", "0"]
        (end,), seconds = solving.spent(self.lines, "campaign", "run", str(folder), *options)
        self.check(folder, end)
        return {"end": end, "seconds": seconds}

    def check(self, folder, end):
        """Stops unless the ledger alone gives the campaign's result."""
        (report,) = self.lines("campaign", "report", str(folder))
        if not report["complete"] or report["outcome"] != end["outcome"] or report["value"] != end["value"]:
            raise SystemExit(f"{folder}: the ledger says {report}, the campaign {end}")

    def on_ray(self, campaign):
        """Runs a campaign on a Ray cluster of two workers on this machine and returns its end."""
        folder = self.plan(f"{ON_RAY}-ray", campaign)
        script = str(solving.REPOSITORY / "scripts" / "campaign_ray.py")
        command = [script, str(folder), "--workers", "2", "--quiet", "--recheck", "0", "--solve", self.program]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        (end,) = self.lines("campaign", "status", str(folder))
        self.check(folder, end)
        return end


def millions(nodes):
    """Nodes, rounded for readers."""
    return f"{nodes / 1e6:,.1f} M"


def cost_table(rows):
    """What the campaigns cost."""
    head = ["Board", "Start", "Mode", "Budget", "Value", "Plain run, value only", "CPU s", "with the line"]
    head += ["Jobs", "Too large", "1 worker", "", "CPU s", "2 workers", "", "CPU s"]
    table = []
    for measured in rows:
        (board, start, mode, budget, _), plain, end = measured["campaign"], measured["plain"], measured[1]["end"]
        value = results.signed(end["value"]) if end["value"] is not None else end["outcome"]
        cells = [board, start, mode, budget, value]
        cells += [millions(plain["nodes"]), f"{plain['seconds']:.1f}", millions(plain["with_line"])]
        cells += [end["answered"] + end["exceeded"], end["exceeded"]]
        for workers in (1, 2):
            nodes = measured[workers]["end"]["searched"]
            cells += [millions(nodes), f"× {nodes / plain['nodes']:.2f}", f"{measured[workers]['seconds']:.1f}"]
        table.append(cells)
    return results.table(head, table)


def ray_table(rows, ray):
    """The block with the run on a Ray cluster, if there was one."""
    if not ray:
        return {}
    plain = rows[ON_RAY]["plain"]["nodes"]
    cells = [ray["answered"] + ray["exceeded"], millions(ray["nodes"]), f"× {ray['nodes'] / plain:.2f}"]
    return {"campaign-ray": results.table(["Jobs", "Nodes", "Of the plain run"], [cells])}
