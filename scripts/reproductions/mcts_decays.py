"""UCT+ of Hashimoto et al. 2013 in more detail: how the evaluation should fade, and the unit of its scale."""

from . import mcts_plan as plan
from . import results
from .conclusions import block, signed
from .mcts_asking import Asking
from .mcts_shown import made_by, percent

#: Ways for the weight of the evaluation to fade after n visits, with the player's text for each.
DECAYS = {
    "1/√n (H)": "decay=root",
    "1/n^¼": "decay=power,p=0.25",
    "1/n": "decay=power,p=1",
    "√(k/(3n+k)), k = 50": "decay=rave,k=50",
    "√(k/(3n+k)), k = 500": "decay=rave,k=500",
    "k/(n+k), k = 10": "decay=prior,k=10",
    "k/(n+k), k = 50": "decay=prior,k=50",
    "k/(n+k), k = 250": "decay=prior,k=250",
}
#: Families of decays, of which some have a parameter k: the best member of each is judged.
FAMILIES = {"1/√n (H)": ["1/√n (H)"], "1/n^¼": ["1/n^¼"], "1/n": ["1/n"], "√(k/(3n+k))": ["√(k/(3n+k)), k = 50", "√(k/(3n+k)), k = 500"],
            "k/(n+k)": ["k/(n+k), k = 10", "k/(n+k), k = 50", "k/(n+k), k = 250"]}
#: The two readings of H's E = value / 30, in discs, and scales between them.
READINGS = [30 / 128, 1, 2, 4, 30]
EVALUATIONS = ["own", "common", "plain"]

HEAD = """
H add E / √n to UCB1, leave other decays to future work, and do not say whether their E is in discs or in Zebra's unit, 1/128 of a
disc. Terms and intervals are those of [Monte-Carlo tree search](docs/results/mcts.md).
""".strip()

FIT = """
Each decay and scale on {positions} positions of 6x6 with 16 empty squares that are in no set (`--board 6x6 --empties 16 --seed 1000`), with
{n} playouts: right moves in %. Decays that differ in k only form a family; the best decay and scale of each family is judged below.
""".strip()

JUDGE = """
The decays that were chosen there, with their scales, on the sets: right moves in %.
""".strip()

GAINS = """
The same against the first decay, in percentage points, position by position; *all* has the positions of all sets:
""".strip()

SCALE = """
Which unit did H mean? The two readings predict different things, and each can be refuted: with the scale 30/128 the evaluation
decides nearly alone, so UCT+ gains much over UCT and nothing from more playouts; with 30 discs it only breaks ties, so UCT+ is close to UCT and
gains what UCT gains. Scales in between are judged in the same way. Since much depends on the evaluation, three are tried on {set}: *own*, learned for the board; *common*, learned for all
boards, with fewer patterns; *plain*, the number of moves. *alpha-beta 1* shows how good an evaluation is.
""".strip()


class Decays(Asking):
    """Accuracies of UCT+ by decay, scale and evaluation."""

    def run(self):
        """The fit, what follows from it, and the scales."""
        self.fit()
        self.judged()
        self.readings()

    def fit(self):
        """By decay and scale: its line on the positions used for choosing."""
        n = self.size["playouts"][0]
        where = [*plan.TUNING, "--positions", str(self.size["tuning"])]
        texts = {(decay, scale): f"uct+:n={n},c=1,scale={scale},{text}" for decay, text in DECAYS.items() for scale in self.size["decay_scales"]}
        found = self.accuracy(where, list(texts.values()))
        return {key: found[text] for key, text in texts.items() if text in found}

    def best(self):
        """By family: the decay and scale that are right most often, the first in a tie."""
        found = self.fit()
        chosen = {}
        for family, members in FAMILIES.items():
            known = [key for key in found if key[0] in members]
            if known:
                chosen[family] = max(known, key=lambda key: found[key]["accuracy"]["value"])
        return chosen

    def judged(self):
        """By family, playouts and set: the line of its best member."""
        found = {}
        for playouts in self.size["decay_playouts"]:
            texts = {family: f"uct+:n={playouts},c=1,scale={scale},{DECAYS[decay]}" for family, (decay, scale) in self.best().items()}
            for name in self.size["sets"]:
                lines = self.accuracy(self.of_set(name), list(texts.values())) if texts else {}
                found.update({(family, playouts, name): lines[text] for family, text in texts.items() if text in lines})
        return found

    def readings(self):
        """By evaluation, label and playouts: lines on the set nearest to H's positions. UCT needs no evaluation."""
        name, (least, *_, most) = plan.NEAREST, self.size["playouts"] * 2
        players = {}
        for playouts in dict.fromkeys((least, most)):
            players["", "UCT", playouts] = f"uct:c=1,n={playouts}"
            for guide in EVALUATIONS:
                players.update({(guide, scale, playouts): f"uct+:c=1,scale={scale},eval={guide},n={playouts}" for scale in READINGS})
        players.update({(guide, f"alpha-beta {depth}", 0): f"alphabeta:depth={depth},eval={guide}" for guide in EVALUATIONS for depth in (1, 2, 3)})
        lines = self.accuracy(self.of_set(name), list(players.values()))
        return {key: lines[text] for key, text in players.items() if text in lines}


