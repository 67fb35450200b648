"""The boards of Takeshita & Ikeda 2015, and larger ones.

Their figures are from "Perfect Analysis in Miniature Othello" (University of Miyazaki), tables 4-1 and 4-2.
"""

from typing import NamedTuple

from . import results, solving


class Published(NamedTuple):
    """A row of the paper: value for Black, discs of Black and White, terminal positions, seconds."""

    value: int
    black: int
    white: int
    terminals: int
    seconds: float


DAY, HOUR, MINUTE = 86400, 3600, 60
ROWS = {
    ("4x4", "othello"): Published(-8, 3, 11, 218, 0.001),
    ("4x6", "othello"): Published(16, 20, 4, 139_803, 0.1),
    ("4x8", "othello"): Published(32, 28, 0, 294_430_331, 2 * MINUTE + 15),
    ("4x10", "othello"): Published(40, 39, 0, 1_195_804_922_641, 6 * DAY + 6 * HOUR + 22 * MINUTE),
    ("6x6", "othello"): Published(-4, 16, 20, 884_392_099_420, 5 * DAY + 12 * HOUR + 16 * MINUTE),
    ("4x4", "reversi"): Published(-3, 6, 9, 524, 0.001),
    ("4x6", "reversi"): Published(18, 21, 3, 274_549, 0.15),
    ("4x8", "reversi"): Published(32, 28, 0, 299_987_758, 2 * MINUTE + 12),
    ("4x10", "reversi"): Published(40, 32, 0, 842_204_125_277, 4 * DAY + 12 * HOUR + 22 * MINUTE),
    ("6x6", "reversi"): Published(-2, 17, 19, 1_628_664_185_199, 8 * DAY + 12 * HOUR + 42 * MINUTE),
}
BEYOND = [(board, start) for board in ("4x12", "4x14", "4x16") for start in ("othello", "reversi")]
FIRST_MOVES = ["c1", "d4", "b2", "e3"]


def add_arguments(parser):
    """The options of `scripts/reproduce paper`."""
    parser.add_argument("--threads", default="1", help="threads of each solve (default 1: the same nodes each time)")
    parser.add_argument("--memory", default="512MiB", help="table in memory of each solve (default 512MiB)")


def run(arguments):
    """Solves every row and writes the section. Exit status 1 if a value differs from the paper's."""
    options = ["--no-table", "--no-book", "--quiet", "--threads", arguments.threads, "--memory", arguments.memory]

    def solved(board, start, *more):
        answer = solving.solve("--board", board, "--start", start, *more, *options)
        print(f"{board} {start} {' '.join(more)}: {answer['value']:+d}, {answer['seconds']:.2f} s", flush=True)
        return answer

    ours = {row: solved(*row) for row in [*ROWS, *BEYOND]}
    first = {move: solved("4x6", "othello", "--moves", move) for move in FIRST_MOVES}
    results.write({"paper": comparison(ours), "paper-larger": larger(ours), "paper-first-moves": classes(first),
                   "paper-made": results.made("paper")})
    wrong = [row for row, published in ROWS.items() if ours[row]["value"] != published.value]
    for board, start in wrong:
        print(f"{board} {start}: the paper has another value")
    return 1 if wrong else 0


def discs(black, white):
    """Final discs as the paper writes them."""
    return f"{black}–{white}"


def own(answer):
    """Our cells for a row: value, discs, nodes, time."""
    final = answer["final"]
    return [
        results.signed(answer["value"]),
        discs(final["black"], final["white"]),
        f"{answer['nodes']:,}",
        results.duration(answer["seconds"]),
    ]


def comparison(ours):
    """The paper's rows beside ours."""
    head = ["Board", "Start", "Paper", "Discs", "Terminals", "Time", "Ours", "Discs", "Nodes", "Time"]
    rows = [
        [board, start, results.signed(paper.value), discs(paper.black, paper.white), f"{paper.terminals:,}",
         published_time(paper.seconds), *own(ours[board, start])]
        for (board, start), paper in ROWS.items()
    ]
    return results.table(head, rows)


def published_time(seconds):
    """A time in the paper, which ranges from a millisecond to days."""
    return f"{seconds / DAY:.1f} days" if seconds >= DAY else results.duration(seconds)


def larger(ours):
    """Rows that are not in the paper."""
    head = ["Board", "Start", "Value", "Discs", "Nodes", "Time"]
    return results.table(head, [[board, start, *own(ours[board, start])] for board, start in BEYOND])


def classes(first):
    """First moves of 4x6 grouped by their value for Black; the answers are from White's side."""
    worth = {}
    for move, answer in first.items():
        worth.setdefault(-answer["value"], []).append(move)
    return results.table(["First moves", "Value"], [[" and ".join(moves), results.signed(value)] for value, moves in worth.items()])
