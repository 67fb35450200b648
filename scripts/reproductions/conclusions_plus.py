"""Conclusions from the tables on UCT+ and UCTbreak (Hashimoto et al. 2013), in sentences."""

from .conclusions import Missing, count, difference, direction, leader, number, order, several, signed, wilson, wrapped
from .conclusions_mcts import BREAK, MCTS, NEAREST, PAPER_POSITIONS, UCT, ZEBRA, points_of, told, verdict

DECAYS, SCALES, BREAKS, NODES, EARLY = "decays", "scales", "breaks", "nodes", "early"


def times(results):
    """What two seconds a move are in the paper, and what searches cost beside UCT there and here."""
    table = results.table(MCTS, "How often players are right", "H's player")
    columns = [column for column in table.head if column.endswith(", s")]
    said = []
    for player in ("UCT", "UCT+", "UCTbreak"):
        rows = [row for row in table.rows if row[0] == player]
        made = [playouts_at(table, rows, column, 2 * PAPER_POSITIONS) for column in columns]
        said.append(f"{player} {several(f'{1000 * round(one / 1000):,}' for one in made)}")
    seconds = results.table(MCTS, "How often players are right", "Player", "0.000")
    ours = {label: seconds.number(label, NEAREST) / seconds.number(UCT, NEAREST) for label in (ZEBRA, BREAK, "alpha-beta 5")}
    last = columns[-1]
    theirs = {label: table.number(key, last) / table.number(("UCT", "10,000"), last)
              for label, key in ((ZEBRA, ("UCT+", "10,000")), (BREAK, ("UCTbreak", "10,000")), ("alpha-beta 5", ("alpha-beta 5", "")))}
    costs = several(f"{label} {ours[label]:#.2g} and {theirs[label]:#.2g}" for label in ours)
    return wrapped(
        f"By interpolation, in two seconds a move H's programs make these playouts for {several(column.removesuffix(', s') for column in columns)}: "
        f"{'; '.join(said)}. On {NEAREST} and for H's S = 40, one measurement each, these take the following multiples of the time of UCT with 10,000 "
        f"playouts: {costs}."
    )


def playouts_at(table, rows, column, seconds):
    """How many playouts take so long, on straight lines between those measured."""
    points = [(table.number(tuple(row[:2]), column), number(row[1])) for row in rows]
    for (before, few), (after, many) in zip(points, points[1:], strict=False):
        if before <= seconds <= after:
            return few + (many - few) * (seconds - before) / (after - before)
    raise Missing("times on both sides")


def decays_fit(results):
    """Which decay and scale are best, how many are indistinguishable from the best, and whether a larger scale may be better."""
    table = results.table(DECAYS, "How the evaluation fades", "Decay, scale")
    found = {(label, scale): table.estimate(label, scale) for label in table.labels() for scale in table.columns()}
    best, lower = leader(found)
    near = [key for key in found if key not in (best, *lower)]
    plain = table.labels()[0]
    tops = {label: max(table.columns(), key=lambda scale, label=label: found[label, scale].value) for label in table.labels()}
    top = plain, tops[plain]
    last = table.columns()[-1]
    edge = [label for label, scale in tops.items() if scale == last]
    return wrapped(
        f"{best[0]} with scale {best[1]} is right most often, {found[best]}; {len(near)} of the other {len(found) - 1} choices are indistinguishable "
        f"from it. The best of {plain} is scale {top[1]}, {found[top]}, which is {told(order(found[top], found[best])) if top != best else 'that'} "
        f"{'the best' if top != best else 'choice itself'}. The highest number is at {last}, the largest scale tried, for {several(edge)} of the decays."
    )


def decays_judged(results):
    """Where a decay other than the paper's is better, over all sets and on each."""
    table = results.table(DECAYS, "How the evaluation fades", "Decay")
    root = next(label for label in table.labels() if label.startswith("1/√n"))
    gained = results.table(DECAYS, "How the evaluation fades", "Gain")
    sets = gained.columns("Playouts", "all")
    compared = len(sets) * len(gained.rows)
    points = [
        f"- {row[0]}, {row[1]} playouts: {over_all(gained, tuple(row[:2]), sets)}." for row in sorted(gained.rows, key=lambda row: -number(row[1]))
    ]
    return wrapped(
        f"Against {root}, over all {len(sets)} sets together and on each. Of the {compared} comparisons on single sets {compared / 20:.1f}, and of the "
        f"{len(gained.rows)} over all sets {len(gained.rows) / 20:.1f}, would be beyond chance if nothing differed.\n\n" + "\n".join(points)
    )


