"""What follows from the tables on Monte-Carlo tree search, in sentences."""

import math

from .conclusions import (
    DEVIATE,
    Missing,
    change,
    count,
    difference,
    direction,
    leader,
    number,
    order,
    peak,
    several,
    signed,
    wilson,
    wrapped,
)

MCTS = "mcts"
#: Row labels of the table of accuracies.
UCT, DEFAULT, ZEBRA, BREAK = "UCT, c = 1", "UCT+, c = 1, default scale", "UCT+, c = 1, scale 30/128", "UCTbreak, c = 1"
PAPER = "Paper, 8x8, S = 40"
#: The set with the paper's board and S, whose positions come from games of good players.
NEAREST = "8x8-s40-strong"
#: Number of H's problem positions for each S, and of games in a match.
PAPER_POSITIONS, PAPER_GAMES = 300, 100
#: How long a playout sleeps in the test of K's figure 9, in microseconds.
NOMINAL = 20
#: The scales that H's E = value / 30 implies if the value is in 128ths of a disc, and if it is in whole discs.
IN_ZEBRAS_UNITS, IN_DISCS = 30 / 128, 30


def tuning(results):
    """Which constants are best, and which are indistinguishable from the best."""
    uct = results.table(MCTS, "The constants", "UCT, c")
    plus = results.table(MCTS, "The constants", "UCT+, c = 1, scale")

    def best(table):
        found = {column: table.estimate("accuracy", column) for column in table.columns()}
        top, lower = leader(found)
        near = [column for column in found if column not in (top, *lower)]
        return top, found[top], f"; {several(near)} {'is' if len(near) == 1 else 'are'} indistinguishable from it" if near else ""

    (c, of_c, near_c), (scale, of_scale, near_scale) = best(uct), best(plus)
    plain = uct.estimate("accuracy", "1")
    said = []
    for unit, wanted in (("30/128 of a disc", IN_ZEBRAS_UNITS), ("30 discs", IN_DISCS)):
        column = min(plus.columns(), key=lambda name: abs(float(name) / wanted - 1))
        found = plus.estimate("accuracy", column)
        said.append(
            f"With {column}, the scale nearest to {unit}, it has {found}, which is {told(order(found, plain))} UCT with the same c, {plain}."
        )
    return wrapped(
        f"UCT is right most often with c = {c}, {of_c}{near_c}. UCT+ is right most often with scale {scale}, "
        f"{of_scale}{near_scale}. {' '.join(said)}"
    )


def told(sign):
    """A difference in words."""
    return {1: "above", 0: "indistinguishable from", -1: "below"}[sign]


def fits(results):
    """What the scales by discriminant analysis say of those that H's E may imply."""
    table = results.table(MCTS, "The constants", "Set")
    scales = {name: number(table.cell(name, "Scale")) for name in table.labels() if table.cell(name, "Scale") != "none"}
    limits = {name: scale_limits(table.cell(name, "95 %")) for name in table.labels() if table.cell(name, "95 %") != "none"}
    if not scales or not limits:
        raise Missing("scales")
    least, most = min(scales, key=scales.get), max(scales, key=scales.get)
    without = [name for name in table.labels() if name not in scales]
    none = f"; for {several(without)} there is none" if without else ""
    said = []
    for unit, scale in (("30/128 of a disc", IN_ZEBRAS_UNITS), ("30 discs", IN_DISCS)):
        above = [name for name, (lower, _) in limits.items() if lower > scale]
        below = [name for name, (_, upper) in limits.items() if upper < scale]
        words = [f"above it: {several(above)}"] * bool(above) + [f"below it: {several(below) if len(below) < len(limits) else 'all'}"] * bool(below)
        said.append(f"{unit} on {count(len(above) + len(below), len(limits), 'sets')}{f' ({several(words)})' if words else ''}")
    neither = [name for name, (lower, upper) in limits.items() if lower <= IN_ZEBRAS_UNITS and upper >= IN_DISCS]
    open_sets = f" On {several(neither)} it excludes neither." if neither else ""
    return wrapped(
        f"The scales range from {scales[least]:g} discs ({least}) to {scales[most]:g} ({most}){none}. The interval excludes "
        f"{' and '.join(said)}; by chance {len(limits) / 20:.1f} sets would exclude the true scale.{open_sets} {by_games(table, limits)}"
    )


