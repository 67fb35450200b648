"""Root parallel search as in Soejima 2010 with up to 512 trees, and with RAVE."""

from . import results
from .conclusions import block, signed
from .mcts_asking import Asking
from .mcts_shown import figure, made_by, percent, point

#: Playouts of each tree.
EACH = 128

HEAD = """
S is Soejima (2010), who played Go and took the moves of a much longer search as right. Here the exact labels decide. Terms and intervals
are those of [Monte-Carlo tree search](docs/results/mcts.md). UCT has c = 1, RAVE its default, c = 0.2.
""".strip()

MANY = """
Right moves in % by number of trees with {each} playouts each, by average and by majority.
""".strip()

GAINS = """
The same position by position, in percentage points:
""".strip()


class Votes(Asking):
    """Accuracies of up to 512 trees."""

    def run(self):
        """All of them."""
        self.many()

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


def section(asked):
    """The section's text and its charts by name."""
    charts = {}
    return "\n\n".join(["## Up to 512 trees", HEAD, *many(asked, charts), made_by(asked)]), charts


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
    return [MANY.format(each=EACH), table, GAINS, gained, block("votes-many"), figure("votes-trees", "Right moves by number of trees")]


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
