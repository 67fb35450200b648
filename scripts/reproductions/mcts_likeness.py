"""Why votes of trees gain little: their shares, the likeness of their trees, and threads instead of trees (Soejima 2010)."""

from . import results
from .conclusions import block, difference, signed, wilson
from .mcts_asking import Asking
from .mcts_shown import made_by, percent
from .mcts_voters import RESAMPLES, correlated, gain_of_vote, independent
from .mcts_votes import EACH

#: Trees that differ in more than their random numbers: their names, and the player without its playouts.
KINDS = {
    "UCT": "uct:c=1",
    "UCT, other playouts": "uct:c=1,playout=greedy,eps=0.5",
    "UCT, cut playouts": "uctbreak:c=1",
    "RAVE": "rave",
    "UCT+": "uct+:c=1,scale=2",
}
#: Shares of the votes from which a vote counts as certain, and the bins of S.
SHARES, BINS = [0.4, 0.6, 0.8], ["0–0.2", "0.2–0.4", "0.4–0.6", "0.6–0.8", "0.8–1"]
#: S's positions by these bins, in % (table 4.11).
TABLE_411 = {"S, 9x9": [4.2, 8.0, 22.5, 20.5, 44.8], "S, 19x19": [12.7, 25.4, 27.2, 18.3, 16.4]}
#: The label of trees of all kinds.
MIXED = "all five kinds"

SHARE = """
With {trees} trees of {each} playouts each: how many of the positions have a winner with so large a share of the votes, and how often it
is right. S's positions are those of table 4.11, for 512 trees, too.
""".strip()

THRESHOLD = """
If a vote counts as certain from a share on, right moves in % of the votes *from* there on and *below*, and the difference in points. The
two groups are different positions, so their intervals are independent. S, section 4.9.5 and figures 4.24 and 4.25, has a threshold, too;
our copy of that text is damaged, so this need not be S's definition.
""".strip()

WHY = """
{count} trees with {each} playouts each, alike but for their random numbers, or of five kinds: with random playouts, with playouts by the
evaluation and half of the moves random, with playouts cut after ten plies, with RAVE, and UCT+. *Alone* is how often one tree is right,
on average; *vote* a majority of the {count}; *gain* is what the vote wins over that average, in points, position by position;
*correlation* that of the errors of two trees at the same position, with an interval from {resamples:,} resamples of the positions;
*independent* how often the vote would be right if a tree's errors did not depend on the position.
""".strip()

MERGED = """
S compares a majority with an average. Fewer playouts make trees less alike, so if it were the likeness of trees that keeps a majority
from being better, it should gain with few. The table has {trees} trees of UCT with as many playouts each as the second column says;
*alone* and *correlation* are those of {count} single trees. Trees of different kinds were not averaged: the program merges only trees of
one kind.
""".strip()

EQUAL = """
Every thread makes {each} playouts, as on as many cores in equal time if threads did not slow each other down: right moves in % by number
of threads, with one tree, with a tree for each thread, and with 8 trees of 8 threads. Threads of one tree run at the same time, with a virtual loss of one for each playout
under way. The last row is one thread that makes the playouts of all.
""".strip()

PAIRS = """
Pairs of these, position by position in points, with S's points in % where our copy has them: see *Matches* below for S's conditions. In
S tree parallel search with 4 to 8 threads overtakes 64 trees.
""".strip()


