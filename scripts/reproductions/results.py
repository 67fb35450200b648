"""Tables, durations and signs as docs/results shows them, and the line that says how a block was made."""

from . import pages, solving

write = pages.write


def table(head, rows):
    """A Markdown table; `head` and each of `rows` are sequences of cells."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def made(section, commits=None, machine=True):
    """The line that says which command made a section's blocks, at which commits and on which machine."""
    commits = sorted(commits) if commits else [solving.commit()]
    at = f"commit{'s' if len(commits) > 1 else ''} {', '.join(commits)}"
    return f"Made by `scripts/reproduce {section}` at {at}{f' on {solving.processor()}' if machine else ''}."


def duration(seconds):
    """Seconds, rounded for readers."""
    if seconds < 1:
        return f"{seconds * 1000:.0f} ms"
    if seconds < 120:
        return f"{seconds:.1f} s"
    return f"{seconds / 60:.1f} min"


def signed(value):
    """A value with its sign, as the program prints it."""
    return f"{value:+d}".replace("-", "−") if value else "0"
