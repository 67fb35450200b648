"""The Python package: how long it takes to install, what it installs, and its batches compared with the command line."""

import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

from . import results, solving

#: Positions in a batch, and their number of empty squares.
POSITIONS, EMPTIES = 10_000, 12
TRIALS = 3


def add_arguments(parser):
    """The options of `scripts/reproduce python`."""
    parser.add_argument("--solve", default=str(solving.REPOSITORY / "scripts" / "solve"), metavar="PROGRAM",
                        help="the program (default %(default)s)")


def run(arguments):
    """Installs the package into a fresh environment, times a batch and writes the section. Exit status 1 if values differ."""
    with tempfile.TemporaryDirectory() as folder:
        python, seconds = installed(pathlib.Path(folder))
        files = listed(python)
        batch = json.loads(called(python, "-c", f"from reproductions import python; python.print_batch({arguments.solve!r})"))
    results.write({"python": costs(seconds, files, batch), "python-made": results.made("python")})
    return 1 if batch["differences"] else 0


def called(python, *arguments):
    """The output of a Python that can import the modules of this folder."""
    environment = {**os.environ, "PYTHONPATH": str(solving.REPOSITORY / "scripts"), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([python, *arguments], stdout=subprocess.PIPE, text=True, check=True, env=environment).stdout


def installed(folder):
    """`pip install ./python` in a fresh environment with nothing compiled before: its Python, and the seconds it took."""
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    python = str(folder / "venv" / "bin" / "python")
    environment = {**os.environ, "CARGO_TARGET_DIR": str(folder / "target")}
    begin = time.monotonic()
    command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(solving.REPOSITORY / "python")]
    subprocess.run(command, check=True, env=environment)
    return python, time.monotonic() - begin


def listed(python):
    """Names and sizes of the package's files."""
    code = ("import importlib.metadata as m, json; "
            "print(json.dumps([[str(f), f.locate().stat().st_size] for f in m.files('exact-othello') if '__pycache__' not in str(f)]))")
    return json.loads(called(python, "-c", code))


def print_batch(program):
    """Solves a batch with the package and with the command line, alternating, on one thread; prints both times as JSON."""
    import exact_othello as eo

    masks = eo.random_positions("6x6", EMPTIES, POSITIONS, seed=1)
    positions = [eo.Position.from_masks("6x6", int(own), int(other)) for own, other in masks]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("".join(f"{position}\n" for position in positions))
        file.flush()
        command = [program, "positions", file.name, "--threads", "1", "--no-table", "--no-book", "--json", "--quiet"]
        trials = [trial(eo, masks, command) for _ in range(TRIALS)]
    print(json.dumps({
        "package": statistics.median(one["package"] for one in trials),
        "program": statistics.median(one["program"] for one in trials),
        "differences": max(one["differences"] for one in trials),
    }))


def trial(eo, masks, command):
    """CPU seconds of both ways, and how many values differ."""
    def cpu(who):
        used = resource.getrusage(who)
        return used.ru_utime + used.ru_stime

    before = cpu(resource.RUSAGE_CHILDREN)
    said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    program = cpu(resource.RUSAGE_CHILDREN) - before
    before = cpu(resource.RUSAGE_SELF)
    values = eo.solve_many(masks, "6x6", threads=1, book=False).tolist()
    package = cpu(resource.RUSAGE_SELF) - before
    answers = [json.loads(line) for line in said.splitlines()]
    wanted = [answer["lower"] if answer["lower"] == answer["upper"] else None for answer in answers]
    differences = sum(one != other for one, other in zip(values, wanted, strict=True))
    return {"package": package, "program": program, "differences": differences}


def costs(seconds, files, batch):
    """The table of what the package costs."""
    size = sum(size for _, size in files) / 2**20
    rows = [["installation", results.duration(seconds)], ["installed files", f"{size:.1f} MiB"],
            [f"`solve_many`, {POSITIONS:,} positions", f"{batch['package']:.2f} CPU s"],
            ["the program, the same", f"{batch['program']:.2f} CPU s"],
            ["ratio", f"{batch['package'] / batch['program']:.2f}"], ["values that differ", batch["differences"]]]
    return results.table(["What", "Measured"], rows)
