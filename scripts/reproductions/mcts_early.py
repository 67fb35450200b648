"""The players of Hashimoto et al. 2013 at S = 30, on a set that is still small."""

from . import mcts_plan as plan
from . import results
from .conclusions import block, difference, signed, wilson
from .conclusions_mcts import PAPER_POSITIONS
from .mcts_asking import SETS, Asking
from .mcts_shown import made_by, percent

#: The set, from games of alpha-beta like those of the sets with S = 36 and S = 40.
EARLY = "8x8-s30-strong"
#: Label, player without its playouts, and the paper's accuracy on 8x8 with S = 30.
SIMPLE = [
    ("random", "random", 45.3),
    ("MC, 2,000 a move", "mc:n=2000,playout=lanes", 45.0),
    ("alpha-beta 1", "alphabeta:depth=1", 84.2),
    ("alpha-beta 2", "alphabeta:depth=2", 92.0),
    ("alpha-beta 3", "alphabeta:depth=3", 93.5),
    ("alpha-beta 4", "alphabeta:depth=4", 94.8),
    ("alpha-beta 5", "alphabeta:depth=5", 95.8),
]
#: The same with the paper's accuracies at 10,000, 30,000 and 50,000 playouts.
SEARCHES = [
    ("UCT, c = 1", "uct:c=1", (50.0, 51.5, 51.7)),
    ("UCT+, c = 1, scale 30/128", f"uct+:c=1,{plan.ZEBRA}", (87.2, 86.7, 86.8)),
    ("UCTbreak, c = 1, d = 10", "uctbreak:c=1", (84.9, 86.6, 88.1)),
    ("UCTbreak, c = 1, d = 9", "uctbreak:c=1,d=9", (84.9, 86.6, 88.1)),
]

TEXT = """
[{set}](data/sets/{set}) has {positions} positions with S = 30, so its intervals are wide: a candidate takes minutes to
label, where one with S = 36 takes seconds ([Problem sets](docs/results/problem-sets.md)). Right moves in %, the paper's
beside them, and the difference with its interval, as if the paper's {paper} positions and ours were independent samples. H's
UCTbreak has d = 10 or d = 9, depending on what they call the leaf ([UCTbreak](docs/results/uctbreak.md)).
""".strip()


class Early(Asking):
    """Right moves by player."""

    def players(self):
        """By label and playouts, 0 without any: the player's text, and the paper's number, if it has one for so many playouts."""
        found = {(label, 0): (text, share) for label, text, share in SIMPLE}
        for label, text, shares in SEARCHES:
            theirs = dict(zip(plan.SIZES["full"]["playouts"], shares, strict=True))
            found |= {(label, playouts): (f"{text},n={playouts}", theirs.get(playouts)) for playouts in self.size["playouts"]}
        return found

    def run(self):
        """Asks all of them, if the set is there."""
        return self.accuracy(self.of_set(EARLY), [text for text, _ in self.players().values()]) if (SETS / EARLY).exists() else {}


def section(asked):
    """The section's text; it has no charts."""
    found, rows = asked.run(), []
    if not found:
        return "## 8x8 with S = 30", {}
    for (label, playouts), (text, theirs) in asked.players().items():
        if text in found:
            ours = wilson(100 * found[text]["accuracy"]["value"], found[text]["positions"])
            beside = [f"{theirs:.1f}", signed(difference(ours, wilson(theirs, PAPER_POSITIONS)))] if theirs else ["", ""]
            rows.append([label, f"{playouts:,}" if playouts else "", percent(found[text]["accuracy"]), *beside])
    positions = next(iter(found.values()))["positions"]
    table = results.table(["Player", "Playouts", "Right, %", "Paper", "Difference"], rows)
    text = TEXT.format(set=EARLY, positions=positions, paper=PAPER_POSITIONS)
    return "\n\n".join(["## 8x8 with S = 30", text, table, block("early-paper"), made_by(asked)]), {}
