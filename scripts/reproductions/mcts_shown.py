"""How numbers of the tree search are formatted."""

from . import solving


def made_by(asked):
    """The commits and conditions that a section was made with."""
    commits = ", ".join(sorted(asked.steps.commits))
    return f"Made by `scripts/reproduce mcts` with programs of commit {commits} on {solving.processor()}, which others used too."


def figure(name, text):
    """A reference to a figure."""
    return f"![{text}](data/figures/{name}.svg)"


def percent(limits, with_limits=True):
    """A share with its interval, in percent."""
    if limits is None:
        return ""
    value, lower, upper = (100 * limits[key] for key in ("value", "lower", "upper"))
    return f"{value:.1f} ({lower:.0f}–{upper:.0f})" if with_limits else f"{value:.1f}"


def point(x, limits, factor=100):
    """A point of a chart with its interval."""
    return {"x": x, "y": factor * limits["value"], "lower": factor * limits["lower"], "upper": factor * limits["upper"]}


def millions(number):
    """Playouts per second, in millions."""
    return f"{number / 1e6:.2f} M"
