"""How fast the search is: whole boards, FFO positions, two threads, and what each part of it is worth.

The FFO positions (by the French Othello Federation, scoring `wof`) do not come with this repository; with `--ffo` a folder
that holds fforum-20-39.obf and fforum-40-59.obf is read.
"""

import pathlib
import tempfile

from . import conclusions, results, solving

DATA = pathlib.Path(__file__).resolve().parent / "data"
ABLATION = DATA / "ablation.obf"

#: Board, start, mode, target in seconds on one thread, value for Black or None where only the sign is known.
BOARDS = [
    ("6x6", "othello", "exact", 10, -4),
    ("6x6", "reversi", "exact", 20, -2),
    ("4x10", "othello", "exact", 0.3, 40),
    ("4x10", "reversi", "exact", 0.3, 40),
    ("4x10", "reversi-rows", "exact", 0.3, 29),
    ("4x12", "othello", "exact", 1, 48),
    ("4x12", "reversi", "exact", 15, 48),
    ("4x14", "othello", "exact", 45, 56),
    ("4x14", "reversi", "wld", 60, None),
    ("4x16", "othello", "exact", 90, None),
]
#: File, first and last number, target in seconds.
FFO = [("fforum-20-39.obf", 20, 39, 6), ("fforum-40-59.obf", 40, 49, 23)]
TECHNIQUES = {
    "presearch": "order the moves at 12 and more empties by a shallow search",
    "learned-evaluation": "steer it by patterns, not by mobility, frontier and corners",
    "guess": "begin the windows at the evaluation's guess",
    "selective": "improve that guess, and find first moves, by selective searches",
    "presearch-table": "remember what such searches have found",
    "outline": "at 10 and 11 empties, order by a quick evaluation, too",
    "fastest-first": "at 6 to 11 empties, fewest replies first",
    "table-move": "there, the table's move before all others",
    "nearby-table": "keep positions of 7 to 11 empties in a small table",
    "etc": "look all children up before one is searched",
    "stability": "cut by the opponent's stable discs",
    "parity": "prefer regions with an odd number of empties",
    "symmetry": "search symmetric positions as one",
}


def add_arguments(parser):
    """The options of `scripts/reproduce speed`."""
    parser.add_argument("--ffo", type=pathlib.Path, help="folder with the FFO positions as OBF files")
    parser.add_argument("--time-limit", default="10m", help="for each position (default 10m)")


def run(arguments):
    """Measures all and writes the section. Exit status 1 if a value is wrong."""
    limit = ["--time-limit", arguments.time_limit]
    boards = [(row, whole_board(row, limit)) for row in BOARDS]
    pair = [whole_board(BOARDS[0], [*limit, "--threads", threads])[0] for threads in ("1", "2")]
    ffo = [(row, ffo_positions(arguments.ffo, row, limit)) for row in FFO] if arguments.ffo else []
    ablations = {name: measured([str(ABLATION), "--scoring", "discs", *without(name)])[1] for name in [None, *TECHNIQUES]}
    results.write_section("speed", section(boards, pair, ffo, ablations))
    sums = [total for _, (_, total) in [*boards, *ffo]] + list(ablations.values())
    return 1 if any(total["wrong"] for total in sums) else 0


def without(name):
    """Options that switch a technique off."""
    return ["--without", name] if name else []


def measured(arguments):
    """The rows and the totals of `solve bench --positions ARGUMENTS`."""
    *rows, total = solving.bench("--positions", *arguments)
    print(f"{' '.join(arguments)}: {total['nodes']:,} nodes, {total['cpu_seconds']:.2f} CPU s", flush=True)
    return rows, total


def whole_board(row, options):
    """The one row of a board's start, and the totals."""
    board, start, mode, _, value = row
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, f"{board}-{start}.obf")
        best = f" {first_move(board, start)}:{value:+d};" if value is not None else ""
        file.write_text(f"{board} {start_text(board, start)};{best}\n", encoding="ascii")
        rows, total = measured([str(file), "--scoring", "discs", "--mode", mode, *options])
    return rows[0], total


def start_squares(board, start):
    """Squares of a start in row order."""
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
    """A legal move of a start, to which the value is attached."""
    _, top, cols = start_squares(board, start)
    # Beside a white disc of the centre, opposite a black one, or below a column of one of each.
    square = {"othello": top - 1, "reversi": top + 2, "reversi-rows": top + 2 * cols}[start]
    return f"{chr(ord('a') + square % cols)}{square // cols + 1}"


