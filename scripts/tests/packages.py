#!/usr/bin/env python3
"""Problem sets against the installed packages OpenSpiel and pgx: observations, legal actions, players and outcomes.

    packages.py [SEEDS]    the number of seeds from which each package plays a game (12 for OpenSpiel, half as many for pgx)

The packages, in the pinned versions of lab/problems/tests/encodings/requirements.txt, are installed once into a virtual
environment in the target directory. They play; the tests of the crate compare every position of these games, and `solve problems`
makes a set of their last positions, whose arrays and outcomes must agree with the packages.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
ENCODINGS = REPOSITORY / "lab" / "problems" / "tests" / "encodings"
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", REPOSITORY / "target"))
#: The seeds of the games checked in beside the tests are below this.
FIRST_SEED = 100_000


def run(*command, **more):
    """Runs a command. If it fails, shows its captured output and exits."""
    done = subprocess.run([str(word) for word in command], check=False, **more)
    if done.returncode != 0:
        print(done.stdout or "", end="")
        raise SystemExit(f"packages.py: {command[0]} ended with status {done.returncode}")
    return done


def environment():
    """The Python of a virtual environment with the packages, made on the first call."""
    folder = TARGET / "packages-venv"
    python, stamp, wanted = folder / "bin" / "python", folder / "requirements.txt", ENCODINGS / "requirements.txt"
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted.read_text(encoding="utf-8"):
        run(sys.executable, "-m", "venv", "--clear", folder)
        run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", wanted)
        stamp.write_text(wanted.read_text(encoding="utf-8"), encoding="utf-8")
    return python


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    python = environment()
    with tempfile.TemporaryDirectory() as folder:
        games = pathlib.Path(folder)
        for package, seeds in (("openspiel", count), ("pgx", (count + 1) // 2)):
            with open(games / f"{package}.jsonl", "w", encoding="utf-8") as file:
                numbers = range(FIRST_SEED, FIRST_SEED + seeds)
                run(python, "-B", ENCODINGS / "play.py", package, *numbers, stdout=file)
            positions = (games / f"{package}.jsonl").read_text(encoding="utf-8").count("\n") - 1
            print(f"{package}: {seeds} games, {positions} positions", flush=True)
        tests = [
            "cargo",
            "test",
            "--quiet",
            "--locked",
            "--release",
            "--package",
            "exact-othello-problems",
            "--test",
            "encodings",
        ]
        run(*tests, cwd=REPOSITORY, env={**os.environ, "SOLVE_ENCODINGS": str(games)}, stdout=subprocess.PIPE, text=True)
        run("cargo", "build", "--quiet", "--locked", "--release", "--package", "exact-othello", cwd=REPOSITORY)
        run(python, "-B", ENCODINGS / "compare.py", TARGET / "release" / "solve", games)
        # The Python package has its own encodings.
        made = run(REPOSITORY / "scripts" / "python", "setup", stdout=subprocess.PIPE, text=True).stdout.splitlines()[-1]
        of_package = REPOSITORY / "python" / "tests" / "test_encodings.py"
        run(made, "-B", "-m", "pytest", of_package, env={**os.environ, "SOLVE_ENCODINGS": str(games)})


if __name__ == "__main__":
    main()
