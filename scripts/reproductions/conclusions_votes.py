"""Conclusions from the tables on votes of many trees and on leaf parallel search, in sentences."""

from .conclusions import Estimate, difference, direction, leader, number, order, peak, several, signed, wilson, wrapped
from .conclusions_mcts import MCTS, correlation, told, verdict

VOTES, LIKENESS, GAMES, TREES = "votes", "likeness", "votegames", "treegames"
LEAVES, AS_K, SCHEMES = "leaves", "leafgames", "schemes"
#: The number of games of S on each board.
PAPER_GAMES = {"S, 19x19": 100, "S, 9x9": 200}


def luck(compared):
    """How many of so many comparisons would be beyond chance if nothing differed."""
    return f"{compared / 20:.1f} would be beyond chance if nothing differed"


def beyond(found, name=str):
    """Which of some differences by key are beyond chance, in words; empty if none is."""
    by = {sign: [f"{name(key)} ({signed(each)})" for key, each in found.items() if direction(each) == sign] for sign in (1, -1)}
    return "; ".join(f"{word} 0: {several(by[sign])}" for sign, word in ((1, "above"), (-1, "below")) if by[sign])


def counted(found, what, name=str):
    """How many of some differences are beyond chance, which, and how many would be by luck."""
    those = sum(direction(each) != 0 for each in found.values())
    which = beyond(found, name)
    return f"Of {len(found)} {what}, {those or 'none'} {'is' if those < 2 else 'are'} beyond chance; {luck(len(found))}.{f' {which[0].upper()}{which[1:]}.' if which else ''}"


def many(results):
    """Whether a majority vote beats an average, and what more trees gain."""
    table = results.table(VOTES, "Up to 512 trees", "Set")
    gained = results.table(VOTES, "Up to 512 trees", "Gain")
    trees = table.columns("Vote")
    points, compared = [], {}
    for name in dict.fromkeys(table.labels()):
        for kind in ("UCT", "RAVE"):
            changes = {column: gained.change((name, f"{kind}, majority over average"), column) for column in trees[1:]}
            compared |= {(name, kind, column): change for column, change in changes.items()}
            words = [f"{word} with {several([column for column in changes if direction(changes[column]) == sign])} trees"
                     for sign, word in ((1, "better"), (-1, "worse")) if sign in map(direction, changes.values())]
            most = gained.change((name, f"{kind}, average over one tree"), trees[-1])
            average = table.estimate((name, f"{kind}, average"), trees[-1])
            points.append(
                f"- {name}, {kind}: a majority is {' and '.join(words) if words else 'indistinguishable from an average at every number of trees'}. The "
                f"average of {trees[-1]} trees, {average}, is {told(direction(most))} one tree: {signed(most)} points."
            )
    up, down = (sum(direction(change) == sign for change in compared.values()) for sign in (1, -1))
    return wrapped(
        f"Of {len(compared)} comparisons of a majority with an average, {up or 'none'} {'is' if up < 2 else 'are'} above 0 beyond chance and {down or 'none'} below; "
        f"{luck(len(compared))}.\n\n" + "\n".join(points)
    )


def shares(results):
    """Whether votes with a larger share are right more often."""
    table = results.table(LIKENESS, "The share of the votes", "Share")
    bins = table.columns("%")
    points, apart = [], []
    for name in [row[0] for row in table.rows if row[1] == "right"]:
        right = {one: table.estimate((name, "right"), one) for one in bins if table.number((name, "positions"), one)}
        wide = [one for one in right if float(one.split("–")[0]) >= 0.6]
        narrow = [one for one in right if float(one.split("–")[1]) <= 0.4]
        above = [order(right[one], right[other]) > 0 for one in wide for other in narrow]
        apart += above
        lowest = min(right, key=lambda one: right[one].value)
        points.append(f"- {name}: in {sum(above)} of {len(above)}. The lowest bin is {lowest}, {right[lowest]} %.")
    return wrapped(
        f"Bins above 0.6 are right more often than bins below 0.4, beyond chance, in {sum(apart)} of {len(apart)} pairs; {len(apart) / 40:.1f} would be if nothing "
        "differed:\n\n" + "\n".join(points)
    )


