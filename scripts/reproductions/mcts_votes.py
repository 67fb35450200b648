"""Root parallel search as in Soejima 2010: many trees, RAVE, the share threshold, matches, and when votes help."""

from collections import Counter

from . import results
from .conclusions import block, signed, wilson
from .mcts_asking import Asking
from .mcts_shown import figure, made_by, percent, point

#: Playouts of each tree in the votes on accuracy, and of each thread in the matches.
EACH, THREAD = 128, 500
#: Trees that differ in more than their random numbers: their names, and the player without its playouts.
KINDS = {
    "UCT": "uct:c=1",
    "UCT, other playouts": "uct:c=1,playout=greedy,eps=0.5",
    "UCT, cut playouts": "uctbreak:c=1",
    "RAVE": "rave",
    "UCT+": "uct+:c=1,scale=2",
}
#: Shares of the votes from which a vote counts as agreed.
SHARES = [0.2, 0.4, 0.6, 0.8, 1.0]

HEAD = """
S in more detail: up to 512 trees, RAVE, the share threshold, matches, and a test of why a majority helps in Go and not here. Terms and
intervals are those of [Monte-Carlo tree search](docs/results/mcts.md).
""".strip()

MANY = """
Right moves in % by number of trees with {each} playouts each, by average and by majority.
""".strip()

GAINS = """
The same position by position, in percentage points:
""".strip()

THRESHOLD = """
S's share threshold: a vote is taken as certain if the winner has at least a share of it. With {trees} trees of {each} playouts, the
share of the positions in which that is so (*agreed*) and of right moves among them.
""".strip()

MATCHES = """
Matches on {board}, {games} games from openings of eight random moves, each opening with both colours. Every thread makes {thread} playouts a
move, one thread after the other in effect, as with equal time on as many cores; so a tree with t threads makes {thread} t. *A × B* are A
trees with B threads each. S has 19x19 and 9x9 Go.
""".strip()

WHY = """
Why does a vote help? {count} trees with {each} playouts each, alike but for their random numbers, or of five kinds: with
random playouts, with playouts by the evaluation and half of the moves random, with playouts cut after ten plies, with RAVE, and
UCT+. *Alone* is how often one tree is right, on average; *correlation* that of the errors of two trees at the same position; *vote* a
majority of the {count}; *independent* how often it would be right if a tree's errors did not depend on the position.
""".strip()


