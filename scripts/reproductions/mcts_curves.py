"""Right moves by playouts on sets of 3,000 positions: curves to a million, comparisons in the same positions, variants."""

import itertools
import json
import re
import subprocess

from . import mcts_tuning as tuning
from . import pages, results
from .intervals import direction, paired, percent, signed, wilson
from .lab import SETS, Lab, with_black
from .mcts_needs import WANTED, need, rounded
from .mcts_searches import heading

#: The sets by the name of the block of their curves.
LARGE = {
    "curves-6x6-s16": "6x6-s16-3000", "curves-4x10": "4x10-s16-3000", "curves-8x8": "8x8-s40-greedy-3000",
    "curves-6x6-s20": "6x6-s20-3000", "curves-6x6-s12": "6x6-s12-3000",
}
#: Searches that ask the evaluation about a leaf instead of playing from it, with the constants tried on sets of other games.
TUNED_ON, TUNED_AT = ["6x6-s16-greedy", "8x8-s40-strong"], 1_000
LEAF = {
    "UCT, leaf": ("uct:playout=cut,d=0,reward={},c={}", [("outcome", "margin"), (0.03, 0.06, 0.125, 0.25, 0.5, 1)]),
    "RAVE, leaf": ("rave:playout=cut,d=0,reward={},c={},k={}", [("outcome", "margin"), (0.05, 0.2), (50, 500)]),
    "PUCT, leaf": ("puct:playout=cut,d=0,reward={},c={},t={}", [("outcome", "margin"), (0.125, 0.5, 1, 2, 4), (1, 2, 4)]),
}
#: Those whose constants the page has; UCTbreak is "UCT, leaf" without a choice of the reward.
KEPT = ["UCT", "RAVE", "UCT+", "PUCT"]
MC, ALPHA_BETA, DEPTHS = "flat MC", "alpha-beta", range(1, 7)
ORDER = ["UCT, lanes", "UCT", "PUCT, leaf", "UCT, leaf", "RAVE", "UCT+", "PUCT", "RAVE, leaf"]
#: Numbers of playouts at which searches are compared, and pairs of them.
COMPARED = [10, 1_000, 10_000, 100_000]
PAIRS = [("UCT", MC), ("UCT", "UCT, lanes"), ("RAVE", "UCT"), ("UCT+", "UCT"), ("PUCT, leaf", "PUCT"), ("PUCT, leaf", "UCT, leaf"),
         ("PUCT, leaf", "alpha-beta 4")]
#: Variants, each of two searches: options by name.
VARIED = ["UCT", "PUCT, leaf"]
VARIANTS = {"MCTS-Solver": "prove=yes", "most valuable move": "final=mean", "secure move": "final=secure"}
#: Upper ends of bins of the share of winning moves, and whose errors are told by bin, with 1,000 playouts.
BINS, FOOLED, AT = {"under 25 %": 0.25, "25–50 %": 0.5, "50–75 %": 0.75, "75 % and more": 1}, ["UCT", "UCT+", "PUCT, leaf", "alpha-beta 4"], 1_000


#: Searches in lanes are ten times as fast, and are asked about so many more positions; with more playouts than this only they are.
FASTER, SLOW = 10, 100_000
#: All searches are asked with so many playouts, with more only while 95 % are not surely right.
ALL = 10_000


def tuned(lab):
    """By search and text: the credits on the sets for tuning, in the same order."""
    found, n = {label: {} for label in LEAF}, lab.size["tuning"][0] if lab.size["sets"] else TUNED_AT
    for name in TUNED_ON:
        wanted = {label: [form.format(*each) for each in itertools.product(*values)] for label, (form, values) in LEAF.items()}
        lab.accuracy(name, [f"{text},n={n}" for texts in wanted.values() for text in texts])
        for label, texts in wanted.items():
            for text in texts:
                found[label].setdefault(text, []).extend((lab.credits(name, f"{text},n={n}") or {}).values())
    return found