def threshold(results):
    """Whether votes from a share on are right more often than the others."""
    table = results.table(LIKENESS, "The share of the votes", "Set")
    found = {(row[0], row[1]): table.change((row[0], row[1]), "Difference") for row in table.rows if row[5]}
    small = [f"{row[0]} from {row[1]} ({row[2]})" for row in table.rows if number(row[2]) < 30]
    few = f" Fewer than 30 votes: {several(small)}." if small else ""
    return wrapped(counted(found, "differences", lambda key: f"{key[0]} from {key[1]}") + few)


def why(results):
    """What votes gain over one tree, and how errors are correlated."""
    table = results.table(LIKENESS, "Kinds of trees", "Set")
    found = {(row[0], row[1]): table.change((row[0], row[1]), "Gain") for row in table.rows}
    points = []
    for name in dict.fromkeys(table.labels()):
        rows = [row for row in table.rows if row[0] == name]
        mixed = rows[-1]
        correlations = [number(row[5]) for row in rows[:-1]]
        gains = [found[name, row[1]].value for row in rows]
        least, most = (f"{value:+.1f}".replace("-", "−") for value in (min(gains), max(gains)))
        lost = [number(row[6]) - number(row[3]) for row in rows[:-1]]
        points.append(
            f"- {name}: votes gain {least} to {most} points; votes of one kind are right {min(lost):.1f} to {max(lost):.1f} points less often than independent "
            f"trees would be. Errors of trees of one kind are correlated with {min(correlations):.2f} to {max(correlations):.2f}, those of different "
            f"kinds with {mixed[5]}, and the vote of {mixed[1]} gains {mixed[4]}."
        )
    return wrapped(counted(found, "gains over one tree", lambda key: f"{key[1]} on {key[0]}") + "\n\n" + "\n".join(points))


def merged(results):
    """Whether a majority gains over an average where trees are less alike."""
    table = results.table(LIKENESS, "Majority and average", "Set")
    found = {(row[0], row[1]): table.change((row[0], row[1]), "Majority over average") for row in table.rows}
    points = []
    for name in dict.fromkeys(table.labels()):
        rows = sorted((row for row in table.rows if row[0] == name), key=lambda row: number(row[3]))
        ends = [f"{row[3]} with {row[1]} playouts each, where a majority gains {row[6]}" for row in (rows[0], rows[-1])]
        gained = [table.estimate((name, row[1]), "Average, %").value - number(row[2]) for row in rows]
        likeness = correlation([number(row[3].split(" (")[0]) for row in rows], gained)
        points.append(
            f"- {name}: errors are least correlated, {ends[0]}, and most, {ends[1]}. An average gains {gained[0]:.1f} points over one tree where errors are "
            f"least alike and {gained[-1]:.1f} where they are most; over the {len(rows)} rows the rank correlation of the two is {likeness}."
        )
    head = counted(found, "gains of a majority over an average", lambda key: f"{key[1]} each on {key[0]}")
    return wrapped(f"{head}\n\n" + "\n".join(points) + "\n\nThis does not show that likeness is the cause: with more playouts there is also less to gain.")


def equal(results):
    """What trees, threads and both gain at equal time."""
    table = results.table(LIKENESS, "Threads, trees", "Pair")
    sets = table.columns(*PAPER_GAMES)
    found = {(row[0], name): table.change(row[0], name) for row in table.rows for name in sets}
    return wrapped(counted(found, "differences", lambda key: f"{key[0]} on {key[1]}"))