class Votes(Asking):
    """Accuracies and matches of several trees."""

    def run(self):
        """Accuracies first, then matches."""
        self.many()
        self.why()
        self.matches()

    def sets(self):
        """The sets with their answers."""
        return self.size["vote_sets"]

    def many(self):
        """By set and player: right moves of up to 512 trees."""
        texts = [text for label, _ in self.rows() for text in self.players(label).values()]
        return {name: self.accuracy(self.of_set(name), texts) for name in self.sets()}

    def rows(self):
        """Labels, with what is voted on and how."""
        return [((kind, merge), f"{name}, {merge}") for kind, name in (("uct:c=1", "UCT"), ("rave", "RAVE")) for merge in ("average", "majority")]

    def players(self, label):
        """By number of trees: the player."""
        kind, merge = label
        sign = "," if ":" in kind else ":"
        return {trees: f"{kind}{sign}n={EACH * trees},trees={trees},merge={merge}" for trees in self.size["many_trees"]}

    def seeds(self):
        """The seeds of the trees of a vote; equally many of each kind if kinds are mixed."""
        return range(1, self.size["voters"] + 1)

    def kinds(self):
        """By kind: the player with its playouts."""
        return {name: f"{text}{',' if ':' in text else ':'}n={self.size['voting']}" for name, text in KINDS.items()}

    def why(self):
        """Asks single trees of each kind, with many seeds."""
        for name in self.sets():
            for seed in self.seeds():
                self.accuracy([*self.of_set(name), "--seed", str(seed)], list(self.kinds().values()))

    def voters(self):
        """By set, kind and seed: the move and its credit, by position."""
        kinds = {text: kind for kind, text in self.kinds().items()}
        found = {}
        for answer in self.each_answer():
            if answer["set"] in self.sets() and answer["player"] in kinds and answer["seed"] in self.seeds():
                place = found.setdefault(answer["set"], {}).setdefault((kinds[answer["player"]], answer["seed"]), {})
                place[answer["position"]] = (answer["move"], answer["credit"])
        return found

    def agreed(self, trees):
        """By set: the winner's share of the votes and the credit of its move, for votes of this many trees."""
        text, found = self.players(("uct:c=1", "majority"))[trees], {}
        for answer in self.each_answer():
            if answer["set"] in self.sets() and answer["player"] == text and answer["seed"] == 1:
                found.setdefault(answer["set"], []).append((answer["agreement"], answer["credit"]))
        return found

    def pairs(self):
        """Matches: the names of the two, their players, and S's result on 19x19 and 9x9."""
        trees, threads = self.size["forest"]
        many = trees * threads

        def root(count, merge="majority"):
            return f"uct:n={THREAD * count},trees={count},merge={merge}"

        def tree(count):
            return f"uct:n={THREAD * count},threads={count}"

        def both(first, second, merge="majority"):
            return f"uct:n={THREAD * first * second},trees={first},threads={second},merge={merge}"

        alone = ("1 tree", f"uct:n={THREAD}")
        return [
            (("4 trees", root(4)), alone, ""),
            (("1 × 4", tree(4)), alone, ""),
            (("2 × 2", both(2, 2)), alone, ""),
            (("4 × 2", both(4, 2)), alone, ""),
            ((f"{many} trees", root(many)), (f"{many} trees, average", root(many, "average")), "70.0 and 56.5"),
            ((f"{trees} × {threads}", both(trees, threads)), (f"{trees} × {threads}, average", both(trees, threads, "average")), "59.0 and 47.0"),
            ((f"{many} trees", root(many)), (f"1 × {threads}", tree(threads)), ""),
            ((f"{trees} × {threads}", both(trees, threads)), (f"1 × {threads}", tree(threads)), ""),
            ((f"{trees} × {threads}", both(trees, threads)), (f"{many} trees", root(many)), ""),
        ]

    def matches(self):
        """The matches with results."""
        board, games = self.size["vote_match"]
        return [(first[0], second[0], paper, self.match(board, first[1], second[1], games)) for first, second, paper in self.pairs()]


def correlation(voters, wanted):
    """The correlation of the errors of two trees at the same position, over all pairs of trees with `wanted(first, second)`.
    Voters are dictionaries of (move, credit) by position, by (kind, seed). A drawing move counts as half an error."""
    sums = {voter: sum(1 - credit for _, credit in answers.values()) / len(answers) for voter, answers in voters.items()}
    positions = set.intersection(*(set(answers) for answers in voters.values()))
    cross = spread = count = 0
    names = list(voters)
    for place, first in enumerate(names):
        for second in names[place + 1 :]:
            if wanted(first, second):
                for position in positions:
                    a, b = 1 - voters[first][position][1] - sums[first], 1 - voters[second][position][1] - sums[second]
                    cross, spread, count = cross + a * b, spread + (a * a + b * b) / 2, count + 1
    return cross / spread if spread else None


def majority(voters, position):
    """The credit of the move that most trees chose; in a tie, of the one chosen first."""
    votes = [answers[position] for answers in voters]
    counted = Counter(move for move, _ in votes)
    best = max(counted, key=counted.get)
    return next(credit for move, credit in votes if move == best)


