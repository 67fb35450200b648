"""Monte-Carlo tree search as in Hashimoto et al. 2013: how often players are right, matches, speed, and the constants."""

from . import results
from .lab import Gain, Match, Of, Right

#: Sets of decisive positions; those from games of alpha-beta are closest to the game records that the paper used.
SETS = ["6x6-s12", "6x6-s16", "8x8-s40-strong", "8x8-s40-greedy", "8x8-s40", "8x8-s36-strong", "8x8-s36", "4x10-s16",
        "6x6-s16-greedy", "6x6-s20", "4x10-s12", "4x10-s20"]
#: The set with the paper's board and S, whose positions come from games of good players.
NEAREST = "8x8-s40-strong"
#: Sets that are fitted together, as the paper fits its three.
POOLED = ["8x8-s30-strong", "8x8-s36-strong", NEAREST]
#: c and the scale are chosen on positions with a seed that no set uses, and reported on the sets.
TUNING = ("--board", "6x6", "--empties", "16", "--seed", "1000")
CONSTANTS = [0.125, 0.25, 0.5, 0.7, 1.0, 1.4]
SCALES = [0.234375, 1, 2, 4, 8, 16, 32]
#: Scales used to test whether all unvisited moves must be made once before any is made twice.
UNVISITED = [0.234375, 2, 8]
#: The default scale of UCT+ by board (`SCALES` in lab/othello/src/fit/uct_plus.rs).
DEFAULTS = {"4x8": 13.1, "4x10": 11.5, "6x6": 11.5, "8x8": 8.6}
#: 30 in the units of Zebra's evaluation, which are 128ths of a disc.
ZEBRA = "scale=0.234375"
#: Label and player, without its playouts if it makes any, with the paper's name for it.
SIMPLE = [("random", "random", "random"), ("MC, 2,000 a move", "mc:n=2000,playout=lanes", "MC"),
          *((f"alpha-beta {depth}", f"alphabeta:depth={depth}", f"alpha-beta {depth}") for depth in range(1, 6))]
SEARCHES = [("UCT, c = 1", "uct:c=1", "UCT"), ("UCT+, c = 1, default scale", "uct+:c=1", None),
            ("UCT+, c = 1, scale 30/128", f"uct+:c=1,{ZEBRA}", "UCT+"), ("UCTbreak, c = 1", "uctbreak:c=1", "UCTbreak")]
#: Only at the smallest number of playouts.
OTHERS = [("UCT, c = 0.25, chosen", "uct:c=0.25"), ("UCT+, c = 1, scale 2, chosen", "uct+:c=1,scale=2"), ("tuned", "tuned"),
          ("rave", "rave"), ("puct", "puct")]
#: What the chart of accuracies shows.
CHARTED = ["random", "MC, 2,000 a move", "alpha-beta 1", "alpha-beta 5", *(label for label, _, _ in SEARCHES)]
SPEED_BOARDS = ["8x8", "6x6", "4x10"]
#: Prefixes of the names of the searches whose playouts per second are shown.
SEARCHED = ["uct:n", "uct:playout=lanes", "uct+:n", "rave:n", "rave:playout=lanes", "uctbreak"]
#: The paper's results of UCT+ by opponent.
PAPER_MATCHES = {"UCT": "100–0–0", 1: "90–2–8", 2: "66–0–34", 3: "0–0–100"}
PAPER_BREAK = {1: "98–1–1", 2: "99–0–1", 4: "100–0–0"}

#: The paper's tables 1, 2, 3, 5 and 7: 300 positions for each S, on a Pentium 4 with 3.2 GHz.
#: The S of the columns.
PLIES = (20, 30, 40)
#: By player and playouts, if it makes any: for each S the accuracy in % and the seconds for all positions.
TABLE = {
    ("random", ""): ((33.2, 0.02), (45.3, 0.02), (46.7, 0.02)),
    ("MC", "2,000 a move"): ((30.3, 913), (45.0, 413), (57.3, 189)),
    ("alpha-beta 1", ""): ((77.3, 0.5), (84.2, 0.48), (82.7, 0.47)),
    ("alpha-beta 2", ""): ((82.5, 0.55), (92.0, 0.55), (88.7, 0.52)),
    ("alpha-beta 3", ""): ((84.8, 1.1), (93.5, 1.03), (90.3, 0.8)),
    ("alpha-beta 4", ""): ((88.8, 3.68), (94.8, 2.91), (92.3, 1.59)),
    ("alpha-beta 5", ""): ((88.1, 21.6), (95.8, 17.1), (94.2, 6.7)),
    ("UCT", "10,000"): ((32.2, 293), (50.0, 201), (62.5, 120)),
    ("UCT", "30,000"): ((31.1, 1027), (51.5, 739), (67.7, 465)),
    ("UCT", "50,000"): ((30.5, 1956), (51.7, 1440), (69.8, 951)),
    ("UCT+", "10,000"): ((77.6, 345), (87.2, 237), (88.7, 207)),
    ("UCT+", "30,000"): ((74.8, 1312), (86.7, 943), (88.4, 862)),
    ("UCT+", "50,000"): ((74.8, 2634), (86.8, 1927), (88.2, 1777)),
    ("UCTbreak", "10,000"): ((72.3, 290), (84.9, 153), (78.2, 110)),
    ("UCTbreak", "30,000"): ((73.6, 929), (86.6, 581), (74.8, 437)),
    ("UCTbreak", "50,000"): ((74.7, 2363), (88.1, 1185), (74.2, 913)),
}


