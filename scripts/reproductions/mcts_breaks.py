"""UCTbreak of Hashimoto et al. 2013 by the length of its playouts."""

from . import mcts_plan as plan
from . import results
from .conclusions import block, signed
from .mcts_asking import Asking
from .mcts_shown import made_by, percent

#: The sets, with the paper's accuracies where it has positions with as many discs.
SETS = {plan.NEAREST: (78.2, 74.8, 74.2), "8x8-s36-strong": None}
#: The sets for the question whose random plies hurt. One has an odd number of empty squares.
WHOSE = [*SETS, "8x8-s39-strong"]
#: No leaf is ever expanded, so every playout begins right after a move of the root.
FLAT = "threshold=1000000"

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

WHOSE_PLIES = """
Why is odd better? Three guesses, each of which a measurement could refute. The tree mixes leaves of odd and of even depth:
then the difference is gone where no leaf is ever expanded (`threshold=1000000`), and all playouts begin right after a move
of the root. The evaluation is better where the number of empty squares is even: then the difference is reversed on a set
with an odd number of empty squares (8x8-s39-strong). Random plies hurt by whose they are: with no tree, the playout's first,
third and fifth ply is the opponent's, and each even one the mover's own. Without a tree the first two plies give each move
only a few positions, whose signs tie; so the sentences below begin with the third. The gain of each further ply, with
{playouts} playouts, in percentage points, position by position:
""".strip()

GROWTH = """
The gain from {least} to {most} playouts, in percentage points, position by position:
""".strip()


def text(depth, playouts, *more):
    """The player that cuts its playouts after this many plies."""
    return ",".join([f"uctbreak:c=1,d={depth},n={playouts}", *more])


class Breaks(Asking):
    """Accuracies of UCTbreak by the plies of its playouts."""

    def run(self):
        """All of them."""
        self.found()
        self.whose()

    def found(self):
        """By set, plies and playouts: the line."""
        found = {}
        for name in SETS:
            keys = [(depth, playouts) for playouts in self.size["playouts"] for depth in self.size["cuts"]]
            players = {key: text(*key) for key in keys}
            lines = self.accuracy(self.of_set(name), list(players.values()))
            found.update({(name, *key): lines[player] for key, player in players.items() if player in lines})
        return found

    def whose(self):
        """With a tree and without, at the fewest playouts, for the sets of `WHOSE`: asks for what `whose_plies` shows."""
        for name in WHOSE[: 1 if len(self.size["cuts"]) < 3 else None]:
            players = [text(depth, self.size["playouts"][0], *more) for depth in self.size["cuts"] for more in ((), (FLAT,))]
            self.accuracy(self.of_set(name), players)


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
        parts += [WHOSE_PLIES.format(playouts=f"{budgets[0]:,}"), whose_plies(asked), block("breaks-whose")]
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


def whose_plies(asked):
    """The gain of each further ply, by set, with a tree and without."""
    playouts, cuts = asked.size["playouts"][0], asked.size["cuts"]
    steps = [(before, after) for before, after in zip(cuts, cuts[1:], strict=False) if after == before + 1]
    rows = []
    for name in WHOSE:
        for what, more in (("yes", ()), ("no", (FLAT,))):
            gained = [asked.gain(name, text(after, playouts, *more), text(before, playouts, *more)) for before, after in steps]
            if any(gained):
                rows.append([name, what, *(signed(gain) if gain else "" for gain in gained)])
    return results.table(["Whose, set", "Tree", *(f"ply {after}" for _, after in steps)], rows)


def growth(asked):
    """What more playouts bring, by set and cut."""
    least, *_, most = asked.size["playouts"]
    cuts = asked.size["cuts"]
    rows = []
    for name in SETS:
        gained = [asked.gain(name, text(depth, most), text(depth, least)) for depth in cuts]
        rows.append([name, *(signed(gain) if gain else "" for gain in gained)])
    return results.table(["Growth, set", *(f"d = {depth}" for depth in cuts)], rows)
