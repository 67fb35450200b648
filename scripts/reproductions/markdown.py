"""Tables, durations and signs as docs/results shows them."""


def table(head, rows):
    """A Markdown table; `head` and each of `rows` are sequences of cells."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


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
