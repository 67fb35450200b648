"""Conclusions on how good each search is, in sentences: regret, right moves, what 95 % of them cost, traps."""

from .conclusions import Missing, count, direction, leader, number, order, several, wrapped
from .conclusions_mcts import told

SEARCHES, ALPHA_BETA = "searches", "alpha-beta"
#: The sets used to measure growth.
GROWTH = ["6x6-s20 (12)", "6x6-s16 (16)", "6x6-s12 (20)", "6x6-s8 (24)"]
#: The share of the resamples, in %, from which on an order is beyond chance.
SURE = 97.5


def ranked(table, sets, playouts, sign):
    """By set: the search with the best number, and whether it is significantly better than every other."""
    labels = list(dict.fromkeys(row[0] for row in table.rows if row[1] == playouts))
    found = {}
    for name in sets:
        by = {label: table.estimate((label, playouts), name) for label in labels}
        best, behind = leader(by if sign > 0 else {label: -estimate for label, estimate in by.items()})
        found[name] = best, len(behind) == len(labels) - 1
    return found


def middle(table):
    """The median of the numbers of playouts in a table, at which searches are compared."""
    numbers = sorted({row[1] for row in table.rows if row[1].replace(",", "").isdigit()}, key=number)
    return numbers[len(numbers) // 2]


def shared_out(what, by, sets):
    """Who does what on how many sets. Only the first label gets the verb."""
    (first, names), *others = by.items() or [("Nobody", [])]
    said = [f"{first} {what} on {count(len(names), sets, 'sets')}", *(f"{label} on {len(names)}" for label, names in others)]
    return several(said)


def bests(found, playouts, what):
    """Who is best on how many sets."""
    by = {}
    for name, (best, _) in found.items():
        by.setdefault(best, []).append(name)
    most_first = dict(sorted(by.items(), key=lambda item: -len(item[1])))
    clear = [name for name, (_, is_clear) in found.items() if is_clear]
    beyond = f"The lead over all the others is beyond chance on {several(clear)}." if clear else "No lead is beyond chance."
    return f"Among the searches with playouts, at {playouts}, {shared_out(what, most_first, len(found))}. {beyond}"


def regret(results):
    """Which search loses least, what more playouts gain, and how alpha-beta compares."""
    table = results.table(SEARCHES, "Discs given away", "Search")
    sets = table.columns("Playouts")
    numbers = sorted({row[1] for row in table.rows if row[0] != ALPHA_BETA}, key=number)
    if len(numbers) < 2:
        raise Missing("several numbers of playouts")
    falls = {}
    for label in dict.fromkeys(label for label in table.labels() if label != ALPHA_BETA):
        pairs = [(table.estimate((label, numbers[0]), name).value, table.estimate((label, numbers[-1]), name).value) for name in sets]
        falls[label] = [first / last for first, last in pairs if last]
    said = [f"{label} {min(of):.1f} to {max(of):.1f}" for label, of in falls.items()]
    found = ranked(table, sets, middle(table), -1)
    return wrapped(
        f"{bests(found, middle(table), 'gives away the least')} {against_alpha_beta(table, found, middle(table))} From {numbers[0]} to "
        f"{numbers[-1]} playouts regret falls by these factors over the sets (below 1 it rises; no intervals): {several(said)}. All of them try to win, not to "
        "win by much; that this is why regret may rise with the playouts is an opinion."
    )


def against_alpha_beta(table, found, playouts):
    """On how many sets alpha-beta gives away less or more than the best search."""
    said = []
    for plies in [row[1] for row in table.rows if row[0] == ALPHA_BETA]:
        signs = [order(table.estimate((best, playouts), name), table.estimate((ALPHA_BETA, plies), name)) for name, (best, _) in found.items()]
        more = [f"{word} on {signs.count(sign)}" for sign, word in ((-1, "more"), (1, "less")) if sign in signs]
        said.append(f"with {plies} it gives away {several(more)} of the {len(found)} sets" if more else f"with {plies} nothing is beyond chance")
    return f"Alpha-beta compared with the best of them: {'; '.join(said)}." if said else ""


def right(results):
    """Which search is right most often."""
    table = results.table(SEARCHES, "Right moves", "Search")
    sets = table.columns("Playouts")
    return wrapped(bests(ranked(table, sets, middle(table), 1), middle(table), "has the most right moves"))


def cost(cell):
    """A cell of the table of needs: its value, infinite if it exceeds what was measured, and slightly less than the smallest
    measured cost if that one suffices."""
    if not cell:
        raise Missing("a need")
    return float("inf") if cell.startswith("more than") else number(cell) * (0.999 if cell.startswith("at most") else 1)


def least(table):
    """Who needs least: by search, the sets, and those of them on which it does so in nearly all resamples."""
    by = {}
    for name in table.columns():
        search = table.cell("search", name)
        if search != "nobody":
            sets, sure = by.setdefault(search, ([], []))
            sets.append(name)
            if table.number("resamples, %", name) >= SURE:
                sure.append(name)
    return dict(sorted(by.items(), key=lambda item: -len(item[1][0])))


def cheapest(table, what):
    """Who needs least on how many sets, and where that is beyond chance."""
    by, sets = least(table), len(table.columns())
    sure = [name for _, names in by.values() for name in names]
    beyond = f"on {several(sure)}" if sure else "nowhere"
    said = shared_out(what, {search: names for search, (names, _) in by.items()}, sets)
    return f"{said}; beyond chance {beyond}."


def playouts(results):
    """Who needs the fewest playouts, and how the need grows with empty squares."""
    table = results.table(SEARCHES, "Playouts for 95 %", "Needs")
    fewest = results.table(SEARCHES, "Playouts for 95 %", "Fewest")
    found = {label: {name: cost(table.cell(label, name)) for name in table.columns()} for label in table.labels()}
    sets = len(table.columns())
    reached = [f"{label} {sum(value < float('inf') for value in of.values())}" for label, of in found.items()]
    growth = [
        f"{label} {', '.join(table.cell(label, name).split(' (')[0] for name in GROWTH)}"
        for label in found
        if all(name in table.columns() for name in GROWTH)
    ]
    grown = f" On 6x6 with 12, 16, 20 and 24 empty squares: {'; '.join(growth)}." if growth else ""
    return wrapped(
        f"Within the numbers of playouts measured, searches reach 95 % right moves on so many of {sets} sets: {'; '.join(reached)}. "
        f"{cheapest(fewest, 'needs the fewest playouts for that')}{grown}"
    )


def time(results):
    """Who needs the least time."""
    said = cheapest(results.table(SEARCHES, "Playouts for 95 %", "Shortest"), "takes the least time")
    return wrapped(f"{said[0].upper()}{said[1:]}")


def traps(results):
    """How often searches fall into a deep trap, and whether playouts help."""
    table = results.table(SEARCHES, "Traps", "Falls for")
    deep = table.columns("Playouts")[-1]
    points = []
    for label in dict.fromkeys(table.labels()):
        steps = [row[1] for row in table.rows if row[0] == label]
        first, last = (table.estimate((label, step), deep) for step in (steps[0], steps[-1]))
        unit = "" if "pl" in steps[0] else " playouts"
        points.append(f"- {label}: {first} with {steps[0]}{unit} and {last} with {steps[-1]}{unit}, {told(order(last, first))} the first.")
    return wrapped(f"How often each search steps into traps of {deep} plies, in % of the positions that offer one:\n\n" + "\n".join(points))


def traps_by_decoys(results):
    """Whether searches make deep traps more often the more replies do not win."""
    return made_more_often(results.table(SEARCHES, "Traps", "Makes, by decoys"), "deep traps with the most replies that do not win", "those with the fewest")


def traps_alike(results):
    """Whether searches make deep traps more often than other moves that lose as little."""
    return made_more_often(results.table(SEARCHES, "Traps", "Makes"), "deep traps", "other moves that lose as little")


def made_more_often(table, what, others):
    """Who falls for some traps more often than for others beyond chance, and how often luck would say so."""
    signs = {(row[0], row[1]): direction(table.change((row[0], row[1]), "Difference")) for row in table.rows}
    more, fewer = ([key for key in signs if signs[key] == sign] for sign in (1, -1))
    said = [f"These searches make {what} {word} often than {others}, beyond chance: {'; '.join(f'{label} with {steps}' for label, steps in keys)}."
            for word, keys in (("more", more), ("less", fewer)) if keys]
    nobody = f"No search makes {what} more or less often than {others} beyond chance."
    return wrapped(f"{' '.join(said) or nobody} Of {len(signs)} comparisons {len(signs) / 20:.1f} would be beyond chance if nothing differed.")


CONCLUSIONS = {
    "searches-regret": regret,
    "searches-right": right,
    "searches-playouts": playouts,
    "searches-time": time,
    "searches-traps": traps,
    "searches-traps-decoys": traps_by_decoys,
    "searches-traps-alike": traps_alike,
}
