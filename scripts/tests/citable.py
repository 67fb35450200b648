#!/usr/bin/env python3
"""Loads every set of data, as published by scripts/release-data, with mlcroissant and `datasets`, and compares it with its files.

    citable.py [FOLDER ...]    those folders instead

Also makes and loads sets in other formats, if the program is built.

The packages, in the pinned versions of scripts/tests/citable/requirements.txt, are installed once into a virtual environment in
the target directory.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
HERE = REPOSITORY / "scripts" / "tests" / "citable"
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", REPOSITORY / "target"))


def run(*command, **more):
    """Runs a command; exits if it fails."""
    done = subprocess.run([str(word) for word in command], check=False, **more)
    if done.returncode:
        raise SystemExit(f"citable.py: {command[0]} ended with status {done.returncode}")
    return done


def environment():
    """The Python of a virtual environment with the packages, made on the first call."""
    folder = TARGET / "citable-venv"
    python, stamp, wanted = folder / "bin" / "python", folder / "requirements.txt", HERE / "requirements.txt"
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted.read_text(encoding="utf-8"):
        folder.parent.mkdir(parents=True, exist_ok=True)
        run(sys.executable, "-m", "venv", "--clear", folder)
        run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", wanted)
        stamp.write_text(wanted.read_text(encoding="utf-8"), encoding="utf-8")
    return python


def fresh(place):
    """Sets made by the program in formats that those of the repository lack; none if it is not built."""
    program = TARGET / "release" / "solve"
    if not program.exists():
        print(f"{program} is not built, so only the sets of the repository are loaded", flush=True)
        return []
    folders = []
    for formats in ("jsonl", "csv", "parquet,jsonl,csv,openspiel,pgx"):
        for labels in ("exact", "wld"):
            folders.append(place / f"{formats.partition(',')[0]}-{labels}")
            make = ["--board", "4x6", "--empties", "8", "--count", "60", "--shard", "20", "--labels", labels, "--format", formats]
            environment = {**os.environ, "SOLVE_TABLE": str(place / "table")}
            run(program, "problems", *make, "--quiet", "-o", folders[-1], stdout=subprocess.DEVNULL, env=environment)
    return folders


def refuses(python, folder, place):
    """Whether a copy with a changed number under the same checksums is detected: a test that cannot fail is worthless."""
    copy = place / "forged" / folder.name
    copy.parent.mkdir()
    run("cp", "-r", folder, copy)
    lines = (copy / "atlas.jsonl").read_text(encoding="utf-8").splitlines()
    first = json.loads(lines[0])
    first["lower"] += 2
    (copy / "atlas.jsonl").write_text("\n".join([json.dumps(first), *lines[1:]]) + "\n", encoding="utf-8")
    done = subprocess.run([python, "-B", HERE / "load.py", copy], check=False, capture_output=True, text=True)
    return done.returncode != 0 and "the checksum of atlas.jsonl is" in done.stderr


def main():
    python = environment()
    if len(sys.argv) > 1:
        run(python, "-B", HERE / "load.py", *sys.argv[1:])
        return
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        run(REPOSITORY / "scripts" / "release-data", place / "data", "--folders", stdout=subprocess.DEVNULL)
        # The archive of a proof is no set of data; its page is for readers alone.
        folders = sorted(folder for folder in (place / "data").iterdir() if "-proof-" not in folder.name)
        run(python, "-B", HERE / "load.py", *folders, *fresh(place))
        atlas = next(folder for folder in folders if "-atlas-" in folder.name)
        if not refuses(python, atlas, place):
            raise SystemExit("citable.py: a forged atlas is taken for a sound one")


if __name__ == "__main__":
    main()
