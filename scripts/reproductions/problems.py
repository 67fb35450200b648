"""Sets of decisive positions for small boards and 8x8, and how fast a set is made."""

import importlib.util
import json
import pathlib
import re
import subprocess
import tempfile
import time
from importlib.machinery import SourceFileLoader
from typing import NamedTuple

from . import pages, results, solving

SETS = solving.REPOSITORY / "data" / "sets"
POSITIONS = 300
#: A share of so many positions is known to within a point and a half.
MANY, MANY_SEED = 3000, "2"

RANDOM, GREEDY, STRONG = "random", "greedy:0.1", "alphabeta:8"
SUFFIXES = {RANDOM: "", GREEDY: "-greedy", STRONG: "-strong"}


class Set(NamedTuple):
    """A set: board, discs placed since the start (S), labels, source of the positions, how many, and the accuracy of random
    moves in Hashimoto et al. 2013, table 1."""

    board: str
    ply: int
    labels: str
    source: str = RANDOM
    positions: int = POSITIONS
    paper: str = ""
    traps: int = 0

    def folder(self):
        """The folder of the set."""
        if self.traps:
            return SETS / f"traps-{self.board}"
        many = f"-{MANY}" if self.positions == MANY else ""
        return SETS / f"{self.board}-s{self.ply}{SUFFIXES[self.source]}{many}"


DECISIVE = [
    Set("6x6", 20, "exact"),
    Set("6x6", 16, "exact"),
    Set("6x6", 16, "exact", GREEDY),
    Set("6x6", 12, "exact"),
    Set("6x6", 8, "wld"),
    Set("4x10", 20, "exact"),
    Set("4x10", 16, "exact"),
    Set("4x10", 12, "wld"),
    Set("8x8", 40, "wld", paper="46.7 %"),
    Set("8x8", 40, "wld", GREEDY, paper="46.7 %"),
    Set("8x8", 40, "wld", STRONG, paper="46.7 %"),
    Set("8x8", 39, "wld", STRONG),
    Set("8x8", 36, "wld"),
    Set("8x8", 36, "wld", STRONG),
    Set("8x8", 30, "wld", STRONG, positions=36, paper="45.3 %"),
    Set("6x6", 16, "exact", GREEDY, traps=7),
    Set("6x6", 20, "exact", positions=MANY),
    Set("6x6", 16, "exact", positions=MANY),
    Set("6x6", 12, "wld", positions=MANY),
    Set("4x10", 16, "exact", positions=MANY),
    Set("8x8", 40, "wld", GREEDY, positions=MANY, paper="46.7 %"),
]

# How many positions of each set are proven again, if they have at most this many empties; else the ends of their lines are.
SAMPLE, PROVEN_EMPTIES = "40", "16"

# How many positions of one shard of each kind are proven again, and of those with more empty squares, which take the independent
# solver long; none with more than it can prove.
SHARD_SAMPLE, SHARD_EMPTIES = "1000", 20
DEEP_SAMPLE, DEEP_EMPTIES = "200", "23"

# The goal: ten thousand 6x6 positions with 16 empties, with the values of all moves, in a minute on two cores.
GOAL_SECONDS = 60
SPEED = ["--board", "6x6", "--empties", "16", "--count", "10000"]


def add_arguments(parser):
    """The options of `scripts/reproduce problems`."""
    parser.add_argument("--program", default=str(solving.REPOSITORY / "scripts" / "solve"), help="the program to run")
    parser.add_argument("--anew", action="store_true", help="make the sets anew that are there")
    parser.add_argument("--shards", type=pathlib.Path, metavar="DIR", help="only describe and check the shards of the plans in DIR/NAME")
    parser.add_argument("--without-speed", action="store_true", help="keep the measured time that the page has")


def run(arguments):
    """Makes the missing sets, verifies all, measures the speed and writes the section."""
    if arguments.shards:
        table, commits = shards(arguments)
        results.write({"problems-shards": table, "problems-shards-made": results.made("problems --shards DIR", commits, machine=False)})
        return 0
    rows = []
    for wanted in DECISIVE:
        folder = wanted.folder()
        if arguments.anew and folder.exists():
            raise SystemExit(f"{folder}: remove it first")
        if not folder.exists():
            make(arguments.program, wanted)
        check = [arguments.program, "problems", "check", str(folder), "--max-empties", PROVEN_EMPTIES, "--sample", SAMPLE]
        subprocess.run(check, check=True)
        rows.append(row(wanted))
        print(" | ".join(map(str, rows[-1])), flush=True)
    results.write({"problems": listed(rows), **speed(arguments), "problems-made": results.made("problems")})
    return 0


def make(program, wanted):
    """Makes one of the sets."""
    kind = ["--traps", str(wanted.traps), "--format", "parquet,jsonl,traps"] if wanted.traps else ["--decisive"]
    options = ["--board", wanted.board, "--ply", str(wanted.ply), "--count", str(wanted.positions), *kind,
               "--source", wanted.source, "--labels", wanted.labels, "--no-table", "-o", str(wanted.folder()),
               *(["--seed", MANY_SEED] if wanted.positions == MANY else [])]
    call(program, *options)


def call(program, *options):
    """Makes a set; stops if that fails."""
    subprocess.run([program, "problems", *options], check=True, stdout=subprocess.DEVNULL)