def matches(results):
    """Who won, and what differs from S."""
    table = results.table(GAMES, "Matches", "First")
    apart, points = {}, []
    for row in table.rows:
        ours = table.estimate((row[0], row[1]), "Points, %")
        pair = f"{row[0]} against {row[1]}"
        played = {(number(text), board.split()[1]): wilson(number(text), games)
                  for board, games in PAPER_GAMES.items() for text in filter(None, row[table.head.index(board)].split(" and "))}
        apart |= {(pair, *key): difference(ours, theirs) for key, theirs in played.items()}
        if played:
            shown = " ".join(f"S on {key[1]}: {theirs}, {sure(theirs)} chance; ours less S's: {signed(apart[(pair, *key)])}." for key, theirs in played.items())
            points.append(f"- {pair}: {ours}, {sure(ours)} chance. {shown}")
    differ = sum(direction(each) != 0 for each in apart.values())
    return wrapped(
        f"{winners(table)}\n\nCompared with S, where a result is beyond chance if its interval excludes 50 %. Of {len(apart)} differences from S, {differ or 'none'} {'is' if differ < 2 else 'are'} beyond chance, and "
        f"{luck(len(apart))}:\n\n" + "\n".join(points)
    )


def winners(table):
    """Who won the matches of a table."""
    by = {1: [], -1: [], 0: []}
    for row in table.rows:
        ours = table.estimate((row[0], row[1]), "Points, %")
        by[verdict(ours)].append(f"{row[0]} against {row[1]} ({ours})")
    words = ((1, "The first has won beyond chance"), (-1, "The second has won beyond chance"), (0, "Nobody has won beyond chance"))
    return " ".join(f"{word}: {several(by[sign])}." for sign, word in words if by[sign])


def equal_trees(results):
    """Who won with equally many playouts a tree, and how many would by luck."""
    table = results.table(TREES, "Matches", "First")
    return wrapped(f"{winners(table)} Of {len(table.rows)} matches, {luck(len(table.rows))}.")


def sure(points):
    """Whether somebody has won a match beyond chance."""
    return "beyond" if verdict(points) else "within"


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
        f"many, {luck(len(rows))}. "
        f"One leaf ahead of each worker instead of none changes the speed by these factors (one measurement each): {several(told_of)}."
    )


def leaves_total(results):
    """The combined factor of both steps, and what the first one is made of."""
    table = results.table(LEAVES, "The total factor", "Step")
    factors = [number(table.cell(label, "Factor")) for label in table.labels()]
    speeds = results.table(MCTS, "Playouts from each leaf", "k", "in lanes to plain")
    leaf = speeds.number("one by one, SIMD", "16") / speeds.number("one by one, SIMD", "1")
    lanes = speeds.number("in lanes, SIMD", "16") / speeds.number("one by one, SIMD", "16")
    return wrapped(
        f"The second step is × {factors[1]:.1f}, two workers are × {factors[2] / factors[1]:.1f} more, together × {factors[2]:.1f} (one measurement each). From the "
        f"start, by the table of figure 8, 16 playouts from each leaf instead of one are × {leaf:.1f} and lanes, with the same 16, × {lanes:.1f} "
        "more. K's 1.3 is at equal k, and K's 7.8 has six workers in it."
    )


def leaves_games(results):
    """Whether the points have a peak, and how fast lanes are with each k."""
    table = results.table(LEAVES, "Playouts from each leaf", "k", "points, %")
    found = {k: table.estimate("points, %", k) for k in table.columns()}
    best, _ = leader(found)
    place, near = peak(found)
    won = [k for k in found if verdict(found[k]) > 0]
    speeds = results.table(MCTS, "Playouts from each leaf", "k", "in lanes to plain")
    fast = {k: speeds.cell("in lanes, SIMD", k) for k in ("1", "16", "32")}
    return wrapped(
        f"Better than one playout beyond chance: k = {several(won)}. The most points are won with k = {best}, {found[best]}; "
        f"indistinguishable from that: {several(near)}. So {place}. That is no evidence for K's peak at 16: from the start one core makes "
        f"{fast['1']} playouts a second in lanes with k = 1, {fast['16']} with 16, which fill the lanes, and {fast['32']} with 32, while K's workers wait for the "
        "thread that owns the tree."
    )


