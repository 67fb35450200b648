"""The scale of UCT+ as Hashimoto et al. 2013 found it, by discriminant analysis, and matches against alpha-beta."""

from . import mcts_plan as plan
from . import results
from .conclusions import block, signed
from .mcts_asking import Asking
from .mcts_report import elo, standing
from .mcts_shown import made_by, percent

#: Where the scale of a set comes from in a cross fit: from positions of the same board and source with another S.
CROSSED = {"6x6-s12": "6x6-s16", "6x6-s16": "6x6-s12", "6x6-s20": "6x6-s16", "4x10-s12": "4x10-s16", "4x10-s16": "4x10-s12",
           "4x10-s20": "4x10-s16", "8x8-s40": "8x8-s36", "8x8-s36": "8x8-s40", plan.NEAREST: "8x8-s36-strong",
           "8x8-s36-strong": plan.NEAREST}
UCT, DEFAULT, OWN, CROSS, ZEBRA = "UCT", "default", "own fit", "cross fit", "30/128"
#: Alpha-beta of depth 1 with two evaluations.
DEPTHS = {"alpha-beta 1, own": "alphabeta:depth=1", "alpha-beta 1, common": "alphabeta:depth=1,eval=common"}
#: What is compared, by label: the two players, and whether at the most playouts, too.
COMPARED = {
    "default over UCT": (DEFAULT, UCT, True),
    "own fit over UCT": (OWN, UCT, False),
    "cross fit over UCT": (CROSS, UCT, False),
    "own fit over default": (OWN, DEFAULT, False),
    "own fit over 30/128": (OWN, ZEBRA, False),
    "cross fit over 30/128": (CROSS, ZEBRA, False),
    "alpha-beta 1, own over common": (*DEPTHS, False),
}
#: The paper's results by the depth of alpha-beta.
PAPER = {1: "90–2–8", 2: "66–0–34"}
#: The scales that H's accuracies do not refute, and the evaluations, in matches.
FITTING, EVALUATIONS = {ZEBRA: plan.ZEBRA, "1": "scale=1", "2": "scale=2"}, ("own", "common")

HEAD = """
[The constants](docs/results/mcts.md#the-constants) show the scale that H's method finds for each set. Here UCT+ searches with it.
*Own fit* is the scale fitted to the positions of the set itself; like H's, it knows the labels on which it is tested. *Cross fit* is
the scale of another set from the same board and the same kind of games. H fitted one scale to all S together, which was not tried.
*Default* is 8.6 discs on 8x8 and 11.5 on 6x6 and 4x10.
""".strip()

RIGHT = """
Right moves in % on {positions} positions of each set:
""".strip()

GAINS = """
The same position by position, in percentage points; *all* has the positions of all sets in the row. Empty
cells were not measured.
""".strip()

MATCHES = """
H's UCT+ beats alpha-beta 1 and 2. Perhaps it has another of the scales that H's accuracies do not refute, or alpha-beta profits more
from the evaluation learned here? In these matches both sides have the same evaluation: *own*, the one learned for the board, or *common*,
learned for all boards with fewer patterns. {games} games each on {board} with {playouts} playouts a move, from openings of eight random
moves, each opening played with both colours, and exact play from {end} empty squares on.
""".strip()


