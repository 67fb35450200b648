"""Three papers on tree search, compared with exact values: how often players are right, matches, parallel schemes, speed."""

import math

from . import mcts_plan as plan
from .conclusions import wilson
from .mcts_asking import Asking


class Experiments(Asking):
    """The measurements of the three papers. Each method returns the answers available so far."""

    def run(self):
        """Everything, the most important first."""
        self.speeds()
        self.tuning()
        self.fits()
        least, *more = self.size["playouts"]
        self.accuracies(least, plan.FIRST_SETS)
        self.per_leaf_speeds()
        self.parallel()
        self.voting()
        self.unvisited()
        self.leaf_scaling()
        self.matches()
        self.accuracies(least)
        self.leaf_matches()
        for playouts in more:
            self.accuracies(playouts)
        if self.size["slow"]:
            self.slow_matches()

    def speeds(self):
        """Playouts per second, by board and kind."""
        return {board: self.lines("mcts", "speed", "--board", board, "--time", self.size["seconds"])
                for board in plan.SPEED_BOARDS}

    def tuning(self):
        """Accuracies of UCT by c, and of UCT+ by its scale, on positions used nowhere else."""
        n = self.size["playouts"][0]
        where = [*plan.TUNING, "--positions", str(self.size["tuning"])]
        uct = self.accuracy(where, [f"uct:n={n},c={c}" for c in plan.CONSTANTS])
        plus = self.accuracy(where, [f"uct+:n={n},c=1,scale={scale}" for scale in plan.SCALES])
        return ([(c, uct.get(f"uct:n={n},c={c}")) for c in plan.CONSTANTS],
                [(scale, plus.get(f"uct+:n={n},c=1,scale={scale}")) for scale in plan.SCALES])

    def unvisited(self):
        """The same for UCT+ where unvisited moves need not come first."""
        n = self.size["playouts"][0]
        where = [*plan.TUNING, "--positions", str(self.size["tuning"])]
        names = {scale: f"uct+:n={n},c=1,scale={scale},unvisited=average" for scale in plan.UNVISITED}
        found = self.accuracy(where, list(names.values()))
        return {scale: found[name] for scale, name in names.items() if name in found}

    def best(self):
        """The constants with the highest accuracies on those positions, the larger in a tie; None without them."""
        def best(rows):
            found = [(row["accuracy"]["value"], number) for number, row in rows if row]
            return max(found)[1] if found else None
        return tuple(map(best, self.tuning()))

    def fits(self):
        """The scale of UCT+ by discriminant analysis, for each set."""
        found = {name: self.lines("mcts", "fit", *self.of_set(name)[:2]) for name in self.size["sets"]}
        return {name: lines[0] for name, lines in found.items() if lines}

    def players(self, playouts):
        """Labels and players with this many playouts."""
        players = {label: f"{player},n={playouts}" for label, player, _ in plan.SEARCHES}
        if playouts == self.size["playouts"][0]:
            players = {label: player for label, player, _ in plan.SIMPLE} | players
            c, scale = self.best()
            if c is not None and scale is not None:
                players[f"UCT, c = {c:g}, chosen"] = f"uct:c={c},n={playouts}"
                players[f"UCT+, c = 1, scale {scale:g}, chosen"] = f"uct+:c=1,scale={scale},n={playouts}"
            players |= {name: f"{name}:n={playouts}" for name in plan.OTHERS}
        return players

    def accuracies(self, playouts, sets=None):
        """By set and label, for the first `sets` sets or for all."""
        players = self.players(playouts)
        found = {}
        for name in self.size["sets"][:sets]:
            lines = self.accuracy(self.of_set(name), list(players.values()))
            found[name] = {label: lines[player] for label, player in players.items() if player in lines}
        return found

    def per_leaf_speeds(self):
        """Playouts per second of searches, by playouts from each leaf: plain, one by one, in lanes (K, figure 8)."""
        players = [f"uct:n=20000,per={k},playout={kind}" for k in self.size["per_leaf"] for kind in ("uniform", "lanes")]
        options = [word for player in players for word in ("--player", player)]
        return self.lines("mcts", "speed", "--board", "8x8", "--time", self.size["seconds"], *options)

    def parallel(self):
        """Every scheme by number of workers, and the load of the machine at the time."""
        workers = ",".join(map(str, self.size["workers"]))
        where = ["--set", self.of_set("6x6-s16")[1], "--positions", str(self.size["parallel_positions"])]
        command = ["mcts", "parallel", *where, "--workers", workers, "--per-leaf", "1,16", "--playouts",
                   str(self.size["voting"]), "--time", self.size["seconds"]]
        return self.lines(*command), self.steps.load(*command)

    def voting(self):
        """Root parallel by number of trees, ways to merge and total playouts of all trees, and tree parallel."""
        n, trees = self.size["voting"], self.size["trees"]
        name = "6x6-s16-greedy" if "6x6-s16-greedy" in self.size["sets"] else "6x6-s16"
        equal = [f"uct:n={n},trees={count},merge={merge}" for count in trees for merge in plan.MERGES]
        each = [f"uct:n={n // 8 * count},trees={count},merge={merge}" for count in trees for merge in plan.MERGES]
        tree = [f"uct:n={n},threads={count}" for count in self.size["workers"]]
        found = [self.accuracy(self.of_set(name), players) for players in (equal, each, tree)]
        return name, n, trees, found[0] | found[1] | found[2]

    def agreement(self):
        """For votes of all numbers of trees from 8 up, by share of the votes: the number of votes, and the share of right moves
        with its interval, None without votes."""
        name, n, trees, _ = self.voting()
        counted = {f"uct:n={playouts},trees={count},merge=majority"
                   for count in trees if count >= 8 for playouts in (n, n // 8 * count)}
        bins = [{} for _ in range(5)]
        for answer in self.each_answer():
            if answer["set"] == name and answer["player"] in counted:
                place = bins[max(0, math.ceil(answer["agreement"] * 5 - 1e-9) - 1)]
                place.setdefault(answer["position"], []).append(answer["credit"])
        return [(sum(map(len, votes.values())), share_of_clusters(list(votes.values()))) for votes in bins]

    def matches(self):
        """The paper's matches with a fixed number of playouts."""
        board, playouts, end, games = self.size["match"]
        return [(row, self.match(board, row[0], row[2], games)) for row in plan.matches(playouts, end)]

    def slow_matches(self):
        """The matches with as many playouts as in the paper against alpha-beta, and those with equal time for both."""
        playouts, ms = self.size["slow"]
        rows = []
        for scale, text in (("", "default"), (f",{plan.ZEBRA}", "30/128")):
            rows += [(f"uct+:n={playouts}{scale},end=15", text, f"alphabeta:depth={depth},end=15",
                      f"alpha-beta {depth}, {playouts:,} playouts", paper)
                     for depth, paper in ((1, "90–2–8"), (2, "66–0–34"), (3, "0–0–100"))]
            timed = f"uct+:time={ms}{scale},end=15"
            rows.append((timed, text, f"uct:time={ms},end=15", f"UCT, {ms} ms a move", "100–0–0"))
            rows += [(timed, text, f"uctbreak:time={ms * k},end=15", f"UCTbreak, {ms} ms and {ms * k} ms a move", paper)
                     for k, paper in ((1, "98–1–1"), (2, "99–0–1"), (4, "100–0–0"))]
        rows.sort(key=lambda row: "time" in row[0])
        return [(row, self.match("8x8", row[0], row[2], 100)) for row in rows]

    def leaf_matches(self):
        """k playouts from each leaf against one, at equal time (K, figure 10)."""
        ms = self.size["move_ms"]
        one = f"uct:time={ms},playout=lanes,per=1"
        return [(k, self.match("8x8", f"uct:time={ms},playout=lanes,per={k}", one, self.size["time_match"]))
                for k in self.size["per_leaf"] if k > 1]

    def leaf_scaling(self):
        """Leaf parallel by k and workers, with playouts that sleep for a short time (K, figure 9), and the load."""
        ks = ",".join(map(str, self.size["per_leaf"]))
        command = ["mcts", "parallel", "--board", "4x6", "--empties", "8", "--positions", "1", "--playouts", "1",
                   "--workers", "1,2,4,6", "--per-leaf", ks, "--delay", "0.02ms", "--time", self.size["seconds"]]
        return self.lines(*command), self.steps.load(*command)

    def disorder(self):
        """1 if a wide-margin check fails, else 0."""
        for name, rows in self.accuracies(self.size["playouts"][0]).items():
            value = {label: row["accuracy"]["value"] for label, row in rows.items()}
            ranks = ["random", "UCT, c = 1", "UCT+, c = 1, scale 30/128"]
            if all(rank in value for rank in ranks) and not value[ranks[0]] < value[ranks[1]] < value[ranks[2]] + 0.05:
                print(f"{name}: random, UCT and UCT+ are not in this order: {value}")
                return 1
        return 0


def share_of_clusters(clusters):
    """The mean of numbers from 0 to 1 that come in clusters, in percent, with the Wilson interval for as many independent ones as
    tell as much (the ratio estimator's variance; Cochran 1977, section 11.5). None without numbers."""
    numbers = [number for cluster in clusters for number in cluster]
    if not numbers:
        return None
    share, count = sum(numbers) / len(numbers), len(clusters)
    alone = share * (1 - share) / len(numbers)
    between = sum(sum(number - share for number in cluster) ** 2 for cluster in clusters)
    together = between / len(numbers) ** 2 * count / max(1, count - 1)
    return wilson(100 * share, len(numbers) / max(1, together / alone) if alone else count)