class Measured:
    """What players answered on one large set."""

    def __init__(self, lab, name):
        self.name, self.lines, self._credits = name, {}, {}
        self.lab = Lab(lab.steps, lab.size, lab.answers.parent / "curves" / name, lab.threads)
        self.lab.answers.parent.mkdir(parents=True, exist_ok=True)

    def ask(self, player, count):
        """What the program says of a player about the first positions, or ten times as many in lanes; nothing if time is up."""
        count = min(max(self.lab.size["curve"].values()), FASTER * count if "lanes" in player else count)
        if (player, count) not in self.lines:
            found = self.lab.accuracy(("--set", f"data/sets/{self.name}", "--positions", str(count)), [player])
            if player not in found:
                return None
            self.lines[player, count] = found[player]
        return self.lines[player, count]

    def credits(self, player):
        """The credits of a player by position."""
        if not self._credits:
            for answer in self.lab.each_answer():
                self._credits.setdefault(answer["player"], {})[answer["position"]] = answer["credit"]
        return self._credits.get(player, {})

    def gain(self, first, second):
        """How much more often the first player is right, in the positions that both were asked about; None if one was not."""
        if not {first, second} <= {player for player, _ in self.lines}:
            return None
        ours, theirs = self.credits(first), self.credits(second)
        return paired([ours[place] - theirs[place] for place in ours.keys() & theirs.keys()])


class Curves:
    """Searches by name and their shares of right moves by set, name and playouts."""

    def __init__(self, lab):
        self.lab, self.steps = lab, lab.size["curve"]
        self.tuned = tuned(lab)
        kept = re.findall(r"\| (.+?) \| \d+ \| `(.+?)` \|", pages.blocks(pages.written()["searches"])["searches-tuning"])
        self.texts = {label: text for label, text in kept if label in KEPT}
        self.texts |= {"UCT, lanes": f"{self.texts['UCT']},playout=lanes"} | tuning.chosen(self.tuned)
        self.labels = [MC, *(label for label in ORDER if label in self.texts)]
        self.sets = [Measured(lab, name) for name in list(LARGE.values())[: 1 if lab.size["sets"] else None]]
        self.found = {}

    def player(self, label, n):
        """The player's text; flat MC divides its playouts by eight, about the number of moves. Alpha-beta needs none."""
        if label.startswith(ALPHA_BETA):
            return f"alphabeta:depth={label.split()[-1]}"
        return f"mc:playout=lanes,n={max(1, n // 8)}" if label == MC else f"{self.texts[label]},n={n}"

    def measure(self):
        """Asks about all searches, with more and more playouts."""
        most = max(self.steps.values())
        for one in self.sets:
            for depth in DEPTHS:
                self.found[one.name, f"{ALPHA_BETA} {depth}", 0] = one.ask(self.player(f"{ALPHA_BETA} {depth}", 0), most)
        self.vary()
        for n, count in self.steps.items():
            for label in self.labels:
                for one in self.sets:
                    if n <= ALL or ((n <= SLOW or "lanes" in self.player(label, n)) and not self.is_enough(one.name, label)):
                        self.found[one.name, label, n] = one.ask(self.player(label, n), count)
        self.found = {key: line for key, line in self.found.items() if line}

    def is_enough(self, name, label):
        """Whether a search is known to be right often enough with fewer playouts, or time was up."""
        lines = [line for (where, who, _), line in self.found.items() if (where, who) == (name, label)]
        return any(line is None or line["accuracy"]["lower"] > WANTED for line in lines)

    def is_done(self, n):
        """Whether all searches were asked with so many playouts, or are right often enough with fewer."""
        return n in self.steps and all((one.name, label, n) in self.found or self.is_enough(one.name, label)
                                       for one in self.sets for label in self.labels)

    def vary(self):
        """Asks about the variants."""
        for option, (n, count), label, one in itertools.product(VARIANTS.values(), self.lab.size["varied"].items(), VARIED, self.sets):
            one.ask(f"{self.player(label, n)},{option}", count)

    def share(self, name, label, n):
        """A cell: the share of right moves."""
        line = self.found.get((name, label, n))
        return percent(line["accuracy"]) if line else ""


def blocks(lab):
    """The blocks of the pages by name; their charts are drawn from the tables."""
    curves = Curves(lab)
    curves.measure()
    return {
        "curves-tuning": tuning.table(curves.tuned),
        **{block: curve(curves, name) for block, name in LARGE.items() if any(one.name == name for one in curves.sets)},
        "curves-needs": needs(curves, curves.labels, lambda n, _: n),
        "curves-time": needs(curves, [*curves.labels, ALPHA_BETA], lambda _, line: 1000 * line["cpu_seconds"] / line["positions"]),
        "curves-best": best(curves),
        "curves-pairs": pairs(curves),
        "curves-variants": variants(curves),
        "curves-fooled": fooled(curves),
    }, {}


