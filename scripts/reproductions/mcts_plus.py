"""UCT+ and UCTbreak of Hashimoto et al. 2013 in more detail: decays, the unit and the fit of the scale, and where playouts end."""

from . import hashimoto
from .hashimoto import NEAREST, TUNING, ZEBRA, fit_of, match_rows, sets_of, theirs
from .intervals import difference, paired, signed, wilson
from .lab import Gain, Match, Of, Right

#: Ways for the weight of the evaluation to fade after n visits, with the player's text for each.
DECAYS = {
    "1/√n (H)": "decay=root",
    "1/n^¼": "decay=power,p=0.25",
    "1/n": "decay=power,p=1",
    "√(k/(3n+k)), k = 50": "decay=rave,k=50",
    "√(k/(3n+k)), k = 500": "decay=rave,k=500",
    "k/(n+k), k = 10": "decay=prior,k=10",
    "k/(n+k), k = 50": "decay=prior,k=50",
    "k/(n+k), k = 250": "decay=prior,k=250",
}
DECAY_SCALES = [0.5, 1, 2, 4, 8, 16, 32]
#: The best decay of each family with its scale, the paper's first.
CHOSEN = [("1/√n (H)", 2), ("1/n^¼", 4), ("1/n", 2), ("√(k/(3n+k)), k = 50", 8), ("k/(n+k), k = 50", 8)]
#: The two readings of H's E = value / 30, in discs, and scales between them.
READINGS = [30 / 128, 1, 2, 4, 30]
EVALUATIONS = ["own", "common", "plain"]
#: Where the scale of a set comes from in a cross fit: from positions of the same board and source with another S.
CROSSED = {"6x6-s12": "6x6-s16", "6x6-s16": "6x6-s12", "6x6-s20": "6x6-s16", "4x10-s12": "4x10-s16", "4x10-s16": "4x10-s12",
           "4x10-s20": "4x10-s16", "8x8-s40": "8x8-s36", "8x8-s36": "8x8-s40", NEAREST: "8x8-s36-strong", "8x8-s36-strong": NEAREST}
UCT, DEFAULT, OWN, CROSS, FIXED = "UCT", "default", "own fit", "cross fit", "30/128"
#: Alpha-beta of depth 1 with two evaluations.
DEPTHS = {"alpha-beta 1, own": "alphabeta:depth=1", "alpha-beta 1, common": "alphabeta:depth=1,eval=common"}
#: What is compared, by label: the two players, and whether at the most playouts, too.
COMPARED = {
    "default over UCT": (DEFAULT, UCT, True),
    "own fit over UCT": (OWN, UCT, False),
    "cross fit over UCT": (CROSS, UCT, False),
    "own fit over default": (OWN, DEFAULT, False),
    "own fit over 30/128": (OWN, FIXED, False),
    "cross fit over 30/128": (CROSS, FIXED, False),
    "alpha-beta 1, own over common": (*DEPTHS, False),
}
#: A small set with S = 30, and the number of positions that the paper has.
EARLY, PAPER_POSITIONS = "8x8-s30-strong", 300
#: By depth of alpha-beta, the paper's mean number of nodes as Black and as White (table 6).
PAPER_NODES = {1: (10.93, 6.94), 2: (43.14, 39.27), 3: (281.8, 281.3)}

#: UCTbreak: the plies of its playouts, and the sets; one has an odd number of empty squares.
CUTS = [*range(13), 20]
BREAK_SETS = [NEAREST, "8x8-s36-strong"]
ODD_SETS = [*BREAK_SETS, "8x8-s39-strong"]
#: No leaf is ever expanded; and the evaluation by mobility, which favours neither side for being to move.
FLAT, FAIR = "threshold=1000000", "eval=plain"


def blocks(lab):
    """The blocks of the page on UCT+; it has no charts."""
    return {
        "decays-fit": decays(lab),
        "decays-gains": decay_gains(lab),
        "scale-unit": readings(lab),
        "scale-gains": fitted_gains(lab),
        "scale-matches": matches(lab),
        "early": early(lab),
        "nodes": nodes(lab),
    }, {}


def decays(lab):
    """Each decay and scale on positions that are in no set."""
    where, n = (*TUNING, "--positions", str(lab.size["positions"])), lab.size["playouts"][0]
    rows = [[label, *(Right(where, f"uct+:n={n},c=1,scale={scale},{decay}") for scale in DECAY_SCALES)] for label, decay in DECAYS.items()]
    return lab.table(["Decay, scale", *(f"{scale:g}" for scale in DECAY_SCALES)], rows)