class Likeness(Asking):
    """Accuracies of single trees, of what they vote for, and of threads."""

    def run(self):
        """The single trees first, then what votes."""
        self.why()
        self.merged()
        self.equal_time()
        self.agreed()

    def sets(self):
        """The sets with their answers."""
        return self.size["vote_sets"]

    def seeds(self):
        """The seeds of the trees of a vote; equally many of each kind if kinds are mixed."""
        return range(1, self.size["voters"] + 1)

    def kinds(self):
        """By kind: the player with its playouts."""
        return {name: f"{text}{',' if ':' in text else ':'}n={self.size['voting']}" for name, text in KINDS.items()}

    def alone(self):
        """By number of playouts: a single tree."""
        return {each: f"uct:c=1,n={each}" for each in self.size["tree_playouts"]}

    def why(self):
        """Asks single trees of each kind, and of UCT with each number of playouts, with many seeds."""
        players = dict.fromkeys([*self.kinds().values(), *self.alone().values()])
        for name in self.sets():
            for seed in self.seeds():
                self.accuracy([*self.of_set(name), "--seed", str(seed)], list(players))

    def voters(self, players):
        """By set, label and seed: the move and its credit, by position; `players` has the player of each label."""
        labels = {text: label for label, text in players.items()}
        found = {name: {} for name in self.sets()}
        for answer in self.each_answer():
            if answer["set"] in found and answer["player"] in labels and answer["seed"] in self.seeds():
                place = found[answer["set"]].setdefault((labels[answer["player"]], answer["seed"]), {})
                place[answer["position"]] = (answer["move"], answer["credit"])
        return {name: voters for name, voters in found.items() if len(voters) == len(players) * self.size["voters"]}

    def merged(self):
        """By set: accuracies of average and majority with each number of playouts a tree."""
        players = [self.merger(each, merge) for each in self.size["tree_playouts"] for merge in ("average", "majority")]
        return {name: self.accuracy(self.of_set(name), players) for name in self.sets()}

    def merger(self, each, merge):
        """Many trees with this many playouts each."""
        trees = self.size["merged_trees"]
        return f"uct:c=1,n={trees * each},trees={trees},merge={merge}"

    def equal_time(self):
        """By set: accuracies of one tree, of many, and of both, with equally many playouts of each thread."""
        players = dict.fromkeys(player for _, by in self.schemes() for player in by.values())
        return {name: self.accuracy(self.of_set(name), list(players)) for name in self.sets()}

    def schemes(self):
        """Labels, with the player by number of threads."""
        trees, threads = self.size["forest"]
        each, many = self.size["voting"], trees * threads
        counts = [2**power for power in range(1, many.bit_length())]
        root = lambda count, merge: f"uct:c=1,n={each * count},trees={count},merge={merge}"  # noqa: E731
        both = lambda merge: f"uct:c=1,n={each * many},trees={trees},threads={threads},merge={merge}"  # noqa: E731
        single = {1: f"uct:c=1,n={each}"}
        return [
            ("one tree", single | {count: f"uct:c=1,n={each * count},threads={count}" for count in counts if count <= threads}),
            *((f"trees, {merge}", single | {count: root(count, merge) for count in counts if count > 2}) for merge in ("average", "majority")),
            *((f"{trees} × {threads}, {merge}", {many: both(merge)}) for merge in ("average", "majority")),
            ("one thread, playouts of all", single | {many: f"uct:c=1,n={each * many}"}),
        ]

    def pairs(self):
        """Labels of pairs, their players, and S's points on 19x19 and 9x9 where S played them."""
        trees, threads = self.size["forest"]
        many, by = trees * threads, dict(self.schemes())
        both = f"{trees} × {threads}"
        majority, average, tree = by["trees, majority"], by["trees, average"][many], by["one tree"]
        vote, mean = by[f"{both}, majority"][many], by[f"{both}, average"][many]
        return [
            (f"{many} trees, majority over average", majority[many], average, "70.0", "56.5"),
            (f"{both}, majority over average", vote, mean, "59.0", "47.0"),
            *((f"{many} trees over 1 × {count}", majority[many], tree[count], "", "") for count in tree if 1 < count < threads),
            (f"{many} trees over 1 × {threads}", majority[many], tree[threads], "", "49.5"),
            (f"{both} over 1 × {threads}", vote, tree[threads], "76.0 and 73.0", "67.0 and 68.5"),
            (f"{both} over {many} trees", vote, majority[many], "", ""),
            (f"{many} trees over one", majority[many], majority[1], "", ""),
            (f"1 × {threads} over one", tree[threads], majority[1], "", ""),
        ]

    def most(self):
        """The vote of most trees: their number, and the player."""
        trees = self.size["many_trees"][-1]
        return trees, f"uct:c=1,n={EACH * trees},trees={trees},merge=majority"

    def agreed(self):
        """By set: the winner's share of the votes and the credit of its move, for the vote of most trees."""
        _, text = self.most()
        for name in self.sets():
            self.accuracy(self.of_set(name), [text])
        found = {}
        for answer in self.each_answer():
            if answer["set"] in self.sets() and answer["player"] == text and answer["seed"] == 1:
                found.setdefault(answer["set"], []).append((answer["agreement"], answer["credit"]))
        return found


def section(asked):
    """The section's text; it has no charts."""
    parts = ["## When votes gain, and how alike the trees' errors are", *why(asked), *merged(asked), *shares(asked), *equal_time(asked)]
    return "\n\n".join([*parts, made_by(asked)]), {}


