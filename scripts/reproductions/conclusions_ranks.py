"""Conclusions on search over many ranks with shared positions, in sentences."""

from .conclusions import direction, number, several, wrapped

GRAPHS = "graphs"


def graphs_quality(results):
    """Whether sharing positions changes how often the search is right, and ranks how often RAVE is."""
    table = results.table(GRAPHS, "Right moves at equal playouts", "Set")
    points = []
    compared = 0
    for name in dict.fromkeys(table.labels()):
        ranks = [row[3] for row in table.rows if row[0] == name and row[1:3] == ["UCT", "tree"]]
        said = []

        def signs(formula, kind, column, ranks, name=name):
            return {one: direction(table.change((name, formula, kind, one), column)) for one in ranks}

        kinds = list(dict.fromkeys(tuple(row[1:3]) for row in table.rows if row[0] == name))
        for formula in [formula for formula, kind in kinds if kind == "graph"]:
            for column, what, ones in (("Over a tree", "one search", ranks), ("Root parallel over a tree", "root parallel", ranks[1:])):
                said.append(f"{what} ({formula}) with shared positions is {judged(signs(formula, 'graph', column, ones), 'one without')}")
                compared += len(ones)
        for formula, kind in kinds:
            for column, other in (("Over one rank", "one rank"), ("Over root parallel", "root parallel")):
                said.append(f"one search ({formula}, {kind}) is {judged(signs(formula, kind, column, ranks[1:]), other)}")
                compared += len(ranks) - 1
        points.append(f"- {name}: {'; '.join(said)}.")
    points.append(f"\nOf these {compared} comparisons {compared / 20:.1f} would be beyond chance if nothing differed.")
    return wrapped("\n".join(points))


def judged(signs, other):
    """With which numbers of ranks one thing is better or worse than the other."""
    better, worse = [one for one in signs if signs[one] > 0], [one for one in signs if signs[one] < 0]
    words = [f"{word} than {other} with {several(those)} ranks" for word, those in (("better", better), ("worse", worse)) if those]
    return " and ".join(words) or f"indistinguishable from {other}, with any number of ranks"


def graphs_equal_time(results):
    """A single search over all ranks against root parallel search at equal time."""
    table = results.table(GRAPHS, "Right moves at equal time", "Set")
    points, compared = [], 0
    for name, formula, kind in dict.fromkeys(tuple(row[:3]) for row in table.rows):
        rows = [row for row in table.rows if tuple(row[:3]) == (name, formula, kind) and row[3] != "1"]
        labels = [tuple(row[:4]) for row in rows]
        signs = {label[3]: direction(table.change(label, "Over root parallel")) for label in labels}
        ratios = [table.number(label, "Playouts") / table.number(label, "Root parallel, playouts") for label in labels]
        made = f"{min(ratios):.2f} to {max(ratios):.2f}"
        times = [table.number(label, "ms") for label in labels]
        compared += len(labels)
        points.append(
            f"- {name}, {formula}, {kind}: one search is {judged(signs, 'root parallel')}; it makes {made} times the playouts, in "
            f"{min(times):.0f} to {max(times):.0f} ms."
        )
    points.append(f"\nOf these {compared} comparisons {compared / 20:.1f} would be beyond chance if nothing differed.")
    return wrapped("\n".join(points))


def graphs_traffic(results):
    """How much more traffic there is between ranks."""
    table = results.table(GRAPHS, "What ranks tell", "Board")
    rows = [row for row in table.rows if row[1:3] == ["UCT", "tree"]]
    told = []
    whats = {"With shared positions": ["UCT", "graph"], "With RAVE": ["RAVE", "tree"], "With both": ["RAVE", "graph"]}
    for what, key in whats.items():
        if any(row[1:3] == key for row in table.rows):
            said = []
            for column in ("Jobs", "Messages", "Bytes"):
                ratios = [table.number((row[0], *key, row[3]), column) / table.number(tuple(row[:4]), column) for row in rows]
                said.append(f"{min(ratios):.1f} to {max(ratios):.1f} times the {column.lower()}")
            told.append(f"{what} ranks send {several(said)}")
    return wrapped(f"{'. '.join(told)} (one search each, no interval).")


def graphs_scaling(results):
    """What shared positions cost in speed."""
    table = results.table(GRAPHS, "Scaling by the number", "Parts")
    most = max((row[2] for row in table.rows), key=number)
    said = [f"{table.cell((parts, ways, most), 'Of ideal')} with {ways} ways" for parts, ways in dict.fromkeys((row[0], row[1]) for row in table.rows)]
    return wrapped(f"{most} ranks reach these shares of the ideal: {several(said)} (one measurement each, no interval).")


CONCLUSIONS = {
    "graphs-scaling": graphs_scaling,
    "graphs-quality": graphs_quality,
    "graphs-equal-time": graphs_equal_time,
    "graphs-traffic": graphs_traffic,
}
