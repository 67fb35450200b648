"""Conclusions from the tables on tree search beyond the three papers, in sentences: regret, decays, cuts, ranks."""

from .conclusions import Missing, count, difference, direction, leader, number, order, several, signed, wilson, wrapped
from .conclusions_mcts import told

SEARCHES, DECAYS, GRAPHS, BREAKS, NODES = "searches", "decays", "graphs", "breaks", "nodes"
#: The sets used to measure growth.
GROWTH = ["6x6-s20 (12)", "6x6-s16 (16)", "6x6-s12 (20)", "6x6-s8 (24)"]
#: Number of H's problem positions.
PAPER_POSITIONS = 300


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


def decays_fit(results):
    """Which decay and scale are best, and how many are indistinguishable from the best."""
    table = results.table(DECAYS, "How the evaluation fades", "Decay, scale")
    found = {(label, scale): table.estimate(label, scale) for label in table.labels() for scale in table.columns()}
    best, lower = leader(found)
    near = [key for key in found if key not in (best, *lower)]
    plain = table.labels()[0]
    top = max((key for key in found if key[0] == plain), key=lambda key: found[key].value)
    return wrapped(
        f"{best[0]} with scale {best[1]} is right most often, {found[best]}; {len(near)} of the other {len(found) - 1} choices are indistinguishable "
        f"from it. The best of {plain} is scale {top[1]}, {found[top]}, which is {told(order(found[top], found[best]))if top != best else 'that'} "
        f"{'the best' if top != best else 'choice itself'}."
    )


def decays_judged(results):
    """Where a decay other than the paper's is better."""
    table = results.table(DECAYS, "How the evaluation fades", "Decay")
    sets = table.columns("Playouts")
    labels = list(dict.fromkeys(table.labels()))
    root = next(label for label in labels if label.startswith("1/√n"))
    points = []
    gained = results.table(DECAYS, "How the evaluation fades", "Gain")
    for label in dict.fromkeys(gained.labels()):
        signs, changes = {1: [], -1: []}, []
        for row in (row for row in gained.rows if row[0] == label):
            for name in sets:
                change = gained.change((label, row[1]), name)
                changes.append(change.value)
                if direction(change):
                    signs[direction(change)].append(f"{name} at {row[1]}")
        mean = sum(changes) / len(changes)
        words = [f"{word} beyond chance on {several(signs[sign])}" for sign, word in ((1, "above"), (-1, "below")) if signs[sign]]
        shown = f"{mean:+.1f}".replace("-", "−")
        points.append(f"- {label}: {shown} points on average; {'; '.join(words) or 'beyond chance nowhere'}.")
    budgets = several(dict.fromkeys(row[1] for row in table.rows))
    compared = len(sets) * len(gained.rows)
    return wrapped(
        f"Against {root}, over {len(sets)} sets with {budgets} playouts, in {compared} comparisons, of which {compared / 20:.1f} would be "
        "beyond chance if nothing differed:\n\n" + "\n".join(points)
    )


def decays_scale(results):
    """What each reading predicts, and what the paper reports."""
    table = results.table(DECAYS, "The unit of the scale", "Evaluation")
    budgets = [name for name in table.head if name.endswith("playouts")]
    if len(budgets) < 2:
        raise Missing("two numbers of playouts")
    least, most = budgets

    def theirs(label, column):
        return wilson(number(table.cell(("paper", label), column)), PAPER_POSITIONS)

    gain, growth = (difference(theirs("UCT+", least), theirs("UCT", least)), difference(theirs("UCT+", most), theirs("UCT+", least)))
    points = [f"In the paper UCT+ gains {signed(gain)} over UCT, and {signed(growth)} from {number(least):,.0f} to {number(most):,.0f} playouts."]
    scales = list(dict.fromkeys(row[1] for row in table.rows if row[1].startswith("UCT+, scale")))
    for guide in dict.fromkeys(row[0] for row in table.rows if row[0] not in ("", "paper")):
        depth = table.estimate((guide, "alpha-beta 1"), least)
        near = told(order(depth, theirs("alpha-beta 1", least)))
        said = []
        for scale in (scales[0], scales[-1]):
            gained, grown = (table.change((guide, scale), column) for column in ("Gain over UCT", "Growth"))
            fails = [what for what, one, other in (("gain", gained, gain), ("growth", grown, growth)) if order(one, other)]
            fate = f"refuted by its {several(fails)}" if fails else "not refuted"
            said.append(f"scale {scale.split()[-1]} gains {signed(gained)} over UCT and {signed(grown)} from more playouts: {fate}")
        points.append(f"- Evaluation {guide}, whose alpha-beta 1 ({depth}) is {near} the paper's: {'; '.join(said)}.")
    return wrapped(points[0] + "\n\n" + "\n".join(points[1:]))


def plies(cuts):
    """The plies of cuts such as `d = 9`, in words."""
    return f"d = {several(cut.removeprefix('d = ') for cut in cuts)}" if cuts else "none"


