"""UCTbreak of Hashimoto et al. 2013 by the length of its playouts."""

from . import hashimoto, results
from . import mcts_plan as plan
from .conclusions import block, paired, signed
from .mcts_asking import Asking
from .mcts_shown import made_by, percent

#: The sets, with the paper's accuracies where it has positions with as many discs.
SETS = {plan.NEAREST: (78.2, 74.8, 74.2), "8x8-s36-strong": None}
#: The sets for the question whose random plies hurt. One has an odd number of empty squares.
WHOSE = [*SETS, "8x8-s39-strong"]
#: No leaf is ever expanded, so every playout begins right after a move of the root.
FLAT = "threshold=1000000"
#: The evaluation by mobility: our moves minus theirs, so that it favours neither side for being to move.
FAIR = "eval=plain"
#: In the matches: the plies of a playout, and how many playouts UCTbreak makes for each of UCT+.
MATCHED, FACTORS = (9, 10), (1, 2, 4)
#: Playouts before a leaf is expanded.
THRESHOLDS = (1, 10, 100)

HEAD = """
UCTbreak cuts a playout after d random plies; the sign of the evaluation is its result. H write that they cut ten plies ahead of
the leaf. If their leaf is the new node, from which our playouts begin, d is 10, as on the page of
[Monte-Carlo tree search](docs/results/mcts.md), which explains the terms and intervals used here. If it is the node above, where
the descent through the tree ended, d is 9. Nor do they say how many playouts a leaf needs before it is expanded; here one
suffices, unless stated.
""".strip()

ACCURACY = """
Right moves in % on {positions} positions of each set:
""".strip()

PARITY = """
The gain of each odd d over the even one that follows, in percentage points, position by position:
""".strip()

WHOSE_PLIES = """
Why is odd better? Three guesses. The tree mixes leaves of odd and of even depth: then the difference is gone where no leaf is
ever expanded (`threshold=1000000`), and all playouts begin right after a move of the root. The evaluation is better where the
number of empty squares is even: then the difference is reversed on a set with an odd number of empty squares
(8x8-s39-strong). Random plies hurt by whose they are: with no tree, the playout's first, third and fifth ply is the
opponent's, and each even one the mover's own. Without a tree the first two plies give each move only a few positions, whose
signs tie; so all that follows begins with the third. The gain of each further ply, with {playouts} playouts, in percentage
points, position by position:
""".strip()

GUESSES = """
How far odd cuts (d = 3 to 11) are above the mean of their even neighbours, on average and in percentage points, position by
position. The last column has no tree, and the number of our moves less that of theirs as the evaluation (`eval=plain`):
""".strip()

EXPANDED = """
With a higher threshold more playouts begin at the same node. Right moves in % on {set}, by the number of playouts before a leaf
is expanded:
""".strip()

