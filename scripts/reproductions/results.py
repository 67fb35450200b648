"""Sections of RESULTS.md that a program writes: the text between a section's two markers is replaced."""

from . import conclusions, conclusions_mcts, conclusions_rest, conclusions_speed
from .solving import REPOSITORY

RESULTS = REPOSITORY / "RESULTS.md"
#: What is computed from the tables, by name.
CONCLUSIONS = {**conclusions_mcts.CONCLUSIONS, **conclusions_rest.CONCLUSIONS, **conclusions_speed.CONCLUSIONS}


def write_section(name, text):
    """Replaces the section `name`, or adds it at the end of the file, and computes all conclusions again."""
    begin, end = f"<!-- scripts/reproduce {name}: begin -->", f"<!-- scripts/reproduce {name}: end -->"
    before, _, rest = RESULTS.read_text(encoding="utf-8").partition(begin)
    _, _, after = rest.partition(end)
    after = f"\n{after.lstrip()}" if after.strip() else ""
    written = f"{before.rstrip()}\n\n{begin}\n{text.strip()}\n{end}\n{after}"
    RESULTS.write_text(concluded(written), encoding="utf-8")


def concluded(text):
    """The file with the conclusions that follow from its tables."""
    return conclusions.fill(text, CONCLUSIONS)


def alone(name, text):
    """A section that is only printed, with the conclusions that follow from its own tables."""
    begin, end = f"<!-- scripts/reproduce {name}: begin -->", f"<!-- scripts/reproduce {name}: end -->"
    return concluded(f"{begin}\n{text.strip()}\n{end}")


def table(head, rows):
    """A Markdown table; `head` and each of `rows` are sequences of cells."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def duration(seconds):
    """Seconds as a person would say them."""
    if seconds < 1:
        return f"{seconds * 1000:.0f} ms"
    if seconds < 120:
        return f"{seconds:.1f} s"
    return f"{seconds / 60:.1f} min"


def signed(value):
    """A value with its sign, as the program prints it."""
    return f"{value:+d}".replace("-", "−") if value else "0"