def by_games(table, limits):
    """For which games the interval excludes 30/128 of a disc, and where it excludes the default scale."""
    played = [name for name in limits if name.endswith(("-strong", "-greedy"))]
    random = [name for name in limits if name not in played]
    above = {name for name, (lower, _) in limits.items() if lower > IN_ZEBRAS_UNITS}
    default = {name: table.number(name, "Default") for name in limits}
    outside = [name for name, (lower, upper) in limits.items() if not lower <= default[name] <= upper]
    return (
        f"So 30/128 is excluded on {count(len(above & set(random)), len(random), 'sets')} from random games and on "
        f"{count(len(above & set(played)), len(played), 'sets')} from games of alpha-beta or by the evaluation. The default scale is outside the interval on {several(outside)}."
    )


def scale_limits(cell):
    """The limits of a scale, `1.2 to 3.4` or `1.2 or more`."""
    lower, _, upper = cell.partition(" to ")
    return number(lower), number(upper) if upper else math.inf


def accuracies(results):
    """Which results agree with H's accuracies, and which do not."""
    table = results.table(MCTS, "How often players are right", "Player")
    sets = table.columns(PAPER)

    def gained():
        return results.table(MCTS, "How often players are right", "Gain over UCT")

    makers = [
        lambda: ranking(table),
        lambda: beside_the_paper(table),
        lambda: by_source(table),
        lambda: gains(gained(), sets, DEFAULT, "the default scale") + with_more(results),
        lambda: gains(gained(), sets, ZEBRA, "the scale 30/128"),
        lambda: by_random_games(results, table, sets),
        lambda: depth_one(table),
        lambda: breaking(table, gained()),
    ]
    points = []
    for make in makers:
        try:
            points.append(f"- {make()}")
        except Missing:
            continue
    return wrapped("\n".join(points))


def paper_share(table, label):
    """The paper's accuracy, with the interval for this many positions."""
    return wilson(number(table.cell(label, PAPER)), PAPER_POSITIONS)


def players_of_paper(table):
    """The rows for which the paper has a number."""
    return [row[0] for row in table.rows if row[table.head.index(PAPER)]]


def ranking(table):
    """The pairs of players that the paper and the nearest set rank alike."""
    labels = players_of_paper(table)
    ours = {label: table.estimate(label, NEAREST) for label in labels}
    theirs = {label: number(table.cell(label, PAPER)) for label in labels}
    alike, beyond, unlike = 0, 0, []
    for place, first in enumerate(labels):
        for second in labels[place + 1 :]:
            if theirs[first] == theirs[second]:
                continue
            low, high = sorted((first, second), key=theirs.get)
            sign = order(ours[high], ours[low])
            alike += ours[high].value > ours[low].value
            beyond += sign > 0
            if ours[high].value <= ours[low].value:
                unlike.append(
                    f"{high} ({ours[high]}) and {low} ({ours[low]}){', beyond chance' if sign < 0 else ', within chance'}"
                )
    pairs = alike + len(unlike)
    rest = f"; the exceptions are {'; '.join(unlike)}" if unlike else ""
    return f"On {NEAREST} {alike} of {pairs} pairs of players are in the paper's order, {beyond} of them beyond chance{rest}."


def beside_the_paper(table):
    """Where accuracies on the nearest set differ from the paper's, taken as shares of 300 positions."""
    signs = {label: order(table.estimate(label, NEAREST), paper_share(table, label)) for label in players_of_paper(table)}

    def those(sign):
        return several(
            [
                f"{label} ({number(table.cell(label, NEAREST)):.1f}, paper {table.cell(label, PAPER)})"
                for label in signs
                if signs[label] == sign
            ]
        )

    return (
        f"Above the paper's accuracy there, beyond chance: {those(1)}; below it: {those(-1)}; indistinguishable from it: {those(0)}."
    )


