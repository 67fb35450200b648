"""Conclusions from the tables on tree search beyond the three papers, in sentences: regret, votes, leaves, shared positions."""

from .conclusions import Missing, count, direction, leader, number, order, peak, several, signed, wrapped
from .conclusions_mcts import told, verdict

SEARCHES, VOTES, LEAVES, GRAPHS = "searches", "votes", "leaves", "graphs"
#: The sets used to measure growth.
GROWTH = ["6x6-s20 (12)", "6x6-s16 (16)", "6x6-s12 (20)", "6x6-s8 (24)"]


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
    said = [f"{label} {what if place == 0 else ''} on {count(len(names), sets, 'sets')}" for place, (label, names) in enumerate(by.items())]
    return " ".join(several(said).split()) if said else f"No search {what} on any set"


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
    """Which search loses least, and what more playouts gain."""
    table = results.table(SEARCHES, "Discs given away", "Search")
    sets = table.columns("Playouts")
    numbers = sorted({row[1] for row in table.rows}, key=number)
    if len(numbers) < 2:
        raise Missing("several numbers of playouts")
    falls = {}
    for label in dict.fromkeys(table.labels()):
        pairs = [(table.estimate((label, numbers[0]), name).value, table.estimate((label, numbers[-1]), name).value) for name in sets]
        falls[label] = [first / last for first, last in pairs if last]
    said = [f"{label} {min(of):.1f} to {max(of):.1f}" for label, of in falls.items()]
    return wrapped(
        f"{bests(ranked(table, sets, middle(table), -1), middle(table), 'gives away the least')} From {numbers[0]} to {numbers[-1]} playouts regret falls by "
        f"these factors over the sets (below 1 it rises): {several(said)}."
    )


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


def needs(results, has, sets=None):
    """By label and set: the cost of 95 % right moves."""
    table = results.table(SEARCHES, "Playouts for 95 %", "Needs", has)
    names = sets or table.columns()
    return {label: {name: cost(table.cell(label, name)) for name in names} for label in table.labels()}


def cheapest(found):
    """By set: the label with the lowest cost, without the sets where nobody gets there."""
    sets = list(next(iter(found.values())))
    by = {}
    for name in sets:
        best = min(found, key=lambda label: found[label][name])
        if found[best][name] < float("inf"):
            by.setdefault(best, []).append(name)
    return by, len(sets)


def playouts(results):
    """Who needs the fewest playouts, and how the need grows with empty squares."""
    table = results.table(SEARCHES, "Playouts for 95 %", "Needs")
    found = {label: {name: cost(table.cell(label, name)) for name in table.columns()} for label in table.labels()}
    by, sets = cheapest(found)
    reached = [f"{label} on {sum(value < float('inf') for value in of.values())}" for label, of in found.items()]
    known = [name for name in found["UCT"] if all(table.cell(label, name)[0].isdigit() for label in ("UCT", "PUCT"))]
    ratios = [found["UCT"][name] / found["PUCT"][name] for name in known]
    gain = f" Where both numbers are known, UCT needs {min(ratios):.1f} to {max(ratios):.0f} times the playouts of PUCT." if ratios else ""
    growth = [
        f"{label} {', '.join(table.cell(label, name).split(' (')[0] for name in GROWTH)}"
        for label in found
        if all(name in table.columns() for name in GROWTH)
    ]
    grown = f" On 6x6 with 12, 16, 20 and 24 empty squares: {'; '.join(growth)}." if growth else ""
    return wrapped(
        f"{shared_out('needs the fewest playouts for 95 % right moves', by, sets)}. Within the numbers of playouts measured, 95 % are reached by "
        f"{several(reached)} of {sets} sets.{gain}{grown}"
    )


def time(results):
    """Who needs the least time."""
    found = needs(results, "alpha-beta")
    by, sets = cheapest(found)
    said = shared_out("takes the least time", by, sets)
    return wrapped(f"{said[0].upper()}{said[1:]} (estimates; where intervals overlap the order may be chance).")


