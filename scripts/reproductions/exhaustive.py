"""Every reachable position of small boards: how many there are, and what they are worth."""

import json
import os
import subprocess
import tempfile

from . import results, solving

#: Board and start; on square boards the two reversi starts are the same up to symmetry.
GAMES = [
    ("3x3", "othello"), ("3x4", "othello"), ("3x5", "othello"), ("3x6", "othello"), ("3x7", "othello"),
    ("3x8", "othello"), ("3x9", "othello"),
    ("4x4", "othello"), ("4x4", "reversi"),
    ("4x5", "othello"), ("4x5", "reversi"), ("4x5", "reversi-rows"),
    ("4x6", "othello"), ("4x6", "reversi"), ("4x6", "reversi-rows"),
    ("5x5", "othello"),
]
#: Known counts, up to symmetry and with symmetric positions apart, where they are known.
KNOWN = {
    ("4x4", "othello"): (12_351, 58_533),
    ("4x5", "othello"): (2_426_921, 4_452_883),
    ("4x6", "othello"): (121_195_225, None),
    ("5x5", "othello"): (361_701_112, None),
}


def add_arguments(parser):
    """The options of `scripts/reproduce exhaustive`."""
    parser.add_argument("--directory", help="keep the tables there (default: they are removed); must not hold any before")
    parser.add_argument("--board", action="append", help="only this board; may be given more than once")


def run(arguments):
    """Makes each table, checks it and writes the section. Exit status 1 if a count is not the known one."""
    games = [game for game in GAMES if not arguments.board or game[0] in arguments.board]
    with tempfile.TemporaryDirectory() as folder:
        directory = arguments.directory or folder
        records = [measured(directory, *game) for game in games]
    results.write_section("exhaustive", section(records))
    return 1 if any(is_wrong(record) for record in records) else 0


def measured(directory, board, start):
    """Makes one table, with its time and memory; then reads and checks it, and counts without symmetry."""
    arguments = ["exhaust", "--board", board, "--start", start, "-o", directory, "--threads", "2", "--json", "--quiet"]
    command = [str(solving.REPOSITORY / "scripts" / "solve"), *arguments]
    subprocess.run([command[0], "--version"], stdout=subprocess.DEVNULL, check=True)  # builds, so that this is not timed
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        made = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"{' '.join(command)}: exit status {process.returncode}")
    record = json.loads(made)
    record["cpu"] = usage.ru_utime + usage.ru_stime
    record["memory"] = usage.ru_maxrss * 1024
    counted, record["verified"] = solving.lines(*arguments[:-2], "--raw", "--verify")
    if counted["checksum"] != record["checksum"]:
        raise SystemExit(f"{board} {start}: the table has another checksum when it is read again")
    record["unreduced"] = counted["unreduced"]
    print(f"{board} {start}: {record['positions']:,} positions, {results.duration(record['seconds'])}", flush=True)
    return record


def is_wrong(record):
    """Whether a known count is another one; says so."""
    found = (record["positions"], record["unreduced"])
    known = KNOWN.get((record["board"], record["start"]), (None, None))
    wrong = any(right not in (None, number) for right, number in zip(known, found, strict=True))
    if wrong:
        print(f"{record['board']} {record['start']}: {found} positions, known are {known}")
    return wrong


def section(records):
    """The section's text."""
    return f"""
## Every reachable position

Whole tables: every position that can be reached from the start with its exact value (scoring `discs`). A position is the
discs of the side to move and of the other; positions after a forced pass and finished games count. *Reduced* counts
symmetric positions once, *all* counts them apart. Bytes are those on the disk, key and value; a look-up is the mean CPU
time for up to 100,000 positions from all over the table. Memory includes the pages of mapped files, which the system could take
back.

{counts(records)}

Shares of the reduced positions: won, drawn and lost for the side to move; *one best*: two or more moves, just one of them
best. *Run*: for how many plies at most perfect play is unique (each side has just one best move, be it forced). *Guess*:
how often, where there are two or more moves, the one that leaves the fewest replies is a best one.

{shares(records)}

Reduced positions by number of discs:

{by_discs(records)}

Made by `scripts/reproduce exhaustive` at commit {solving.commit()} on {solving.processor()}, two threads.
"""


def counts(records):
    """The table of counts and costs."""
    head = ["Board", "Start", "Value", "Reduced", "All", "Time", "CPU", "Memory", "Bytes each", "Look-up", "Checksum"]
    rows = [
        [r["board"], r["start"], results.signed(r["value"]), f"{r['positions']:,}", f"{r['unreduced']:,}",
         results.duration(r["seconds"]), results.duration(r["cpu"]), f"{r['memory'] / 2**20:,.0f} MiB",
         f"{r['bytes'] / r['positions']:.2f}", f"{r['verified']['look_up_microseconds']:.1f} µs", f"`{r['checksum']}`"]
        for r in records
    ]
    return results.table(head, rows)


def shares(records):
    """The table of statistics."""
    head = ["Board", "Start", "Won", "Drawn", "Lost", "Most moves", "Moves", "Forced passes", "Ended", "One best", "Run", "Guess"]
    rows = []
    for record in records:
        total = record["total"]
        of_all = lambda name: f"{total[name] / total['positions']:.1%}"  # noqa: E731, B023
        rows.append(
            [record["board"], record["start"], of_all("wins"), of_all("draws"), of_all("losses"), total["most_moves"],
             f"{total['moves'] / total['positions']:.2f}", f"{total['passes']:,}", f"{total['finished']:,}",
             of_all("only_moves"), total["longest_run"], f"{total['right_guesses'] / max(total['choices'], 1):.1%}"]
        )
    return results.table(head, rows)


def by_discs(records):
    """Positions by number of discs, a column for each game."""
    columns = [{layer["discs"]: layer["positions"] for layer in record["layers"]} for record in records]
    most = max(max(column) for column in columns)
    head = ["Discs", *(f"{record['board']} {record['start']}" for record in records)]
    rows = [[discs, *(f"{column[discs]:,}" if discs in column else "" for column in columns)] for discs in range(4, most + 1)]
    return results.table(head, rows)
