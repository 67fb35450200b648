"""UCTbreak of Hashimoto et al. 2013 by the length of its playouts."""

from . import mcts_plan as plan
from . import results
from .conclusions import block, signed
from .mcts_asking import Asking
from .mcts_shown import made_by, percent

#: The sets, with the paper's accuracies where it has positions with as many discs.
SETS = {plan.NEAREST: (78.2, 74.8, 74.2), "8x8-s36-strong": None}

HEAD = """
UCTbreak cuts a playout after d random plies; the sign of the evaluation is its result. H write that they cut ten plies ahead of
the leaf. If their leaf is the new node, from which our playouts begin, d is 10, as on the page of
[Monte-Carlo tree search](docs/results/mcts.md), which explains the terms and intervals used here. If it is the node above, where
the descent through the tree ended, d is 9.
""".strip()

ACCURACY = """
Right moves in % on {positions} positions of each set:
""".strip()

PARITY = """
The gain of each odd d over the even one that follows, in percentage points, position by position:
""".strip()

GROWTH = """
The gain from {least} to {most} playouts, in percentage points, position by position:
""".strip()


def text(depth, playouts):
    """The player that cuts its playouts after this many plies."""
    return f"uctbreak:c=1,d={depth},n={playouts}"


class Breaks(Asking):
    """Accuracies of UCTbreak by the plies of its playouts."""

    def run(self):
        """All of them."""
        self.found()

    def found(self):
        """By set, plies and playouts: the line."""
        found = {}
        for name in SETS:
            keys = [(depth, playouts) for playouts in self.size["playouts"] for depth in self.size["cuts"]]
            players = {key: text(*key) for key in keys}
            lines = self.accuracy(self.of_set(name), list(players.values()))
            found.update({(name, *key): lines[player] for key, player in players.items() if player in lines})
        return found


def section(asked):
    """The section's text; it has no charts."""
    found = asked.found()
    parts = ["## UCTbreak: where the playout ends", HEAD]
    if found:
        cuts, budgets = asked.size["cuts"], asked.size["playouts"]
        first = next(iter(found.values()))
        parts += [ACCURACY.format(positions=first["positions"]), accuracies(found, cuts, budgets), block("breaks-paper")]
        pairs = [(odd, odd + 1) for odd in cuts if odd % 2 and odd + 1 in cuts]
        parts += [PARITY, changes(asked, pairs), block("breaks-parity")]
    if found and len(budgets) > 1:
        parts += [GROWTH.format(least=f"{budgets[0]:,}", most=f"{budgets[-1]:,}"), growth(asked), block("breaks-growth")]
    return "\n\n".join([*parts, made_by(asked)]), {}


def accuracies(found, cuts, budgets):
    """The table of all accuracies, and the paper's."""
    rows = []
    for name, paper in SETS.items():
        for playouts in budgets:
            cells = [percent(found.get((name, depth, playouts), {}).get("accuracy")) for depth in cuts]
            theirs = paper[budgets.index(playouts)] if paper and len(budgets) == len(paper) else ""
            rows.append([name, f"{playouts:,}", *cells, theirs])
    return results.table(["Set", "Playouts", *(f"d = {depth}" for depth in cuts), "Paper"], rows)


def changes(asked, pairs):
    """The gain of one cut over another, by set and playouts."""
    rows = []
    for name in SETS:
        for playouts in asked.size["playouts"]:
            gained = [asked.gain(name, text(one, playouts), text(other, playouts)) for one, other in pairs]
            rows.append([name, f"{playouts:,}", *(signed(gain) if gain else "" for gain in gained)])
    return results.table(["Parity, set", "Playouts", *(f"d = {one} over {other}" for one, other in pairs)], rows)


def growth(asked):
    """What more playouts bring, by set and cut."""
    least, *_, most = asked.size["playouts"]
    cuts = asked.size["cuts"]
    rows = []
    for name in SETS:
        gained = [asked.gain(name, text(depth, most), text(depth, least)) for depth in cuts]
        rows.append([name, *(signed(gain) if gain else "" for gain in gained)])
    return results.table(["Growth, set", *(f"d = {depth}" for depth in cuts)], rows)