def over_all(gained, label, sets):
    """What is gained over all sets, and on which it is beyond chance."""
    whole = gained.change(label, "all")
    known = {name: gained.change(label, name) for name in sets}
    by = {sign: [name for name in known if direction(known[name]) == sign] for sign in (1, -1)}
    words = [f"{word} beyond chance on {several(by[sign])}" for sign, word in ((1, "above"), (-1, "below")) if by[sign]]
    return (
        f"{signed(whole)} points{'' if direction(whole) else ', within chance'}; at least 0 on {count(sum(one.value >= 0 for one in known.values()), len(known), 'sets')}, "
        f"{' and '.join(words) or 'beyond chance on none'}"
    )


def decays_scale(results):
    """Which scales the paper's numbers refute, and what that says of its unit."""
    table = results.table(DECAYS, "The unit of the scale", "Evaluation")
    budgets = [name for name in table.head if name.endswith("playouts")]
    if len(budgets) < 2:
        raise Missing("two numbers of playouts")
    least, most = budgets

    def theirs(label, column):
        return wilson(number(table.cell(("paper", label), column)), PAPER_POSITIONS)

    gain, growth = (difference(theirs("UCT+", least), theirs("UCT", least)), difference(theirs("UCT+", most), theirs("UCT+", least)))
    points, left = [], {}
    scales = list(dict.fromkeys(row[1] for row in table.rows if row[1].startswith("UCT+, scale")))
    guides = list(dict.fromkeys(row[0] for row in table.rows if row[0] not in ("", "paper")))
    for guide in guides:
        depth = table.estimate((guide, "alpha-beta 1"), least)
        sign = order(depth, theirs("alpha-beta 1", least))
        refuted = []
        for scale in scales:
            apart = {what: difference(table.change((guide, scale), column), other)
                     for what, column, other in (("gain", "Gain over UCT", gain), ("growth", "Growth", growth))}
            fails = [f"its {what} by {signed(one)}" for what, one in apart.items() if direction(one)]
            if fails:
                refuted.append(f"{scale.split()[-1]} ({' and '.join(fails)})")
            elif sign >= 0:
                left.setdefault(scale.split()[-1], []).append(guide)
        points.append(f"- Evaluation {guide}, whose alpha-beta 1 ({depth}) is {told(sign)} the paper's. Refuted: {several(refuted)}.")
    return wrapped(
        f"In the paper UCT+ gains {signed(gain)} over UCT, and {signed(growth)} from {number(least):,.0f} to {number(most):,.0f} playouts. A scale is "
        f"refuted if its gain or its growth differs from the paper's beyond chance; of {2 * len(scales) * len(guides)} such comparisons "
        f"{len(scales) * len(guides) / 10:.1f} would if nothing did.\n\n" + "\n".join(points) + "\n\n" + unit(left, scales[-1].split()[-1])
    )


def unit(left, largest):
    """What the scales that are left say of the paper's unit."""
    fate = "fit, too" if largest in left else "do not"
    shown = [f"{scale} ({several(guides)})" for scale, guides in left.items()]
    small = (
        " Since these cannot be told apart, the scale was small, but not necessarily 30/128."
        if len(left) > 1 else ""
    )
    return f"With an evaluation that is no worse than the paper's, these scales fit its numbers: {several(shown)}; {largest} discs {fate}.{small}"


#: Results of a match by the sign of what is beyond chance.
RESULT = {1: "wins", 0: "is level within chance", -1: "loses"}


def scales_gains(results):
    """What the scale by discriminant analysis gains."""
    gained = results.table(SCALES, "The scale by", "Gain")
    points = []
    compared = 0
    for row in gained.rows:
        sets = [name for name in gained.columns("Playouts", "all") if row[gained.head.index(name)]]
        compared += len(sets)
        points.append(f"- {row[0]}{f', {row[1]} playouts' if row[1] else ''}: {over_all(gained, tuple(row[:2]), sets)}.")
    return wrapped(
        f"Of the {compared} comparisons on single sets {compared / 20:.1f}, and of the {len(points)} over all sets {len(points) / 20:.1f}, would be beyond "
        "chance if nothing differed.\n\n" + "\n".join(points)
    )