def section(asked):
    """The section's text; it has no charts."""
    parts = ["## Decays, and the unit of the scale", HEAD, *fit(asked), *judged(asked), *readings(asked)]
    return "\n\n".join([*parts, made_by(asked)]), {}


def fit(asked):
    """The table from which decays were chosen."""
    found = asked.fit()
    if not found:
        return []
    scales = asked.size["decay_scales"]
    rows = [[decay, *(percent(found.get((decay, scale), {}).get("accuracy")) for scale in scales)] for decay in DECAYS]
    line = next(iter(found.values()))
    text = FIT.format(positions=line["positions"], n=f"{asked.size['playouts'][0]:,}")
    return ["### How the evaluation fades", text, results.table(["Decay, scale", *(f"{scale:g}" for scale in scales)], rows), block("decays-fit")]


def judged(asked):
    """The decays on the sets."""
    found, best = asked.judged(), asked.best()
    names = [name for name in asked.size["sets"] if any(key[2] == name for key in found)]
    if not names:
        return []
    rows = []
    for family, (decay, scale) in best.items():
        for playouts in asked.size["decay_playouts"]:
            cells = [percent(found.get((family, playouts, name), {}).get("accuracy")) for name in names]
            rows.append([f"{decay}, scale {scale:g}", f"{playouts:,}", *cells])
    table = results.table(["Decay", "Playouts", *names], rows)
    return [JUDGE, table, GAINS, results.table(["Gain", "Playouts", *names, "all"], gains(asked, names)), block("decays-judged")]


def gains(asked, names):
    """By how many points each family's best is right more often than the paper's decay, position by position."""
    (_, root), *others = asked.best().items()
    rows = []
    for decay, scale in (chosen for _, chosen in others):
        for playouts in asked.size["decay_playouts"]:
            ours, theirs = (f"uct+:n={playouts},c=1,scale={one[1]},{DECAYS[one[0]]}" for one in ((decay, scale), root))
            found = [asked.gain(name, ours, theirs) for name in names]
            whole = asked.pooled_gain([(name, ours, theirs) for name in names])
            rows.append([f"{decay}, scale {scale:g}", f"{playouts:,}", *(signed(one) if one else "" for one in (*found, whole))])
    return rows


def readings(asked):
    """The table of the two readings."""
    found = asked.readings()
    if not found:
        return []
    budgets = sorted({playouts for _, _, playouts in found if playouts})
    rows = [["", "UCT", *(percent(found.get(("", "UCT", playouts), {}).get("accuracy")) for playouts in budgets)]]
    for guide in EVALUATIONS:
        for depth in (1, 2, 3):
            alone = percent(found.get((guide, f"alpha-beta {depth}", 0), {}).get("accuracy"))
            rows.append([guide, f"alpha-beta {depth}", *[alone] * bool(budgets), *[""] * (len(budgets) - 1)])
        for scale in READINGS:
            cells = [percent(found.get((guide, scale, playouts), {}).get("accuracy")) for playouts in budgets]
            at = {playouts: f"uct+:c=1,scale={scale},eval={guide},n={playouts}" for playouts in budgets}
            gained = asked.gain(plan.NEAREST, at[budgets[0]], f"uct:c=1,n={budgets[0]}")
            grown = asked.gain(plan.NEAREST, at[budgets[-1]], at[budgets[0]])
            changes = [signed(one) if one else "" for one in (gained, grown)]
            rows.append([guide, f"UCT+, scale {scale:.3g}", *cells, *changes])
    paper = {"UCT": (62.5, 69.8), "UCT+": (88.7, 88.2), "alpha-beta 1": (82.7, None), "alpha-beta 2": (88.7, None), "alpha-beta 3": (90.3, None)}
    if len(budgets) == 2:
        for label, values in paper.items():
            rows.append(["paper", label, *(value if value is not None else "" for value in values)])
    head = ["Evaluation", "Player", *(f"{playouts:,} playouts" for playouts in budgets), "Gain over UCT", "Growth"]
    rows = [row + [""] * (len(head) - len(row)) for row in rows]
    return ["### The unit of the scale", SCALE.format(set=plan.NEAREST), results.table(head, rows), block("decays-scale")]
