"""How numbers of the tree search are formatted."""

from . import solving


def made_by(asked):
    """The commits and conditions that a section was made with. A file keeps the commits, since answers outlast the commands that
    asked for them."""
    kept = asked.answers.with_name(f"commits-{type(asked).__name__.lower()}")
    known = set(kept.read_text(encoding="utf-8").split()) if kept.exists() else set()
    commits = sorted(known | asked.steps.commits)
    kept.write_text("\n".join(commits) + "\n", encoding="utf-8")
    made = f"Made by `scripts/reproduce mcts` with programs of commit {', '.join(commits)}"
    return f"{made} on {solving.processor()}, which others used too."


def figure(name, text):
    """A reference to a figure."""
    return f"![{text}](data/figures/{name}.svg)"


def percent(limits, with_limits=True):
    """A share with its interval, in percent."""
    if limits is None:
        return ""
    value, lower, upper = (100 * limits[key] for key in ("value", "lower", "upper"))
    return f"{value:.1f} ({lower:.1f}–{upper:.1f})" if with_limits else f"{value:.1f}"


def point(x, limits, factor=100):
    """A point of a chart with its interval."""
    return {"x": x, "y": factor * limits["value"], "lower": factor * limits["lower"], "upper": factor * limits["upper"]}


def millions(number):
    """Playouts per second, in millions."""
    return f"{number / 1e6:.2f} M"
