"""The cost at which a player is right often enough, with its interval."""

import math

#: The required share of right moves.
WANTED = 0.95


def smoothed(values):
    """The closest non-decreasing values in the least-squares sense (pool adjacent violators)."""
    pools = []
    for value in values:
        pools.append([value, 1])
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            (first, n), (second, m) = pools[-2:]
            pools[-2:] = [[(first * n + second * m) / (n + m), n + m]]
    return [value for value, count in pools for _ in range(count)]


def crossing(costs, shares, wanted=WANTED):
    """The cost at which the smoothed share reaches the required one, interpolated in the logarithm of the cost; 0 if the smallest
    cost suffices, infinite if the largest does not."""
    steps = smoothed(shares)
    if steps[0] >= wanted:
        return 0.0
    for place in range(1, len(steps)):
        low, high = steps[place - 1], steps[place]
        if high >= wanted:
            part = (wanted - low) / (high - low)
            return math.exp(math.log(costs[place - 1]) * (1 - part) + math.log(costs[place]) * part)
    return math.inf


class Need(tuple):
    """A cost with its interval, and the smallest and largest cost measured."""

    __slots__ = ()

    def text(self, show):
        """As a cell of a table."""
        value, lower, upper, least, most = self
        if value == math.inf:
            return f"more than {show(most)}" if lower == math.inf else f"more than {show(most)} (from {show(max(lower, least))})"
        if value == 0:
            return f"at most {show(least)}" if upper == 0 else f"at most {show(least)} (to {bounded(upper, most, show)})"
        return f"{show(value)} ({'' if lower else '<'}{show(max(lower, least))}–{bounded(upper, most, show)})"


def bounded(upper, most, show):
    """An upper limit, which may lie beyond what was measured."""
    return f">{show(most)}" if upper == math.inf else show(upper)


def need(costs, shares):
    """The cost at which a player is right often enough, and those at which the limits of its intervals are; `shares` has the value,
    lower and upper of each cost."""
    value, lower, upper = (crossing(costs, [share[key] for share in shares]) for key in ("value", "upper", "lower"))
    return Need((value, lower, upper, costs[0], costs[-1]))


def rounded(number):
    """Two significant digits, with a thousands separator."""
    if number <= 0:
        return "0"
    digits = 1 - math.floor(math.log10(number))
    value = round(number, digits)
    return f"{value:,.0f}" if digits <= 0 else f"{value:.{digits}f}"