def scales_matches(results):
    """Whether another scale or a weaker evaluation gives the paper's verdicts."""
    table = results.table(SCALES, "Matches against alpha-beta", "Evaluation")
    ours = {tuple(row[:3]): table.estimate(tuple(row[:3]), "Points, %") for row in table.rows}
    theirs = {tuple(row[:3]): points_of(row[-1]) for row in table.rows}
    points = []
    for evaluation, opponent in dict.fromkeys((key[0], key[2]) for key in ours):
        keys = [key for key in ours if (key[0], key[2]) == (evaluation, opponent)]
        said = [f"{RESULT[verdict(ours[key])]} with scale {key[1]} ({ours[key]})" for key in keys]
        paper = theirs[keys[0]]
        points.append(f"- *{evaluation}*, against {opponent}: UCT+ {several(said)}; the paper's {RESULT[verdict(paper)]} ({paper.value:.1f}).")
    agree = [f"*{key[0]}* with scale {key[1]} against {key[2]}" for key in ours if verdict(ours[key]) == verdict(theirs[key])]
    pairs = [(("own", *key[1:]), key) for key in ours if key[0] == "common" and ("own", *key[1:]) in ours]
    moved = sum(order(ours[own], ours[common]) != 0 for own, common in pairs)
    strength = results.table(DECAYS, "The unit of the scale", "Evaluation")
    depth = strength.estimate(("common", "alpha-beta 1"), "10,000 playouts")
    near = told(order(depth, wilson(strength.number(("paper", "alpha-beta 1"), "10,000 playouts"), PAPER_POSITIONS)))
    verdicts = f": {'; '.join(agree)}" if agree else ", so neither these scales nor, by this measure, the evaluation's quality explains the difference"
    return wrapped(
        "\n".join(points) + f"\n\nOf {len(ours)} verdicts {len(agree) or 'none'} {'is' if len(agree) < 2 else 'are'} the paper's{verdicts}. The two evaluations differ beyond "
        f"chance in {moved or 'none'} of {len(pairs)} pairs with the same scale and opponent. With *common* alpha-beta 1 is right in {depth} % on {NEAREST}, "
        f"which is {near} the paper's. Of {len(ours)} matches between equals {len(ours) / 20:.1f} would be won beyond chance."
    )


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
        f"Of these {len(cuts) * len(rows)} comparisons {len(cuts) * len(rows) / 20:.1f} would be beyond chance if nothing differed. From the fewest playouts to the "
        f"most the paper gains {signed(growth)}."
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
    """What one more random ply of either side does, with a tree and without, from the third on; and what that refutes."""
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
    compared = sum(len(plies[parity]) for parity in plies) * len(table.rows)
    return wrapped("\n".join(points) + f"\n\nOf these {compared} changes {compared / 20:.1f} would be beyond chance if no ply mattered.")


def breaks_guesses(results):
    """Which of the guesses about odd numbers of plies are refuted."""
    table = results.table(BREAKS, "UCTbreak", "Odd over even, set")
    tree, flat, fair = table.columns()
    sets = [name for name in table.labels() if name != "all"]
    odd = "8x8-s39-strong"

    def fate(found, survives, dies, unclear):
        return {1: survives, 0: unclear, -1: dies}[direction(found)]

    of_tree, of_flat, of_fair = (table.change("all", column) for column in (tree, flat, fair))
    left = count(sum(direction(table.change(name, flat)) > 0 for name in sets), len(sets), "sets")
    weaker = order(of_tree, of_flat)
    more = f"; with a tree it is more, {signed(of_tree)}" if weaker > 0 else f"; with a tree it is {signed(of_tree)}"
    turned = table.change(odd, flat)
    others = [name for name in sets if name != odd and order(table.change(name, flat), turned)]
    alike = f"apart from that on {several(others)}" if others else "indistinguishable from those on the other sets"
    return wrapped(
        f"- The tree: {fate(of_flat, 'refuted as the only cause', 'not refuted', 'not refuted')}. Without one an odd d is above its even neighbours by "
        f"{signed(of_flat)} points, beyond chance on {left}{more}.\n"
        f"- The parity of the empty squares: {fate(turned, 'refuted', 'not refuted', 'open')}. On {odd} without a tree the difference is {signed(turned)}; it "
        f"{fate(turned, 'is not reversed', 'is reversed', 'is neither kept nor reversed beyond chance')}, and {alike}.\n"
        f"- Whose plies they are: not refuted, but without a tree the last ply also fixes who is to move when the position is evaluated. The number of "
        f"moves cannot favour a side for being to move; with it the difference is {signed(of_fair)}. {bias(of_flat, of_fair)}\n\n"
        f"Of these {3 * len(sets)} comparisons on single sets {3 * len(sets) / 20:.1f} would be beyond chance if nothing differed."
    )


def bias(learned, fair):
    """What it says of a bias by side to move that odd cuts are less ahead with an evaluation that has none."""
    if order(learned, fair) > 0:
        return (
            "That is less than with the learned evaluation, beyond chance, as if that evaluation were biased for or against the side to move; "
            "but mobility is also a weaker evaluation. So it is open which of the two is the cause."
        )
    if direction(fair) > 0:
        return "So no bias for or against the side to move is needed to explain it."
    return "That is too close to 0 and to the difference above to tell, so it is open whether a bias for or against the side to move is the cause."


