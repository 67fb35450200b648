"""Leaf parallel search as in Kubota, Sato & Takahashi in more detail: virtual loss, waiting leaves, and the total gain."""

from . import results
from .conclusions import block, signed
from .mcts_asking import Asking
from .mcts_shown import made_by, percent

#: Virtual losses, and the number of leaves waiting for each worker.
LOSSES, AHEAD = [0, 1, 3], [0, 1, 4]
#: Where the speed of K's scheme is measured, and with how many playouts a move.
SPEED_SET, SPEED_PLAYOUTS = "8x8-s30-strong", 20_000

HEAD = """
K is Kubota, Sato & Takahashi. In their scheme one thread owns the tree and walks down, and workers play out. Terms and intervals are
those of [Monte-Carlo tree search](docs/results/mcts.md).
""".strip()

CHOICES = """
*Virtual loss* counts a playout under way as so many losses; *ahead* is how many leaves wait for each worker besides the one it
plays from, so that no worker waits for the owner. The table has right moves in % on {set} with {playouts} playouts in all, one from
each leaf; *gain* is what is won over one thread, in points, position by position; and the speed is in playouts a second by the
clock. For the speed every playout takes a millisecond longer than it needs, so an idle worker shows however few cores there are.
""".strip()

TOTAL = """
K's total factor is 7.8, for the first move from the start: up to 1.3 by vector playouts at equal k, 6 by six workers. The table has
playouts a second of UCT by the clock on two cores, but in five positions of 8x8 with 14 empty squares, where playouts are short. The first
row has one game after the other on one thread, with vector instructions for the eight directions of a move. The second step is not K's
1.3, since it changes k and the playouts together.
""".strip()

WIN_RATE = """
K, figure 10, again: points of k playouts from each leaf against one, in lanes, with {ms} ms a move, {workers} workers each and {games} games
on 8x8. Besides the time and the number of workers two things differ from K: both sides play in sixteen lanes, so that k = 1 leaves
fifteen idle, and both have a virtual loss of 1 and one leaf ahead of each worker. [The next matches](#one-by-one-as-k-plays) have neither.
""".strip()

AS_K = """
K, figure 10, with K's server: playouts one by one, with vector instructions for the eight directions of a move; no virtual loss, and no
leaf ahead of a worker. Points of k playouts from each leaf against one, with {ms} ms a move, {workers} workers each and {games} games on
8x8. K has 1 s, six workers and a thread for the tree besides; here three threads share two cores. The other rows have playouts a second
by the clock in the positions of {set}, where 30 squares are empty: with the workers, and of one thread that does everything.
""".strip()


class Leaves(Asking):
    """Accuracies and speeds of leaf parallel search."""

    def run(self):
        """Accuracies first, wall-clock measurements last."""
        self.choices()
        self.speeds()
        self.total()
        self.equal_time()

    def players(self):
        """By workers, virtual losses and leaves ahead: the player."""
        n = self.size["voting"]
        return {(workers, loss, ahead): f"uct:c=1,n={n},leaf={workers},loss={loss},ahead={ahead}"
                for workers in self.size["leaf_workers"] for loss in LOSSES for ahead in AHEAD}

    def choices(self):
        """For the same keys: how often it is right, with one thread for comparison."""
        texts = {(0, 0, 0): f"uct:c=1,n={self.size['voting']}", **self.players()}
        lines = self.accuracy(self.of_set(self.size["leaf_set"]), list(texts.values()))
        return {key: lines[text] for key, text in texts.items() if text in lines}

    def speeds(self):
        """For the same keys: wall-clock playouts per second when each playout takes an extra millisecond."""
        where = ["--board", "6x6", "--empties", "12", "--positions", "1"]
        found = {}
        for key, text in self.players().items():
            if key[1] == 1:
                player = f"{text},delay=1000"
                line = self.accuracy(where, [player]).get(player)
                if line:
                    found[key[0], key[2]] = line["playouts"] / line["seconds"]
        return found

    def total(self):
        """The steps of the total factor, with the wall-clock playouts per second after each."""
        n = self.size["total_playouts"]
        steps = {
            "one playout from each leaf": f"uct:n={n}",
            "lanes, 16 from each leaf": f"uct:n={n},playout=lanes,per=16",
            "and two workers": f"uct:n={n},playout=lanes,per=16,leaf=2",
        }
        where = ["--board", "8x8", "--empties", "14", "--positions", "5"]
        return {label: line["playouts"] / line["seconds"] for label, text in steps.items() if (line := self.accuracy(where, [text]).get(text))}

    def equal_time(self):
        """k playouts from each leaf against one at equal time (K, figure 10)."""
        ms, workers, games = self.size["leaf_match"]
        one = f"uct:time={ms},playout=lanes,per=1,leaf={workers}"
        return [(k, self.match("8x8", f"uct:time={ms},playout=lanes,per={k},leaf={workers}", one, games))
                for k in self.size["per_leaf"] if k > 1] if games else []