def traps(results):
    """How much more often searches fall into a deep trap than choose a plain losing move, and whether playouts help."""
    table = results.table(SEARCHES, "Traps", "Falls for")
    plain, deep = table.columns("Playouts")[0], table.columns("Playouts")[-1]
    points = []
    for label in dict.fromkeys(table.labels()):
        rows = [row for row in table.rows if row[0] == label]
        first, last = (table.estimate((label, row[1]), deep) for row in (rows[0], rows[-1]))
        than = told(order(table.estimate((label, rows[-1][1]), deep), table.estimate((label, rows[-1][1]), plain)))
        unit = "" if "pl" in rows[0][1] else " playouts"
        points.append(
            f"- {label}: {first} with {rows[0][1]}{unit} and {last} with {rows[-1][1]}{unit}, which is {told(order(last, first))} the first and {than} its "
            "share of losing moves that are not traps."
        )
    return wrapped(f"How often each search steps into traps of {deep} plies, in % of the positions that offer one:\n\n" + "\n".join(points))


def many(results):
    """Whether a majority vote beats an average, and what more trees gain."""
    table = results.table(VOTES, "Up to 512 trees", "Set")
    gained = results.table(VOTES, "Up to 512 trees", "Gain")
    trees = table.columns("Vote")
    points = []
    for name in dict.fromkeys(table.labels()):
        for kind in ("UCT", "RAVE"):
            signs = {column: direction(gained.change((name, f"{kind}, majority over average"), column)) for column in trees[1:]}
            words = [f"{word} with {several([column for column in signs if signs[column] == sign])} trees"
                     for sign, word in ((1, "better"), (-1, "worse")) if sign in signs.values()]
            most = gained.change((name, f"{kind}, average over one tree"), trees[-1])
            average = table.estimate((name, f"{kind}, average"), trees[-1])
            points.append(
                f"- {name}, {kind}: a majority is {' and '.join(words) if words else 'indistinguishable from an average at every number of trees'}. The "
                f"average of {trees[-1]} trees, {average}, is {told(direction(most))} one tree: {signed(most)} points."
            )
    return wrapped("\n".join(points))


def threshold(results):
    """Whether votes with more agreement are right more often."""
    table = results.table(VOTES, "The share threshold", "Threshold")
    columns = table.columns("%")
    points = []
    for name in dict.fromkeys(table.labels()):
        low, high = columns[0], next(column for column in reversed(columns) if number(table.cell((name, "agreed"), column)) >= 5)
        first, last = (table.estimate((name, "right"), column) for column in (low, high))
        points.append(
            f"- {name}: votes with a share of at least {high} ({table.cell((name, 'agreed'), high)} % of the positions) are right in {last} %, which "
            f"is {told(order(last, first))} all votes with a share of at least {low}, {first} %."
        )
    return wrapped("\n".join(points))


def why(results):
    """Whether trees of different kinds err in different positions, and whether that helps."""
    table = results.table(VOTES, "Why a vote helps", "Set")
    points = []
    for name in dict.fromkeys(table.labels()):
        rows = [row for row in table.rows if row[0] == name]
        alike = [row for row in rows if row[1] != "all five kinds"]
        mixed = next(row for row in rows if row[1] == "all five kinds")
        correlations = [float(row[3]) for row in alike]
        lost = [number(row[5]) - number(row[4]) for row in alike if number(row[2]) > 50]
        best = max(alike, key=lambda row: number(row[4]))
        sign = order(table.estimate((name, "all five kinds"), "Vote, %"), table.estimate((name, best[1]), "Vote, %"))
        points.append(
            f"- {name}: errors of trees of one kind are correlated with {min(correlations):.2f} to {max(correlations):.2f}, those of different kinds with "
            f"{mixed[3]}. A vote of one kind is right {min(lost):.1f} to {max(lost):.1f} points less often than independent trees would be. The vote of "
            f"all five kinds ({mixed[4]}) is {told(sign)} that of the best kind, {best[1]} ({best[4]})."
        )
    return wrapped("\n".join(points))


def votes_matches(results):
    """Who won."""
    table = results.table(VOTES, "Matches", "First")
    by = {1: [], -1: [], 0: []}
    for row in table.rows:
        points = table.estimate((row[0], row[1]), "Points, %")
        by[verdict(points)].append(f"{row[0]} against {row[1]} ({points})")
    words = ((1, "The first has won beyond chance"), (-1, "The second has won beyond chance"), (0, "Nobody has won beyond chance"))
    return wrapped(" ".join(f"{word}: {several(by[sign])}." for sign, word in words if by[sign]))


