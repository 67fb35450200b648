"""How good each search is against exact labels: discs lost, and the playouts and time that 95 % right moves take."""

import csv
import json
import math
import random

from . import results, solving
from .conclusions import block, wilson
from .mcts_asking import Asking
from .mcts_shown import figure, made_by, percent

#: The players without their playouts. Constants were chosen on positions outside the sets.
SEARCHES = {
    "UCT": "uct:c=0.25",
    "UCT, lanes": "uct:c=0.25,playout=lanes",
    "RAVE": "rave:c=0.2",
    "UCTbreak": "uctbreak:c=0.25",
    "UCT+": "uct+:c=1,scale=2",
    "PUCT": "puct:c=1",
}
ALPHA_BETA = "alpha-beta"
#: The required share of right moves, and how often the positions are resampled for an interval.
WANTED, DRAWS = 0.95, 400

#: The set of traps, and classes of their plies: losing moves that are no traps, then each class's least and most plies.
TRAPS = "traps-6x6"
CLASSES = {"no trap": (0, 0), "1": (1, 1), "3–5": (3, 5), "7–9": (7, 9), "11 and more": (11, 64)}

HEAD = """
For people who build tree searches: how much does each search give away, and what does it take to be right in 95 % of decisive
positions? Labels are exact, so nothing here depends on a stronger engine's opinion. The sets are those of
[Problem sets](docs/results/problem-sets.md), each position asked once; the number after a set's name is that of its empty squares. *Right*
counts winning moves and half of the drawing ones, *regret* the discs given away. Brackets hold 95 % intervals (Wilson's for shares, by
bootstrap over positions for regret). Constants were chosen on positions outside the sets; *lanes* plays sixteen random games from each leaf.
""".strip()

REGRET = """
Regret in discs by playouts. The random player gives away 14 to 35 discs on these sets ([table](docs/results/mcts.md)).
""".strip()

NEEDED = """
Playouts for each move until 95 % are right, interpolated in the logarithm of the playouts between those that were measured, after
smoothing so that more playouts are never worse. *More than* and *at most* mean that the answer lies beyond the most or the
fewest playouts that were measured.
""".strip()

TIME = """
The same in milliseconds of CPU time for each move (one core). Alpha-beta uses the learned evaluation, as do UCT+, PUCT and UCTbreak;
its depth grows ply by ply.
""".strip()


TRAPPED = """
A trap is a losing move after which the opponent wins only by finding the single winning reply among several, again and again; its
plies count from that reply to the last such one ([Problem sets](docs/guide/problem-sets.md)). On [{set}](data/sets/{set}), {positions}
positions with a trap of at least 7 plies each, the table shows how often a search makes a losing move of each kind, in % of the positions that
offer one.
""".strip()


class Searches(Asking):
    """Answers by set, search and number of playouts."""

    def run(self):
        """Few playouts first."""
        for playouts in self.size["ladder"]:
            self.found(playouts)
        self.alpha_beta()
        self.trapped()

    def found(self, playouts):
        """By set and search: how often it is right."""
        return self._by_set({name: f"{text},n={playouts}" for name, text in SEARCHES.items()})

    def alpha_beta(self):
        """By set and depth."""
        return self._by_set({depth: f"alphabeta:depth={depth}" for depth in self.size["depths"]})

    def trapped(self):
        """By label and playouts or plies: the moves chosen in the positions of the set of traps."""
        players = {(label, playouts): text_of(label, playouts) for label in SEARCHES for playouts in self.size["ladder_shown"]}
        players |= {(ALPHA_BETA, depth): text_of(ALPHA_BETA, depth) for depth in self.size["depths"][::3]}
        self.accuracy(self.of_set(TRAPS), list(players.values()))
        by = {text: key for key, text in players.items()}
        found = {key: {} for key in players}
        for answer in self.each_answer():
            if answer["set"] == TRAPS and answer["player"] in by:
                found[by[answer["player"]]][answer["position"].split(" ", 1)[1]] = answer["move"]
        return {key: moves for key, moves in found.items() if moves}

    def _by_set(self, players):
        found = {}
        for name in self.size["ladder_sets"]:
            lines = self.accuracy(self.of_set(name), list(players.values()))
            found[name] = {label: lines[text] for label, text in players.items() if text in lines}
        return found

    def ladders(self):
        """By set and player: the steps of a ladder, each (playouts or plies, its line), the smallest first."""
        steps = {playouts: self.found(playouts) for playouts in self.size["ladder"]}
        deep = self.alpha_beta()
        found = {}
        for name in self.size["ladder_sets"]:
            rungs = {label: [(playouts, steps[playouts][name].get(label)) for playouts in steps] for label in SEARCHES}
            rungs[ALPHA_BETA] = list(deep[name].items())
            found[name] = {label: [rung for rung in rows if rung[1]] for label, rows in rungs.items()}
        return {name: rungs for name, rungs in found.items() if any(rungs.values())}


