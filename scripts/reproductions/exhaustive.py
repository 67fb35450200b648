"""Every reachable position of small boards: how many there are, and what they are worth."""

import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

from . import results, solving

BOARDS = ["3x3", "3x4", "3x5", "4x4", "3x6", "4x5", "3x7", "3x8", "4x6", "5x5", "3x9"]
#: Board and start; on square boards the two parallel starts are the same up to symmetry.
GAMES = [(board, start) for board in BOARDS for start in ("othello", "reversi", "reversi-rows")
         if start != "reversi-rows" or len(set(board.split("x"))) == 2]
READER = solving.REPOSITORY / "docs" / "examples" / "tablebase.py"
#: Known counts, up to symmetry and without merging symmetric positions, where they are known.
KNOWN = {
    ("4x4", "othello"): (12_351, 58_533),
    ("4x5", "othello"): (2_426_921, 4_452_883),
    ("4x6", "othello"): (121_195_225, None),
    ("5x5", "othello"): (361_701_112, None),
}


def add_arguments(parser):
    """The options of `scripts/reproduce exhaustive`."""
    parser.add_argument("--directory", help="keep the tables there (default: they are removed); must not hold any before")
    parser.add_argument("--downloads", type=pathlib.Path, metavar="DIR",
                        help="also write each table there, a folder each with a card, checksums and a reader in Python")
    parser.add_argument("--board", action="append", help="only this board; may be given more than once")


def run(arguments):
    """Makes each table, checks it and writes the section. Exit status 1 if a count differs from the known one."""
    games = [game for game in GAMES if not arguments.board or game[0] in arguments.board]
    with tempfile.TemporaryDirectory() as folder:
        directory = arguments.directory or folder
        records = [measured(directory, *game) for game in games]
        for record in records if arguments.downloads else []:
            download(directory, arguments.downloads / f"{record['board']}-{record['start']}", record)
    if arguments.board is None:
        results.write({"exhaustive": counts(records), "exhaustive-made": results.made("exhaustive")})
    return 1 if any(is_wrong(record) for record in records) else 0


def measured(directory, board, start):
    """Makes one table and records its time and memory; then reads and checks it, and counts without symmetry."""
    arguments = ["exhaust", "--board", board, "--start", start, "-o", directory, "--threads", "2", "--json", "--quiet"]
    command = [str(solving.REPOSITORY / "scripts" / "solve"), *arguments]
    subprocess.run([command[0], "--version"], stdout=subprocess.DEVNULL, check=True)  # builds first, so that it is not timed
    load = os.getloadavg()[0]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        made = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"{' '.join(command)}: exit status {process.returncode}")
    record = json.loads(made)
    record["load"] = load
    record["cpu"] = usage.ru_utime + usage.ru_stime
    record["memory"] = usage.ru_maxrss * 1024
    counted, record["verified"] = solving.lines(*arguments[:-2], "--raw", "--verify")
    if counted["checksum"] != record["checksum"]:
        raise SystemExit(f"{board} {start}: the table has another checksum when it is read again")
    record["unreduced"] = counted["unreduced"]
    print(f"{board} {start}: {record['positions']:,} positions, {results.duration(record['seconds'])}", flush=True)
    return record


def download(directory, folder, record):
    """Writes a table as plain files, with everything needed to use it by itself."""
    board, start = record["board"], record["start"]
    solving.lines("exhaust", "--board", board, "--start", start, "-o", directory, "--export", str(folder))
    shutil.copy(READER, folder / "reader.py")
    (folder / "about.json").write_text(json.dumps({key: record[key] for key in ABOUT}, indent=1) + "\n", encoding="utf-8")
    (folder / "README.md").write_text(card(record), encoding="utf-8")
    files = sorted(file for file in folder.iterdir() if file.name != "SHA256SUMS")
    sums = [f"{digest(file)}  {file.name}\n" for file in files]
    (folder / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")


#: Fields of a table's description.
ABOUT = ("board", "start", "scoring", "value", "positions", "unreduced", "checksum", "total", "layers")


def digest(path):
    """The SHA-256 of a file."""
    found = hashlib.sha256()
    with path.open("rb") as file:
        while part := file.read(1 << 20):
            found.update(part)
    return found.hexdigest()


def card(record):
    """The card of a table."""
    board, start, total = record["board"], record["start"], record["total"]
    return f"""---
license: mit
pretty_name: "Othello {board} from the {start} start: every reachable position with its exact value"
tags: [othello, reversi, board-games, perfect-play]
---
# Every position of {board} Othello from the `{start}` start

{record['positions']:,} positions, symmetric ones once, each with its exact value: the disc difference under perfect play of
both sides, for the side to move. After a wipe-out the winner also gets the empty squares (scoring `{record['scoring']}`).
The start is worth {results.signed(record['value'])} for Black, who moves first. The side to move wins {total['wins']:,} of the
positions, draws {total['draws']:,} and loses {total['losses']:,}.

| File | What it is |
| --- | --- |
| `index.bin`, `blocks.bin` | the table, as `tables/FORMAT.md` of the program draws it |
| `reader.py` | looks positions up: `python3 reader.py . {board} 'SQUARES X'`, with X, O and - for the squares in row order |
| `about.json` | the counts by number of discs |
| `SHA256SUMS` | `sha256sum -c SHA256SUMS` |

Made by `solve exhaust --board {board} --start {start} -o DIR --export FOLDER`, which gives the same bytes wherever it runs.
The tests of the program compare such values with those of an independent solver.
"""


def is_wrong(record):
    """Whether a count differs from the known one; reports it if so."""
    found = (record["positions"], record["unreduced"])
    known = KNOWN.get((record["board"], record["start"]), (None, None))
    wrong = any(right not in (None, number) for right, number in zip(known, found, strict=True))
    if wrong:
        print(f"{record['board']} {record['start']}: {found} positions, known are {known}")
    return wrong


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
