"""Up to 512 trees as in Soejima 2010, on sets of 3,000 positions: votes and averages, the share of the votes, whether any tree is right.

A run of the most trees keeps what each tree chose itself. Its first trees are those of a run of fewer, so all votes follow from it.
"""

import json
import subprocess
from collections import Counter

from .intervals import gained, wilson
from .lab import SETS as FOLDER
from .lab import Lab, with_black
from .mcts_votes import EACH, forest, voting
from .results import table

SETS = ["6x6-s16-3000", "4x10-s16-3000"]
SEARCHES = {"UCT": "uct:c=1"}
#: Trees of a vote that is compared with a single tree, and with the engine's own.
VOTE = 64
#: S's positions by the winner's share of the votes, in % (table 4.11).
BINS = ["0–0.2", "0.2–0.4", "0.4–0.6", "0.6–0.8", "0.8–1"]
TABLE_411 = {"S, 9x9": [4.2, 8.0, 22.5, 20.5, 44.8], "S, 19x19": [12.7, 25.4, 27.2, 18.3, 16.4]}
#: Shares of the trees in section 4.9.5 of S.
LEAST = [0.2, 0.4, 0.6, 0.8, 1.0]


def blocks(lab):
    """The blocks of the page and its chart, each by name."""
    forests = {(name, kind): Forest(lab, name, kind) for name in SETS for kind in SEARCHES}
    forests = {key: one for key, one in forests.items() if one.is_answered}
    plain = {name: one for (name, kind), one in forests.items() if kind == "UCT"}
    return {
        "votes-many": many(lab, forests),
        "votes-shares": shares(lab, plain),
        "votes-any": any_right(lab, plain),
        "votes-differ": differ(plain),
    }, chart(lab, forests)


class Forest:
    """The answers of trees of one search on a set."""

    def __init__(self, lab, name, kind):
        size, search, self.trees = {**lab.size, "positions": max(lab.size["curve"].values())}, SEARCHES[kind], lab.size["trees"]
        lab = Lab(lab.steps, size, lab.answers.parent / "forests" / f"{name}-{kind}", lab.threads)
        lab.answers.parent.mkdir(parents=True, exist_ok=True)
        self.vote = min(VOTE, self.trees[-1])
        means = {count: voting(search, count, "average") for count in self.trees}
        engine, strong = voting(search, self.vote, "majority"), forest(search, EACH * self.vote)
        self.is_answered = bool(lab.accuracy(name, [*means.values(), engine, strong]))
        if self.is_answered:
            self.places, self.credit = sorted(lab.positions(FOLDER / name)), labels(lab, name)
            choices = lab.answered(means[self.trees[-1]])
            self.choices = {place: choices[place]["votes"].split() for place in self.places}
            self.means = {count: moves(lab, player) for count, player in means.items()}
            self.strong = moves(lab, strong)
            self.compare(moves(lab, engine))

    def equals(self, count, place):
        """The moves with the most votes of the first trees."""
        counted = Counter(self.choices[place][:count])
        return [move for move, votes in counted.items() if votes == max(counted.values())]

    def best(self, count, place):
        """The winner of the first trees. Among equals the engine takes the move with the most playouts, which answers do not tell: if the
        average's is among them, it is that, else any."""
        equals, favourite = self.equals(count, place), self.means[count][place]
        return [favourite] if favourite in equals else equals

    def compare(self, engine):
        """Compares votes with the engine's. If equals have equally many playouts, too, the average is not decided as they are."""
        wrong = [place for place in self.places if engine[place] not in self.equals(self.vote, place)]
        if wrong:
            raise SystemExit(f"the votes of the trees and the engine differ in {wrong}")

    def right(self, chosen):
        """The credits of moves by position, of several the mean."""
        return [sum(self.credit[place][move] for move in chosen(place)) / len(chosen(place)) for place in self.places]

    def average(self, count):
        """The credits of the average of the first trees."""
        return self.right(lambda place: [self.means[count][place]])

    def majority(self, count):
        """The credits of a majority of the first trees."""
        return self.right(lambda place: self.best(count, place))

    def winning(self, count):
        """By position: the share of the first trees that choose a winning move."""
        return [sum(self.credit[place][move] == 1 for move in self.choices[place][:count]) / count for place in self.places]


def moves(lab, player):
    """By position: the move of a player."""
    return {place: answer["move"] for place, answer in lab.answered(player).items()}