def breaks_paper(results):
    """Which cuts have the paper's accuracies with every number of playouts."""
    table = results.table(BREAKS, "UCTbreak", "Set")
    rows = [row for row in table.rows if row[-1]]
    cuts = table.columns("Playouts", "Paper")

    def against(cut, row):
        return order(table.estimate((row[0], row[1]), cut), wilson(number(row[-1]), PAPER_POSITIONS))

    signs = {cut: [against(cut, row) for row in rows] for cut in cuts}
    if not rows:
        raise Missing("the paper's numbers")
    alike = [cut for cut in cuts if not any(signs[cut])]
    other = {sign: [cut for cut in cuts if sign in signs[cut]] for sign in (1, -1)}
    growth = difference(*(wilson(number(rows[place][-1]), PAPER_POSITIONS) for place in (-1, 0)))
    shown = "; ".join(
        f"{cut} has {several(str(table.estimate((row[0], row[1]), cut)) for row in rows)}" for cut in ("d = 9", "d = 10") if cut in cuts
    )
    budgets = several(row[1] for row in rows)
    return wrapped(
        f"With {budgets} playouts the paper has {several(row[-1] for row in rows)} for S = 40. On {rows[0][0]} {shown}. Indistinguishable from the "
        f"paper with each number of playouts: {plies(alike)}. With some number above it: {plies(other[1])}; below it: {plies(other[-1])}. "
        f"From the fewest playouts to the most the paper gains {signed(growth)}."
    )


def breaks_parity(results):
    """How often an odd number of plies is better than the even one that follows."""
    table = results.table(BREAKS, "UCTbreak", "Parity, set")
    found = [table.change((row[0], row[1]), column) for row in table.rows for column in table.columns("Playouts")]
    above, below = (sum(direction(each) == sign for each in found) for sign in (1, -1))
    return wrapped(
        f"An odd d is above the even one that follows in {above} of {len(found)} comparisons and below it in {below}; {len(found) / 20:.1f} "
        "would be beyond chance if nothing differed."
    )


def breaks_whose(results):
    """What one more random ply of either side does, with a tree and without, from the third on."""
    table = results.table(BREAKS, "UCTbreak", "Whose, set")
    plies = {parity: [ply for ply in table.columns("Tree") if (number(ply) % 2, number(ply) > 2) == (parity, True)] for parity in (1, 0)}
    points = []
    for tree, where, whose in (("no", "Without a tree", ("own ones", "the opponent's")), ("yes", "With a tree", ("even ones", "odd ones"))):
        said = []
        for parity in (1, 0):
            found = [table.change((row[0], tree), ply) for row in table.rows if row[1] == tree for ply in plies[parity]]
            above, below = (sum(direction(each) == sign for each in found) for sign in (1, -1))
            mean = f"{sum(each.value for each in found) / max(len(found), 1):+.1f}".replace("-", "−")
            said.append(f"{whose[parity]} by {mean} points on average (of {len(found)}, {above} up and {below} down beyond chance)")
        points.append(f"- {where}, further plies change the accuracy: {'; '.join(said)}.")
    odd = "8x8-s39-strong"
    if any(row[0] == odd for row in table.rows):
        worse = {parity: sum(direction(table.change((odd, "no"), ply)) < 0 for ply in plies[parity]) for parity in (1, 0)}
        points.append(f"- With an odd number of empty squares, without a tree: {worse[0]} of {len(plies[0])} own plies make it worse beyond "
                      f"chance, and {worse[1]} of {len(plies[1])} of the opponent's.")
    return wrapped("\n".join(points))


def breaks_growth(results):
    """For which cuts more playouts help."""
    table = results.table(BREAKS, "UCTbreak", "Growth, set")
    points = []
    for row in table.rows:
        signs = {cut: direction(table.change(row[0], cut)) for cut in table.columns()}
        by = {sign: [cut for cut in signs if signs[cut] == sign] for sign in (1, -1)}
        points.append(f"- {row[0]}: up beyond chance with {plies(by[1])}; down with {plies(by[-1])}.")
    return wrapped("\n".join(points))


def nodes_paper(results):
    """How our alpha-beta's nodes compare with the paper's."""
    table = results.table(NODES, "What the moves", "Depth")
    ratios = [
        f"{table.number(depth, color) / table.number(depth, f'Paper, {color}'):.2f} as {color}"
        for depth in table.labels()
        for color in ("Black", "White")
    ]
    pairs = [f"{black} and {white} at depth {depth}" for depth, black, white in zip(table.labels(), ratios[::2], ratios[1::2], strict=True)]
    return wrapped(f"Ours visits these multiples of the paper's nodes: {several(pairs)}.")


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
    "decays-fit": decays_fit,
    "decays-judged": decays_judged,
    "decays-scale": decays_scale,
    "nodes-paper": nodes_paper,
    "breaks-paper": breaks_paper,
    "breaks-parity": breaks_parity,
    "breaks-whose": breaks_whose,
    "breaks-growth": breaks_growth,
}