MATCHES = """
H's table 8: UCT+ with {playouts} playouts a move and scale 30/128 against UCTbreak with one, two and four times as many.
Points of UCT+ in %, {games} games each on {board} from openings of eight random moves, each opening played with both colours,
and exact play from {end} empty squares on. H's matches have equal time, twice and four times the time; by their times UCTbreak
makes {early:.1f} (S = 20) to {late:.1f} playouts (S = 40) in the time of one of UCT+. There UCT+ has won 98.5, 99.0 and 100.0 %.
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
        self.fair()
        self.expanded()
        self.matches()

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

    def fair(self):
        """The same without a tree and with the evaluation that favours neither side."""
        for name in WHOSE[: 1 if len(self.size["cuts"]) < 3 else None]:
            self.accuracy(self.of_set(name), [text(depth, self.size["playouts"][0], FLAT, FAIR) for depth in self.size["cuts"]])

    def expanded(self):
        """By plies, threshold and playouts: the line on the nearest set."""
        if plan.NEAREST not in self.size["sets"] or len(self.size["playouts"]) < 3:
            return {}
        keys = [(depth, threshold, playouts)
                for depth in MATCHED for threshold in THRESHOLDS for playouts in self.size["playouts"]]
        players = {key: text(key[0], key[2], *([f"threshold={key[1]}"] if key[1] > 1 else [])) for key in keys}
        lines = self.accuracy(self.of_set(plan.NEAREST), list(players.values()))
        return {key: lines[player] for key, player in players.items() if player in lines}

    def odd_over_even(self, names, *more):
        """How far odd cuts are right more often than the mean of their even neighbours, over the positions of sets."""
        differences = []
        for name in names:
            answers = [self.credits(name, text(depth, self.size["playouts"][0], *more)) or {} for depth in range(2, 13)]
            if not all(answers):
                return None
            for position in answers[0]:
                credit = [of[position] for of in answers]
                above = [credit[place] - (credit[place - 1] + credit[place + 1]) / 2 for place in range(1, 10, 2)]
                differences.append(sum(above) / len(above))
        return paired(differences)

    def matches(self):
        """By plies and factor: the match of UCT+ with the scale 30/128 against UCTbreak."""
        board, playouts, end, games = self.size["break_match"]
        plus = f"uct+:n={playouts},{plan.ZEBRA},end={end}"
        found = {(depth, factor): self.match(board, plus, f"uctbreak:d={depth},n={factor * playouts},end={end}", games)
                 for factor in FACTORS for depth in MATCHED}
        return {key: line for key, line in found.items() if line}


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
        parts += [WHOSE_PLIES.format(playouts=f"{budgets[0]:,}"), whose_plies(asked), block("breaks-whose"), *guesses(asked)]
    if found and len(budgets) > 1:
        parts += [GROWTH.format(least=f"{budgets[0]:,}", most=f"{budgets[-1]:,}"), growth(asked), block("breaks-growth")]
    parts += [*expanded(asked), *matches(asked)]
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


def guesses(asked):
    """What refutes guesses about odd cuts."""
    columns = {"tree": (), "no tree": (FLAT,), "no tree, mobility": (FLAT, FAIR)}
    rows = []
    for label, names in {**{name: [name] for name in WHOSE}, "all": WHOSE}.items():
        found = [asked.odd_over_even(names, *more) for more in columns.values()]
        if all(found):
            rows.append([label, *map(signed, found)])
    return [GUESSES, results.table(["Odd over even, set", *columns], rows), block("breaks-guesses")] if rows else []


def expanded(asked):
    """The accuracies by threshold."""
    found, budgets = asked.expanded(), asked.size["playouts"]
    if not found:
        return []
    rows = []
    for depth in MATCHED:
        for threshold in THRESHOLDS:
            cells = [percent(found.get((depth, threshold, playouts), {}).get("accuracy")) for playouts in budgets]
            rows.append([f"d = {depth}", str(threshold), *cells])
    rows.append(["paper", "", *map(str, SETS[plan.NEAREST])])
    table = results.table(["Cut", "Threshold", *(f"{playouts:,} playouts" for playouts in budgets)], rows)
    return ["### When leaves are expanded", EXPANDED.format(set=plan.NEAREST), table, block("breaks-expanded")]


def matches(asked):
    """UCT+ against UCTbreak."""
    found = asked.matches()
    if not found:
        return []
    board, playouts, end, games = asked.size["break_match"]
    rows = [[f"{factor * playouts:,}", *(percent(found.get((depth, factor), {}).get("points")) for depth in MATCHED)]
            for factor in FACTORS]
    plus, cut = (hashimoto.TABLE[player, "10,000"] for player in ("UCT+", "UCTbreak"))
    early, late = (plus[place][1] / cut[place][1] for place in (0, -1))
    text = MATCHES.format(board=board, playouts=f"{playouts:,}", end=end, games=games, early=early, late=late)
    table = results.table(["Playouts of UCTbreak", *(f"d = {depth}" for depth in MATCHED)], rows)
    return ["### Matches", text, table, block("breaks-matches")]


def growth(asked):
    """What more playouts bring, by set and cut."""
    least, *_, most = asked.size["playouts"]
    cuts = asked.size["cuts"]
    rows = []
    for name in SETS:
        gained = [asked.gain(name, text(depth, most), text(depth, least)) for depth in cuts]
        rows.append([name, *(signed(gain) if gain else "" for gain in gained)])
    return results.table(["Growth, set", *(f"d = {depth}" for depth in cuts)], rows)