def by_source(table):
    """How far the paper's accuracies are from those on sets of its board and S whose games differ."""
    base = NEAREST.rpartition("-")[0]
    sources = [name for name in (base, f"{base}-greedy", NEAREST) if name in table.head]
    if len(sources) < 2:
        raise Missing("sets of one board and S from different games")
    labels = players_of_paper(table)
    apart = {
        name: sum(abs(table.estimate(label, name).value - number(table.cell(label, PAPER))) for label in labels) / len(labels)
        for name in sources
    }
    uct = several([f"{table.estimate(UCT, name)} on {name}" for name in sources])
    means = several([f"{points:.1f} on {name}" for name, points in apart.items()])
    return (
        f"The games that positions come from matter: UCT has {uct} (paper {table.cell(UCT, PAPER)}). Over the paper's {len(labels)} "
        f"players the mean distance from its accuracies is, in points, {means}."
    )


def gains(gained, sets, player, name):
    """On which sets UCT+ is ahead of UCT."""
    by = {wanted: [one for one in sets if direction(gained.change(player, one)) == wanted] for wanted in (1, 0, -1)}
    return (
        f"UCT+ with {name} is above UCT with the same c on {several(by[1])}, below it on {several(by[-1])}, and indistinguishable from "
        f"it on {several(by[0])} ({len(sets) / 20:.1f} of {len(sets)} would be beyond chance if nothing differed)."
    )


def with_more(results):
    """The same for the most playouts, which are on the page on UCT+; nothing without them."""
    try:
        gained = results.table("scales", "The scale by", "Gain")
        most = [row[1] for row in gained.rows if row[0] == "default over UCT"][-1]
        cells = dict(zip(gained.head, next(row for row in gained.rows if row[:2] == ["default over UCT", most]), strict=True))
    except (Missing, IndexError):
        return ""
    signs = {name: direction(change(cells[name])) for name in gained.columns("Playouts", "all") if cells[name]}
    above, below = ([name for name in signs if signs[name] == sign] for sign in (1, -1))
    where = f" of {len(signs)} sets that were compared" if len(signs) < len(cells) - 3 else ""
    return f" With {most} playouts it is above UCT on {several(above)}{where}, and below it on {several(below)}: see [UCT+](uct-plus.md)."


def by_random_games(results, table, sets):
    """How accuracy correlates with what random games tell."""
    fitted = results.table(MCTS, "The constants", "Set")
    told_apart = [fitted.number(one, "Random games alone") for one in sets]
    uct = [table.estimate(UCT, one).value for one in sets]
    gain = [table.estimate(DEFAULT, one).value - value for one, value in zip(sets, uct, strict=True)]
    return (
        f"Over the {len(sets)} sets, the share of moves that random games alone classify correctly has a rank correlation of "
        f"{correlation(told_apart, uct)} with the accuracy of UCT and of {correlation(told_apart, gain)} with the gain of UCT+ with the default "
        "scale over UCT."
    )


def correlation(first, second):
    """The rank correlation, with its interval (Fisher's transformation, variance by Bonett & Wright 2000)."""

    def ranks(values):
        return [sum(other < value for other in values) + sum(other == value for other in values) / 2 for value in values]

    a, b, n = ranks(first), ranks(second), len(first)
    if n < 4:
        raise Missing("a correlation of fewer than four sets")
    mean = sum(a) / n
    cross = sum((x - mean) * (y - mean) for x, y in zip(a, b, strict=True))
    square = sum((x - mean) ** 2 for x in a) * sum((y - mean) ** 2 for y in b)
    if square == 0:
        raise Missing("a correlation without differences")
    rho = cross / math.sqrt(square)
    middle = math.atanh(max(-0.999, min(0.999, rho)))
    half = DEVIATE * math.sqrt((1 + rho * rho / 2) / (n - 3))
    interval = (math.tanh(middle - half), math.tanh(middle + half))
    return f"{rho:+.2f} ({interval[0]:+.2f} to {interval[1]:+.2f})".replace("-", "−")


