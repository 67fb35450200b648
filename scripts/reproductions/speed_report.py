"""The page of docs/results on speed, from the measurements of `speed`."""

from . import results

#: Work, with the targets for nodes and CPU seconds; None where there is none.
TARGETS = {
    "6x6 othello exact": (160e6, 7),
    "6x6 reversi exact": (300e6, 14),
    "4x10 othello exact": (None, 0.3),
    "4x10 reversi exact": (None, 0.3),
    "4x10 reversi-rows exact": (None, 0.3),
    "4x12 othello exact": (None, 1),
    "4x12 reversi exact": (None, 1),
    "4x14 othello exact": (None, 45),
    "4x14 reversi exact": (None, 60),
    "4x16 othello exact": (None, 90),
    "5x8 othello exact": (200e6, None),
    "6x7 othello wld": (None, "solved"),
    "6x6 with 12 discs, mean": (8e6, 0.28),
    "FFO #20–#39 exact": (60e6, 2),
    "FFO #40–#49 exact": (550e6, 18),
    "FFO #40–#59 exact": (14.59e9, None),
}
#: Engine, threads, nodes on FFO 40 to 49, on 40 to 59, and the source.
PEERS = [
    ("Egaroucid 7.8.0", "one", "538 M", "", "its pull requests 425 and 426"),
    ("Egaroucid 7.8.0", "many", "684 M", "14.59 G", "its benchmarks page 7_8_0"),
    ("neural-reversi 6.2.0", "many", "601 M to 701 M", "12.89 G", "its docs/6.2.0/benchmarks"),
    ("Edax 4.5.5", "many", "1,064 M", "27.53 G", "Egaroucid's benchmarks page 7_8_0"),
]
TECHNIQUES = {
    "presearch": "orders moves by a shallow search with 12 or more empties",
    "learned-evaluation": "guides that search by patterns instead of mobility, frontier and corners",
    "guess": "starts the windows at the evaluation's guess",
    "selective": "improves that guess and finds first moves by selective searches",
    "presearch-table": "remembers what ordering searches have found",
    "outline": "also orders by a quick evaluation with 10 or 11 empties",
    "fastest-first": "tries moves with the fewest replies first with 5 to 11 empties",
    "table-move": "tries the table's move before those",
    "proof-numbers": "searches for a wipe-out by proof numbers instead of alpha-beta",
    "nearby-table": "keeps positions with 7 to 11 empties in a small table",
    "etc": "looks up all children before it searches one",
    "stability": "cuts off by the opponent's stable discs",
    "parity": "prefers regions with an odd number of empties",
    "symmetry": "treats symmetric positions as one",
}


def blocks(found, commit):
    """The blocks of what is measured."""
    texts = {
        "speed": work(found),
        "speed-peers": peers(found["ffo"]),
        "speed-threads": threads(found["threads"]),
        "speed-parts": techniques(found["techniques"]),
        "speed-symmetry": symmetry(found["symmetry"]),
    }
    return {**{name: text for name, text in texts.items() if text}, "speed-made": results.made("speed --ffo FOLDER", [commit])}


def work(found):
    """Whole boards and sets of positions, with their targets."""
    rows = []
    for (board, start, mode, _), one in found["boards"] or []:
        (row,) = one["rows"]
        value = results.signed(row["value"]) if row["value"] is not None else interval(row)
        rows.append(work_row(f"{board} {start} {mode}", value, one["total"]))
    if found["6x6-12"]:
        total = found["6x6-12"]["total"]
        count = total["positions"]
        mean = {**total, "nodes": round(total["nodes"] / count), "cpu_seconds": total["cpu_seconds"] / count}
        rows.append(work_row("6x6 with 12 discs, mean", right(found["6x6-12"]["rows"]), mean))
    if found["6x8-32"]:
        rows.append(work_row("40 questions of 6x8", right(found["6x8-32"]["rows"]), found["6x8-32"]["total"]))
    for first, last, one in ranges(found["ffo"]):
        rows.append(work_row(f"FFO #{first}–#{last} exact", right(one["rows"]), one["total"]))
    if not rows:
        return None
    head = ["Work", "Value", "Nodes", "Nodes target", "CPU s", "Target", "Nodes/s"]
    return results.table(head, rows)