class LeafGames(Asking):
    """Matches of leaf parallel search as K has it."""

    def run(self):
        """Speeds and matches. Both are timed: nothing else should run on the machine."""
        self.speeds()
        self.equal_time()

    def player(self, limit, k):
        """The text of a player, whose limit is a time or a number of playouts."""
        return f"uct:{limit},per={k},leaf={self.size['leaf_match'][1]},loss=0,ahead=0"

    def speeds(self):
        """By k, with the workers and with one thread: wall-clock playouts per second."""
        together = {(k, True): self.player(f"n={SPEED_PLAYOUTS}", k) for k in self.size["per_leaf"]}
        alone = {(k, False): f"uct:n={SPEED_PLAYOUTS},per={k}" for k in self.size["per_leaf"]}
        where, found = ["--set", f"data/sets/{SPEED_SET}"], {}
        for players in (together, alone):
            lines = self.accuracy(where, list(players.values()))
            found |= {key: lines[text]["playouts"] / lines[text]["seconds"] for key, text in players.items() if text in lines}
        return found

    def equal_time(self):
        """k playouts from each leaf against one at equal time (K, figure 10)."""
        ms, _, games = self.size["leaf_match"]
        one = self.player(f"time={ms}", 1)
        return [(k, self.match("8x8", self.player(f"time={ms}", k), one, games)) for k in self.size["per_leaf"] if k > 1]


def section(asked):
    """The section's text; it has no charts."""
    parts = ["## Choices, speeds and matches", HEAD, *choices(asked), *total(asked), *games(asked)]
    return "\n\n".join([*parts, made_by(asked)]), {}


def choices(asked):
    """Virtual loss and leaves ahead."""
    found, speeds = asked.choices(), asked.speeds()
    if len(found) < 2:
        return []
    rows = [[1, "", "", percent(found[0, 0, 0]["accuracy"]), "", ""]] if (0, 0, 0) in found else []
    for (workers, loss, ahead), line in found.items():
        if workers:
            gained = asked.gain(asked.size["leaf_set"], line["player"], f"uct:c=1,n={asked.size['voting']}")
            speed = speeds.get((workers, ahead)) if loss == 1 else None
            rows.append([workers, loss, ahead, percent(line["accuracy"]), signed(gained) if gained else "",
                         f"{speed:,.0f}" if speed else ""])
    text = CHOICES.format(set=asked.size["leaf_set"], playouts=f"{asked.size['voting']:,}")
    table = results.table(["Workers", "Virtual loss", "Ahead", "Accuracy, %", "Gain", "Playouts/s, sleeping"], rows)
    return ["### Virtual loss and leaves ahead", text, table, block("leaves-choices")]


def total(asked):
    """The total factor."""
    found = asked.total()
    if len(found) < 3:
        return []
    first = next(iter(found.values()))
    rows = [[label, f"{speed:,.0f}", f"× {speed / first:.1f}"] for label, speed in found.items()]
    return ["### The total factor", TOTAL, results.table(["Step", "Playouts/s", "Factor"], rows), block("leaves-total")]


def games(asked):
    """Points by k."""
    found = [(k, row) for k, row in asked.equal_time() if row]
    if not found:
        return []
    ms, workers, _ = asked.size["leaf_match"]
    text = WIN_RATE.format(ms=ms, workers=workers, games=found[0][1]["games"])
    table = results.table(["k", *(k for k, _ in found)], [["points, %", *(percent(row["points"]) for _, row in found)]])
    return ["### Playouts from each leaf at equal time", text, table, block("leaves-games")]


def game_section(asked):
    """The text of the section with K's settings; it has no charts."""
    found = [(k, row) for k, row in asked.equal_time() if row]
    parts = ["## One by one, as K plays"]
    if found:
        ms, workers, _ = asked.size["leaf_match"]
        speeds = asked.speeds()
        ks = [1, *(k for k, _ in found)]
        rows = [["points, %", "", *(percent(row["points"]) for _, row in found)]]
        for label, is_together in ((f"playouts/s, {workers} workers", True), ("playouts/s, one thread", False)):
            rows.append([label, *(f"{speeds[k, is_together]:,.0f}" if (k, is_together) in speeds else "" for k in ks)])
        text = AS_K.format(ms=ms, workers=workers, games=found[0][1]["games"], set=SPEED_SET)
        parts += [text, results.table(["k", *ks], rows), block("leaves-as-k")]
    return "\n\n".join([*parts, made_by(asked)]), {}