def breaks_expanded(results):
    """Whether another threshold has the paper's accuracies."""
    table = results.table(BREAKS, "When leaves", "Cut")
    columns = table.columns("Threshold")
    paper = [wilson(number(table.cell("paper", column)), PAPER_POSITIONS) for column in columns]
    alike, other = [], []
    rows = [row for row in table.rows if row[0] != "paper"]
    for row in rows:
        signs = [order(table.estimate(tuple(row[:2]), column), theirs) for column, theirs in zip(columns, paper, strict=True)]
        name = f"{row[0]} with threshold {row[1]}"
        if any(signs):
            other.append(f"{name} ({' and '.join(word for sign, word in ((1, 'above'), (-1, 'below')) if sign in signs)})")
        else:
            alike.append(name)
    compared = len(rows) * len(columns)
    return wrapped(
        f"Indistinguishable from the paper with each number of playouts: {several(alike)}. Beyond chance apart from it with some number: {several(other)}. Of these "
        f"{compared} comparisons {compared / 20:.1f} would be beyond chance if nothing differed."
    )


def breaks_matches(results):
    """Whether UCTbreak is a harder opponent with nine plies than with ten, and who wins."""
    table = results.table(BREAKS, "Matches", "Playouts of UCTbreak")
    by, cuts = {1: [], 0: [], -1: []}, table.columns()
    for cut in cuts:
        found = {row[0]: table.estimate(row[0], cut) for row in table.rows}
        for sign in by:
            those = [f"{playouts} ({points})" for playouts, points in found.items() if verdict(points) == sign]
            by[sign] += [f"{cut} with {several(those)} playouts"] if those else []
    words = ((1, "UCT+ beats UCTbreak beyond chance: "), (0, "nobody is ahead beyond chance: "), (-1, "UCT+ loses beyond chance: "))
    said = "; ".join(f"{word}{several(by[sign])}" for sign, word in words if by[sign])
    signs = {row[0]: order(*(table.estimate(row[0], cut) for cut in reversed(cuts))) for row in table.rows}
    harder, alike = ([playouts for playouts in signs if signs[playouts] == sign] for sign in (1, 0))
    games = len(cuts) * len(table.rows)
    return wrapped(
        f"{said}. Of {games} matches between equals {games / 20:.1f} would be won beyond chance. UCTbreak is the harder opponent with {cuts[0]} than with "
        f"{cuts[-1]}, beyond chance, with {several(harder)} playouts; with {several(alike)} they are indistinguishable."
    )


def breaks_growth(results):
    """For which cuts more playouts help."""
    table = results.table(BREAKS, "UCTbreak", "Growth, set")
    points = []
    for row in table.rows:
        signs = {cut: direction(table.change(row[0], cut)) for cut in table.columns()}
        by = {sign: [cut for cut in signs if signs[cut] == sign] for sign in (1, -1)}
        points.append(f"- {row[0]}: up beyond chance with {plies(by[1])}; down with {plies(by[-1])}.")
    compared = len(table.rows) * len(table.columns())
    return wrapped("\n".join(points) + f"\n\nOf these {compared} changes {compared / 20:.1f} would be beyond chance if nothing changed.")


def nodes_paper(results):
    """How our alpha-beta's nodes compare with the paper's."""
    table = results.table(NODES, "What the moves", "Depth")
    ratios = [
        f"{table.number(depth, color) / table.number(depth, f'Paper, {color}'):.2f} as {color}"
        for depth in table.labels()
        for color in ("Black", "White")
    ]
    pairs = [f"{black} and {white} at depth {depth}" for depth, black, white in zip(table.labels(), ratios[::2], ratios[1::2], strict=True)]
    return wrapped(f"Our alpha-beta visits these multiples of the paper's nodes: {several(pairs)} (without an interval).")


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
    "mcts-times": times,
    "decays-fit": decays_fit,
    "decays-judged": decays_judged,
    "decays-scale": decays_scale,
    "scales-gains": scales_gains,
    "scales-matches": scales_matches,
    "nodes-paper": nodes_paper,
    "breaks-paper": breaks_paper,
    "breaks-parity": breaks_parity,
    "breaks-whose": breaks_whose,
    "breaks-guesses": breaks_guesses,
    "breaks-growth": breaks_growth,
    "breaks-expanded": breaks_expanded,
    "breaks-matches": breaks_matches,
}