def smoothed(values):
    """The closest non-decreasing values in the least-squares sense (pool adjacent violators)."""
    pools = []
    for value in values:
        pools.append([value, 1])
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            (first, n), (second, m) = pools[-2:]
            pools[-2:] = [[(first * n + second * m) / (n + m), n + m]]
    return [value for value, count in pools for _ in range(count)]


def crossing(costs, shares, wanted=WANTED):
    """The cost at which the smoothed share reaches the required one, interpolated in the logarithm of the cost; 0 if the smallest
    cost suffices, infinite if the largest does not."""
    steps = smoothed(shares)
    if steps[0] >= wanted:
        return 0.0
    for place in range(1, len(steps)):
        low, high = steps[place - 1], steps[place]
        if high >= wanted:
            part = (wanted - low) / (high - low)
            return math.exp(math.log(costs[place - 1]) * (1 - part) + math.log(costs[place]) * part)
    return math.inf


class Need(tuple):
    """A cost with its interval, and the smallest and largest cost measured."""

    __slots__ = ()

    def text(self, show):
        """As a cell of a table."""
        value, lower, upper, least, most = self
        if value == math.inf:
            return f"more than {show(most)}" if lower == math.inf else f"more than {show(most)} (from {show(max(lower, least))})"
        if value == 0:
            return f"at most {show(least)}" if upper == 0 else f"at most {show(least)} (to {bounded(upper, most, show)})"
        return f"{show(value)} ({'' if lower else '<'}{show(max(lower, least))}–{bounded(upper, most, show)})"


def bounded(upper, most, show):
    """An upper limit, which may lie beyond what was measured."""
    return f">{show(most)}" if upper == math.inf else show(upper)


def need(costs, answers, seed=1):
    """The cost of being right often enough, from the answers at each cost: dictionaries of credits by position."""
    positions = sorted(set.intersection(*(set(answer) for answer in answers)))
    table = [[answer[position] for position in positions] for answer in answers]
    count, generator = len(positions), random.Random(seed)
    value = crossing(costs, [sum(row) / count for row in table])
    drawn = []
    for _ in range(DRAWS):
        places = generator.choices(range(count), k=count)
        drawn.append(crossing(costs, [sum(row[place] for place in places) / count for row in table]))
    drawn.sort()
    return Need((value, drawn[int(0.025 * DRAWS)], drawn[int(0.975 * DRAWS)], costs[0], costs[-1]))


def rounded(number):
    """Two significant digits, with a thousands separator."""
    if number <= 0:
        return "0"
    digits = 1 - math.floor(math.log10(number))
    value = round(number, digits)
    return f"{value:,.0f}" if digits <= 0 else f"{value:.{digits}f}"


def text_of(label, step):
    """The player's text for a step of a ladder."""
    return f"alphabeta:depth={step}" if label == ALPHA_BETA else f"{SEARCHES[label]},n={step}"


def needs(asked, cost):
    """By set and player: what it needs, in the unit that `cost(step, line)` gives."""
    credits, found = asked.credits, {}
    for name, rungs in asked.ladders().items():
        for label, rows in rungs.items():
            answers = [credits.get((name, text_of(label, step))) for step, _ in rows]
            if len(rows) > 1 and all(answers):
                found[name, label] = need([cost(step, line) for step, line in rows], answers)
    return found


def milliseconds(_, line):
    """CPU time per position."""
    return 1000 * line["cpu_seconds"] / line["positions"]


def heading(name, line):
    """A set with its number of empty squares."""
    low, high = line["empties"]
    return f"{name} ({low})" if low == high else f"{name} ({low}–{high})"


def section(asked):
    """The section's text and its charts by name."""
    ladders = asked.ladders()
    if not ladders:
        return "## How good is each search?", {}
    heads = {name: heading(name, next(row[1] for rows in rungs.values() for row in rows)) for name, rungs in ladders.items()}
    parts = ["## How good is each search?", HEAD, *regrets(asked, ladders, heads), *right(asked, ladders, heads), *needed(asked, heads),
             *trapped(asked)]
    return "\n\n".join([*parts, made_by(asked)]), charts(ladders)