def leaves_as_k(results):
    """Whether the points have a peak with K's settings, and how the speed grows."""
    table = results.table(AS_K, "One by one", "k")
    ks = [k for k in table.columns() if k != "1"]
    found = {k: table.estimate("points, %", k) for k in ks}
    best, _ = leader(found)
    # Against itself, one playout wins half of the points.
    place, near = peak({"1": Estimate(50.0, 50.0, 50.0), **found})
    won = [f"{word} beyond chance: k = {several([k for k in ks if verdict(found[k]) == sign])}"
           for sign, word in ((1, "Better than one playout"), (-1, "Worse")) if sign in map(verdict, found.values())]
    together, alone = (label for label in table.labels() if label.startswith("playouts/s"))
    gained = {k: table.number(together, k) / table.number(alone, k) for k in ("1", *ks)}
    simd = results.table(MCTS, "Playouts from each leaf", "k", "in lanes to plain")
    vector = simd.number("one by one, SIMD", "16") / simd.number("plain", "16")
    return wrapped(
        f"{'. '.join(won) or 'No k is told from one playout'}. The most points are won with k = {best}, {found[best]}; indistinguishable from that: "
        f"{several(near)}. So {place}. Two workers make {several(f'{gained[k]:.2f} (k = {k})' for k in gained)} times the playouts of one thread (one measurement "
        f"each). K's total factor from its parts, with k = 16 and on our cores: × {vector:.2f} by vector instructions at equal k (the table of figure 8), "
        f"× {gained['16']:.2f} by two workers, together × {vector * gained['16']:.2f}; K has up to 1.3, about 6 by six workers, and 7.8."
    )


def schemes_gains(results):
    """Which schemes are better or worse than one tree."""
    table = results.table(SCHEMES, "Schemes", "Workers")
    found = {(row[0], row[1], name): table.change((row[0], row[1]), name) for row in table.rows[1:] for name in table.columns("Scheme")}
    return wrapped(counted(found, "gains over one tree", lambda key: f"{key[1]} with {key[0]} on {key[2]}"))


def schemes_contrasts(results):
    """What virtual loss and leaves ahead change."""
    table = results.table(SCHEMES, "Virtual loss and leaves", "Contrast")
    found = {(label, name): table.change(label, name) for label in table.labels() for name in table.columns()}
    return wrapped(counted(found, "contrasts", lambda key: f"{key[0]} on {key[1]}"))


def schemes_per_leaf(results):
    """From which k on playouts are wasted."""
    table = results.table(SCHEMES, "Playouts from each leaf", "Set")
    ks = [column for column in table.columns("Playouts") if column != "k = 1"]
    points = []
    for row in table.rows:
        signs = {k.removeprefix("k = "): direction(table.change((row[0], row[1]), k)) for k in ks}
        words = [f"{word} with k = {several([k for k in signs if signs[k] == sign])}"
                 for sign, word in ((1, "better"), (-1, "worse")) if sign in signs.values()]
        points.append(f"- {row[0]}, {row[1]} playouts: {' and '.join(words) or 'indistinguishable from one playout with every k'}.")
    return wrapped(f"Beyond chance, of {len(ks) * len(points)} comparisons, of which {luck(len(ks) * len(points))}:\n\n" + "\n".join(points))


CONCLUSIONS = {
    "votes-many": many,
    "likeness-shares": shares,
    "likeness-threshold": threshold,
    "likeness-why": why,
    "likeness-merged": merged,
    "likeness-equal": equal,
    "votes-matches": matches,
    "votes-equal": equal_trees,
    "leaves-choices": leaves_choices,
    "leaves-total": leaves_total,
    "leaves-games": leaves_games,
    "leaves-as-k": leaves_as_k,
    "schemes-gains": schemes_gains,
    "schemes-contrasts": schemes_contrasts,
    "schemes-per-leaf": schemes_per_leaf,
}