def independent(share, count):
    """How often a majority of this many independent voters is right if each is right with the same probability (Condorcet)."""
    from math import comb

    more = sum(comb(count, k) * share**k * (1 - share) ** (count - k) for k in range(count // 2 + 1, count + 1))
    return more + (0.5 * comb(count, count // 2) * (share * (1 - share)) ** (count // 2) if count % 2 == 0 else 0)


def why_rows(voters, count):
    """A row for each kind, and one for trees of all kinds."""
    rows = []
    kinds = list(KINDS)
    positions = sorted(set.intersection(*(set(answers) for answers in voters.values())))
    each = count // len(kinds)
    for kind in [*kinds, None]:
        chosen = {voter: answers for voter, answers in voters.items() if kind in (None, voter[0]) and (kind or voter[1] <= each)}
        share = sum(credit for answers in chosen.values() for _, credit in answers.values()) / (len(chosen) * len(positions))
        found = correlation(chosen, lambda first, second, kind=kind: kind is not None or first[0] != second[0])
        vote = sum(majority(list(chosen.values()), position) for position in positions) / len(positions)
        rows.append([kind or "all five kinds", f"{100 * share:.1f}", f"{found:.2f}" if found is not None else "",
                     str(wilson(100 * vote, len(positions))), f"{100 * independent(share, len(chosen)):.1f}"])
    return rows


def section(asked):
    """The section's text and its charts by name."""
    charts = {}
    parts = ["## Votes of many trees", HEAD, *many(asked, charts), *threshold(asked), *why(asked), *matches(asked)]
    return "\n\n".join([*parts, made_by(asked)]), charts


def many(asked, charts):
    """Right moves by number of trees."""
    found = asked.many()
    trees, rows, series = asked.size["many_trees"], [], []
    for name, lines in found.items():
        for label, title in asked.rows():
            cells = {count: lines.get(text, {}).get("accuracy") for count, text in asked.players(label).items()}
            rows.append([name, title, *(percent(cells[count]) for count in trees)])
            series.append({"name": f"{title}, {name}", "points": [point(count, cells[count]) for count in trees if cells[count]]})
    charts["votes-trees"] = {
        "title": f"Root parallel: right moves by number of trees, {EACH} playouts each", "x": {"label": "trees", "scale": "log2"},
        "y": {"label": "accuracy, %"}, "series": [one for one in series if one["points"]],
    }
    if not charts["votes-trees"]["series"]:
        charts.clear()
        return []
    table = results.table(["Set", "Vote", *trees], rows)
    gained = results.table(["Gain", "Vote", *trees], gains(asked, found))
    return ["### Up to 512 trees", MANY.format(each=EACH), table, GAINS, gained, block("votes-many"), figure("votes-trees", "Right moves by number of trees")]


def gains(asked, sets):
    """By how many points a majority is right more often than an average, and an average more often than one tree."""
    rows, trees = [], asked.size["many_trees"]
    for name in sets:
        by = {title: asked.players(label) for label, title in asked.rows()}
        for kind in dict.fromkeys(title.split(",")[0] for title in by):
            most, mean = by[f"{kind}, majority"], by[f"{kind}, average"]
            for label, pair in (("majority over average", lambda count, most=most, mean=mean: (most[count], mean[count])),
                                ("average over one tree", lambda count, mean=mean: (mean[count], mean[trees[0]]))):
                found = [asked.gain(name, *pair(count)) for count in trees[1:]]
                rows.append([name, f"{kind}, {label}", "", *(signed(one) if one else "" for one in found)])
    return rows


def threshold(asked):
    """How reliable a vote is, by its share."""
    trees = asked.size["many_trees"][-1]
    rows = []
    for name, votes in asked.agreed(trees).items():
        those = {share: [credit for agreement, credit in votes if agreement >= share - 1e-9] for share in SHARES}
        rows.append([name, "agreed", *(f"{100 * len(those[share]) / len(votes):.0f}" for share in SHARES)])
        rows.append([name, "right", *(str(wilson(100 * sum(of) / len(of), len(of))) if (of := those[share]) else "" for share in SHARES)])
    if not rows:
        return []
    table = results.table(["Threshold", "%", *(f"{share:g}" for share in SHARES)], rows)
    return ["### The share threshold", THRESHOLD.format(trees=trees, each=EACH), table, block("votes-threshold")]


def why(asked):
    """Whether the errors of trees are correlated."""
    rows, count = [], asked.size["voters"]
    for name, voters in asked.voters().items():
        if len(voters) == len(KINDS) * count:
            rows += [[name, *row] for row in why_rows(voters, count)]
    if not rows:
        return []
    table = results.table(["Set", "Trees", "Alone, %", "Correlation", "Vote, %", "Independent, %"], rows)
    text = WHY.format(count=count, each=f"{asked.size['voting']:,}")
    return ["### Why a vote helps, or not", text, table, block("votes-why")]


def matches(asked):
    """Who beats whom."""
    rows = [[first, second, f"{found['wins']}–{found['draws']}–{found['losses']}", percent(found["points"]), paper]
            for first, second, paper, found in asked.matches() if found]
    if not rows:
        return []
    board, games = asked.size["vote_match"]
    table = results.table(["First", "Second", "Won–drawn–lost", "Points, %", "S, %"], rows)
    return ["### Matches", MATCHES.format(board=board, games=games, thread=THREAD), table, block("votes-matches")]