def work_row(name, value, total):
    """A row with its targets."""
    mark = "" if total["completed"] == total["positions"] else "> "
    nodes, seconds = TARGETS.get(name, (None, None))
    return [
        name, value, f"{mark}{total['nodes']:,}", f"≤ {nodes:,.0f}" if nodes else "–", f"{mark}{total['cpu_seconds']:.2f}",
        "–" if seconds is None else seconds if seconds == "solved" else f"≤ {seconds:g}",
        f"{total['nodes'] / total['cpu_seconds'] / 1e6:.0f} M",
    ]  # fmt: skip


def interval(row):
    """What is proven, where that is not a single value."""
    lower, upper = row["lower"], row["upper"]
    if row["complete"]:
        return "win" if lower > 0 else "loss" if upper < 0 else "draw"
    return f"{results.signed(lower)} to {results.signed(upper)}"


def right(rows):
    """How many positions got the known value."""
    return f"{sum(row['agrees'] is True for row in rows)} of {len(rows)} right"


def ranges(ffo):
    """First and last number of ranges of FFO positions, with their combined cost; the long ones with those before."""
    summed = [(first, last, together(found)) for (_, first, last), found in ffo or []]
    by_first = {first: (last, one) for first, last, one in summed}
    if 40 in by_first and 50 in by_first:
        summed = [one for one in summed if one[0] != 50]
        summed.append((40, 59, together([by_first[40][1], by_first[50][1]])))
    return summed


def together(found):
    """Several measurements combined into one."""
    fields = ("positions", "completed", "nodes", "cpu_seconds")
    total = {field: sum(one["total"][field] for one in found) for field in fields}
    return {"rows": [row for one in found for row in one["rows"]], "total": total}


def peers(ffo):
    """Other engines on the same FFO positions."""
    ours = {(first, last): one["total"] for first, last, one in ranges(ffo)}
    if (40, 49) not in ours:
        return None

    def nodes(last):
        total = ours.get((40, last))
        return f"{total['nodes'] / 1e6:,.0f} M" if total and total["completed"] == total["positions"] else ""

    rows = [["this program", "one", nodes(49), nodes(59), "the table above"], *map(list, PEERS)]
    return results.table(["Engine", "Threads", "FFO #40–#49", "FFO #40–#59", "Source"], rows)


def threads(found):
    """Nodes by number of threads."""
    if not found:
        return None
    alone = found[1]
    rows = [[threads, f"{nodes:,}", f"× {nodes / alone:.3f}"] for threads, nodes in found.items()]
    return results.table(["Threads", "Nodes", "of one thread"], rows)


def techniques(found):
    """Nodes and time without each technique, as multiples of those with all."""
    if not found:
        return None
    full = found[None]
    rows = [
        [f"`{name}`", TECHNIQUES[name], f"{part['nodes']:,}", f"× {part['nodes'] / full['nodes']:.2f}",
         f"× {part['cpu_seconds'] / full['cpu_seconds']:.2f}"]
        for name, part in found.items() if name
    ] + [["nothing", "", f"{full['nodes']:,}", "", f"{full['cpu_seconds']:.2f} s"]]  # fmt: skip
    return results.table(["Without", "what it does", "Nodes", "Nodes", "CPU time"], rows)


def symmetry(found):
    """Nodes from starts with and without symmetry."""
    if not found:
        return None
    rows = [
        [f"{board} {start} {mode}", f"{with_it['nodes']:,}", f"{without['nodes']:,}", f"× {without['nodes'] / with_it['nodes']:.2f}"]
        for (board, start, mode, _), with_it, without in found
    ]
    return results.table(["Start", "Nodes", "without symmetry", "of those with it"], rows)


def beside(rows, commits):
    """The blocks of two programs that were compared, the older one first."""
    older, newer = commits
    cells = [
        [name, f"{new:,}", f"{old:,}", f"{new / old:.3f}", f"{mean:.3f}", f"{after:.2f}", f"{before:.2f}", f"{after / before:.3f}"]
        for name, new, old, mean, after, before in rows
    ]
    head = ["Positions", f"nodes, {newer}", f"nodes, {older}", "ratio", "mean", "CPU s", "CPU s", "ratio"]
    return {"speed-beside": results.table(head, cells), "speed-beside-made": results.made("speed --beside PROGRAM", commits)}