def depth_one(table):
    """Whether UCT+ and alpha-beta of depth 1 are close to each other."""
    one = "alpha-beta 1"
    theirs = difference(paper_share(table, ZEBRA), paper_share(table, one))
    ours = difference(table.estimate(ZEBRA, NEAREST), table.estimate(one, NEAREST))
    return (
        f"In the paper UCT+ has {table.cell(ZEBRA, PAPER)} and alpha-beta 1 {table.cell(one, PAPER)}, a difference of "
        f"{signed(theirs)}; with scale 30/128 on {NEAREST} it is {signed(ours)}. The paper's UCT+ is "
        f"{told(order(paper_share(table, ZEBRA), paper_share(table, one)))} its alpha-beta 1; ours is "
        f"{told(order(table.estimate(ZEBRA, NEAREST), table.estimate(one, NEAREST)))} our alpha-beta 1."
    )


def breaking(table, gained):
    """How much UCTbreak gains over UCT."""
    theirs = difference(paper_share(table, BREAK), paper_share(table, UCT))
    return f"UCTbreak gains {signed(theirs)} over UCT in the paper, and {signed(gained.change(BREAK, NEAREST))} on {NEAREST}."


def budgets(results):
    """How much more playouts gain."""
    table = results.table(MCTS, "More playouts", "Player")
    gained = results.table(MCTS, "More playouts", "Gain")
    sets = gained.columns()
    least, *_, most = sorted({row[1] for row in table.rows}, key=number)
    compared = len(sets) * len(gained.labels())
    points = []
    for player in gained.labels():
        changes = {one: gained.change(player, one) for one in sets}
        up, down = ([one for one in sets if direction(changes[one]) == wanted] for wanted in (1, -1))
        low, high = min(change.value for change in changes.values()), max(change.value for change in changes.values())
        more = sum(change.value > 0 for change in changes.values())
        span = f"{low:+.1f} to {high:+.1f}".replace("-", "−")
        beyond = [f"{word} beyond chance on {several(names)}" for word, names in (("up", up), ("down", down)) if names]
        said = f"{player}: {span}, above 0 on {count(more, len(sets), 'sets')}; {'; '.join(beyond) or 'beyond chance on none'}"
        try:
            theirs = difference(
                *(wilson(number(table.cell((player, playouts), PAPER)), PAPER_POSITIONS) for playouts in (most, least))
            )
            said += f". In the paper {signed(theirs)}"
        except Missing:
            pass
        points.append(f"- {said}.")
    return wrapped(f"Of {compared} changes {compared / 20:.1f} would be beyond chance if nothing changed.\n\n" + "\n".join(points))


def matches(results, has="twice the playouts"):
    """Who beats whom in the matches of a table, and in the paper."""
    table = results.table(MCTS, "Matches", "Scale of UCT+", has)
    points = []
    for scale in dict.fromkeys(table.labels()):
        rows = [row for row in table.rows if row[0] == scale]
        by = {sign: [] for sign in (1, 0, -1)}
        other = []
        for row in rows:
            ours = table.estimate((scale, row[1]), "Points, %")
            by[verdict(ours)].append(f"{row[1]} ({ours})")
            theirs = points_of(table.cell((scale, row[1]), "Paper"))
            if verdict(ours) != verdict(theirs):
                other.append(f"{row[1]} ({theirs.value:.1f} there)")
        words = ((1, "UCT+ beats"), (-1, "UCT+ loses to"), (0, "there is no winner beyond chance against"))
        said = "; ".join(f"{word} {several(by[sign])}" for sign, word in words if by[sign])
        same = f"The paper's verdict differs for {several(other)}." if other else "The paper's verdicts are the same."
        points.append(f"- Scale {scale}: {said}. {same}")
    return wrapped(
        f"A match is won beyond chance if the interval of the points excludes 50 %; of {len(table.rows)} matches between equals "
        f"{len(table.rows) / 20:.1f} would be.\n\n" + "\n".join(points)
    )


