"""Parallel schemes, virtual loss and playouts from each leaf at equal playouts (Kubota, Sato & Takahashi)."""

from . import results
from .conclusions import block, paired, several, signed
from .mcts_asking import Asking
from .mcts_leaves import AHEAD, LOSSES
from .mcts_shown import made_by, percent

HEAD = """
Players with equally many playouts in all, compared in the same positions. UCT has c = 1. Numbers that depend on the order in which
threads finish differ a little from one run to the next.
""".strip()

SCHEMES = """
Gain over one tree with one thread, in points. All have {playouts} playouts in all; a position counts with the mean of its answers with
{seeds} seeds. Leaf parallel search has a virtual loss of 1 and one leaf ahead. The first row is the accuracy of one tree.
""".strip()

CONTRASTS = """
The same for leaf parallel search with one playout from each leaf. A row compares the mean of all settings that have the first with the
mean of all that have the second: virtual losses of {losses}, {ahead} leaves ahead, {workers} workers. K's server (figure 6) waits for an
idle client and counts a playout when it has its result: loss 0, ahead 0.
""".strip()

PER_LEAF = """
K explain the fall of the win rate beyond k = 16 by playouts spent on moves of little use. At equal time that is mixed with speed. Here
one thread makes equally many playouts with every k: gain over k = 1 in points. The column k = 1 has accuracies.
""".strip()


class Schemes(Asking):
    """Accuracies at equal playouts."""

    def run(self):
        """Everything."""
        self.pooled()
        self.per_leaf()

    def single(self):
        """One tree with one thread."""
        return f"uct:c=1,n={self.size['voting']}"

    def schemes(self):
        """Labels, as workers and scheme, with their players."""
        plain, found = self.single(), {}
        for count in (1, *self.size["leaf_workers"]):
            shape = f"{count // 2} × 2"
            leaf = f"{plain},leaf={count}"
            trees = {f"root, {merge}": f"{plain},trees={count},merge={merge}" for merge in ("average", "majority")}
            both = {f"root × tree, {shape}": f"{plain},trees={count // 2},threads=2,merge=average"} if count > 2 else {}
            one = f"{leaf},per=1" if count == 1 else f"{leaf},loss=1,ahead=1"
            by = {"tree": f"{plain},threads={count}", "leaf, 1 from each": one, "leaf, 16 from each": f"{leaf},per=16", **trees, **both}
            found |= {(count, scheme): player for scheme, player in by.items() if count > 1 or scheme.startswith("leaf")}
        return found

    def choices(self):
        """By workers, virtual losses and leaves ahead: the player."""
        return {(workers, loss, ahead): f"{self.single()},leaf={workers},loss={loss},ahead={ahead}"
                for workers in self.size["leaf_workers"] for loss in LOSSES for ahead in AHEAD}

    def pooled(self):
        """Asks all schemes and choices with every seed; by set and player, the mean credit by position."""
        players = dict.fromkeys([self.single(), *self.schemes().values(), *self.choices().values()])
        seeds = range(1, self.size["scheme_seeds"] + 1)
        for name in self.size["scheme_sets"]:
            for seed in seeds:
                self.accuracy([*self.of_set(name), "--seed", str(seed)], list(players))
        found = {}
        for answer in self.each_answer():
            if answer["player"] in players and answer["seed"] in seeds and answer["set"] in self.size["scheme_sets"]:
                credits = found.setdefault((answer["set"], answer["player"]), {}).setdefault(answer["position"], [])
                credits.append(answer["credit"])
        return {key: {position: sum(those) / len(those) for position, those in by.items()} for key, by in found.items()}

    def leaf_players(self, playouts):
        """By playouts from each leaf: the player."""
        return {k: f"uct:c=1,n={playouts}" + (f",per={k}" if k > 1 else "") for k in self.size["per_leaf"]}

    def per_leaf(self):
        """By set and number of playouts: accuracies by player."""
        return {(name, playouts): self.accuracy(self.of_set(name), list(self.leaf_players(playouts).values()))
                for name in self.size["per_sets"] for playouts in self.size["per_playouts"]}