def labels(lab, name):
    """By position: the credit of each move."""
    command = [lab.steps.program, "problems", "export", str(FOLDER / name), "--format", "jsonl"]
    lines = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    worth = {"win": 1.0, "draw": 0.5, "loss": 0.0}
    return {f"{one['rows']}x{one['cols']} {with_black(one['position'])}": {move["move"]: worth[move["outcome"]] for move in one["moves"]}
            for one in map(json.loads, lines)}


def share(credits):
    """How often they are right, with an interval; nothing without any."""
    return wilson(100 * sum(credits) / len(credits), len(credits)) if credits else ""


def percents(found):
    """The share of a list that is true, in percent."""
    return f"{100 * sum(found) / len(found):.1f}"


def many(lab, forests):
    """Right moves by number of trees, by average and by majority, and by how many points the majority is right more often."""
    rows = []
    for (name, kind), one in forests.items():
        means, votes = ([of(count) for count in one.trees] for of in (one.average, one.majority))
        rows += [[name, f"{kind}, average", *map(share, means)], [name, f"{kind}, majority", *map(share, votes)],
                 [name, f"{kind}, majority over average", "", *map(gained, votes[1:], means[1:])]]
    return table(["Set", "Vote", *lab.size["trees"]], rows)


def chart(lab, forests):
    """The chart of right moves by number of trees."""
    lines = []
    for (name, kind), one in forests.items():
        for merge, of in (("average", one.average), ("majority", one.majority)):
            found = {count: share(of(count)) for count in one.trees}
            points = [{"x": count, "y": each.value, "lower": each.lower, "upper": each.upper} for count, each in found.items()]
            lines.append({"name": f"{kind}, {merge}, {name}", "points": points})
    drawn = {"title": f"Root parallel: right moves by number of trees, {EACH} playouts each", "x": {"label": "trees", "scale": "log2"},
             "y": {"label": "accuracy, %"}, "series": lines}
    return {"votes-trees": drawn} if lines else {}


def shares(lab, forests):
    """How often a majority is right as trees grow in number, by the winner's share of the votes of the most trees."""
    rows = [[name, "positions", *(f"{each:.1f}" for each in found)] for name, found in TABLE_411.items()]
    for name, one in forests.items():
        most = one.trees[-1]
        wins = [Counter(one.choices[place]).most_common(1)[0][1] / most for place in one.places]
        # A share on the edge of two bins belongs to the lower.
        bins = [min(len(BINS) - 1, int(len(BINS) * win - 1e-9)) for win in wins]
        rows.append([name, "positions", *(percents([each == this for each in bins]) for this in range(len(BINS)))])
        for count in lab.size["forest"]:
            credits = one.majority(count)
            parts = ([credit for credit, each in zip(credits, bins, strict=True) if each == this] for this in range(len(BINS)))
            rows.append([name, f"right, {count} tree{'s' if count > 1 else ''}", *map(share, parts)])
    return table(["Share", "%", *BINS], rows)


def any_right(lab, forests):
    """In how many positions any tree, or at least a share of the trees, chooses a winning move."""
    rows = []
    for name, one in forests.items():
        for count in lab.size["forest"][1:]:
            found = one.winning(count)
            rows.append([name, count, percents([each > 0 for each in found]),
                         *(percents([each > least - 1e-9 for each in found]) for least in LEAST), share(one.majority(count))])
    return table(["Set", "Trees", "any", *(f"{least:.1f}" for least in LEAST), "Majority, %"], rows)


def differ(forests):
    """Where a vote and a single tree differ: who is right, and how the vote ranks the tree's move."""
    rows = []
    for name, one in forests.items():
        first = {place: choices[0] for place, choices in one.choices.items()}
        for playouts, single in ((EACH, first), (EACH * one.vote, one.strong)):
            ours, theirs = one.majority(one.vote), one.right(lambda place, single=single: [single[place]])
            # By the move that the vote makes: the first of those that it cannot tell apart.
            apart = [number for number, place in enumerate(one.places) if one.best(one.vote, place)[0] != single[place]]
            ranks = [rank(one.choices[place][: one.vote], single[place]) for place in map(one.places.__getitem__, apart)]
            rows.append([name, f"{playouts:,}", f"{100 * len(apart) / len(one.places):.1f}", share([ours[number] for number in apart]),
                         share([theirs[number] for number in apart]), gained(ours, theirs), f"{sum(ranks) / len(ranks):.2f}" if ranks else ""])
    return table(["Set", "Playouts of the tree", "Differ, %", "Vote right, %", "Tree right, %", "Vote over tree", "Rank of the tree's move"], rows)


def rank(votes, move):
    """One more than the moves with more votes."""
    counted = Counter(votes)
    return 1 + sum(each > counted[move] for each in counted.values())
