"""Monte-Carlo tree search against exact values. Each part has blocks on the pages of docs/results.

All findings are kept below --work, so that a killed run can resume.
"""

import json
import pathlib
import subprocess

from . import hashimoto, mcts_curves, mcts_forests, mcts_leaves, mcts_plus, mcts_searches, mcts_votes, results, solving
from .lab import Lab
from .measurements import Steps

FIGURES = solving.REPOSITORY / "data" / "figures"
#: The parts by name: what makes their blocks and their charts, each by name.
PARTS = {
    "mcts": hashimoto.blocks,
    "searches": mcts_searches.blocks,
    "curves": mcts_curves.blocks,
    "uct-plus": mcts_plus.blocks,
    "uctbreak": mcts_plus.break_blocks,
    "votes": mcts_votes.blocks,
    "forests": mcts_forests.blocks,
    "leaves": mcts_leaves.blocks,
}
#: The two sizes of the experiments. `full` has the papers', except for time.
SIZES = {
    "quick": {
        "positions": 40, "tuning": [50, 500], "tuning_sets": 1, "sets": ["6x6-s16", "4x10-s16"], "playouts": [50, 100, 200],
        "curve": {10: 40, 100: 40}, "varied": {100: 40}, "ladder": [50, 500], "games": 4, "seeds": 5, "tree_playouts": [16, 64], "trees": [1, 2, 8], "forest": [1, 2, 8], "per_leaf": [1, 2, 16],
        "seconds": "50ms",
    },
    "full": {
        "positions": 300, "tuning": [1_000, 10_000], "tuning_sets": 2, "sets": None,
        "curve": {10: 3_000, 100: 3_000, 1_000: 3_000, 10_000: 600, 100_000: 300, 1_000_000: 20}, "varied": {1_000: 1_000, 10_000: 300},
        "playouts": [10_000, 30_000, 50_000], "ladder": [100, 300, 1_000, 3_000, 10_000, 30_000], "games": None, "seeds": 15,
        "tree_playouts": [16, 32, 64, 128, 256, 512, 1_024, 4_096], "trees": [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
        "forest": [1, 8, 512], "per_leaf": [1, 2, 4, 8, 16, 32, 64, 128], "seconds": "500ms",
    },
}


def add_arguments(parser):
    """The options of `scripts/reproduce mcts`."""
    parser.add_argument("--program", default=str(solving.REPOSITORY / "scripts" / "solve"), help="the program to run")
    parser.add_argument("--quick", action="store_true", help="small, in minutes; prints the blocks and writes no file")
    parser.add_argument("--work", default=str(solving.REPOSITORY / "target" / "reproduce-mcts"), type=pathlib.Path,
                        help="where answers are kept (default target/reproduce-mcts)")
    parser.add_argument("--threads", default="1", help="positions and games at once; changes no number but speeds")
    parser.add_argument("--minutes", type=float, help="end after so long and write what is there")
    parser.add_argument("--parts", default=",".join(PARTS), metavar="NAMES",
                        help=f"only these: {', '.join(PARTS)} (default all)")


def run(arguments):
    """Asks what is missing of each part, then writes its blocks and its figures."""
    if arguments.quick:
        arguments.work /= "quick"
    steps = Steps(arguments.program, arguments.work / "commands", arguments.minutes)
    lab = Lab(steps, SIZES["quick" if arguments.quick else "full"], arguments.work, arguments.threads)
    for name in arguments.parts.split(","):
        steps.commits.clear()
        blocks, charts = PARTS[name](lab)
        blocks[f"{name}-made"] = results.made("mcts", made_by(lab, name))
        if arguments.quick:
            print(*blocks.values(), sep="\n\n")
            continue
        FIGURES.mkdir(exist_ok=True)
        for figure, chart in charts.items():
            command = [arguments.program, "chart", "-o", str(FIGURES / f"{figure}.svg")]
            subprocess.run(command, input=json.dumps(chart), text=True, check=True)
        results.write(blocks)
    return 0


def made_by(lab, part):
    """The commits that a part was made with. A file keeps them, since answers outlast the commands that asked for them."""
    kept = lab.answers.with_name(f"commits-{part}")
    known = set(kept.read_text(encoding="utf-8").split()) if kept.exists() else set()
    commits = known | lab.steps.commits
    kept.write_text("\n".join(sorted(commits)) + "\n", encoding="utf-8")
    return commits
