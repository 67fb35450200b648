"""Conclusions from the tables on tree search beyond the three papers, in sentences: decays, cuts, ranks, an early set."""

from .conclusions import Missing, difference, direction, leader, number, order, several, signed, wilson, wrapped
from .conclusions_mcts import told

DECAYS, GRAPHS, BREAKS, NODES, EARLY = "decays", "graphs", "breaks", "nodes", "early"
#: Number of H's problem positions.
PAPER_POSITIONS = 300


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
    points = []
    for name, formula, kind in dict.fromkeys(tuple(row[:3]) for row in table.rows):
        rows = [row for row in table.rows if tuple(row[:3]) == (name, formula, kind) and row[3] != "1"]
        labels = [tuple(row[:4]) for row in rows]
        signs = {label[3]: direction(table.change(label, "Over root parallel")) for label in labels}
        ratios = [table.number(label, "Playouts") / table.number(label, "Root parallel, playouts") for label in labels]
        made = f"{min(ratios):.2f} to {max(ratios):.2f}"
        times = [table.number(label, "ms") for label in labels]
        points.append(
            f"- {name}, {formula}, {kind}: one search is {judged(signs, 'root parallel')}; it makes {made} times the playouts, in "
            f"{min(times):.0f} to {max(times):.0f} ms."
        )
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


def early_paper(results):
    """How the players stand to the paper's at S = 30, each and in pairs."""
    table = results.table(EARLY, "8x8 with S = 30", "Player")
    rows = [row for row in table.rows if row[table.head.index("Paper")]]
    signs = [direction(table.change((row[0], row[1]), "Difference")) for row in rows]
    ours = [table.estimate((row[0], row[1]), "Right, %") for row in rows]
    theirs = [wilson(table.number((row[0], row[1]), "Paper"), PAPER_POSITIONS) for row in rows]
    pairs = [(high, low) for high in range(len(rows)) for low in range(len(rows)) if order(theirs[high], theirs[low]) > 0]
    alike, beyond = (sum(test(ours[high], ours[low]) for high, low in pairs) for test in (lambda a, b: a.value > b.value, lambda a, b: order(a, b) > 0))
    return wrapped(
        f"Of {len(rows)} accuracies {signs.count(0)} are indistinguishable from the paper's, {signs.count(1)} are above and {signs.count(-1)} below; "
        f"{len(rows) / 20:.1f} would differ by chance. Of {len(pairs)} pairs that the paper tells apart, {alike} stand in its order here, {beyond} of "
        "them beyond chance."
    )


CONCLUSIONS = {
    "early-paper": early_paper,
    "graphs-scaling": graphs_scaling,
    "graphs-quality": graphs_quality,
    "graphs-equal-time": graphs_equal_time,
    "graphs-traffic": graphs_traffic,
    "decays-fit": decays_fit,
    "decays-judged": decays_judged,
    "decays-scale": decays_scale,
    "nodes-paper": nodes_paper,
    "breaks-paper": breaks_paper,
    "breaks-parity": breaks_parity,
    "breaks-whose": breaks_whose,
    "breaks-growth": breaks_growth,
}
