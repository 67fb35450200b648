#!/usr/bin/env python3
"""Runs the commands of README, guide and `--help`: all `solve` lines of consoles, tables and examples, and `curl` against
`solve explore`.

    commands.py PROGRAM [WORD]      only documents whose name contains the word; the help counts as `help`

Each document gets a folder of its own, where its commands run one after the other. A command that is still running after some
seconds is stopped as if by Ctrl-C, and must then end by itself."""

import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
DOCUMENTS = ["README.md", *sorted(str(path.relative_to(REPOSITORY)) for path in (REPOSITORY / "docs" / "guide").glob("*.md"))]
#: Seconds until a command is stopped, and until it must have ended after that.
PATIENCE, GRACE = 8, 30
#: Commands that later ones need to finish get more seconds.
SLOW = {
    "solve prove --board 6x6": 400,
    "solve --board 6x6 --moves c2b4 --mode wld": 400,
    "solve --board 6x6 --moves e4e3 --mode wld": 400,
    "solve problems --board 6x6": 400,
    "solve exhaust --board 4x6": 400,
    "solve campaign run big": 400,
    "solve campaign prove": 400,
    "solve book build": 400,
}
#: The permitted ways for a command to end: answered, stopped by its time limit, stopped by a signal with or without a message.
ENDS = (0, 3, 130, -signal.SIGINT)
#: What commands need, by how they begin, unless the document makes it itself.
MADE_BEFORE = {
    "solve table": (
        "solve --board 4x4 --table other --quiet",
        "solve --board 4x10 --quiet",
        "solve --board 4x10 --scoring wof --quiet",
        "solve --board 6x6 --moves c2b4 --mode wld --no-book --quiet",
        "solve --board 6x6 --moves e4e3 --mode wld --no-book --quiet",
    ),
    "solve explore": ("solve --board 4x4 --quiet", "solve book build opening.book --board 4x4 --discs 8 --quiet"),
    "solve exhaust": ("solve exhaust --board 4x4 -o tables --quiet",),
    "solve check": ("solve prove --board 4x4 --claim value=-8 -o 4x4.cert",),
}
#: Makes a campaign where a document needs one but does not make it.
PLAN = "solve campaign plan big --board 6x6 --start reversi --mode wld --budget 5M"
#: Commands not to run, by how they begin, and why.
LEFT_OUT = {
    "solve verify feinstein": "a minute of search; a test of its own proves smaller boards",
    "solve explore --table /srv": "a path of a server",
    "solve explore --bind 0.0.0.0": "it opens a port to the network",
    "solve explore --no-table --searches 4 --time-limit 10s --bind 0.0.0.0": "so does this",
    "solve table import 4x10.table": "the line before it in the guide writes the file and reads it",
    "solve man | man -l -": "a pager",
    "solve man book build | man -l -": "a pager",
    "solve completions bash >": "it writes into the home directory",
    "solve completions zsh >": "so does this",
    "solve completions fish >": "and this",
    "solve check 6x8.cert": "a certificate that does not exist yet",
    "solve campaign withdraw big --answer": "the name of an answer; a test withdraws one",
    "solve bench --positions": "files that do not come with the program",
    "solve problems join": "parts of a set that take hours; a test joins some",
    "solve problems --board 8x8 --source file:": "so is this",
    "solve mcts accuracy --set data/sets/6x6-s16 --answers": "answers that another program writes; a test has some",
}
#: Values for placeholder words, by the command that they follow; the first that fits counts.
STANDS_FOR = (
    ("solve book build", "FILE", "opening.book"),
    ("solve book check", "FILE", "opening.book"),
    ("solve book show", "FILE", "opening.book"),
    ("solve positions", "FILE", "positions.txt"),
    ("solve check", "FILE", "4x4.cert"),
    ("solve campaign", "DIR", "campaign"),
    ("solve campaign merge", "other/ledger.txt", "ledgers/ledger.txt"),
    ("solve explore", "/shared/other", "ledgers"),
    ("solve explore", "big", "ledgers"),
    ("solve problems", "DIR", "labelled"),
    ("solve problems card", "FOLDER", "labelled"),
    ("solve exhaust", "RxC", "4x4"),
    ("solve exhaust", "DIR", "whole"),
    ("solve explore", "DIR", "table"),
    ("solve explore", "FILE", "opening.book"),
    ("solve table merge", "OTHER", "other"),
    ("solve campaign simulate", "jobs", "simulated"),
    ("solve completions", "SHELL", "bash"),
    ("solve", "RxC", "4x4"),
    ("solve", "DIR", "folder"),
    ("solve", "N", "2"),
    ("solve", "K", "1"),
)


def main(program, word=""):
    """Runs everything. Exit status 1 if anything failed."""
    # A shell that runs this in the background ignores SIGINT, and children inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    failures = []
    program = pathlib.Path(program).resolve()
    for document in DOCUMENTS:
        if word in document:
            failures += of_lines(document, commands((REPOSITORY / document).read_text(encoding="utf-8")), program)
    if word in "help":
        failures += of_lines("help", list(dict.fromkeys(examples(program, []))), program)
    for failure in failures:
        print(failure, file=sys.stderr)
    return min(len(failures), 1)


