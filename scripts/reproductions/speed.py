"""How fast the search is: whole boards, FFO positions, the suites of `solve bench`, threads, and what each part of it is worth.

The FFO positions (by the French Othello Federation, scoring `wof`) do not come with this repository; `--ffo` names a folder
that has fforum-20-39.obf and fforum-40-59.obf. Every measurement is kept, so that a stopped run can resume.
"""

import json
import pathlib
import re
import statistics
import subprocess
import tempfile

from . import measurements, results, solving, speed_report

DATA = pathlib.Path(__file__).resolve().parent / "data"
ABLATION = DATA / "ablation.obf"
#: Positions that take a second or more each; on smaller ones threads have little to share.
SHARED = DATA / "threads.obf"

#: Board, start, mode, and the value for Black, None if it is unknown.
BOARDS = [
    ("6x6", "othello", "exact", -4),
    ("6x6", "reversi", "exact", -2),
    ("4x10", "othello", "exact", 40),
    ("4x10", "reversi", "exact", 40),
    ("4x10", "reversi-rows", "exact", 29),
    ("4x12", "othello", "exact", 48),
    ("4x12", "reversi", "exact", 48),
    ("4x14", "othello", "exact", 56),
    ("4x14", "reversi", "exact", 56),
    ("4x16", "othello", "exact", 64),
    ("5x8", "othello", "exact", 15),
    ("6x7", "othello", "wld", None),
]
#: Starts in which symmetry acts: 6x6 has eight, 4x10 four.
SYMMETRIC = [row for row in BOARDS if row[0] in ("6x6", "4x10", "4x12")]
#: The values of the starts of 6x6 that are compared.
STARTS = {start: value for board, start, _, value in BOARDS if board == "6x6"}
#: First and last number of FFO positions; the second file has more than its row here.
FFO = [("fforum-20-39.obf", 20, 39), ("fforum-40-59.obf", 40, 49)]
FFO_LONG = ("fforum-40-59.obf", 50, 59)
THREADS = [1, 2, 4, 8, 16]
#: Searches on several threads differ from run to run.
RUNS = 3
#: What judges a change: suites of `solve bench` as files, because older programs do not know them, and 100 positions of 5x8.
SUITES = solving.REPOSITORY / "lab" / "bench" / "src" / "suites"
JUDGES = [SUITES / "middle.obf", SUITES / "odd.obf", SUITES / "6x6-12.obf", DATA / "5x8.obf"]
PARTS = ["boards", "ffo", "6x6-12", "6x8-32", "threads", "techniques", "symmetry"]
TECHNIQUES = speed_report.TECHNIQUES
MEMORY = "512MiB"


def add_arguments(parser):
    """The options of `scripts/reproduce speed`."""
    parser.add_argument("--ffo", type=pathlib.Path, help="folder with the FFO positions as OBF files")
    parser.add_argument("--ffo-long", action="store_true", help="FFO positions 50 to 59 too, which take many minutes")
    parser.add_argument("--only", type=parts, default=PARTS, metavar="PARTS", help=f"some of {','.join(PARTS)}")
    parser.add_argument("--time-limit", default="10m", help="for each position (default 10m)")
    parser.add_argument("--program", default=str(solving.REPOSITORY / "scripts" / "solve"), help="the program to measure")
    other = "only run PROGRAM beside `--program`, in turns, on what judges a change, and write how they compare"
    parser.add_argument("--beside", type=pathlib.Path, metavar="PROGRAM", help=other)
    parser.add_argument("--positions", type=pathlib.Path, nargs="*", default=[], metavar="OBF", help="with --beside, on these too")
    default = solving.REPOSITORY / "target" / "reproduce" / "speed"
    parser.add_argument("--results", type=pathlib.Path, default=default, help="folder of the measurements (default %(default)s)")


def parts(text):
    """Names of parts, separated by commas."""
    names = text.split(",")
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        raise ValueError(unknown[0])
    return names


