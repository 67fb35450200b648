"""A figure for each page of docs/results that has numbers by size, time or playouts: drawn from the page's own table."""

import hashlib
import json
import re
import subprocess

from . import pages
from .figures import FIGURES, chart, series

#: What was drawn, and the checksums of the pictures.
DRAWN = FIGURES / "plots.json"
NUMBER = re.compile(r"([+−-]?\d[\d,]*(?:\.\d+)?) ?(k|M|G|T|ms|µs|s|min|h|MiB|GiB|%)?(?=[\s/(]|$)")
#: Bytes and spans count in KiB and milliseconds.
UNITS = {"k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "µs": 1e-3, "s": 1e3, "min": 6e4, "h": 3.6e6, "GiB": 1024}


def plots():
    """The pictures by name: the page, the block of its table, and the function that makes a chart of its rows."""
    return {
        "proofs": ("6x8", "trees", columns("Positions in the certificates of who wins", "empty squares", "positions", scale_y="log10")),
        "growth": ("6x8", "ledgers-growth", columns("Nodes to find who wins, othello start", "squares of the board", "nodes", [2, 3], 1,
                                                    scale_y="log10")),
        "book": ("book", "book", columns("All moves of a 6x6 position beyond the book", "discs", "milliseconds", [2, 3, 4],
                                           scale_y="log10", only=lambda row: int(row[0]) >= 12)),
        "simulation": ("campaigns", "simulation", grouped("Simulated campaigns", "workers", "speed-up", 0, 1, 2, scale_x="log2", scale_y="log10")),
        "cuts": ("certificates", "certificates-cut", columns("The certificate of 6x6 by its cut", "empty squares at the leaves",
                                                             "bytes or positions", [1, 5], scale_y="log10")),
        "errors": ("evaluation", "evaluation", grouped("Mean error of the evaluation", "empty squares", "discs", 0, 1, 3)),
        "browsers": ("explorer", "wasm", columns("Time to solve, natively and in browsers", "nodes", "milliseconds", [2, 3, 4], 1,
                                                 scale_x="log10", scale_y="log10")),
        "sets": ("problem-sets", "problems", grouped("Median nodes to label a position", "empty squares", "nodes", 1, 3, 9, scale_y="log10",
                                                     only=lambda row: re.match(r"\[sets/\w+-s\d+\]", row[0]))),
        "ladder": ("ladder", "ladder-empties", across("Discs that a move loses on 6x6", "empty squares", "discs",
                                                      only=lambda row: row[0] not in ("random", "greedy", "alpha-beta 3"))),
        "ladder-learned": ("ladder", "ladder-learned", grouped("Right moves by playouts with a learned policy, 6x6", "playouts a move",
                                                               "right moves, %", 0, 2, 4, scale_x="log10", only=lambda row: row[2])),
        "shared": ("shared-positions", "graphs-scaling", columns("64 ranks on a tree that has this many parts", "parts",
                                                                 "of ideal speed", [4, 5], scale_x="log2", only=lambda row: row[2] == "64")),
        "threads": ("speed", "speed-threads", columns("Nodes by threads", "threads", "of one thread", [2], scale_x="log2")),
        "tablebases": ("tablebases", "exhaustive", columns("Time to make a tablebase, two cores", "positions, reduced by symmetry",
                                                           "milliseconds of CPU time", [6], 3, scale_x="log10", scale_y="log10")),
        "table": ("tables", "tables", across("Entries of the table a CPU second", "entries", "entries a second", r", ([\d,]+ k)/CPU s",
                                             scale_x="log10", scale_y="log10")),
        "ranks": ("tds", "tds-scaling", columns("Scaling with ranks on an artificial game", "ranks", "of ideal speed", [3, 4], scale_x="log2")),
        "scales": ("uct-plus", "decays-fit", across("UCT+ by the scale of its evaluation", "scale in discs", "right moves, %", scale_x="log2")),
        "random-plies": ("uctbreak", "breaks-right", across("UCTbreak by the random plies of its playouts", "random plies d", "right moves, %",
                                                            only=lambda row: row[1] == "10,000")),
        "curves-8x8": ("mcts-for-builders", "curves-8x8", playouts("Right moves by playouts, 8x8 with 20 empty squares")),
        "curves-6x6": ("mcts-for-builders", "curves-6x6-s16", playouts("Right moves by playouts, 6x6 with 16 empty squares")),
        "curves-4x10": ("searches", "curves-4x10", playouts("Right moves by playouts, 4x10 with 20 empty squares")),
        "curves-fooled": ("mcts-for-builders", "curves-fooled", bins("Right moves by the share of moves that win, 8x8, 1,000 playouts", "8x8")),
    }  # fmt: skip


def number(cell):
    """The first number of a cell, in plain units; None if it has none."""
    found = NUMBER.search(cell.replace("× ", "").replace("*", ""))
    return found and float(found[1].replace(",", "").replace("−", "-")) * UNITS.get(found[2], 1)


def axis(label, scale):
    """The description of an axis."""
    return {"label": label, **({"scale": scale} if scale else {})}


def pairs(rows, x, y):
    """The points of two columns, by x, where both have a number above 0."""
    points = [(number(row[x]), number(row[y])) for row in rows]
    return sorted(point for point in points if None not in point and min(point) > 0)


def columns(title, label_x, label_y, of=None, x=0, scale_x=None, scale_y=None, only=lambda row: True):
    """A line for each of some columns of a table, over another."""

    def made(head, rows):
        rows = list(filter(only, rows))
        lines = [series(head[column], pairs(rows, x, column)) for column in of or range(1, len(head))]
        return chart(title, axis(label_x, scale_x), axis(label_y, scale_y), lines)

    return made


def grouped(title, label_x, label_y, key, x, y, scale_x=None, scale_y=None, only=lambda row: True):
    """A line for each name in a column."""

    def made(head, rows):
        rows = list(filter(only, rows))
        lines = [series(name, pairs([row for row in rows if row[key] == name], x, y)) for name in dict.fromkeys(row[key] for row in rows)]
        return chart(title, axis(label_x, scale_x), axis(label_y, scale_y), lines)

    return made


def across(title, label_x, label_y, of_cell=None, scale_x=None, scale_y=None, only=lambda row: True):
    """A line for the first row of each name, over the numbers that head the columns; of a cell, what a pattern finds."""

    def value(cell):
        found = re.search(of_cell, cell) if of_cell else None
        return number(found[1]) if found else None if of_cell else number(cell)

    def made(head, rows):
        places = [(column, number(text.replace("d = ", ""))) for column, text in enumerate(head) if column]
        first = {row[0]: row for row in reversed(list(filter(only, rows)))}
        lines = [(name, [(place, value(first[name][column])) for column, place in places
                         if place is not None and value(first[name][column]) is not None])
                 for name in dict.fromkeys(row[0] for row in rows) if name in first]  # fmt: skip
        return chart(title, axis(label_x, scale_x), axis(label_y, scale_y), [series(name, points) for name, points in lines if points])

    return made


#: The searches that pictures show: no more than a reader can tell apart.
DRAWN_SEARCHES = ["flat MC", "UCT", "RAVE", "UCT+", "UCT, leaf", "PUCT, leaf", "alpha-beta 1", "alpha-beta 4"]


def playouts(title):
    """A line for each of some searches over the playouts; what needs none, in the last column, lies across."""

    def made(head, rows):
        by_name, lines = {row[0]: row for row in rows}, []
        for name in filter(by_name.__contains__, DRAWN_SEARCHES):
            points = [(number(text), number(cell)) for text, cell in zip(head[1:-1], by_name[name][1:-1], strict=True) if cell]
            across = [(number(head[place]), number(by_name[name][-1])) for place in (1, -2)] if by_name[name][-1] else []
            lines.append(series(name, points or across, dashed=not points))
        return chart(title, axis("playouts a move", "log10"), axis("right moves, %", None), lines)

    return made


def bins(title, board):
    """Bars of the searches on a board, for each bin that heads a column."""

    def made(head, rows):
        lines = [series(row[1], [(place, number(cell)) for place, cell in enumerate(row[2:])]) for row in rows if row[0].startswith(board)]
        return chart(title, {"label": "moves that win", "names": head[2:]}, {"label": "right moves, %", "least": 0, "most": 100}, lines, kind="bars")

    return made


def charts(texts):
    """The description of every picture, from the pages."""
    found = {}
    for name, (page, block, made) in plots().items():
        lines = pages.blocks(texts[page])[block].splitlines()
        head, _, *rows = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines if line.startswith("|")]
        found[name] = made([cell.strip("`") for cell in head], [[*row, *[""] * (len(head) - len(row))] for row in rows])
    return found


def draw(program, texts):
    """Draws all pictures."""
    kept = {}
    for name, found in charts(texts).items():
        file = FIGURES / f"{name}.svg"
        subprocess.run([program, "chart", "-o", str(file)], input=json.dumps(found), text=True, check=True)
        kept[name] = {"svg": hashlib.sha256(file.read_bytes()).hexdigest(), "chart": found}
    lines = [f"{json.dumps(name)}: {json.dumps(one)}" for name, one in kept.items()]
    DRAWN.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def stale(texts):
    """Sentences about pictures that are not what their tables say, or that no page shows."""
    kept = json.loads(DRAWN.read_text(encoding="utf-8"))
    for name, found in charts(texts).items():
        page, file = plots()[name][0], FIGURES / f"{name}.svg"
        is_drawn = kept.get(name, {}).get("chart") == found and file.exists()
        if not is_drawn or hashlib.sha256(file.read_bytes()).hexdigest() != kept[name]["svg"]:
            yield f"data/figures/{name}.svg is not what docs/results/{page}.md says: scripts/reproduce conclusions --program SOLVE"
        if f"data/figures/{name}.svg" not in texts[page]:
            yield f"docs/results/{page}.md does not show data/figures/{name}.svg"