def slow_matches(results):
    """The same for the second table."""
    return matches(results, "ms a move")


def verdict(points):
    """Who won a match: 1 for the first player, −1 for the second, 0 if neither is significantly ahead."""
    return (points.lower > 50) - (points.upper < 50)


def points_of(text):
    """A match score in percent, from a result given as won–drawn–lost."""
    won, drawn, lost = (int(part) for part in text.split("–"))
    return wilson(100 * (won + drawn / 2) / (won + drawn + lost), won + drawn + lost)


def per_leaf(results):
    """How much SIMD lanes gain, by playouts from each leaf."""
    table = results.table(MCTS, "Playouts from each leaf", "k", "in lanes to plain")
    gain = {int(k): table.number("in lanes to plain", k) for k in table.columns()}
    best = max(gain, key=gain.get)
    losing = [k for k in gain if gain[k] < 1]
    beyond = [value for k, value in gain.items() if k >= 16]
    said = f"Lanes are slower with k = {several(map(str, losing))}" if losing else "Lanes are never slower"
    then = f", and from k = 16 on the factor is between {min(beyond):.1f} and {max(beyond):.1f}" if beyond else ""
    return wrapped(
        f"{said}; they gain the most, × {gain[best]:.1f}, with k = {best}{then} (one measurement each, no interval)."
    )


def leaf_scaling(results):
    """The speed-up of the leaf-parallel scheme, by k."""
    table = results.table(MCTS, "Playouts from each leaf", "k", "1 worker")
    last = table.columns()[-1]
    gain = {int(k): float(table.cell(k, last).split("×")[1].strip(" )")) for k in table.labels()}
    few, many = [value for k, value in gain.items() if k < 16], [value for k, value in gain.items() if k >= 16]
    if not few or not many:
        raise Missing("values of k")
    first = 1e6 / table.number("1", "1 worker")
    wrong = [f"k = {k} (× {value:.1f})" for k, value in gain.items() if value > int(last.split()[0])]
    more = f" A factor above the number of workers is an error of measurement: {several(wrong)}." if wrong else ""
    like = (
        "that few playouts from each leaf gain little, as in K, is not reproduced"
        if min(few) > min(many) / 2
        else "as in K, fewer playouts from each leaf gain less"
    )
    return wrapped(
        f"With k = 1 a playout of one worker takes {first:.0f} µs instead of {NOMINAL}. {last.capitalize()} are {min(few):.1f} to "
        f"{max(few):.1f} times as fast as one with k < 16, and {min(many):.1f} to {max(many):.1f} times with k ≥ 16: {like}.{more}"
    )


def win_rate(results):
    """Whether the win rate has a peak."""
    table = results.table(MCTS, "Playouts from each leaf", "k", "points, %")
    found = {k: table.estimate("points, %", k) for k in table.columns()}
    best = max(found, key=lambda k: found[k].value)
    place, near = peak(found)
    won = [k for k in found if verdict(found[k]) > 0]
    return wrapped(
        f"Better than one playout beyond chance: k = {several(won)}. The most points are won with k = {best}, {found[best]}; "
        f"indistinguishable from that: {several(near)}. So {place}.{with_more_games(results)}"
    )


def with_more_games(results):
    """The same question with more games a point, if it was asked."""
    try:
        table = results.table("leaves", "Playouts from each leaf", "k", "points, %")
    except Missing:
        return ""
    place, _ = peak({k: table.estimate("points, %", k) for k in table.columns()})
    return f" With more games and two workers a side, [{place}](leaf-parallel.md#playouts-from-each-leaf-at-equal-time)."