def theirs(name, playouts="", s=40):
    """The paper's accuracy of a player, if it has one."""
    found = [numbers for (player, n), numbers in TABLE.items() if player == name and (n == playouts or not playouts)]
    return found[0][PLIES.index(s)][0] if found else ""


def with_playouts(text, n):
    """A player with a number of playouts."""
    return f"{text}{',' if ':' in text else ':'}n={n}"


def sets_of(lab):
    """The names of the sets that are asked about."""
    return lab.size["sets"] or SETS


def blocks(lab):
    """The blocks of the page and its charts, each by name."""
    tuned, tuning_chart = tuning(lab)
    right_table, right_chart = right(lab)
    return {
        "mcts-speeds": speeds(lab),
        **tuned,
        "mcts-fits": fits(lab),
        "mcts-right": right_table,
        "mcts-gains": gains(lab),
        "mcts-paper": paper(),
        "mcts-more": more(lab),
        "mcts-growth": growth(lab),
        "mcts-matches": matches(lab),
    }, tuning_chart | right_chart


def millions(number):
    """Playouts per second, in millions."""
    return f"{number / 1e6:.2f} M" if number else ""


def speeds(lab):
    """Playouts per second, and what lanes gain."""
    rows = []
    for board in SPEED_BOARDS:
        lines = lab.lines("mcts", "speed", "--board", board, "--time", lab.size["seconds"])
        by = {line["kind"]: line["playouts_per_second"] for line in lines}
        if not by:
            continue

        def of(text, by=by):
            return next((speed for kind, speed in by.items() if kind.startswith(text)), None)

        plain = of("random games one by one, portable")
        lanes = [of(f"random games in lanes, {level}") for level in ("avx2", "avx512")]
        single = [of(f"random games one by one, {level}") for level in ("avx512", "avx2")]
        best = max(speed for speed in [*lanes, plain] if speed)
        rows.append([board, millions(plain), millions(next(filter(None, single), plain)), *map(millions, lanes),
                     f"× {best / plain:.1f}", *(millions(of(f"search {player}")) for player in SEARCHED)])
    head = ["Board", "Plain", "One by one", "Lanes, AVX2", "Lanes, AVX-512", "Lanes to plain",
            "UCT", "UCT, lanes", "UCT+", "RAVE", "RAVE, lanes", "UCTbreak"]
    return results.table(head, rows)


def tuning(lab):
    """How accuracy depends on c and on the scale, on positions used for nothing else."""
    n, where = lab.size["playouts"][0], (*TUNING, "--positions", str(lab.size["positions"]))
    uct = {c: Right(where, f"uct:n={n},c={c}") for c in CONSTANTS}
    plus = {scale: Right(where, f"uct+:n={n},c=1,scale={scale}") for scale in SCALES}
    average = [Right(where, f"{plus[scale].player},unvisited=average") if scale in UNVISITED else "" for scale in SCALES]
    tables = {
        "mcts-c": lab.table(["UCT, c", *(f"{c:g}" for c in uct)], [["accuracy", *uct.values()]]),
        "mcts-scale": lab.table(["UCT+, c = 1, scale", *(f"{scale:.3g}" for scale in plus)],
                                [["accuracy", *plus.values()], ["unvisited=average", *average]]),
    }
    points = [point(scale, lab.line(where, cell.player).get("accuracy")) for scale, cell in plus.items()]
    chart = {
        "title": f"UCT+ by the scale of the evaluation, 6x6, 16 empties, {n:,} playouts",
        "x": {"label": "discs that weigh as much as a win", "scale": "log2"}, "y": {"label": "accuracy, %"},
        "series": [{"name": "UCT+, c = 1", "points": points}],
    }
    return tables, {"mcts-scale": chart} if all(points) else {}


def point(x, limits):
    """A point of a chart with its interval, in percent."""
    return {"x": x, **{name: 100 * limits[key] for name, key in (("y", "value"), ("lower", "lower"), ("upper", "upper"))}} if limits else None


def fits(lab):
    """Scales by discriminant analysis, and what each feature classifies correctly."""
    rows, found = [], [fit for name in sets_of(lab) for fit in fit_of(lab, name)]
    if not lab.size["sets"]:
        found += lab.lines("mcts", "fit", *(word for name in POOLED for word in lab.of_set(name)[:2]))[-1:]
    for fit in found:
        shares = [f"{100 * fit[key]:.1f}" for key in ("by_evaluation", "by_reward", "by_both")]
        scale = f"{fit['scale']:.1f}" if fit["scale"] else "none"
        rows.append([fit["set"], scale, scale_limits(fit["limits"]), DEFAULTS.get(fit["board"], ""), *shares])
    return results.table(["Set", "Scale", "95 %", "Default", "Evaluation alone", "Random games alone", "Both"], rows)


