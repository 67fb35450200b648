"""How good each search is against exact labels: discs lost, and the playouts and time that 95 % right moves take."""

from . import mcts_traps as traps
from . import mcts_tuning as tuning
from . import results
from .conclusions import block
from .mcts_asking import SETS, Asking
from .mcts_needs import DRAWS, drawn, interval, least, rounded
from .mcts_shown import figure, made_by, percent

ALPHA_BETA = "alpha-beta"

HEAD = """
For people who build tree searches: how much does each search give away, and what does it take to be right in 95 % of decisive
positions? Labels are exact, so nothing here depends on a stronger engine's opinion. The sets are those of
[Problem sets](docs/results/problem-sets.md), each position asked once; the number after a set's name is that of its empty squares. *Right*
counts winning moves and half of the drawing ones, *regret* the discs given away. Brackets hold 95 % intervals (Wilson's for shares, by
bootstrap over positions for regret). *lanes* plays sixteen random games from each leaf.
""".strip()

REGRET = """
Regret in discs by playouts, on the sets whose labels are values; the others say only who wins. The random player gives away 14 to 35
discs on these sets ([table](docs/results/mcts.md)).
""".strip()

NEEDED = """
Playouts for each move until 95 % are right, interpolated in the logarithm of the playouts between those that were measured, after
smoothing so that more playouts are never worse. *More than* and *at most* mean that the answer lies beyond the most or the
fewest playouts that were measured.
""".strip()

FEWEST = """
Which search needs the fewest, and in how many of {DRAWS} resamples of the positions it needs fewer than every other. 97.5 % of them count as
beyond chance.
""".strip().format(DRAWS=DRAWS)

TIME = """
The same in milliseconds of CPU time for each move (one core). Alpha-beta uses the learned evaluation, as do UCT+, PUCT and UCTbreak;
its depth grows ply by ply. Below it, which takes the least.
""".strip()


class Searches(Asking):
    """Answers by set, search and number of playouts. `searches` has each search's text with the chosen constants, by name."""

    def run(self):
        """The constants, then few playouts first."""
        self.searches = {}
        self.searches = tuning.chosen(tuning.credits(self))
        for playouts in self.size["ladder"]:
            self.found(playouts)
        self.alpha_beta()
        self.trapped()

    def text(self, label, step):
        """The player's text for a step of a ladder."""
        return f"alphabeta:depth={step}" if label == ALPHA_BETA else f"{self.searches[label]},n={step}"

    def found(self, playouts):
        """By set and search: how often it is right."""
        return self._by_set({label: self.text(label, playouts) for label in self.searches})

    def alpha_beta(self):
        """By set and depth."""
        return self._by_set({depth: self.text(ALPHA_BETA, depth) for depth in self.size["depths"]})

    def trapped(self):
        """By label and playouts or plies: the moves chosen in the positions of the set of traps."""
        steps = shown(self)
        self.accuracy(self.of_set(traps.TRAPS), [self.text(*step) for step in steps])
        positions = self.positions(SETS / traps.TRAPS)
        found = {step: self.answered(self.text(*step)) for step in steps}
        return {
            step: {place.partition(" ")[2]: answers[place]["move"] for place in positions}
            for step, answers in found.items() if answers.keys() >= positions}

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
            rungs = {label: [(playouts, steps[playouts][name].get(label)) for playouts in steps] for label in self.searches}
            rungs[ALPHA_BETA] = list(deep[name].items())
            found[name] = {label: [rung for rung in rows if rung[1]] for label, rows in rungs.items()}
        return {name: rungs for name, rungs in found.items() if any(rungs.values())}


def needs(asked, cost):
    """By set and player: what it needs, in the unit that `cost(step, line)` gives, and that in each resample of the positions."""
    found = {}
    for name, rungs in asked.ladders().items():
        for label, rows in rungs.items():
            answers = [asked.credits(name, asked.text(label, step)) for step, _ in rows]
            if len(rows) > 1 and all(answers):
                costs = [cost(step, line) for step, line in rows]
                found.setdefault(name, {})[label] = costs, *drawn(costs, answers)
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
    parts = ["## How good is each search?", HEAD, *tuning.table(asked, tuning.credits(asked)), *regrets(asked, ladders, heads),
             *right(asked, ladders, heads), *needed(asked, heads), *traps.told(asked.trapped(), named)]
    return "\n\n".join([*parts, made_by(asked)]), charts(ladders)


def shown(asked):
    """The steps that tables show: searches by playouts, then alpha-beta by plies."""
    searches = [(label, playouts) for label in asked.searches for playouts in asked.size["ladder_shown"]]
    return searches + [(ALPHA_BETA, depth) for depth in asked.size["depths"][::3]]


def named(label, step):
    """A step, in words."""
    if label == ALPHA_BETA:
        return "1 ply" if step == 1 else f"{step} plies"
    return f"{step:,}"


def rows(asked, ladders, text):
    """A row for each step that is shown, with what `text` makes of its line in each of the ladders."""
    return [[label, named(label, step), *(text(dict(rungs[label]).get(step)) for rungs in ladders)] for label, step in shown(asked)]


def regrets(asked, ladders, heads):
    """The table of discs lost."""
    exact = [name for name, rungs in ladders.items() if any(line["regret"] for lines in rungs.values() for _, line in lines)]
    table = results.table(["Search", "Playouts", *(heads[name] for name in exact)], rows(asked, [ladders[name] for name in exact], regret))
    return ["### Discs given away", REGRET, table, block("searches-regret"), figure("searches-regret", "Regret by playouts")]


def regret(line):
    """Discs lost by a move, with the interval."""
    if not line or not line["regret"]:
        return ""
    found = line["regret"]
    return f"{found['value']:.2f} ({found['lower']:.2f}–{found['upper']:.2f})"


def right(asked, ladders, heads):
    """The table of right moves."""
    cells = rows(asked, ladders.values(), lambda line: percent(line and line["accuracy"]))
    return ["### Right moves, %", results.table(["Search", "Playouts", *heads.values()], cells), block("searches-right")]


def needed(asked, heads):
    """The cost of 95 % right moves, in playouts and in time."""
    by_playouts, by_time = (needs(asked, cost) for cost in (lambda step, _: step, milliseconds))
    needing, fewest = tables(by_playouts, asked.searches, heads, "Fewest")
    timing, shortest = tables(by_time, [*asked.searches, ALPHA_BETA], heads, "Shortest")
    return ["### Playouts for 95 % right moves", NEEDED, needing, FEWEST, fewest, block("searches-playouts"), TIME, timing, shortest,
            block("searches-time")]


def tables(found, labels, heads, name):
    """What everybody needs on each set, and who needs least."""
    known = [one for one in heads if one in found]
    cells = [[label, *(interval(*found[one][label]).text(rounded) if label in found[one] else "" for one in known)] for label in labels]
    first = [least({label: (value, resamples) for label, (_, value, resamples) in found[one].items() if label in labels}) for one in known]
    who = ["search", *(one[0] if one else "nobody" for one in first)]
    share = ["resamples, %", *(f"{100 * one[1]:.0f}" if one else "" for one in first)]
    columns = [heads[one] for one in known]
    return results.table(["Needs", *columns], cells), results.table([name, *columns], [who, share])


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