class Scales(Asking):
    """UCT+ by where its scale comes from."""

    def run(self):
        """All of it."""
        self.right()
        self.matches()

    def scales(self):
        """By set: the scale fitted to it. Sets without one are left out."""
        found = {name: self.lines("mcts", "fit", *self.of_set(name)[:2]) for name in self.size["sets"]}
        return {name: round(lines[0]["scale"], 1) for name, lines in found.items() if lines and lines[0]["scale"]}

    def players(self, name, playouts):
        """By label: the players on a set."""
        scales = self.scales()
        players = {UCT: f"uct:c=1,n={playouts}", DEFAULT: f"uct+:c=1,n={playouts}", ZEBRA: f"uct+:c=1,{plan.ZEBRA},n={playouts}"}
        known = {OWN: scales.get(name), CROSS: scales.get(CROSSED.get(name))}
        return players | {label: f"uct+:c=1,scale={scale:g},n={playouts}" for label, scale in known.items() if scale} | DEPTHS

    def right(self):
        """By label, playouts and set: the line. Only UCT and the default scale have the most playouts."""
        found = {}
        least, *_, most = self.size["playouts"] * 2
        for playouts in dict.fromkeys((least, most)):
            for name in self.size["sets"]:
                players = self.players(name, playouts)
                if playouts != least:
                    players = {label: players[label] for label in (UCT, DEFAULT)}
                lines = self.accuracy(self.of_set(name), list(players.values()))
                found.update({(label, playouts, name): lines[text] for label, text in players.items() if text in lines})
        return found

    def matches(self):
        """By evaluation, scale and depth: the match against alpha-beta."""
        board, playouts, end, games = self.settings()
        found = {}
        for evaluation in EVALUATIONS:
            ending = f"end={end}" if evaluation == "own" else f"eval={evaluation},end={end}"
            for scale, text in FITTING.items():
                for depth in PAPER:
                    plus, deep = f"uct+:n={playouts},{text},{ending}", f"alphabeta:depth={depth},{ending}"
                    found[evaluation, scale, depth] = self.match(board, plus, deep, games)
        return {key: line for key, line in found.items() if line}

    def settings(self):
        """Board, playouts, empty squares from which both are exact, and games."""
        board, playouts, end, games = self.size["match"]
        return board, self.size["slow"][0] if self.size["slow"] else playouts, end, games


def section(asked):
    """The section's text; it has no charts."""
    parts = ["## The scale by discriminant analysis", *right(asked), *matches(asked)]
    return "\n\n".join([*parts, made_by(asked)]), {}


def right(asked):
    """Right moves by scale and set, and what is gained."""
    found, scales = asked.right(), asked.scales()
    if not found:
        return []
    names = [name for name in asked.size["sets"] if any(key[2] == name for key in found)]
    budgets = sorted({playouts for _, playouts, _ in found})
    crossed = [f"{scales[source]:g} ({source})" if (source := CROSSED.get(name)) in scales else "" for name in names]
    rows = [["own fit, discs", "", *(f"{scales[name]:g}" if name in scales else "none" for name in names)], ["cross fit, discs", "", *crossed]]
    for label in (UCT, DEFAULT, OWN, CROSS, ZEBRA):
        for playouts in budgets:
            cells = [percent(found.get((label, playouts, name), {}).get("accuracy")) for name in names]
            if any(cells):
                rows.append([label if label == UCT else f"UCT+, {label}", f"{playouts:,}", *cells])
    for label in DEPTHS:
        rows.append([label, "", *(percent(found.get((label, budgets[0], name), {}).get("accuracy")) for name in names)])
    text = RIGHT.format(positions=next(iter(found.values()))["positions"])
    gained = results.table(["Gain", "Playouts", *names, "all"], gains(asked, names, budgets))
    return [HEAD, text, results.table(["Scale", "Playouts", *names], rows), GAINS, gained, block("scales-gains")]


def gains(asked, names, budgets):
    """Each comparison by playouts: its gain on each set, and over all sets that have both players."""
    rows = []
    for label, (first, second, also_most) in COMPARED.items():
        for playouts in budgets if also_most else budgets[:1]:
            pairs = {name: [asked.players(name, playouts).get(one) for one in (first, second)] for name in names}
            found = {name: asked.gain(name, *pair) for name, pair in pairs.items() if all(pair)}
            whole = asked.pooled_gain([(name, *pairs[name]) for name in found if found[name]])
            cells = [found.get(name) for name in names] + [whole]
            if any(cells):
                rows.append([label, "" if first in DEPTHS else f"{playouts:,}", *(signed(cell) if cell else "" for cell in cells)])
    return rows


def matches(asked):
    """The matches against alpha-beta."""
    found = asked.matches()
    if not found:
        return []
    rows = [[evaluation, scale, f"alpha-beta {depth}", standing(line), percent(line["points"]), elo(line["elo"]), PAPER[depth]]
            for (evaluation, scale, depth), line in found.items()]
    board, playouts, end, games = asked.settings()
    text = MATCHES.format(board=board, playouts=f"{playouts:,}", end=end, games=games)
    table = results.table(["Evaluation", "Scale", "Opponent", "Won–drawn–lost", "Points, %", "Elo", "Paper"], rows)
    return ["### Matches against alpha-beta", text, table, block("scales-matches")]
