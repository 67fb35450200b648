"""The constants of each search, chosen on positions that are in no set."""

import subprocess

from . import results
from .intervals import direction, paired

#: Each search: its text with places for its constants, and the values tried for each of them.
GRIDS = {
    "UCT": ("uct:c={}", [(0.125, 0.25, 0.5, 0.7, 1)]),
    "RAVE": ("rave:c={},k={}", [(0.05, 0.1, 0.2, 0.4, 0.7), (50, 200, 500, 2_000)]),
    "UCTbreak": ("uctbreak:c={},d={}", [(0.125, 0.25, 0.5, 1), (0, 1, 2, 4, 7, 10)]),
    "UCT+": ("uct+:c={},scale={}", [(0.25, 0.5, 1, 2), (1, 2, 4, 8, 16)]),
    "PUCT": ("puct:c={},t={}", [(0.5, 1, 2, 4, 8), (1, 2, 4, 8)]),
}
#: The search that has UCT's constants and plays sixteen games from each leaf.
LANES = "UCT, lanes"
SEARCHES = ["UCT", LANES, *list(GRIDS)[1:]]

#: The positions by name: options of `solve problems`, with a seed that no set has.
SMALL, LARGE = "6x6 with 16 empty squares", "8x8 with 20 empty squares"
SOURCES = {
    SMALL: ["--board", "6x6", "--ply", "16", "--source", "greedy:0.1", "--labels", "exact"],
    LARGE: ["--board", "8x8", "--ply", "40", "--source", "alphabeta:8", "--labels", "wld"],
}
SEED = "1000"


def texts(label):
    """The texts of a search with each choice of its constants."""
    form, values = GRIDS[label]
    choices = [()]
    for each in values:
        choices = [(*before, value) for before in choices for value in each]
    return [form.format(*constants) for constants in choices]


def folders(asked):
    """The sets by name. Those that are missing are made, below the folder of the answers."""
    found, count = {}, str(asked.size["positions"])
    for name, options in list(SOURCES.items())[: asked.size["tuning_sets"]]:
        folder = found[name] = asked.answers.parent / "tuning" / f"{options[1]}-{count}"
        if not folder.exists():
            command = [asked.steps.program, "problems", *options, "--decisive", "--count", count, "--seed", SEED]
            subprocess.run([*command, "--no-table", "--quiet", "-o", str(folder)], check=True, stdout=subprocess.DEVNULL)
    return found


def credits(asked):
    """By search and text: the credits in all positions, over the numbers of playouts on average, in the same order."""
    found, budgets = {}, asked.size["tuning"]
    for folder in folders(asked).values():
        for n in budgets:
            asked.accuracy(("--set", str(folder)), [f"{text},n={n}" for label in GRIDS for text in texts(label)])
        positions = asked.positions(folder)
        for label in GRIDS:
            for text in texts(label):
                answers = [asked.answered(f"{text},n={n}") for n in budgets]
                if all(each.keys() >= positions for each in answers):
                    means = [sum(each[place]["credit"] for each in answers) / len(answers) for place in sorted(positions)]
                    found.setdefault(label, {}).setdefault(text, []).extend(means)
    return found


def chosen(found):
    """By search: the text with the best constants, the first in a tie."""
    best = {label: max(by, key=lambda text: sum(by[text])) for label, by in found.items()}
    if "UCT" in best:
        best[LANES] = f"{best['UCT']},playout=lanes"
    return {label: best[label] for label in [*SEARCHES, *best] if label in best}


def table(found):
    """What was tried and chosen."""
    rows, best = [], chosen(found)
    for label, by in found.items():
        first = by[best[label]]
        near = [other for other in by.values() if not direction(paired(differences(first, other)))]
        rows.append([label, len(by), f"`{best[label]}`", f"{100 * sum(first) / len(first):.1f}", len(near) - 1])
    return results.table(["Tuned", "Choices", "Chosen", "Right, %", "As good"], rows)


def differences(ours, theirs):
    """How much more credit the first has in each position."""
    return [our - their for our, their in zip(ours, theirs, strict=True)]
