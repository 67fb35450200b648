"""Sentences of docs/results that compare or conclude, computed from the tables there, so that they follow the numbers.

Such a sentence stands between `<!-- computed: NAME -->` and `<!-- computed: end -->`. Its function gets the tables of all
pages. Opinions are written by hand elsewhere, marked as such and dated.
"""

import math
import re
from statistics import NormalDist
from typing import NamedTuple

#: The markers before and after a computed text.
BLOCK = re.compile(r"<!-- computed: ([\w-]+) -->\n(?:.*?\n)??<!-- computed: end -->", re.DOTALL)
SECTION = re.compile(r"<!-- (scripts/reproduce \w+|scripts/fuzz|by hand): begin -->\n(.*?)<!-- \1: end -->", re.DOTALL)
ESTIMATE = re.compile(r"(-?[\d.]+)%? \(([\d.]+)–([\d.]+)%?\)")
CHANGE = re.compile(r"([+-][\d.]+) \(([+-][\d.]+) to ([+-][\d.]+)\)")
#: The normal deviate of 95 % intervals.
DEVIATE = 1.959964


class Missing(LookupError):
    """A number that the pages lack; sentences that need it are left out."""


class Estimate(NamedTuple):
    """A number with its 95 % interval."""

    value: float
    lower: float
    upper: float

    def __str__(self):
        return f"{self.value:.1f} ({self.lower:.1f}–{self.upper:.1f})"

    def __neg__(self):
        return Estimate(-self.value, -self.upper, -self.lower)


class Table:
    """A Markdown table: its head and its rows, cells as text."""

    def __init__(self, lines):
        cells = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
        self.head, self.rows = cells[0], cells[2:]

    def columns(self, *left_out):
        """The names of all columns except the first and those in `left_out`."""
        return [name for name in self.head[1:] if name not in left_out]

    def labels(self):
        """The first cell of each row."""
        return [row[0] for row in self.rows]

    def cell(self, label, column):
        """The cell in the row that begins with `label`, which may be a tuple of several cells."""
        wanted = list(label) if isinstance(label, tuple) else [label]
        for row in self.rows:
            if row[: len(wanted)] == wanted and column in self.head and row[self.head.index(column)]:
                return row[self.head.index(column)]
        raise Missing(f"{label}, {column}")

    def number(self, label, column):
        """A cell as a number."""
        return number(self.cell(label, column))

    def estimate(self, label, column):
        """A cell as a number with its interval."""
        return estimate(self.cell(label, column))

    def change(self, label, column):
        """A cell as a difference with its interval."""
        return change(self.cell(label, column))


class Results:
    """All tables of docs/results, and the text of each section by its name."""

    def __init__(self, text):
        self.found, self.texts = {}, {}
        for marker, section in SECTION.findall(text):
            name = re.split("[ /]", marker)[-1]
            self.texts[name] = section
            heading, lines = "", []
            for line in [*section.splitlines(), ""]:
                if line.startswith("|"):
                    lines.append(line)
                elif lines:
                    table, lines = Table(lines), []
                    self.found.setdefault((name, table.head[0]), []).append((heading, table))
                if line.startswith("#"):
                    heading = line.lstrip("# ")

    def table(self, section, heading, first, has=""):
        """The table of a section under a heading with this prefix, whose first column has this name. Of several, the first that
        has this text in its head or in a row."""
        for found, table in self.found.get((section, first), []):
            if found.startswith(heading) and any(has in cell for row in (table.head, *table.rows) for cell in row):
                return table
        raise Missing(f"{section}, {heading}, {first}")


def block(name):
    """The markers of a computed text, with nothing between them yet."""
    return f"<!-- computed: {name} -->\n<!-- computed: end -->"


def fill(text, conclusions, results):
    """A page with all its computed texts, as they follow from the tables of all pages."""

    def computed(match):
        name = match.group(1)
        try:
            said = conclusions[name](results)
        except Missing:
            said = ""
        return f"<!-- computed: {name} -->\n{said}{chr(10) if said else ''}<!-- computed: end -->"

    return BLOCK.sub(computed, text)


def number(cell):
    """A cell as a number, whatever its unit."""
    match = re.search(r"-?\d[\d,]*(?:\.\d+)?", cell.replace("−", "-"))
    if not match:
        raise Missing(cell)
    return float(match.group().replace(",", ""))


def estimate(cell):
    """A cell as a number with its interval."""
    match = ESTIMATE.search(cell)
    if not match:
        raise Missing(cell)
    return Estimate(*map(float, match.groups()))