def decay_gains(lab):
    """By how many points each family's best is right more often than the paper's decay."""
    names, rows, n = sets_of(lab), [], lab.size["playouts"][0]

    def player(choice):
        decay, scale = choice
        return f"uct+:n={n},c=1,scale={scale},{DECAYS[decay]}"

    for choice in CHOSEN[1:]:
        pair = player(choice), player(CHOSEN[0])
        rows.append([f"{choice[0]}, scale {choice[1]}", f"{n:,}", *(Gain((name,), *pair) for name in names), Gain(tuple(names), *pair)])
    return lab.table(["Gain", "Playouts", *names, "all"], rows)


def readings(lab):
    """The readings of the paper's scale with three evaluations."""
    first, *_, last = lab.size["playouts"]

    def plus(guide, scale, n):
        return f"uct+:c=1,scale={scale},eval={guide},n={n}"

    rows = [["", "UCT", *(Right(NEAREST, f"uct:c=1,n={n}") for n in (first, last)), "", ""]]
    for guide in EVALUATIONS:
        rows.append([guide, "alpha-beta 1", Right(NEAREST, f"alphabeta:depth=1,eval={guide}"), "", "", ""])
        for scale in READINGS:
            low, high = plus(guide, scale, first), plus(guide, scale, last)
            gains = Gain((NEAREST,), low, f"uct:c=1,n={first}"), Gain((NEAREST,), high, low)
            rows.append([guide, f"UCT+, scale {scale:.3g}", Right(NEAREST, low), Right(NEAREST, high), *gains])
    rows += [["paper", label, theirs(label, "10,000"), theirs(label, "50,000"), "", ""] for label in ("UCT", "UCT+")]
    rows.append(["paper", "alpha-beta 1", theirs("alpha-beta 1"), "", "", ""])
    return lab.table(["Evaluation", "Player", f"{first:,} playouts", f"{last:,} playouts", "Gain over UCT", "Growth"], rows)


def scales_of(lab):
    """By set: the scale fitted to it. Sets without one are left out."""
    return {name: round(fit["scale"], 1) for name in sets_of(lab) for fit in fit_of(lab, name) if fit["scale"]}


def players(scales, name, n):
    """By label: the players on a set."""
    found = {UCT: f"uct:c=1,n={n}", DEFAULT: f"uct+:c=1,n={n}", FIXED: f"uct+:c=1,{ZEBRA},n={n}"}
    known = {OWN: scales.get(name), CROSS: scales.get(CROSSED.get(name))}
    return found | {label: f"uct+:c=1,scale={scale:g},n={n}" for label, scale in known.items() if scale} | DEPTHS


def fitted_gains(lab):
    """Each comparison on each set, and over all sets that have both players."""
    names, scales, (first, *_, last) = sets_of(lab), scales_of(lab), lab.size["playouts"]
    rows = []
    for label, (ours, other, is_grown) in COMPARED.items():
        for n in (first, last) if is_grown else (first,):
            pairs = {name: [players(scales, name, n).get(one) for one in (ours, other)] for name in names}
            cells = [Gain((name,), *pair) if all(pair) else "" for name, pair in pairs.items()]
            for name, pair in pairs.items():
                lab.accuracy(name, [player for player in pair if player])
            differences = [each for name, pair in pairs.items() if all(pair) for each in lab.differences(name, *pair)]
            rows.append([label, "" if ours in DEPTHS else f"{n:,}", *cells, signed(paired(differences)) if differences else ""])
    return lab.table(["Gain", "Playouts", *names, "all"], rows)


def matches(lab):
    """The scales that H's accuracies do not refute, against alpha-beta with the same evaluation."""
    rows, n = [], hashimoto.slow(lab)
    for guide in ("own", "common"):
        ending = "end=15" if guide == "own" else f"eval={guide},end=15"
        for scale, text in ((FIXED, ZEBRA), ("1", "scale=1"), ("2", "scale=2")):
            rows += [((guide, scale, f"alpha-beta {depth}"), f"uct+:n={n},{text},{ending}", f"alphabeta:depth={depth},{ending}",
                      hashimoto.PAPER_MATCHES[depth]) for depth in (1, 2)]
    return lab.table(["Evaluation", "Scale", "Opponent", *hashimoto.HEAD], match_rows(lab, rows))