def regrets(asked, ladders, heads):
    """The table of discs lost."""
    exact = [name for name, rungs in ladders.items() if any(line["regret"] for rows in rungs.values() for _, line in rows)]
    rows = []
    for label in SEARCHES:
        for playouts in asked.size["ladder_shown"]:
            cells = [regret(dict(ladders[name][label]).get(playouts)) for name in exact]
            rows.append([label, f"{playouts:,}", *cells])
    table = results.table(["Search", "Playouts", *(heads[name] for name in exact)], rows)
    return ["### Discs given away", REGRET, table, block("searches-regret"), figure("searches-regret", "Regret by playouts")]


def regret(line):
    """Discs lost by a move, with the interval."""
    if not line or not line["regret"]:
        return ""
    found = line["regret"]
    return f"{found['value']:.2f} ({found['lower']:.2f}–{found['upper']:.2f})"


def right(asked, ladders, heads):
    """The table of right moves."""
    rows = []
    for label in SEARCHES:
        for playouts in asked.size["ladder_shown"]:
            cells = [percent(dict(rungs[label]).get(playouts, {}).get("accuracy")) for rungs in ladders.values()]
            rows.append([label, f"{playouts:,}", *cells])
    for depth in asked.size["depths"][::3]:
        cells = [percent(dict(rungs[ALPHA_BETA]).get(depth, {}).get("accuracy")) for rungs in ladders.values()]
        rows.append([ALPHA_BETA, plies(depth), *cells])
    table = results.table(["Search", "Playouts", *heads.values()], rows)
    return ["### Right moves, %", table, block("searches-right")]


def needed(asked, heads):
    """The cost of 95 % right moves."""
    parts = ["### Playouts for 95 % right moves", NEEDED]
    by_playouts = needs(asked, lambda step, _: step)
    by_time = needs(asked, milliseconds)
    for found, labels, conclusion, text in (
        (by_playouts, list(SEARCHES), "searches-playouts", None),
        (by_time, [*SEARCHES, ALPHA_BETA], "searches-time", TIME),
    ):
        rows = [[label, *(cell(found.get((name, label))) for name in heads)] for label in labels]
        parts += [*([text] if text else []), results.table(["Needs", *heads.values()], rows), block(conclusion)]
    return parts


def with_black(position):
    """A position as players are asked about it, with Black to move."""
    return position if position.endswith("X") else position.translate(str.maketrans("XO", "OX"))


def losing_moves():
    """By position of the set of traps: its losing moves, with the plies of the trap that each is, 0 if it is none."""
    folder = solving.REPOSITORY / "data" / "sets" / TRAPS
    found = {}
    for file in sorted((folder / "jsonl").glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            found[with_black(record["position"])] = {label["move"]: 0 for label in record["moves"] if label["outcome"] == "loss"}
    for file in sorted((folder / "traps").glob("*.csv")):
        with file.open(encoding="utf-8", newline="") as lines:
            for line in csv.DictReader(lines):
                found[with_black(line["position"])][line["move"]] = int(line["plies"])
    return found


def trapped(asked):
    """How often each search falls into a trap, by the trap's plies."""
    found, losing = asked.trapped(), losing_moves()
    if not found:
        return []
    rows = []
    for (label, step), moves in found.items():
        cells = []
        for least, most in CLASSES.values():
            offered = [position for position in moves if any(least <= plies <= most for plies in losing[position].values())]
            taken = sum(least <= losing[position].get(moves[position], -1) <= most for position in offered)
            cells.append(str(wilson(100 * taken / len(offered), len(offered))) if offered else "")
        rows.append([label, plies(step) if label == ALPHA_BETA else f"{step:,}", *cells])
    rows.sort(key=lambda row: [*SEARCHES, ALPHA_BETA].index(row[0]))
    table = results.table(["Falls for", "Playouts", *CLASSES], rows)
    return ["### Traps", TRAPPED.format(set=TRAPS, positions=len(losing)), table, block("searches-traps")]


def plies(number):
    """A number of plies, in words."""
    return "1 ply" if number == 1 else f"{number} plies"


def cell(found):
    """The need, if it is known."""
    return found.text(rounded) if found else ""


def charts(ladders):
    """Regret by playouts, for one set per board."""
    name = "6x6-s12" if "6x6-s12" in ladders else next(iter(ladders))
    series = []
    for label, rows in ladders[name].items():
        points = [(step, line["regret"]) for step, line in rows if line["regret"]]
        if label != ALPHA_BETA and points:
            series.append({"name": label, "points": [
                {"x": step, "y": found["value"], "lower": found["lower"], "upper": found["upper"]} for step, found in points]})
    chart = {
        "title": f"Discs given away by a move, {name}", "x": {"label": "playouts", "scale": "log2"},
        "y": {"label": "regret, discs", "least": 0}, "series": series,
    }
    return {"searches-regret": chart} if series else {}