def why(asked):
    """Whether the errors of trees are correlated, and what a vote gains."""
    rows, count = [], asked.size["voters"]
    for name, voters in asked.voters(asked.kinds()).items():
        for kind in [*KINDS, MIXED]:
            chosen = {voter: answers for voter, answers in voters.items() if voter[0] == kind or (kind == MIXED and voter[1] <= count // len(KINDS))}
            vote, share, gained = gain_of_vote(list(chosen.values()))
            rows.append([name, kind, f"{share:.1f}", str(vote), signed(gained), correlated(chosen, apart=kind == MIXED),
                         f"{100 * independent(share / 100, len(chosen)):.1f}"])
    if not rows:
        return []
    table = results.table(["Set", "Trees", "Alone, %", "Vote, %", "Gain", "Correlation", "Independent, %"], rows)
    text = WHY.format(count=count, each=f"{asked.size['voting']:,}", resamples=RESAMPLES)
    return ["### Kinds of trees", text, table, block("likeness-why")]


def merged(asked):
    """A majority against an average, by the likeness of trees."""
    rows, found = [], asked.merged()
    for name, voters in asked.voters(asked.alone()).items():
        for each in asked.size["tree_playouts"]:
            chosen = {voter: answers for voter, answers in voters.items() if voter[0] == each}
            _, share, _ = gain_of_vote(list(chosen.values()))
            players = [asked.merger(each, merge) for merge in ("average", "majority")]
            cells = [percent(found[name].get(player, {}).get("accuracy")) for player in players]
            change = asked.gain(name, players[1], players[0])
            rows.append([name, f"{each:,}", f"{share:.1f}", correlated(chosen), *cells, signed(change) if change else ""])
    if not rows:
        return []
    head = ["Set", "Playouts each", "Alone, %", "Correlation", "Average, %", "Majority, %", "Majority over average"]
    text = MERGED.format(trees=asked.size["merged_trees"], count=asked.size["voters"])
    return ["### Majority and average by the likeness of trees", text, results.table(head, rows), block("likeness-merged")]


def shares(asked):
    """How often a vote is right, by its share."""
    trees, _ = asked.most()
    rows = [[name, "positions", *(f"{share:.1f}" for share in found)] for name, found in TABLE_411.items()]
    limits = []
    for name, votes in asked.agreed().items():
        edges = [place / len(BINS) + 1e-9 for place in range(len(BINS) + 1)]
        bins = [[credit for share, credit in votes if low < share <= high] for low, high in zip(edges, edges[1:], strict=False)]
        rows.append([name, "positions", *(f"{100 * len(those) / len(votes):.1f}" for those in bins)])
        rows.append([name, "right", *(str(right(those) or "") for those in bins)])
        for share in SHARES:
            from_there, below = ([credit for one, credit in votes if (one >= share - 1e-9) == wanted] for wanted in (True, False))
            first, last = right(from_there), right(below)
            both = first and last
            limits.append([name, share, len(from_there), *(str(each or "") for each in (first, last)), signed(difference(first, last)) if both else ""])
    if not limits:
        return []
    text = SHARE.format(trees=trees, each=EACH)
    heads = ["Set", "From", "Votes", "Right, from", "Right, below", "Difference"]
    return ["### The share of the votes", text, results.table(["Share", "%", *BINS], rows), block("likeness-shares"),
            THRESHOLD, results.table(heads, limits), block("likeness-threshold")]


def right(credits):
    """The share of right moves, with its interval; None without moves."""
    return wilson(100 * sum(credits) / len(credits), len(credits)) if credits else None


def equal_time(asked):
    """One tree, many trees, and both."""
    trees, threads = asked.size["forest"]
    counts = [2**power for power in range((trees * threads).bit_length())]
    rows, found = [], asked.equal_time()
    for name, lines in found.items():
        for label, by in asked.schemes():
            rows.append([name, label, *(percent(lines.get(by.get(count), {}).get("accuracy")) for count in counts)])
    changes = [[label, *(signed(change) if (change := asked.gain(name, first, second)) else "" for name in found), *paper]
               for label, first, second, *paper in asked.pairs()]
    if not any(cell for row in rows for cell in row[2:]):
        return []
    text = EQUAL.format(each=f"{asked.size['voting']:,}")
    return ["### Threads, trees, or both", text, results.table(["Set", "Scheme", *counts], rows), PAIRS,
            results.table(["Pair", *found, "S, 19x19", "S, 9x9"], changes), block("likeness-equal")]
