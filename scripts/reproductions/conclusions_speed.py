"""Conclusions from the tables of docs/results on speed, in sentences."""

from .conclusions import Missing, count, number, several, wrapped

#: The largest ratio of nodes and CPU time to the baseline's: the mean of odd shapes, a campaign's questions.
ODD_GOAL, LEDGER_GOAL = 0.6, 0.45
#: The largest ratio of the nodes of this many threads to those of one.
THREADS, THREADS_GOAL = "16", 1.25
#: Below this many CPU seconds a ratio of times means nothing.
LEAST_SECONDS = 0.1


def targets(results):
    """Which targets are met."""
    table = results.table("speed", "Speed", "Work")
    met, missed = [], []
    for work in table.labels():
        checks = [check for check in (aim(table, work, "CPU s", "Target"), aim(table, work, "Nodes", "Nodes target")) if check]
        if checks:
            kept = all(is_met for is_met, _ in checks)
            (met if kept else missed).append(f"{work} ({', '.join(said for _, said in checks)})")
    which = f": {several(met)}" if met else ""
    said = f"{count(len(met), len(met) + len(missed), 'targets').capitalize()} are met{which}. Missed: {several(missed)}."
    return wrapped(said)


def aim(table, work, column, target):
    """Whether a target is met, and the words for it; None if there is no target."""
    try:
        cell, wanted = table.cell(work, column), table.cell(work, target)
    except Missing:
        return None
    if wanted == "solved":
        return not cell.startswith(">"), f"{cell} s"
    if not any(character.isdigit() for character in wanted):
        return None
    is_met = not cell.startswith(">") and number(cell) <= number(wanted)
    if column == "CPU s":
        return is_met, f"{cell} for {number(wanted):g}"
    mark = "> " if cell.startswith(">") else ""
    return is_met, f"{mark}{millions(number(cell))} for {millions(number(wanted))} nodes"


def millions(nodes):
    """Nodes in millions."""
    return f"{nodes / 1e6:,.1f} M" if nodes < 1e8 else f"{nodes / 1e6:,.0f} M"


def parts(results):
    """Which parts of the search help most, and which not at all."""
    table = results.table("speed", "What each part", "Without")
    # Both columns of nodes have the same name; the second is the factor.
    nodes = {row[0]: number(row[3]) for row in table.rows}
    time = {row[0]: number(row[4]) for row in table.rows}
    by_time = sorted(time, key=time.get, reverse=True)
    idle = [f"{name} (× {time[name]:.2f})" for name in by_time if time[name] <= 1]
    said = f"The three parts that save the most CPU time here are {several(by_time[:3])}."
    if idle:
        said += f" Without {several(idle)} the search is no slower."
    fewer = [f"{name} (× {nodes[name]:.2f})" for name in nodes if nodes[name] < 1]
    if fewer:
        said += f" The search takes fewer nodes without {several(fewer)}."
    return wrapped(said + " Times are of one run each, so differences of a few percent say little.")


def peers(results):
    """Who needs more nodes on the FFO positions, and how many times ours."""
    table = results.table("speed", "Beside other", "Engine")
    said = []
    for column in table.columns("Threads", "Source"):
        own = nodes(table.rows[0][table.head.index(column)])
        others = [(row[0], row[1], nodes(row[table.head.index(column)])) for row in table.rows[1:]]
        known = [(f"{name}, {threads} thread{'' if threads == 'one' else 's'}", taken) for name, threads, taken in others if taken]
        if own and known:
            factors = several(f"{taken / own:.2f} ({who})" for who, taken in known)
            more = sum(taken > own for _, taken in known)
            said.append(f"On {column} other engines take {factors} times our nodes: {count(more, len(known), 'results')} are above ours.")
    if not said:
        raise Missing("our nodes")
    return wrapped(" ".join(said))


def nodes(cell):
    """A cell such as `601 M to 701 M` or `14.59 G` as nodes, the mean for a range; None if it is empty."""
    units = {"M": 1e6, "G": 1e9}
    found = [number(part) * units[part.split()[-1]] for part in cell.split(" to ") if part]
    return sum(found) / len(found) if found else None


def odd(results):
    """Whether the baseline is beaten on every odd shape."""
    table = results.table("speed", "Odd shapes", "Shape")
    *shapes, mean = table.labels()
    if mean != "geometric mean":
        raise Missing("a baseline")
    said = []
    for what, column in (("CPU time", "CPU ratio"), ("nodes", "Nodes ratio")):
        share = table.number(mean, column)
        goal = "reached" if share <= ODD_GOAL else "missed"
        more = [
            f"{shape} ({table.cell(shape, column)})"
            for shape in shapes
            if table.number(shape, column) > 1 and (what == "nodes" or table.number(shape, "CPU s") >= LEAST_SECONDS)
        ]
        said.append(f"In {what} the geometric mean of the ratios is {share:.2f} (goal {ODD_GOAL}: {goal}); above 1: {several(more)}.")
    brief = [shape for shape in shapes if table.number(shape, "CPU s") < LEAST_SECONDS]
    if brief:
        said.append(f"The time on {several(brief)} is too short to compare.")
    return wrapped(" ".join(said))


def ledger(results):
    """Whether a campaign's questions cost as little as they should."""
    table = results.table("speed", "A campaign", "Program")
    label = table.labels()[0]
    said = []
    for what, column in (("CPU time", "CPU ratio"), ("nodes", "Nodes ratio")):
        share = table.number(label, column)
        said.append(f"{share:.2f} of the baseline's {what} ({'reached' if share <= LEDGER_GOAL else 'missed'})")
    return wrapped(f"The goal is {LEDGER_GOAL} of both: this program takes {several(said)}.")


def threads(results):
    """How many more nodes many threads take."""
    table = results.table("speed", "Threads", "Threads")
    share = table.number(THREADS, "of one thread")
    verdict = "reached" if share <= THREADS_GOAL else "missed"
    return wrapped(f"{THREADS} threads take {share:.3f} times the nodes of one (goal {THREADS_GOAL}: {verdict}).")


CONCLUSIONS = {
    "speed-targets": targets,
    "speed-parts": parts,
    "speed-peers": peers,
    "speed-odd": odd,
    "speed-ledger": ledger,
    "speed-threads": threads,
}