def row(wanted):
    """What a set's card says about all its positions together."""
    folder = wanted.folder()
    plan = json.loads((folder / "set.json").read_text(encoding="utf-8"))
    card = (folder / "README.md").read_text(encoding="utf-8")
    line = next(line for line in card.splitlines() if line.startswith("| all |"))
    positions, _win, _draw, _loss, decisive, moves, accuracy, nodes = [cell.strip() for cell in line.split("|")[2:-1]]
    if (int(positions), decisive) != (wanted.positions, "100.0 %"):
        raise SystemExit(f"{folder}: {positions} positions, {decisive} of them decisive")
    name = folder.relative_to(solving.REPOSITORY)
    link = f"[{name.relative_to('data')}]({name})"
    return [link, wanted.board, wanted.ply, plan["empties"][0], f"{int(positions):,}", wanted.labels, moves, accuracy,
            wanted.paper, f"{int(nodes):,}", commit(plan)]


def commit(plan):
    """The commit of the program that made a set."""
    return plan["made_by"].split("commit ")[1].rstrip(")")


def speed(arguments):
    """The block with the times of the set that the goal names; none if it is not to be measured."""
    if arguments.without_speed:
        return {}
    with tempfile.TemporaryDirectory() as folder:
        options, begin = [*SPEED, "--threads", "2", "--no-table", "-o", str(pathlib.Path(folder) / "set")], time.monotonic()
        _, cpu = solving.spent(call, arguments.program, *options)
        wall = time.monotonic() - begin
    load = pathlib.Path("/proc/loadavg").read_text(encoding="utf-8").split()[0]
    row = [f"`{' '.join(SPEED)}`", f"{wall:.1f} s", f"{GOAL_SECONDS} s", f"{cpu:.1f} s", load]
    return {"problems-speed": results.table(["Set", "Time", "Goal", "CPU time", "Load"], [row])}


def shards(arguments):
    """A table of the shards whose checksums are known, those of one source and range together, and the commits of the programs that made
    them. Of each kind one shard in the folder is proven again; of kinds that are not there the page's row stays."""
    loader = SourceFileLoader("problem_sets", str(solving.REPOSITORY / "scripts" / "problem-sets"))
    plans = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(plans)
    blocks = pages.blocks(pages.written()["problem-sets"])
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in blocks["problems-shards"].splitlines()]
    told, rows, commits = {tuple(row[:3]): row for row in cells}, [], set()
    for path in sorted(SETS.glob("*.plan")):
        listed, kinds, total = {name[:2] for name in plans.read(path.with_suffix(".sha256"))}, {}, 0
        for shard in plans.shards(path.read_text(encoding="utf-8")):
            options = dict(zip(shard.options[::2], shard.options[1::2], strict=True))
            if shard.name in listed:
                kinds.setdefault((options["--empties"].replace("-", "–"), f"`{options['--source']}`"), []).append((shard.name, options))
        for kind, found in kinds.items():
            parts, of = int(found[0][1]["--part"].partition("/")[2]), int(found[0][1]["--count"])
            numbers = [int(options["--part"].partition("/")[0]) for _, options in found]
            count = sum(of * number // parts - of * (number - 1) // parts for number in numbers)
            made = [arguments.shards / path.stem / name for name, _ in found]
            made = next((folder for folder in made if (folder / "set.json").exists()), None)
            rest = shard_row(arguments.program, made, commits) if made else told[(path.stem, *kind)][5:]
            commits |= set() if made else set(re.findall(r"\b[0-9a-f]{10}\b", blocks["problems-shards-made"]))
            rows.append([path.stem, *kind, f"{len(found)} of {parts}", f"{count:,}", *rest])
            total += count
        rows += [[path.stem, "all", "", sum(map(len, kinds.values())), f"{total:,}", "", "", "", "", ""]] if kinds else []
    head = ["Set", "Empties", "Source", "Shards", "Positions", "Moves", "Nodes", "Proven again", "Their moves", "Wrong"]
    return results.table(head, rows), commits


def shard_row(program, folder, commits):
    """What the card of a shard says of all its positions, and how many of them are proven again. Adds the commit that made it."""
    commits.add(commit(json.loads((folder / "set.json").read_text(encoding="utf-8"))))
    lines = (folder / "README.md").read_text(encoding="utf-8").splitlines()
    cells = next(line.replace(" ", "").split("|")[2:-1] for line in lines if line.startswith("| all |"))
    is_deep = max(json.loads((folder / "set.json").read_text(encoding="utf-8"))["empties"]) > SHARD_EMPTIES
    sample = ["--sample", DEEP_SAMPLE, "--max-empties", DEEP_EMPTIES] if is_deep else ["--sample", SHARD_SAMPLE]
    check = [program, "problems", "check", str(folder), *sample, "--seed", "1", "--json"]
    found = json.loads(subprocess.run(check, check=True, stdout=subprocess.PIPE).stdout)
    return [cells[5], f"{int(cells[7]):,}", f"{found['proven']:,}", f"{found['proven_moves']:,}", len(found["findings"])]


def listed(rows):
    """The table of all sets."""
    head = ["Set", "Board", "S", "Empties", "Positions", "Labels", "Moves", "Random moves", "Paper, 8x8", "Nodes", "Commit"]
    return results.table(head, rows)