def fit_of(lab, name):
    """The fit of a set's scale, in a list that is empty if there is none."""
    return lab.lines("mcts", "fit", *lab.of_set(name)[:2])


def scale_limits(limits):
    """The interval of a scale."""
    if limits is None:
        return "none"
    lower, upper = limits
    return f"{lower:.2g} or more" if upper is None else f"{lower:.2g} to {upper:.2g}"


def right(lab):
    """Tables 1, 2, 3, 5 and 7 of the paper at the smallest number of playouts, on all sets."""
    n, names = lab.size["playouts"][0], sets_of(lab)
    players = [(label, player, theirs(name) if name else "") for label, player, name in SIMPLE]
    players += [(label, with_playouts(player, n), theirs(name, "10,000") if name else "") for label, player, name in SEARCHES]
    players += [(label, with_playouts(player, n), "") for label, player in OTHERS]
    rows = [[label, *(Right(name, player) for name in names), paper] for label, player, paper in players]
    text = lab.table(["Player", *names, "Paper, 8x8, S = 40"], rows)
    series = [{"name": label, "points": points} for label, player, _ in players if label in CHARTED
              and (points := [point(place, limits) for place, name in enumerate(names)
                              if (limits := lab.line(name, player).get("accuracy"))])]
    chart = {
        "title": f"Right moves, {n:,} playouts", "kind": "bars", "x": {"label": "set", "names": names},
        "y": {"label": "accuracy, %", "least": 0, "most": 100}, "series": series,
    }
    return text, {"mcts-accuracy": chart} if series else {}


def gains(lab):
    """By how much each variant of UCT is right more often than UCT."""
    n, names = lab.size["playouts"][0], sets_of(lab)
    (_, plain, _), *others = SEARCHES
    rows = [[label, *(Gain((name,), with_playouts(player, n), with_playouts(plain, n)) for name in names)] for label, player, _ in others]
    return lab.table(["Gain over UCT", *names], rows)


def paper():
    """The paper's accuracies and times."""
    head = ["H's player", "Playouts", *(cell for s in PLIES for cell in (f"S = {s}, %", f"S = {s}, s"))]
    return results.table(head, [[*key, *(f"{cell:,}" for pair in numbers for cell in pair)] for key, numbers in TABLE.items()])


def more(lab):
    """The searches with more playouts."""
    names = sets_of(lab)
    rows = [[label, f"{n:,}", *(Right(name, with_playouts(player, n)) for name in names), theirs(paper, f"{n:,}") if paper else ""]
            for label, player, paper in SEARCHES for n in lab.size["playouts"]]
    return lab.table(["Player", "Playouts", *names, "Paper, 8x8, S = 40"], rows)


def growth(lab):
    """What the most playouts gain over the fewest."""
    (first, *_, last), names = lab.size["playouts"], sets_of(lab)
    rows = [[label, *(Gain((name,), with_playouts(player, last), with_playouts(player, first)) for name in names)]
            for label, player, _ in SEARCHES]
    return lab.table(["Gain", *names], rows)


def match_rows(lab, rows):
    """Rows of matches: labels, the two players, and the paper's result."""
    found = []
    for labels, first, second, paper in rows:
        match = Match("8x8", first, second, lab.size["games"] or 100)
        found.append([*labels, *(Of(match, aspect) for aspect in ("games", "points", "elo")), paper])
    return found


def slow(lab):
    """The playouts a move in matches against alpha-beta: 30,000 as in the paper, fewer in small experiments."""
    return 3 * lab.size["playouts"][0]


HEAD = ["Won–drawn–lost", "Points, %", "Elo", "Paper"]


def matches(lab):
    """The matches with as many playouts as in the paper against alpha-beta, and those with equal time for both."""
    rows, n, ms = [], slow(lab), 20
    for scale, text in (("default", ""), ("30/128", f",{ZEBRA}")):
        rows += [((scale, f"alpha-beta {depth}, {n:,} playouts"), f"uct+:n={n}{text},end=15", f"alphabeta:depth={depth},end=15",
                  PAPER_MATCHES[depth]) for depth in (1, 2, 3)]
        timed = f"uct+:time={ms}{text},end=15"
        rows.append(((scale, f"UCT, {ms} ms a move"), timed, f"uct:time={ms},end=15", PAPER_MATCHES["UCT"]))
        rows += [((scale, f"UCTbreak, {ms} ms and {ms * k} ms a move"), timed, f"uctbreak:time={ms * k},end=15", paper)
                 for k, paper in PAPER_BREAK.items()]
    rows.sort(key=lambda row: "time" in row[1])
    return lab.table(["Scale of UCT+", "Opponent", *HEAD], match_rows(lab, rows))