def run(arguments):
    """Measures what is wanted and writes everything measured so far. Exit status 1 if a value is wrong."""
    if arguments.beside:
        return beside(arguments)
    measure = Measure(arguments)
    for name in arguments.only:
        measure.part(name)
    measure.kept_only = True
    found = {name: measure.part(name) for name in PARTS}
    results.write(speed_report.blocks(found, measure.kept.commit))
    return 1 if measure.wrong else 0


def beside(arguments):
    """Writes nodes and CPU time of a program as multiples of another's, by file and board. Exit status 1 if a value is wrong.

    Both run each file in turns, and the fewer seconds of two runs count for each position.
    """
    programs = [str(pathlib.Path(program).resolve()) for program in (arguments.beside, arguments.program)]
    starts = [f"6x6 {start_text('6x6', start)}; {first_move('6x6', start)}:{value:+d};" for start, value in STARTS.items()]
    discs = ["--scoring", "discs"]
    with tempfile.TemporaryDirectory() as folder:
        whole = pathlib.Path(folder, "starts.obf")
        whole.write_text("".join(f"{line}\n" for line in starts), encoding="ascii")
        works = [(file.stem, ["--positions", str(file), *discs]) for file in [whole, *JUDGES]]
        works += [("6x8-32", ["--suite", "6x8-32"])]
        works += [(file.stem, ["--positions", str(file)]) for file in arguments.positions]
        found = [compared(name, programs, options) for name, options in works]
    commits = [measurements.commit_of(program) for program in programs]
    results.write(speed_report.beside([row for rows, _ in found for row in rows], commits))
    return 1 if any(wrong for _, wrong in found) else 0


def compared(name, programs, options):
    """The rows of two programs that ran the same positions in turns, a row a board, and how many values are wrong."""
    found, wrong = {program: [] for program in programs}, 0
    for program in programs + programs[::-1]:
        *rows, total = benched(program, *options)
        found[program].append(rows)
        wrong += total["wrong"]
    told = []
    for board in dict.fromkeys(row["board"] for row in rows):
        (old, before), (new, after) = (costs(found[program], board) for program in programs)
        mean = statistics.geometric_mean(two / one for one, two in zip(old, new, strict=True))
        told.append((f"{name}, {len(old)} of {board}", sum(new), sum(old), mean, sum(after), sum(before)))
        print(*told[-1], flush=True)
    return told, wrong


def costs(runs, board):
    """The nodes and the fewest CPU seconds of each position of a board in several runs of the same positions."""
    of_board = [[row for row in rows if row["board"] == board] for rows in runs]
    seconds = [min(row["cpu_seconds"] for row in same) for same in zip(*of_board, strict=True)]
    return [row["nodes"] for row in of_board[0]], seconds


def benched(program, *arguments):
    """The rows and the totals of `PROGRAM bench ARGUMENTS`."""
    command = [program, "bench", *arguments, "--memory", MEMORY, "--json", "--quiet"]
    said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False).stdout.splitlines()
    rows = [json.loads(line) for line in said]
    if not rows or "completed" not in rows[-1]:
        raise SystemExit(f"bench {' '.join(arguments)}: no totals")
    return rows


class NotMeasured(LookupError):
    """A measurement that was neither asked for nor made before."""