def leaves_choices(results):
    """What virtual loss and waiting leaves cost and gain."""
    table = results.table(LEAVES, "Virtual loss", "Workers")
    alone = table.estimate("1", "Accuracy, %")
    rows = [tuple(row[:3]) for row in table.rows if row[1]]
    gained = {row: table.change(row, "Gain") for row in rows}
    by = {wanted: [row for row in rows if direction(gained[row]) == wanted] for wanted in (1, -1)}
    name = lambda row: f"{row[0]} workers, loss {row[1]}, ahead {row[2]} ({signed(gained[row])})"  # noqa: E731
    words = [f"{word} it: {several(map(name, by[sign]))}" for sign, word in ((1, "above"), (-1, "below")) if by[sign]]
    speeds = {(row[0], row[2]): number(row[5]) for row in table.rows if row[1] == "1" and row[5]}
    told_of = []
    for workers in dict.fromkeys(key[0] for key in speeds):
        ahead = sorted((key[1] for key in speeds if key[0] == workers), key=int)
        told_of.append(f"{workers} workers × {speeds[workers, ahead[1]] / speeds[workers, ahead[0]]:.2f}")
    return wrapped(
        f"Of {len(rows)} choices {len(rows) - len(by[1]) - len(by[-1])} are indistinguishable from one thread, {alone}{'; ' + '; '.join(words) if words else ''}. Of so "
        f"many, {len(rows) / 20:.1f} would be beyond chance if nothing differed. "
        f"One leaf ahead of each worker instead of none changes the speed by these factors (one measurement each): {several(told_of)}."
    )


def leaves_total(results):
    """The combined factor of both steps."""
    table = results.table(LEAVES, "The total factor", "Step")
    factors = [number(table.cell(label, "Factor")) for label in table.labels()]
    return wrapped(
        f"Lanes give × {factors[1]:.1f}, two workers × {factors[2] / factors[1]:.1f} more, together × {factors[2]:.1f} (one measurement each); K's factor of "
        "7.8 has six workers in it."
    )


def leaves_games(results):
    """Whether the points have a peak."""
    table = results.table(LEAVES, "Playouts from each leaf", "k", "points, %")
    found = {k: table.estimate("points, %", k) for k in table.columns()}
    best = max(found, key=lambda k: found[k].value)
    place, near = peak(found)
    won = [k for k in found if verdict(found[k]) > 0]
    return wrapped(
        f"Better than one playout beyond chance: k = {several(won)}. The most points are won with k = {best}, {found[best]}; "
        f"indistinguishable from that: {several(near)}. So {place}; the paper's is at 16."
    )


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

        for column, what in (("Over a tree", "one search"), ("Root parallel over a tree", "root parallel")):
            said.append(f"{what} with shared positions is {judged(signs('UCT', 'graph', column, ranks), 'one without')}")
            compared += len(ranks)
        for formula, kind in (("UCT", "tree"), ("UCT", "graph"), ("RAVE", "tree")):
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
    points = []
    for name, formula, kind in dict.fromkeys(tuple(row[:3]) for row in table.rows):
        rows = [row for row in table.rows if tuple(row[:3]) == (name, formula, kind) and row[3] != "1"]
        labels = [tuple(row[:4]) for row in rows]
        signs = {label[3]: direction(table.change(label, "Over root parallel")) for label in labels}
        ratios = [table.number(label, "Playouts") / table.number(label, "Root parallel, playouts") for label in labels]
        made = f"{min(ratios):.2f} to {max(ratios):.2f}"
        points.append(f"- {name}, {formula}, {kind}: one search is {judged(signs, 'root parallel')}; it makes {made} times the playouts.")
    return wrapped("\n".join(points))


def graphs_traffic(results):
    """How much more traffic there is between ranks."""
    table = results.table(GRAPHS, "What ranks tell", "Board")
    rows = [row for row in table.rows if row[1:3] == ["UCT", "tree"]]
    told = []
    for what, key in (("With shared positions", ["UCT", "graph"]), ("With RAVE", ["RAVE", "tree"])):
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
    "searches-regret": regret,
    "searches-right": right,
    "searches-playouts": playouts,
    "searches-time": time,
    "searches-traps": traps,
    "votes-many": many,
    "votes-threshold": threshold,
    "votes-why": why,
    "votes-matches": votes_matches,
    "leaves-choices": leaves_choices,
    "leaves-total": leaves_total,
    "leaves-games": leaves_games,
}
