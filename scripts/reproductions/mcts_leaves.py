"""Playouts from each leaf and leaf parallel search as in Kubota, Sato & Takahashi."""

from .hashimoto import NEAREST, millions
from .intervals import paired, signed
from .lab import Gain, Match, Of, Right
from .results import table

SETS = ["6x6-s16", "6x6-s16-greedy"]
#: Playouts of all workers together, numbers of workers, virtual losses, and the numbers of leaves waiting for each worker.
PLAYOUTS, WORKERS, LOSSES, AHEAD = 1_024, [2, 4, 8], [0, 1, 3], [0, 1, 4]
SEEDS = range(1, 5)
#: The player whose playouts all are compared with.
SINGLE = f"uct:c=1,n={PLAYOUTS}"
#: In matches at equal time: milliseconds a move, workers a side, and games.
MS, SIDE, GAMES = 20, 2, 400
#: Where the speed of K's scheme is measured, and with how many playouts a move.
SPEED_SET, SPEED_PLAYOUTS = "8x8-s30-strong", 20_000
KINDS = {"playout=uniform, portable": "plain", "playout=uniform": "one by one, SIMD", "playout=lanes": "in lanes, SIMD"}


def blocks(lab):
    """The blocks of the page and its chart, each by name."""
    speeds, chart = speed_by_leaf(lab)
    found = credits(lab)
    return {
        "leaves-speed": speeds,
        "leaves-scaling": scaling(lab),
        "leaves-total": total(lab),
        "leaves-lanes": in_lanes(lab),
        "leaves-as-k": as_k(lab),
        "leaves-schemes": schemes(found),
        "leaves-contrasts": contrasts(found),
        "leaves-equal": per_leaf(lab),
    }, chart


def speed_by_leaf(lab):
    """Playouts a second by the playouts from each leaf (figure 8)."""
    players = [f"uct:n=20000,per={k},playout={kind}" for k in lab.size["per_leaf"] for kind in ("uniform", "lanes")]
    options = [word for player in players for word in ("--player", player)]
    series = {}
    for line in lab.lines("mcts", "speed", "--board", "8x8", "--time", lab.size["seconds"], *options):
        head, _, behind = line["kind"].partition("per=")
        k, _, kind = behind.partition(",")
        name = KINDS.get(kind, KINDS.get(kind.rsplit(", ", 1)[0]) if "portable" not in kind else None)
        if head.startswith("search ") and name:
            series.setdefault(name, {})[int(k)] = line["playouts_per_second"]
    if not series:
        return "", {}
    plain, lanes = series["plain"], series["in lanes, SIMD"]
    rows = [[name, *map(millions, speeds.values())] for name, speeds in series.items()]
    rows.append(["in lanes to plain", *(f"× {lanes[k] / plain[k]:.1f}" for k in plain)])
    chart = {"title": "Playouts a second of UCT on 8x8, one core", "x": {"label": "playouts from each leaf", "scale": "log2"},
             "y": {"label": "million playouts a second of CPU time", "least": 0},
             "series": [{"name": name, "points": [{"x": k, "y": speed / 1e6} for k, speed in speeds.items()]} for name, speeds in series.items()]}
    return table(["k", *plain], rows), {"mcts-simd": chart}


def scaling(lab):
    """Speed-up by workers, with playouts that sleep for a short time (figure 9)."""
    ks = ",".join(map(str, lab.size["per_leaf"]))
    speeds = {}
    for line in lab.lines("mcts", "parallel", "--board", "4x6", "--empties", "8", "--positions", "1", "--playouts", "1",
                          "--workers", "1,2,4,6", "--per-leaf", ks, "--delay", "0.02ms", "--time", lab.size["seconds"]):
        if line["scheme"].startswith("leaf, "):
            speeds.setdefault(int(line["scheme"].split()[1]), {})[line["workers"]] = line["playouts_per_second"]
    rows = [[k, *(f"{speed:,.0f} (× {speed / by[1]:.1f})" for speed in by.values())] for k, by in speeds.items()]
    return table(["k", "1 worker", "2 workers", "4 workers", "6 workers"], rows)


def by_the_clock(lab, where, player):
    """Playouts a second by the clock; None if it was not measured."""
    line = lab.accuracy(where, [player]).get(player)
    return line["playouts"] / line["seconds"] if line else None


def total(lab):
    """The steps of the total factor."""
    where, n = ("--board", "8x8", "--empties", "14", "--positions", "5"), 200_000
    steps = {"one playout from each leaf": f"uct:n={n}", "lanes, 16 from each leaf": f"uct:n={n},playout=lanes,per=16",
             "and two workers": f"uct:n={n},playout=lanes,per=16,leaf=2"}
    found = {label: speed for label, player in steps.items() if (speed := by_the_clock(lab, where, player))}
    first = next(iter(found.values()), None)
    return table(["Step", "Playouts/s", "Factor"], [[label, f"{speed:,.0f}", f"× {speed / first:.1f}"] for label, speed in found.items()])


def points(lab, player):
    """The points of k playouts from each leaf against one, for the players by k."""
    return [Of(Match("8x8", player(k), player(1), lab.size["games"] or GAMES), "points") for k in lab.size["per_leaf"][1:]]


def in_lanes(lab):
    """Figure 10 in lanes, with a virtual loss and a leaf ahead of each worker."""
    cells = points(lab, lambda k: f"uct:time={MS},playout=lanes,per={k},leaf={SIDE}")
    return lab.table(["k", *lab.size["per_leaf"][1:]], [["points, %", *cells]])


