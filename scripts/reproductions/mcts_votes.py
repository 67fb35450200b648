"""Root and tree parallel search as in Soejima 2010: how alike the errors of trees are, threads, and matches."""

from .intervals import signed
from .lab import Gain, Match, Of, Right
from .mcts_voters import correlated, gain_of_vote, independent
from .results import table

SETS = ["6x6-s16-greedy", "4x10-s16"]
#: Playouts of each of many trees, and of each thread at equal time and in matches.
EACH, EQUAL, THREAD = 128, 1_024, 500
#: Trees that differ in more than their random numbers: their names, and the player without its playouts.
KINDS = {
    "UCT": "uct:c=1",
    "UCT, other playouts": "uct:c=1,playout=greedy,eps=0.5",
    "UCT, cut playouts": "uctbreak:c=1",
    "RAVE": "rave",
    "UCT+": "uct+:c=1,scale=2",
}
#: The label of trees of all kinds.
MIXED = "all five kinds"
#: S's points on 19x19 and 9x9 by the two players, where our copy has them.
PAPER = {("64 trees", "64 trees, average"): ("70.0", "56.5"), ("8 × 8", "8 × 8, average"): ("59.0", "47.0"),
         ("64 trees", "1 × 8"): ("", "49.5"), ("8 × 8", "1 × 8"): ("76.0 and 73.0", "67.0 and 68.5")}


def blocks(lab):
    """The blocks of the page by name."""
    ask_seeds(lab)
    return {
        "votes-kinds": kinds(lab),
        "votes-likeness": likeness(lab),
        "votes-threads": threads(lab),
        "votes-pairs": pairs(lab),
        "votes-matches": matches(lab),
    }, {}


def forest(search, each, trees=1, threads=1, merge="majority"):
    """A player: trees of threads, with this many playouts for each of them together."""
    votes = [f"trees={trees}", *([f"threads={threads}"] if threads > 1 else []), f"merge={merge}"] if trees > 1 else []
    return ",".join([f"{search}{',' if ':' in search else ':'}n={each}", *(votes or ([f"threads={threads}"] if threads > 1 else []))])


def voting(search, count, merge, each=EACH):
    """So many trees with `each` playouts, of one of which a vote is the answer."""
    sign = "," if ":" in search else ":"
    return f"{search}{sign}n={each * count},trees={count},merge={merge}"


def single(lab):
    """By kind and by number of playouts: the player that is a single tree."""
    kinds = {name: f"{text}{',' if ':' in text else ':'}n={EQUAL}" for name, text in KINDS.items()}
    return kinds, {each: f"uct:c=1,n={each}" for each in lab.size["tree_playouts"]}


def ask_seeds(lab):
    """Asks all single trees with every seed."""
    players = list(dict.fromkeys(player for by in single(lab) for player in by.values()))
    for name in SETS:
        for seed in range(1, lab.size["seeds"] + 1):
            lab.accuracy((*lab.of_set(name), "--seed", str(seed)), players)


def voters(lab, players):
    """By set, label and seed: the move and its credit, by position; `players` has the player of each label."""
    labels = {text: label for label, text in players.items()}
    found = {name: {} for name in SETS}
    for answer in lab.each_answer():
        if answer["set"] in found and answer["player"] in labels and answer["seed"] <= lab.size["seeds"]:
            place = found[answer["set"]].setdefault((labels[answer["player"]], answer["seed"]), {})
            place[answer["position"]] = (answer["move"], answer["credit"])
    return {name: those for name, those in found.items() if len(those) == len(players) * lab.size["seeds"]}


