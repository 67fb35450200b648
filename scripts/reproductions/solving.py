"""Running `scripts/solve` and describing the machine it ran on."""

import importlib
import json
import os
import pathlib
import platform
import resource
import subprocess
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]


def solve(*arguments):
    """The answer of `scripts/solve` as a dictionary, from its JSON output. Stops if it fails."""
    command = [str(REPOSITORY / "scripts" / "solve"), *arguments, "--json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)}: exit status {done.returncode}")
    return json.loads(done.stdout)


def package(*needs, also=None):
    """The Python package exact_othello. If this Python lacks it, or one of the packages that it `needs` from the list `also`,
    restarts everything in one that `scripts/python` makes."""
    try:
        for name in needs:
            importlib.import_module(name)
        return importlib.import_module("exact_othello")
    except ImportError:
        command = [str(REPOSITORY / "scripts" / "python"), "setup", *([str(also)] if also else [])]
        made = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        python = made.stdout.splitlines()[-1]
        os.execv(python, [python, "-B", *sys.argv])


def built(package, *examples):
    """Builds the program, or examples of a package, and returns the folder that they are in."""
    what = [word for example in examples for word in ("--example", example)]
    subprocess.run(["cargo", "build", "--quiet", "--locked", "--release", "-p", package, *what], cwd=REPOSITORY, check=True)
    folder = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", REPOSITORY / "target")) / "release"
    return folder / "examples" if examples else folder


def spent(call, *arguments):
    """What a call returns, and the CPU seconds of the programs that it runs, on all cores."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    found, after = call(*arguments), resource.getrusage(resource.RUSAGE_CHILDREN)
    return found, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def bench(*arguments):
    """The lines of `scripts/solve bench` as dictionaries, the totals last. Stops if it fails for any reason but a time limit."""
    records = lines("bench", *arguments)
    if "completed" not in records[-1]:
        raise SystemExit(f"bench {' '.join(arguments)}: no totals")
    return records


def lines(*arguments):
    """The JSON lines of a command of `scripts/solve` as dictionaries, without progress. Stops if there are none."""
    return lines_of(*arguments, "--json", "--quiet")


def lines_of(*arguments):
    """The JSON lines of a command of `scripts/solve` as dictionaries. Stops if there are none."""
    command = [str(REPOSITORY / "scripts" / "solve"), *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if not done.stdout:
        raise SystemExit(f"{' '.join(command)}: exit status {done.returncode}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def commit():
    """The commit that is checked out, marked if files have changed since."""
    command = ["git", "-C", str(REPOSITORY), "describe", "--always", "--dirty", "--abbrev=10", "--exclude=*"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    return done.stdout.strip() or "unknown"


def trees(*parts):
    """The git trees of code that is measured, such as "HEAD:solver"."""
    done = subprocess.run(["git", "rev-parse", *parts], cwd=REPOSITORY, stdout=subprocess.PIPE, text=True, check=True)
    return "-".join(done.stdout.split())


def processor():
    """The processor's name, as far as the system tells it."""
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return f"{names[0]}, {len(names)} cores" if names else platform.machine()
