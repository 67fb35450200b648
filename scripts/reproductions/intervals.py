"""Numbers with 95 % intervals, and differences of them."""

import math
from typing import NamedTuple

#: The normal deviate of 95 % intervals.
DEVIATE = 1.959964


class Estimate(NamedTuple):
    """A number with its 95 % interval."""

    value: float
    lower: float
    upper: float

    def __str__(self):
        return f"{self.value:.1f} ({self.lower:.1f}–{self.upper:.1f})"


def signed(found):
    """A difference with its interval. A limit close to 0 has more decimals, so that its side of 0 shows."""
    lower, upper = (f"{limit:+.3f}" if 0.0005 <= abs(limit) < 0.05 else f"{limit:+.1f}" for limit in (found.lower, found.upper))
    return f"{round(found.value, 1) + 0.0:+.1f} ({lower} to {upper})".replace("-", "−")


def percent(limits):
    """A share with its interval, as the program gives it, in percent; nothing without one."""
    return str(Estimate(*(100 * limits[key] for key in Estimate._fields))) if limits else ""


def wilson(share, count):
    """A share of this many cases, in percent, with its Wilson interval."""
    p, z = share / 100, DEVIATE
    middle, half = p + z * z / (2 * count), z * math.sqrt(p * (1 - p) / count + z * z / (4 * count * count))
    scale = 100 / (1 + z * z / count)
    return Estimate(share, max(0.0, scale * (middle - half)), min(100.0, scale * (middle + half)))


def difference(first, second):
    """How much higher the first number is, with an interval computed from both, as if they were independent (Newcombe 1998,
    method 10). For numbers from the same positions the true interval is usually narrower: see `paired`."""
    value = first.value - second.value
    below = math.hypot(first.value - first.lower, second.upper - second.value)
    above = math.hypot(first.upper - first.value, second.value - second.lower)
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


def direction(found):
    """1 if a difference is significantly above 0, −1 if it is significantly below, else 0."""
    return (found.lower > 0) - (found.upper < 0)