def curve(curves, name):
    """Right moves by search and playouts; fewer positions are told in the head of a column."""
    most, steps = max(curves.steps.values()), [n for n in curves.steps if any(key[::2] == (name, n) for key in curves.found)]
    counts = {n: curves.steps[n] * (FASTER if n > SLOW else 1) for n in steps}
    head = [f"{n:,}" + (f" ({count} positions)" if count < most else "") for n, count in counts.items()]
    rows = [[label, *(curves.share(name, label, n) for n in steps), ""] for label in curves.labels]
    rows += [[f"{ALPHA_BETA} {depth}", *("" for _ in steps), curves.share(name, f"{ALPHA_BETA} {depth}", 0)] for depth in DEPTHS]
    return results.table([heading(name), *head, "any"], rows)


def needs(curves, labels, cost):
    """The cost of 95 % right moves by search and set."""
    rows = []
    for label in labels:
        cells = []
        for one in curves.sets:
            steps = [(f"{label} {depth}", 0) for depth in DEPTHS] if label == ALPHA_BETA else [(label, n) for n in curves.steps]
            lines = [(n, curves.found[one.name, who, n]) for who, n in steps if (one.name, who, n) in curves.found]
            costs = [cost(n, line) for n, line in lines]
            cells.append(need(costs, [line["accuracy"] for _, line in lines]).text(rounded) if costs else "")
        rows.append([label, *cells])
    return results.table(["Needs", *(heading(one.name) for one in curves.sets)], rows)


def best(curves):
    """By playouts and set: the search that is right most often, and those that are indistinguishable from it."""
    rows = []
    for n in filter(curves.is_done, COMPARED):
        cells = []
        for one in curves.sets:
            shares = {label: last["accuracy"]["value"] for label in curves.labels if (last := at_most(curves, one.name, label, n)[1])}
            first, *others = sorted(shares, key=shares.get, reverse=True)
            alike = [label for label in others if not direction(one.gain(*(at_most(curves, one.name, each, n)[0] for each in (first, label))))]
            cells.append("; ".join([first, *alike]))
        rows.append([f"{n:,}", *cells])
    return results.table(["Playouts", *(heading(one.name) for one in curves.sets)], rows)


def at_most(curves, name, label, n):
    """The player and its line with the most playouts up to a number: that number, or fewer if they are enough."""
    steps = [step for step in curves.steps if step <= n and (name, label, step) in curves.found]
    return (curves.player(label, steps[-1]), curves.found[name, label, steps[-1]]) if steps else (None, None)


def told(one, first, second):
    """A cell: a gain with its interval."""
    found = one.gain(first, second)
    return signed(found) if found else ""


def pairs(curves):
    """What one search gains over another in the same positions with the same playouts."""
    rows = [[f"{first} over {second}", f"{n:,}", *(told(one, curves.player(first, n), curves.player(second, n)) for one in curves.sets)]
            for first, second in PAIRS for n in curves.steps if n in COMPARED and n <= ALL]
    return results.table(["Gain", "Playouts", *(heading(one.name) for one in curves.sets)], [row for row in rows if any(row[2:])])


def variants(curves):
    """What a variant gains over the search without it."""
    rows = []
    for label in VARIED:
        for name, option in VARIANTS.items():
            for n in curves.lab.size["varied"]:
                plain = curves.player(label, n)
                rows.append([f"{label}: {name}", f"{n:,}", *(told(one, f"{plain},{option}", plain) for one in curves.sets)])
    return results.table(["Gain", "Playouts", *(heading(one.name) for one in curves.sets)], [row for row in rows if any(row[2:])])


def winning(curves, name):
    """By position: the share of its moves that win."""
    command = [curves.lab.steps.program, "problems", "export", str(SETS / name), "--format", "jsonl"]
    lines = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    records = map(json.loads, lines)
    return {with_black(record["position"]): sum(move["outcome"] == "win" for move in record["moves"]) / len(record["moves"])
            for record in records}


def fooled(curves):
    """Right moves by the share of moves that win, on 6x6 and 8x8."""
    rows = []
    for one in curves.sets[:3:2]:
        shares, lower = winning(curves, one.name), [0, *BINS.values()]
        for label in FOOLED:
            answers = {place.partition(" ")[2]: credit for place, credit in one.credits(curves.player(label, AT)).items()}
            cells = []
            for least, most in zip(lower, lower[1:], strict=False):
                found = [credit for place, credit in answers.items() if least <= shares[place] < most]
                cells.append(str(wilson(100 * sum(found) / len(found), len(found))) if found else "")
            rows.append([heading(one.name), label, *cells])
    return results.table(["Set", "Search", *BINS], [row for row in rows if any(row[2:])])