def as_k(lab):
    """Figure 10 one by one, with K's server, and the speeds."""
    def player(limit, k):
        return f"uct:{limit},per={k},leaf={SIDE},loss=0,ahead=0"

    ks, where, rows = lab.size["per_leaf"], ("--set", f"data/sets/{SPEED_SET}"), []
    rows.append(["points, %", "", *points(lab, lambda k: player(f"time={MS}", k))])
    for label, text in ((f"playouts/s, {SIDE} workers", lambda k: player(f"n={SPEED_PLAYOUTS}", k)),
                        ("playouts/s, one thread", lambda k: f"uct:n={SPEED_PLAYOUTS},per={k}")):
        lines = lab.accuracy(where, [text(k) for k in ks])
        found = [lines.get(text(k)) for k in ks]
        rows.append([label, *(f"{line['playouts'] / line['seconds']:,.0f}" if line else "" for line in found)])
    return lab.table(["k", *ks], rows)


def players():
    """Labels of the schemes, as workers and scheme, with their players."""
    found = {}
    for count in (1, *WORKERS):
        leaf = f"{SINGLE},leaf={count}"
        if count > 1:
            found[count, "tree"] = f"{SINGLE},threads={count}"
        found[count, "leaf, 1 from each"] = f"{leaf},per=1" if count == 1 else f"{leaf},loss=1,ahead=1"
        found[count, "leaf, 16 from each"] = f"{leaf},per=16"
        if count > 1:
            found |= {(count, f"root, {merge}"): f"{SINGLE},trees={count},merge={merge}" for merge in ("average", "majority")}
        if count > 2:
            found[count, f"root × tree, {count // 2} × 2"] = f"{SINGLE},trees={count // 2},threads=2,merge=average"
    return found


def choices():
    """By workers, virtual losses and leaves ahead: the player."""
    return {(workers, loss, ahead): f"{SINGLE},leaf={workers},loss={loss},ahead={ahead}"
            for workers in WORKERS for loss in LOSSES for ahead in AHEAD}


def credits(lab):
    """By set and player: the mean credit over the seeds, by position."""
    wanted, found = dict.fromkeys([SINGLE, *players().values(), *choices().values()]), {}
    for name in SETS:
        for seed in SEEDS:
            lab.accuracy((*lab.of_set(name), "--seed", str(seed)), list(wanted))
    for answer in lab.each_answer():
        if answer["player"] in wanted and answer["seed"] in SEEDS and answer["set"] in SETS:
            found.setdefault((answer["set"], answer["player"]), {}).setdefault(answer["position"], []).append(answer["credit"])
    return {key: {position: sum(those) / len(those) for position, those in by.items()} for key, by in found.items()}


def contrast(found, name, first, second):
    """By how much the mean credit of the first players is above that of the second in the same positions of a set."""
    if any((name, player) not in found for player in (*first, *second)):
        return ""

    def mean(those, position):
        return sum(found[name, player][position] for player in those) / len(those)

    return signed(paired([mean(first, position) - mean(second, position) for position in found[name, first[0]]]))


def schemes(found):
    """Each scheme against one tree with one thread, whose accuracy is the first row."""
    alone = [found.get((name, SINGLE), {}) for name in SETS]
    rows = [[1, "tree", *(f"{100 * sum(by.values()) / len(by):.1f}" if by else "" for by in alone)]]
    rows += [[*label, *(contrast(found, name, [player], [SINGLE]) for name in SETS)] for label, player in players().items()]
    return table(["Workers", "Scheme", *SETS], rows)


def contrasts(found):
    """Virtual losses and leaves ahead."""
    by = choices()

    def those(workers=None, loss=None, ahead=None):
        return [player for key, player in by.items() if all(wanted in (None, one) for one, wanted in zip(key, (workers, loss, ahead), strict=True))]

    rows = [(f"loss {high} over loss {low}", those(loss=high), those(loss=low)) for low, high in zip(LOSSES, LOSSES[1:], strict=False)]
    rows += [(f"ahead {high} over ahead {low}", those(ahead=high), those(ahead=low)) for low, high in zip(AHEAD, AHEAD[1:], strict=False)]
    rows += [("8 workers: loss 1 over loss 0", those(8, 1), those(8, 0)),
             ("8 workers: ahead 4 over ahead 0", those(8, ahead=4), those(8, ahead=0)),
             ("loss 0, ahead 0 (K's) over loss 1, ahead 1", those(loss=0, ahead=0), those(loss=1, ahead=1)),
             ("loss 0, ahead 0 (K's) over one thread", those(loss=0, ahead=0), [SINGLE])]
    return table(["Contrast", *SETS], [[label, *(contrast(found, name, ours, other) for name in SETS)] for label, ours, other in rows])


def per_leaf(lab):
    """What more playouts from each leaf cost at equal playouts."""
    rows, ks = [], lab.size["per_leaf"]
    for name in ("6x6-s16-greedy", NEAREST):
        for n in (1_024, 10_000):
            one = f"uct:c=1,n={n}"
            rows.append([name, f"{n:,}", Right(name, one), *(Gain((name,), f"{one},per={k}", one) for k in ks[1:])])
    return lab.table(["Set", "Playouts", *(f"k = {k}" for k in ks)], rows)
