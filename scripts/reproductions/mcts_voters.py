"""Votes made of the answers of single trees: how often they are right, and how the errors of the trees are correlated."""

import math
import random
from collections import Counter

from .intervals import paired, wilson

#: Resamples of the positions for the interval of a correlation.
RESAMPLES = 1000


def errors_of(voters):
    """A list of errors for each position, one of each voter, and the number of a group for each voter. Voters are dictionaries of
    (move, credit) by position, by (kind, seed), and a group is a kind. A drawing move counts as half an error."""
    positions = sorted(set.intersection(*(set(answers) for answers in voters.values())))
    kinds = list(dict.fromkeys(kind for kind, _ in voters))
    rows = [[1 - answers[position][1] for answers in voters.values()] for position in positions]
    return rows, [kinds.index(kind) for kind, _ in voters]


def correlation(rows, groups, apart=False):
    """The correlation of the errors of two voters at the same position, over all pairs, or only over those of two groups."""
    variances = [variance(column) for column in zip(*rows, strict=True)]
    # Summed over pairs, covariances are half of what the sum's variance has beyond the variances of its parts.
    together = variance([sum(row) for row in rows])
    parts, others = sum(variances), [len(groups) - 1] * len(groups)
    if apart:
        places = [[place for place, group in enumerate(groups) if group == wanted] for wanted in set(groups)]
        parts = sum(variance([sum(row[place] for place in those) for row in rows]) for those in places)
        others = [len(groups) - groups.count(group) for group in groups]
    spread = sum(value * other for value, other in zip(variances, others, strict=True))
    return (together - parts) / spread if spread else None


def variance(values):
    """The mean square of what values differ from their mean."""
    mean = sum(values) / len(values)
    return sum(value * value for value in values) / len(values) - mean * mean


def correlated(voters, apart=False, seed=1):
    """The correlation of the errors of voters, with a 95 % interval from resamples of the positions, as text."""
    rows, groups = errors_of(voters)
    generator = random.Random(seed)
    again = (correlation(generator.choices(rows, k=len(rows)), groups, apart) for _ in range(RESAMPLES))
    found = sorted(value for value in again if value is not None)
    lower, upper = found[int(0.025 * len(found))], found[math.ceil(0.975 * len(found)) - 1]
    return f"{correlation(rows, groups, apart):.2f} ({lower:.2f}–{upper:.2f})".replace("-", "−")


def majority(voters, position):
    """The credit of the move that most trees chose; in a tie, of the one chosen first."""
    votes = [answers[position] for answers in voters]
    counted = Counter(move for move, _ in votes)
    best = max(counted, key=counted.get)
    return next(credit for move, credit in votes if move == best)


def gain_of_vote(voters):
    """How often a majority of voters is right, with its interval, how often one of them is, on average, and the difference,
    position by position; in percent."""
    positions = sorted(set.intersection(*(set(answers) for answers in voters)))
    votes = [majority(voters, position) for position in positions]
    alone = [sum(answers[position][1] for answers in voters) / len(voters) for position in positions]
    gained = paired([vote - share for vote, share in zip(votes, alone, strict=True)])
    return wilson(100 * sum(votes) / len(votes), len(votes)), 100 * sum(alone) / len(alone), gained


def independent(share, count):
    """How often a majority of this many independent voters is right if each is right with the same probability (Condorcet)."""
    more = sum(math.comb(count, k) * share**k * (1 - share) ** (count - k) for k in range(count // 2 + 1, count + 1))
    return more + (0.5 * math.comb(count, count // 2) * (share * (1 - share)) ** (count // 2) if count % 2 == 0 else 0)