def of_lines(document, lines, program):
    """Runs the commands of a document. Returns those that failed."""
    with tempfile.TemporaryDirectory() as folder:
        place = prepared(pathlib.Path(folder), program, lines)
        failures, left_out = [], 0
        for line in lines:
            if any(line.startswith(start) for start in LEFT_OUT):
                left_out += 1
                continue
            failure = curled(line, place) if line.startswith("curl ") else run(line, place)
            if failure:
                failures.append(f"{document}: {line}\n    {failure}")
        print(f"{document}: {len(lines) - left_out} commands run, {left_out} left out, {len(failures)} failed", flush=True)
    return failures


def commands(text):
    """The command lines of a document in order, without repetition."""
    found, in_code = [], False
    lines = re.sub(r"\\\n\s*", "", text).splitlines()
    for line in lines:
        if line.lstrip().startswith("```"):
            in_code = not in_code
        elif in_code and line.startswith("$ "):
            found.append(line[2:].removeprefix("scripts/").split("   ")[0].split(" # ")[0].strip())
        elif line.startswith("|"):
            found += [part.removeprefix("scripts/") for part in line.split("`")[1::2]]
    # A command may have two words.
    wanted = [line for line in found if line.startswith(("solve ", "curl ")) and "…" not in line and line.count(" ") > 1]
    return list(dict.fromkeys(wanted))


def examples(program, path):
    """The examples in the help of a command and of its subcommands."""
    text = subprocess.run([program, *path, "--help"], capture_output=True, text=True, check=True).stdout
    for line in text.splitlines():
        if re.match(r" +solve .", line) and not re.search(r"\[|<[A-Z]|\.\.\.|…", line):
            # A note may follow it.
            yield re.split(r"   | #", line.strip())[0]
    below = re.search(r"(?m)^Commands:\n((?: .*\n|\n)+?)(?=^\S|\Z)", text)
    for command in re.findall(r"(?m)^  (\w\S*) ", below[1]) if below else ():
        if command != "help":
            yield from examples(program, [*path, command])


def prepared(place, program, lines):
    """A folder with what the commands in these lines expect to find."""
    (place / "bin").mkdir()
    (place / "bin" / "solve").symlink_to(program)
    (place / "data").mkdir()
    (place / "data" / "sets").symlink_to(REPOSITORY / "data" / "sets")
    shutil.copytree(REPOSITORY / "data" / "campaigns", place / "data" / "campaigns")
    (place / "positions.txt").write_text("4x4 -----OX--XO----- X\n", encoding="utf-8")
    (place / "endgames.txt").write_text("X" * 56 + "OXXXXXX- O\n", encoding="utf-8")
    (place / "games.txt").write_text("c2b4c5d2e3d5e4c1b3\nc2b2b3\n", encoding="utf-8")
    (place / "proofs").mkdir()
    asked = [begin for begin in MADE_BEFORE if any(line.startswith(begin) for line in lines)]
    needed = [made for begin in asked for made in MADE_BEFORE[begin]]
    if any(" big" in line for line in lines):
        plan = next((line for line in lines if line.startswith("solve campaign plan big")), None)
        needed += [(plan or PLAN).replace(" big ", " ledgers ")] + ([] if plan else [PLAN])
    for made in needed:
        if made in lines:
            continue
        failure = run(made, place)
        if failure:
            raise SystemExit(f"{made}\n    {failure}")
    return place


def environment(place):
    """The environment of the commands: the program, and a table in the folder."""
    return {**os.environ, "PATH": f"{place / 'bin'}:{os.environ['PATH']}", "SOLVE_TABLE": str(place / "table")}


def filled(line):
    """A line with each word in capitals replaced by a value."""
    for start, word, meaning in STANDS_FOR:
        if line.startswith(start):
            line = " ".join(meaning if part == word else part for part in line.split(" "))
    return re.sub(r"/(tmp|shared)/", "./", line)


def run(line, place):
    """Runs a shell line. Returns what is wrong with its end, or None."""
    shell = ["bash", "-c", f"set -o pipefail; exec {filled(line)}" if "|" not in line else f"set -o pipefail; {filled(line)}"]
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(shell, cwd=place, env=environment(place), stdin=subprocess.DEVNULL, stdout=said, stderr=said,
                                   start_new_session=True)
        try:
            status = process.wait(next((seconds for start, seconds in SLOW.items() if line.startswith(start)), PATIENCE))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGINT)
            try:
                status = process.wait(GRACE)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                return f"did not end {GRACE} s after Ctrl-C"
        said.seek(0)
        text = said.read().decode(errors="replace").strip()
    return None if status in ENDS else f"status {status}: {text[-300:]}"


def curled(line, place):
    """Runs a line with curl while the explorer serves. Returns what is wrong, or None."""
    if not shutil.which("curl"):
        return None
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    server = subprocess.Popen([place / "bin" / "solve", "explore"], cwd=place, env=environment(place), **quiet)
    try:
        for _ in range(100):
            try:
                urllib.request.urlopen("http://localhost:8080/healthz", timeout=5).read()
                break
            except OSError:
                time.sleep(0.1)
        asked = ["curl", "--fail-with-body", "--silent", "--show-error", "--max-time", str(PATIENCE), *shlex.split(line)[1:]]
        done = subprocess.run(asked, cwd=place, capture_output=True, check=False)
        # Status 28: a stream that goes on until curl's time limit.
        return None if done.returncode in (0, 28) and done.stdout else f"curl {done.returncode}: {done.stderr.decode()[-300:]}"
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(GRACE)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