def contrast(found, name, first, second):
    """By how much the mean credit of the first players is above that of the second in the same positions of a set."""
    def mean(players, position):
        return sum(found[name, player][position] for player in players) / len(players)

    return paired([mean(first, position) - mean(second, position) for position in found[name, first[0]]])


def section(asked):
    """The section's text; it has no charts."""
    parts = ["## Accuracy at equal playouts", HEAD, *pooled(asked), *per_leaf(asked)]
    return "\n\n".join([*parts, made_by(asked)]), {}


def pooled(asked):
    """Schemes against one tree, and contrasts of virtual losses and leaves ahead."""
    found, single, sets = asked.pooled(), asked.single(), asked.size["scheme_sets"]
    if any((name, player) not in found for name in sets for player in [*asked.schemes().values(), *asked.choices().values()]):
        return []
    alone = [f"{100 * sum(found[name, single].values()) / len(found[name, single]):.1f}" for name in sets]
    rows = [[1, "tree", *alone]]
    rows += [[*label, *(signed(contrast(found, name, [player], [single])) for name in sets)]
             for label, player in asked.schemes().items()]
    contrasts = [[label, *(signed(contrast(found, name, first, second)) for name in sets)]
                 for label, first, second in settings(asked)]
    text = SCHEMES.format(playouts=f"{asked.size['voting']:,}", seeds=asked.size["scheme_seeds"])
    more = CONTRASTS.format(**{name: several(map(str, numbers), "or") for name, numbers in
                               (("losses", LOSSES), ("ahead", AHEAD), ("workers", asked.size["leaf_workers"]))})
    return ["### Schemes", text, results.table(["Workers", "Scheme", *sets], rows), block("schemes-gains"),
            "### Virtual loss and leaves ahead, contrasted", more, results.table(["Contrast", *sets], contrasts),
            block("schemes-contrasts")]


def settings(asked):
    """Labels of contrasts, with the players on both sides."""
    choices = asked.choices()

    def those(workers=None, loss=None, ahead=None):
        wanted = (workers, loss, ahead)
        return [player for key, player in choices.items()
                if all(value in (None, one) for one, value in zip(key, wanted, strict=True))]

    most = max(asked.size["leaf_workers"])
    rows = [(f"loss {high} over loss {low}", those(loss=high), those(loss=low))
            for low, high in zip(LOSSES, LOSSES[1:], strict=False)]
    rows += [(f"ahead {high} over ahead {low}", those(ahead=high), those(ahead=low))
             for low, high in zip(AHEAD, AHEAD[1:], strict=False)]
    rows += [(f"{most} workers: loss {LOSSES[1]} over loss 0", those(workers=most, loss=LOSSES[1]), those(workers=most, loss=0)),
             (f"{most} workers: ahead {AHEAD[-1]} over ahead 0", those(workers=most, ahead=AHEAD[-1]), those(workers=most, ahead=0)),
             ("loss 0, ahead 0 (K's) over loss 1, ahead 1", those(loss=0, ahead=0), those(loss=1, ahead=1)),
             ("loss 0, ahead 0 (K's) over one thread", those(loss=0, ahead=0), [asked.single()])]
    return rows


def per_leaf(asked):
    """What more playouts from each leaf cost."""
    rows, ks = [], asked.size["per_leaf"]
    for (name, playouts), lines in asked.per_leaf().items():
        players = asked.leaf_players(playouts)
        if players[1] in lines:
            gains = [asked.gain(name, players[k], players[1]) for k in ks if k > 1]
            first = percent(lines[players[1]]["accuracy"])
            rows.append([name, f"{playouts:,}", first, *(signed(one) if one else "" for one in gains)])
    if not rows:
        return []
    table = results.table(["Set", "Playouts", *(f"k = {k}" for k in ks)], rows)
    return ["### Playouts from each leaf", PER_LEAF, table, block("schemes-per-leaf")]