def ffo_positions(folder, row, options):
    """The rows and totals of some FFO positions."""
    name, first, last, _ = row
    lines = [line for line in (folder / name).read_text(encoding="ascii").splitlines() if line.strip()]
    with tempfile.TemporaryDirectory() as scratch:
        file = pathlib.Path(scratch, name)
        file.write_text("\n".join(lines[: last - first + 1]) + "\n", encoding="ascii")
        return measured([str(file), *options])


def section(boards, pair, ffo, ablations):
    """The section's text."""
    return f"""
## Speed

One thread, 512 MiB of memory, an empty table before each position, CPU seconds; every value that was found was checked. Where the time
limit of the clock came first, that stands with >. The targets of 6x6 `othello` and of FFO #40–#49 come from peers measured on a machine of the
same kind: a fifth of the time of mame/6x6-reversi-oracle (6x6 in 49.2 s), and Egaroucid 7.8 (23.1 s and 774 M nodes). The others were set for this project.

{results.table(["Work", "Value", "Nodes", "CPU s", "Target", "Nodes/s"], [*map(board_row, boards), *map(ffo_row, ffo)])}

{conclusions.block("speed-targets")}

Two threads on 6x6 othello: {threads_text(pair)}.

### What each part is worth

Each part of the search was switched off alone (`solve bench --without NAME`), on 12 positions of 6x6 with 22 empties and
16 of 8x8 with 18 (`scripts/reproductions/data/ablation.obf`), exact values. With everything: {ablations[None]["nodes"]:,}
nodes in {ablations[None]["cpu_seconds"]:.2f} CPU s.

{ablation_table(ablations)}

{conclusions.block("speed-parts")}

Made by `scripts/reproduce speed --ffo FOLDER` at commit {solving.commit()} on {solving.processor()}.
"""  # noqa: E501


def board_row(entry):
    """A row for a whole board."""
    (board, start, mode, target, _), (row, total) = entry
    value = results.signed(row["value"]) if row["value"] is not None else interval(row)
    return [f"{board} {start} {mode}", value, *cost(total, row["complete"]), f"≤ {target}", rate(total)]


def interval(row):
    """What is proven, where that is no single value."""
    lower, upper = row["lower"], row["upper"]
    if row["complete"]:
        return "win" if lower > 0 else "loss" if upper < 0 else "draw"
    return f"{results.signed(lower)} to {results.signed(upper)}"


def ffo_row(entry):
    """A row for a range of FFO positions."""
    (_, first, last, target), (rows, total) = entry
    right = sum(row["agrees"] is True for row in rows)
    done = total["completed"] == total["positions"]
    return [f"FFO #{first}–#{last} exact", f"{right} of {len(rows)} right", *cost(total, done), f"≤ {target}", rate(total)]


def cost(total, is_complete):
    """Nodes and CPU seconds, marked if the time limit came first."""
    mark = "" if is_complete else "> "
    return [f"{mark}{total['nodes']:,}", f"{mark}{total['cpu_seconds']:.2f}"]


def rate(total):
    """Million nodes a second."""
    return f"{total['nodes'] / total['cpu_seconds'] / 1e6:.0f} M"


def threads_text(pair):
    """One thread against two, by CPU time: on a machine with other work the clock says little."""
    one, two = pair
    return (
        f"{one['nodes']:,} nodes in {one['cpu_seconds']:.1f} CPU s with one, {two['nodes']:,} in {two['cpu_seconds']:.1f} "
        f"with both together: by these, two free cores would be "
        f"{2 * one['cpu_seconds'] / two['cpu_seconds']:.2f} times as fast as one"
    )


def ablation_table(ablations):
    """Nodes and time without each technique, as multiples of those with all."""
    full = ablations[None]
    rows = [
        [f"`{name}`", TECHNIQUES[name], f"{part['nodes']:,}", f"× {part['nodes'] / full['nodes']:.2f}",
         f"× {part['cpu_seconds'] / full['cpu_seconds']:.2f}"]
        for name, part in ablations.items() if name
    ]
    return results.table(["Without", "which does this", "Nodes", "Nodes", "CPU time"], rows)