def change(cell):
    """A cell as a difference with its interval, as `signed` writes it."""
    match = CHANGE.search(cell.replace("−", "-"))
    if not match:
        raise Missing(cell)
    return Estimate(*map(float, match.groups()))


def signed(found):
    """A difference with its interval. A limit close to 0 has more decimals, so that its side of 0 shows."""
    lower, upper = (f"{limit:+.3f}" if 0.0005 <= abs(limit) < 0.05 else f"{limit:+.1f}" for limit in (found.lower, found.upper))
    return f"{round(found.value, 1) + 0.0:+.1f} ({lower} to {upper})".replace("-", "−")


def wilson(share, count):
    """A share of this many cases, in percent, with its Wilson interval."""
    p, z = share / 100, DEVIATE
    middle, half = p + z * z / (2 * count), z * math.sqrt(p * (1 - p) / count + z * z / (4 * count * count))
    scale = 100 / (1 + z * z / count)
    return Estimate(share, max(0.0, scale * (middle - half)), min(100.0, scale * (middle + half)))


def difference(first, second, comparisons=1):
    """How much higher the first number is, with an interval computed from both, as if they were independent (Newcombe 1998,
    method 10). For numbers from the same positions the true interval is usually narrower: see `paired`. The intervals of so
    many comparisons hold together (Bonferroni), as far as limits lie as they would with a normal distribution."""
    value = first.value - second.value
    wider = NormalDist().inv_cdf(1 - 0.025 / comparisons) / DEVIATE
    below = wider * math.hypot(first.value - first.lower, second.upper - second.value)
    above = wider * math.hypot(first.upper - first.value, second.value - second.lower)
    return Estimate(value, value - below, value + above)


def paired(differences):
    """The mean of differences from -1 to 1 of two players in the same positions, in points, with an interval that adds one of +1
    and one of -1 (Bonett & Price 2012, here for half points, too), so that it has a width if all are 0."""
    count = len(differences) + 2
    middle = sum(differences) / count
    spread = (sum(each * each for each in differences) + 2) / count - middle * middle
    half = DEVIATE * math.sqrt(spread / count)
    return Estimate(100 * sum(differences) / len(differences), 100 * max(-1, middle - half), 100 * min(1, middle + half))


def gained(ours, theirs):
    """The paired difference of two lists of credits for the same positions, in points, as `signed` writes it."""
    return signed(paired([our - their for our, their in zip(ours, theirs, strict=True)]))


def order(first, second, comparisons=1):
    """1 if the first number is significantly higher, −1 if it is significantly lower, 0 if the intervals do not separate them."""
    return direction(difference(first, second, comparisons))


def direction(found):
    """1 if a difference is significantly above 0, −1 if it is significantly below, else 0."""
    return (found.lower > 0) - (found.upper < 0)


def leader(found):
    """The key of the highest number, and the keys of those significantly lower. Since the highest is known only afterwards, the
    intervals hold for all pairs together."""
    best = max(found, key=lambda key: found[key].value)
    pairs = len(found) * (len(found) - 1) // 2
    return best, [key for key in found if key != best and order(found[best], found[key], pairs) > 0]


def peak(found):
    """Where numbers by a number of steps have their peak, in words, and the steps that cannot be told from the highest. There is
    a peak if some number before it and some behind it are significantly lower."""
    best, lower = leader(found)
    near = [step for step in found if step not in (best, *lower)]
    if not all(any((int(step) > int(best)) == behind for step in lower) for behind in (True, False)):
        return "no peak is shown", near
    place = sorted(map(int, (best, *near)))
    return f"there is a peak beyond chance, {f'between {place[0]} and {place[-1]}' if near else f'at {best}'}", near


def several(words, last="and"):
    """A list of words for use in a sentence."""
    words = list(words)
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else "none"


def count(number, of, what):
    """A count out of a total: `3 of 9 sets`, `all 9 sets`, `none of 9 sets`."""
    return f"all {of} {what}" if number == of else f"{number or 'none'} of {of} {what}"


def wrapped(text, width=125):
    """Paragraphs and list items, wrapped to a line width."""
    import textwrap

    paragraphs = []
    for paragraph in text.strip().split("\n\n"):
        lines = []
        for point in re.split(r"\n(?=- )", paragraph):
            flat = " ".join(point.split())
            lines += textwrap.wrap(
                flat,
                width,
                subsequent_indent="  " if flat.startswith("- ") else "",
                break_long_words=False,
                break_on_hyphens=False,
            )
        paragraphs.append("\n".join(lines))
    return "\n\n".join(paragraphs)