def kinds(lab):
    """Whether the errors of trees are correlated, and what a vote gains."""
    rows, count = [], lab.size["seeds"]
    for name, those in voters(lab, single(lab)[0]).items():
        for kind in [*KINDS, MIXED]:
            chosen = {voter: answers for voter, answers in those.items()
                      if voter[0] == kind or (kind == MIXED and voter[1] <= count // len(KINDS))}
            vote, share, gained = gain_of_vote(list(chosen.values()))
            rows.append([name, kind, f"{share:.1f}", str(vote), signed(gained), correlated(chosen, apart=kind == MIXED),
                         f"{100 * independent(share / 100, len(chosen)):.1f}"])
    return table(["Set", "Trees", "Alone, %", "Vote, %", "Gain", "Correlation", "Independent, %"], rows)


def likeness(lab):
    """A majority of 64 trees against their average, by the likeness of trees."""
    rows = []
    for name, those in voters(lab, single(lab)[1]).items():
        for each in lab.size["tree_playouts"]:
            chosen = {voter: answers for voter, answers in those.items() if voter[0] == each}
            _, share, _ = gain_of_vote(list(chosen.values()))
            mean, vote = (voting("uct:c=1", 64, merge, each) for merge in ("average", "majority"))
            rows.append([name, f"{each:,}", f"{share:.1f}", correlated(chosen), Right(name, mean), Right(name, vote), Gain((name,), vote, mean)])
    head = ["Set", "Playouts each", "Alone, %", "Correlation", "Average, %", "Majority, %", "Majority over average"]
    return lab.table(head, rows)


def at_equal_time(trees, threads=1, merge="majority"):
    """A player in which every thread makes as many playouts."""
    return forest("uct:c=1", EQUAL * trees * threads, trees, threads, merge)


def threads(lab):
    """One tree, many trees, and both, by number of threads."""
    counts, rows = [1, 2, 4, 8, 16, 32, 64], []
    schemes = {"one tree": {count: at_equal_time(1, count) for count in counts if count <= 8}}
    for merge in ("average", "majority"):
        schemes[f"trees, {merge}"] = {count: at_equal_time(count, 1, merge) for count in counts if count != 2}
    for merge in ("average", "majority"):
        schemes[f"8 × 8, {merge}"] = {64: at_equal_time(8, 8, merge)}
    schemes["one thread, playouts of all"] = {1: at_equal_time(1), 64: f"uct:c=1,n={64 * EQUAL}"}
    for name in SETS:
        rows += [[name, label, *(Right(name, by[count]) if count in by else "" for count in counts)] for label, by in schemes.items()]
    return lab.table(["Set", "Scheme", *counts], rows)


def pairs(lab):
    """Pairs of these, with S's points."""
    vote, mean, both = at_equal_time(64), at_equal_time(64, 1, "average"), at_equal_time(8, 8)
    rows = [
        ("64 trees, majority over average", vote, mean, ("64 trees", "64 trees, average")),
        ("8 × 8, majority over average", both, at_equal_time(8, 8, "average"), ("8 × 8", "8 × 8, average")),
        *((f"64 trees over 1 × {count}", vote, at_equal_time(1, count), ("64 trees", f"1 × {count}")) for count in (2, 4, 8)),
        ("8 × 8 over 1 × 8", both, at_equal_time(1, 8), ("8 × 8", "1 × 8")),
        ("8 × 8 over 64 trees", both, vote, ()),
        ("64 trees over one", vote, at_equal_time(1), ()),
        ("1 × 8 over one", at_equal_time(1, 8), at_equal_time(1), ()),
    ]
    return lab.table(["Pair", *SETS, "S, 19x19", "S, 9x9"],
                     [[label, *(Gain((name,), ours, other) for name in SETS), *PAPER.get(key, ("", ""))] for label, ours, other, key in rows])


def named(trees, threads=1):
    """The name of a player in a match."""
    return f"{trees} × {threads}" if threads > 1 else f"{trees} tree{'s' if trees > 1 else ''}"


def played(lab, rows):
    """The table of matches, given by the names of the two and their players."""
    games = lab.size["games"] or 200
    cells = [[first, second, *(Of(Match("8x8", ours, other, games), aspect) for aspect in ("games", "points")),
              *PAPER.get((first, second), ("", ""))] for first, ours, second, other in rows]
    return lab.table(["First", "Second", "Won–drawn–lost", "Points, %", "S, 19x19", "S, 9x9"], cells)


def matches(lab):
    """Matches in which every thread has equally many playouts."""
    def player(trees, threads=1, merge="majority"):
        return forest("uct", THREAD * trees * threads, trees, threads, merge)

    rows = [(named(*one), player(*one), "1 tree", player(1)) for one in ((4, 1), (1, 4), (2, 2), (4, 2))]
    rows += [(named(*one), player(*one), f"{named(*one)}, average", player(*one, "average")) for one in ((64, 1), (8, 8))]
    rows += [(named(*one), player(*one), named(*other), player(*other)) for one, other in (((64, 1), (1, 8)), ((8, 8), (1, 8)), ((8, 8), (64, 1)))]
    return played(lab, rows)