class Measure:
    """The measurements of a program, new or kept, in parts."""

    def __init__(self, arguments):
        self.program, self.arguments = str(pathlib.Path(arguments.program).resolve()), arguments
        self.kept = measurements.Measurements(arguments.results, lambda: measurements.commit_of(self.program), also=())
        self.limit = ["--time-limit", arguments.time_limit]
        self.kept_only, self.wrong = False, 0

    def part(self, name):
        """The results of a part; None if some are missing and may not be measured."""
        functions = {"boards": self.boards, "ffo": self.ffo, "threads": self.threads, "techniques": self.techniques,
                     "symmetry": self.symmetry}  # fmt: skip
        try:
            return functions[name]() if name in functions else self.bench(name, "--suite", name)
        except NotMeasured:
            return None

    def bench(self, key, *arguments):
        """The rows and the totals of `solve bench ARGUMENTS`, kept under a key."""

        def measure():
            *rows, total = benched(self.program, *arguments)
            return {"rows": rows, "total": total}

        key = (key, self.kept.commit)
        if self.kept_only and self.kept.known(*key) is None:
            raise NotMeasured(key)
        found = self.kept.record(*key, measure=measure)
        if self.kept_only:
            self.wrong += found["total"]["wrong"]
        return found

    def lines(self, key, lines, *arguments):
        """The same, for given positions."""
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "positions.obf")
            file.write_text("".join(f"{line}\n" for line in lines), encoding="ascii")
            return self.bench(key, "--positions", str(file), *arguments)

    def boards(self):
        """Each whole board that is measured, with its one row."""
        return self.each(BOARDS, self.whole_board)

    def each(self, rows, measure):
        """The rows that are measured, each with its result."""
        found = []
        for row in rows:
            try:
                found.append((row, measure(row)))
            except NotMeasured:
                continue
        if not found:
            raise NotMeasured(rows)
        return found

    def symmetry(self):
        """Starts with the totals of a search that treats symmetric positions as one, and of one that does not."""
        return [
            (row, *(self.whole_board(row, *options)["total"] for options in ([], ["--without", "symmetry"])))
            for row in SYMMETRIC
        ]

    def whole_board(self, row, *options):
        """The start of a board."""
        board, start, mode, value = row
        best = f" {first_move(board, start)}:{value:+d};" if value is not None else ""
        line = f"{board} {start_text(board, start)};{best}"
        key = " ".join([f"{board} {start} {mode} within {self.arguments.time_limit}", *options])
        return self.lines(key, [line], "--scoring", "discs", "--mode", mode, *self.limit, *options)

    def ffo(self):
        """Ranges of FFO positions that are measured, with a measurement for each position."""
        if not self.arguments.ffo:
            raise NotMeasured("FFO")
        long = [FFO_LONG] if self.arguments.ffo_long else []
        return self.each([*FFO, *long], self.ffo_positions)

    def ffo_positions(self, row):
        """A range of FFO positions, one by one, so that none is lost if the run is stopped."""
        name, first, last = row
        lines = [line for line in (self.arguments.ffo / name).read_text(encoding="ascii").splitlines() if line.strip()]
        offset = int(re.search(r"\d+", name).group())
        wanted = range(first, last + 1)
        key = f"within {self.arguments.time_limit}"
        return [self.lines(f"FFO {n} {key}", [lines[n - offset]], *self.limit) for n in wanted]

    def threads(self):
        """Nodes of some positions by number of threads: the median of several runs."""
        positions = ["--positions", str(SHARED), "--scoring", "discs"]

        def nodes(threads):
            runs = range(1 if threads == 1 else RUNS)
            found = [self.bench(f"{threads} threads, run {n}", *positions, "--threads", str(threads)) for n in runs]
            return sorted(one["total"]["nodes"] for one in found)[len(runs) // 2]

        return {threads: nodes(threads) for threads in THREADS}

    def techniques(self):
        """The totals with all techniques, under None, and without each of them."""
        positions = ["--positions", str(ABLATION), "--scoring", "discs"]
        without = {name: ["--without", name] if name else [] for name in [None, *TECHNIQUES]}
        return {
            name: self.bench(f"without {name}", *positions, *options)["total"] for name, options in without.items()
        }


def start_squares(board, start):
    """The squares of a start, in row order."""
    rows, cols = map(int, board.split("x"))
    squares = ["-"] * (rows * cols)
    top = (rows - 2) // 2 * cols + (cols - 2) // 2
    centre = {"othello": "OXXO", "reversi": "XOXO", "reversi-rows": "XXOO"}[start]
    for square, disc in zip([top, top + 1, top + cols, top + cols + 1], centre, strict=True):
        squares[square] = disc
    return squares, top, cols


def start_text(board, start):
    """A start as OBF writes it."""
    return "".join(start_squares(board, start)[0]) + " X"


def first_move(board, start):
    """A legal move of a start, for OBF to attach the value to."""
    _, top, cols = start_squares(board, start)
    # Beside a white disc of the centre, opposite a black one, or below a column of one of each.
    square = {"othello": top - 1, "reversi": top + 2, "reversi-rows": top + 2 * cols}[start]
    return f"{chr(ord('a') + square % cols)}{square // cols + 1}"