def early(lab):
    """The players at S = 30, beside the paper's."""
    wanted = [(label, "", player, theirs(name, "", 30)) for label, player, name in hashimoto.SIMPLE]
    searches = [*hashimoto.SEARCHES[:1], hashimoto.SEARCHES[2], ("UCTbreak, c = 1, d = 10", "uctbreak:c=1", "UCTbreak"),
                ("UCTbreak, c = 1, d = 9", "uctbreak:c=1,d=9", "UCTbreak")]
    wanted += [(label, f"{n:,}", f"{player},n={n}", theirs(name, f"{n:,}", 30)) for label, player, name in searches for n in lab.size["playouts"]]
    asked = lab.accuracy(EARLY, [player for _, _, player, _ in wanted])
    rows = []
    for label, n, player, paper in wanted:
        if player in asked and paper:
            line = asked[player]
            ours = wilson(100 * line["accuracy"]["value"], line["positions"])
            rows.append([label, n, str(ours), f"{paper:.1f}", signed(difference(ours, wilson(paper, PAPER_POSITIONS)))])
    return lab.table(["Player", "Playouts", "Right, %", "Paper", "Difference"], rows)


def nodes(lab):
    """The positions that alpha-beta visits for a move."""
    rows = []
    for depth, paper in PAPER_NODES.items():
        match = Match("8x8", f"uct+:n={hashimoto.slow(lab)},{ZEBRA},end=15", f"alphabeta:depth={depth},end=15", lab.size["games"] or 100, ("--nodes",))
        rows.append([str(depth), Of(match, "black"), Of(match, "white"), *(f"{number:.1f}" for number in paper)])
    return lab.table(["Depth", "Black", "White", "Paper, Black", "Paper, White"], rows)


def cut(depth, n, *more):
    """UCTbreak that cuts its playouts after this many plies."""
    return ",".join([f"uctbreak:c=1,d={depth},n={n}", *more])


def break_blocks(lab):
    """The blocks of the page on UCTbreak; it has no charts."""
    return {"breaks-right": cuts(lab), "breaks-odd": odd_over_even(lab), "breaks-thresholds": thresholds(lab), "breaks-matches": break_matches(lab)}, {}


def cuts(lab):
    """Right moves by the plies of a playout."""
    rows = [[name, f"{n:,}", *(Right(name, cut(depth, n)) for depth in CUTS), theirs("UCTbreak", f"{n:,}") if name == NEAREST else ""]
            for name in BREAK_SETS for n in lab.size["playouts"]]
    return lab.table(["Set", "Playouts", *(f"d = {depth}" for depth in CUTS), "Paper"], rows)


def odd_over_even(lab):
    """How far odd cuts are right more often than the mean of their even neighbours: with a tree, without, and with mobility."""
    columns, n = {"tree": (), "no tree": (FLAT,), "no tree, mobility": (FLAT, FAIR)}, lab.size["playouts"][0]
    for name in ODD_SETS:
        lab.accuracy(name, [cut(depth, n, *more) for more in columns.values() for depth in range(2, 13)])

    def cell(names, more):
        found = []
        for name in names:
            answers = [lab.credits(name, cut(depth, n, *more)) or {} for depth in range(2, 13)]
            if not all(answers):
                return ""
            for position in answers[0]:
                credit = [one[position] for one in answers]
                above = [credit[place] - (credit[place - 1] + credit[place + 1]) / 2 for place in range(1, 10, 2)]
                found.append(sum(above) / len(above))
        return signed(paired(found))

    groups = {**{name: [name] for name in ODD_SETS}, "all": ODD_SETS}
    return lab.table(["Odd over even, set", *columns], [[label, *(cell(names, more) for more in columns.values())] for label, names in groups.items()])


def thresholds(lab):
    """Right moves by the number of playouts before a leaf is expanded."""
    budgets, rows = lab.size["playouts"], []
    for depth in (9, 10):
        for threshold in (1, 10, 100):
            more = [f"threshold={threshold}"] if threshold > 1 else []
            rows.append([f"d = {depth}", str(threshold), *(Right(NEAREST, cut(depth, n, *more)) for n in budgets)])
    rows.append(["paper", "", *(theirs("UCTbreak", f"{n:,}") for n in budgets)])
    return lab.table(["Cut", "Threshold", *(f"{n:,} playouts" for n in budgets)], rows)


def break_matches(lab):
    """UCT+ against UCTbreak with one, two and four times as many."""
    n, games = lab.size["playouts"][0] // 2, lab.size["games"] or 100
    plus = f"uct+:n={n},{ZEBRA},end=15"
    rows = [[f"{n * k:,}", *(Of(Match("8x8", plus, f"uctbreak:d={depth},n={n * k},end=15", games), "points") for depth in (9, 10))]
            for k in (1, 2, 4)]
    return lab.table(["Playouts of UCTbreak", "d = 9", "d = 10"], rows)
