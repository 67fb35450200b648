"""Monte-Carlo tree search against exact values. Each part is a section of docs/results.

All findings are kept below --work, so that a killed run can resume.
"""

import json
import pathlib
import subprocess

from . import (
    mcts_breaks,
    mcts_decays,
    mcts_early,
    mcts_leaves,
    mcts_likeness,
    mcts_nodes,
    mcts_papers,
    mcts_report,
    mcts_scales,
    mcts_schemes,
    mcts_searches,
    mcts_votegames,
    mcts_votes,
    results,
    solving,
)
from . import mcts_plan as plan
from .measurements import OutOfTime, Steps

FIGURES = solving.REPOSITORY / "data" / "figures"
#: The parts by the name of their section: the module that asks, and the one that reports.
PARTS = {
    "mcts": (mcts_papers.Experiments, mcts_report.section),
    "searches": (mcts_searches.Searches, mcts_searches.section),
    "decays": (mcts_decays.Decays, mcts_decays.section),
    "early": (mcts_early.Early, mcts_early.section),
    "scales": (mcts_scales.Scales, mcts_scales.section),
    "nodes": (mcts_nodes.Nodes, mcts_nodes.section),
    "breaks": (mcts_breaks.Breaks, mcts_breaks.section),
    "votes": (mcts_votes.Votes, mcts_votes.section),
    "likeness": (mcts_likeness.Likeness, mcts_likeness.section),
    "votegames": (mcts_votegames.VoteGames, mcts_votegames.section),
    "treegames": (mcts_votegames.TreeGames, mcts_votegames.equal_section),
    "leaves": (mcts_leaves.Leaves, mcts_leaves.section),
    "leafgames": (mcts_leaves.LeafGames, mcts_leaves.game_section),
    "schemes": (mcts_schemes.Schemes, mcts_schemes.section),
}


def add_arguments(parser):
    """The options of `scripts/reproduce mcts`."""
    parser.add_argument("--program", default=str(solving.REPOSITORY / "scripts" / "solve"), help="the program to run")
    parser.add_argument("--quick", action="store_true", help="small, in minutes; prints the sections and writes no file")
    parser.add_argument("--work", default=str(solving.REPOSITORY / "target" / "reproduce-mcts"), type=pathlib.Path,
                        help="where answers are kept (default target/reproduce-mcts)")
    parser.add_argument("--threads", default="1", help="positions and games at once; changes no number but speeds")
    parser.add_argument("--minutes", type=float, help="end after so long and write what is there")
    parser.add_argument("--parts", default=",".join(PARTS), metavar="NAMES",
                        help=f"only these: {', '.join(PARTS)} (default all)")


def run(arguments):
    """Runs what is missing of each part, then writes its section and its figures."""
    size = plan.SIZES["quick" if arguments.quick else "full"]
    if arguments.quick:
        arguments.work /= "quick"
    steps = Steps(arguments.program, arguments.work / "commands", arguments.minutes)
    status = 0
    for name in arguments.parts.split(","):
        asking, tell = PARTS[name]
        asked = asking(steps, size, arguments.work, arguments.threads)
        steps.commits.clear()
        try:
            asked.run()
        except OutOfTime:
            print(f"{name}: out of time; what is missing is left out", flush=True)
        write(arguments, name, *tell(asked))
        status |= asked.disorder()
    return status


def write(arguments, name, text, charts):
    """Writes a section and its figures, or prints it."""
    if arguments.quick:
        print(results.alone(name, text))
        return
    FIGURES.mkdir(exist_ok=True)
    for figure, chart in charts.items():
        command = [arguments.program, "chart", "-o", str(FIGURES / f"{figure}.svg")]
        subprocess.run(command, input=json.dumps(chart), text=True, check=True)
    results.write_section(name, text)
