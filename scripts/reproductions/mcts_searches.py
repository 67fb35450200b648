"""How good each search is against exact labels: discs lost, right moves, traps."""

from . import mcts_traps as traps
from . import mcts_tuning as tuning
from .lab import SETS, Regret, Right

ALPHA_BETA = "alpha-beta"
#: Sets by board and number of empty squares; those whose labels are values come first on each board.
LADDER_SETS = ["6x6-s20", "6x6-s16", "6x6-s16-greedy", "6x6-s12", "6x6-s8", "4x10-s20", "4x10-s16", "4x10-s12", "8x8-s40-strong",
               "8x8-s36-strong", "8x8-s36"]
EXACT = ["6x6-s20", "6x6-s16", "6x6-s16-greedy", "6x6-s12", "4x10-s20", "4x10-s16"]
#: The playouts that tables show, if they are on the ladder, and the plies of alpha-beta.
SHOWN, DEPTHS = 10_000, [1, 4, 7]
#: The empty squares of a set, by its name.
HEADING = {"6x6": 32, "4x10": 36, "8x8": 60}


class Searches:
    """The searches with the chosen constants, by name, and their players by step."""

    def __init__(self, lab, credits):
        self.lab, self.searches = lab, tuning.chosen(credits)

    def player(self, label, step):
        """The player's text for a step of a ladder: playouts, or plies of alpha-beta."""
        return f"alphabeta:depth={step}" if label == ALPHA_BETA else f"{self.searches[label]},n={step}"

    def shown(self):
        """The labels and steps that tables show."""
        ladder = self.lab.size["ladder"]
        playouts = SHOWN if SHOWN in ladder else ladder[-1]
        return [(label, playouts) for label in self.searches] + [(ALPHA_BETA, depth) for depth in DEPTHS]


def blocks(lab):
    """The blocks of the page and its chart, each by name."""
    credits = tuning.credits(lab)
    asked = Searches(lab, credits)
    sets = lab.size["sets"] or LADDER_SETS
    exact = [name for name in EXACT if name in sets]
    moves = trapped(asked)
    return {
        "searches-tuning": tuning.table(credits),
        "searches-regret": shown_table(asked, exact, Regret),
        "searches-right": shown_table(asked, sets, Right),
        "searches-traps": traps.falls(moves, named),
        "searches-traps-alike": traps.alike(moves, named),
    }, charts(asked, exact)


def heading(name):
    """A set with its number of empty squares."""
    board, ply, *_ = name.split("-")
    return f"{name} ({HEADING[board] - int(ply[1:])})"


def named(label, step):
    """A step, in words."""
    if label == ALPHA_BETA:
        return "1 ply" if step == 1 else f"{step} plies"
    return f"{step:,}"


def shown_table(asked, sets, kind):
    """The table of right moves or of regrets at the steps that are shown."""
    rows = [[label, named(label, step), *(kind(name, asked.player(label, step)) for name in sets)] for label, step in asked.shown()]
    return asked.lab.table(["Search", "Playouts", *map(heading, sets)], rows)


def trapped(asked):
    """By label and step: the moves chosen in the positions of the set of traps."""
    steps, found = asked.shown(), {}
    asked.lab.accuracy(traps.TRAPS, [asked.player(*step) for step in steps])
    positions = asked.lab.positions(SETS / traps.TRAPS)
    for step in steps:
        answers = asked.lab.answered(asked.player(*step))
        if answers.keys() >= positions:
            found[step] = {place.partition(" ")[2]: answers[place]["move"] for place in positions}
    return found


def charts(asked, exact):
    """Regret by playouts on one set."""
    name, series = "6x6-s12" if "6x6-s12" in exact else exact[0], []
    for label in asked.searches:
        players = {n: asked.player(label, n) for n in asked.lab.size["ladder"]}
        lines = asked.lab.accuracy(name, list(players.values()))
        points = [(n, lines[player]["regret"]) for n, player in players.items() if player in lines]
        if points:
            series.append({"name": label, "points": [
                {"x": n, "y": found["value"], "lower": found["lower"], "upper": found["upper"]} for n, found in points]})
    chart = {
        "title": f"Discs given away by a move, {name}", "x": {"label": "playouts", "scale": "log2"},
        "y": {"label": "regret, discs", "least": 0}, "series": series,
    }
    return {"searches-regret": chart} if series else {}