def parallel(results):
    """The lowest and the highest accuracy, and what comparing position by position shows."""
    table = results.table(MCTS, "Parallel schemes", "Workers")
    found = {f"{row[1]} with {row[0]}": table.estimate((row[0], row[1]), "Accuracy, %") for row in table.rows}
    low, high = (pick(found, key=lambda key: found[key].value) for pick in (min, max))
    gained = results.table("schemes", "Schemes", "Workers")
    signs = [direction(gained.change((row[0], row[1]), name)) for row in gained.rows[1:] for name in gained.columns("Scheme")]
    return wrapped(
        f"Accuracies are between {found[low]} ({low}) and {found[high]} ({high}). Position by position, on two sets, "
        f"{signs.count(1) or 'none'} of {len(signs)} gains over one tree {'is' if signs.count(1) < 2 else 'are'} above 0 beyond chance and {signs.count(-1) or 'none'} "
        f"below; {len(signs) / 20:.1f} would be beyond chance if nothing differed."
    )


def voting(results):
    """Whether a majority vote beats an average, and what more trees gain."""
    table = results.table(MCTS, "Votes of trees", "Scheme")
    budgets = list(dict.fromkeys(row[1] for row in table.rows if row[0] == "root, majority"))
    trees = table.columns("Playouts")
    gained = results.table(MCTS, "Votes of trees", "Gain")
    better, worse, compared = [], [], 0
    for budget in budgets:
        for column in trees[1:]:
            found = direction(gained.change(("majority over average", budget), column))
            compared += 1
            better += [f"{column} trees, {budget}"] * (found > 0)
            worse += [f"{column} trees, {budget}"] * (found < 0)
    said = [
        f"In {compared} comparisons with the average, a majority is better beyond chance in {len(better) or 'none'}"
        f"{f' ({several(better)})' if better else ''}, and worse in {len(worse) or 'none'}{f' ({several(worse)})' if worse else ''}; "
        f"{compared / 20:.1f} would be beyond chance if nothing differed."
    ]
    for budget in budgets:
        last = table.estimate(("root, average", budget), trees[-1])
        found = gained.change(("average over one tree", budget), trees[-1])
        said.append(f"With {budget}, {trees[-1]} trees ({last}) are {told(direction(found))} one: {signed(found)} points.")
    each = next((budget for budget in budgets if budget.endswith("each")), None)
    if each:
        found = {column: table.estimate(("root, average", each), column) for column in trees}
        best, short = leader(found)
        of_trees = [f"{trees} tree{'s' if trees != '1' else ''}" for trees in short]
        below = f"beyond chance below it: that of {several(of_trees)}" if short else "no other is below it beyond chance"
        said.append(f"With {each}, the average of {best} trees is the highest; {below}.")
    return wrapped(" ".join(said))


def agreement(results):
    """Whether votes with more agreement are right more often."""
    table = results.table(MCTS, "Votes of trees", "Agreement")
    bins = {name: table.estimate("right, %", name) for name in table.columns() if table.number("votes", name)}
    narrow = [name for name in bins if float(name.split("–")[1]) <= 0.4]
    wide = [name for name in bins if float(name.split("–")[0]) >= 0.6]
    if not narrow or not wide:
        raise Missing("votes")
    apart = sum(order(bins[one], bins[other]) > 0 for one in wide for other in narrow)
    shares = [bins[name].value for name in narrow]
    half = (
        "more often right than wrong"
        if min(bins[name].lower for name in narrow) > 50
        else "not always more often right than wrong"
    )
    return wrapped(
        f"Bins above 0.6 are right more often than bins below 0.4, beyond chance, in {apart} of {len(wide) * len(narrow)} pairs. "
        f"Narrow votes are right in {min(shares):.0f} to {max(shares):.0f} %, {half}."
    )


CONCLUSIONS = {
    "mcts-tuning": tuning,
    "mcts-fits": fits,
    "mcts-accuracies": accuracies,
    "mcts-budgets": budgets,
    "mcts-matches": matches,
    "mcts-slow-matches": slow_matches,
    "mcts-per-leaf": per_leaf,
    "mcts-leaf-scaling": leaf_scaling,
    "mcts-win-rate": win_rate,
    "mcts-parallel": parallel,
    "mcts-voting": voting,
    "mcts-agreement": agreement,
}
