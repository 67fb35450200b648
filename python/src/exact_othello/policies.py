"""Measures policies against exact labels.

A policy is any callable `policy(positions, board)`: `positions` are masks of shape (n, 2), dtype uint64 (see
`exact_othello.batches`). It returns either the chosen actions, integers of shape (n,), or a preference for every action,
floats of shape (n, squares + 1); then the legal action with the highest preference is chosen. A `Player` is a policy, and where
one is measured, so is its text ("uct:n=1000").
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import batches
from ._native import Board, Player
from .labelling import Labels, labels

Policy = Callable[[NDArray[np.uint64], Board], Any]


@dataclass(frozen=True, eq=False)
class Measured:
    """A mean over positions."""

    #: The mean.
    mean: float
    #: Its standard error; nan with fewer than two positions.
    error: float
    #: Number of positions.
    n: int
    #: The same for each number of empty squares.
    by_empties: Mapping[int, Measured]
    #: What was averaged: shape (n,), dtype float64, in the order of the set.
    each: NDArray[np.float64]
    #: The size of a loss, used where there was none: the mean difference of best and worst move in discs, 1 for a share.
    size: float
    #: Whether the mean is a share of positions.
    is_share: bool = False

    @property
    def interval(self) -> tuple[float, float]:
        """A 95 % confidence interval of the mean: of a share Wilson's (1927); of losses the normal approximation, but at least
        Wilson's for the share of losses times their mean size, as few or equal losses show too little spread. nan without
        positions.
        """
        if not self.n:
            return math.nan, math.nan
        if self.is_share:
            return _wilson(self.mean, self.n)
        losses = np.count_nonzero(self.each) / self.n
        lower, upper = (limit * (self.mean / losses if losses else self.size) for limit in _wilson(losses, self.n))
        half = 0.0 if math.isnan(self.error) else 1.96 * self.error
        return max(0.0, min(lower, self.mean - half)), max(upper, self.mean + half)

    def __repr__(self) -> str:
        return f"Measured(mean={self.mean:.4g}, error={self.error:.2g}, n={self.n})"


def regret(policy: Policy | str, labelled: Any) -> Measured:
    """The discs that a policy loses per move, on average: the value of the best move less that of the chosen one.
    Positions with a single move count, which the referee leaves out.

    `labelled` is a table returned by `load_set`, or the folder of a set. A policy that uses a scoring should use that of the set,
    as a player given by its text does. Raises ValueError if the labels are only wins, draws and losses, or if the policy chooses
    an illegal move or prefers none; TypeError if it does not take masks and a board.
    """
    policy, known = _given(policy, labelled)
    if known.values is None:
        raise ValueError("set: its labels are wins, draws and losses only; there is no regret in discs, use agreement")
    values = known.values.astype(np.float64)
    best, worst = values.max(axis=1), np.where(values == batches.NO_VALUE, np.inf, values).min(axis=1)
    lost = best - values[np.arange(len(values)), chosen(policy, known.masks, known.board)]
    return _measured(lost, known.empties, best - worst)


def agreement(policy: Policy | str, labelled: Any) -> Measured:
    """How often a policy chooses a best move, from 0 to 1: best by value in discs, or by outcome if the set has no values.

    `labelled` is a table returned by `load_set`, or the folder of a set. Raises ValueError if the policy chooses an illegal move
    or prefers none, TypeError if it does not take masks and a board.
    """
    policy, known = _given(policy, labelled)
    is_best = known.best[np.arange(len(known.masks)), chosen(policy, known.masks, known.board)]
    return _measured(is_best.astype(np.float64), known.empties, np.ones(len(is_best)), is_share=True)


def _given(policy: Policy | str, labelled: Any) -> tuple[Policy, Labels]:
    """A policy, perhaps given by a player's text, and the labels of a set."""
    if not isinstance(policy, str):
        check_callable(policy, "policy")
    known = labels(labelled)
    return Player(policy, known.scoring) if isinstance(policy, str) else policy, known


def check_callable(policy: Any, name: str, parameters: str = "masks, board") -> None:
    """Raises TypeError, beginning with `name`, if a policy cannot be called with its two parameters. It is not called."""
    if not callable(policy):
        raise TypeError(f"{name}: give a Player or a function policy({parameters}), not {type(policy).__name__}")
    try:
        signature = inspect.signature(policy)
    except (TypeError, ValueError):
        # Some callables written in C do not tell theirs.
        return
    try:
        signature.bind(None, None)
    except TypeError:
        raise TypeError(f"{name}: it is called as policy({parameters}), but its parameters are {signature}") from None


def chosen(policy: Policy, masks: NDArray[np.uint64], board: Board) -> NDArray[np.int64]:
    """The legal action that a policy chooses in each position, given as masks: shape (n,), dtype int64.

    Raises ValueError if it chooses an illegal action, prefers none, or returns anything else.
    """
    legal = batches.legal_actions(masks, board)
    # A copy, since a policy may use its own as a scratch pad.
    said = policy(masks.copy(), board)
    batches.refuse_masked(said, "policy")
    said = np.asarray(said)
    if said.shape == legal.shape and said.dtype.kind in batches.NUMBERS:
        preferences = np.where(legal, said.astype(np.float64), -math.inf)
        most = preferences.max(axis=1)
        wrong = np.flatnonzero(np.isnan(most) | (most == -math.inf))
        if wrong.size:
            raise ValueError(f"policy: it prefers no legal action in position {int(wrong[0])} (NaN or -inf)")
        best: NDArray[np.int64] = preferences.argmax(axis=1).astype(np.int64)
        return best
    if said.shape != (len(legal),) or said.dtype.kind not in "iu":
        raise ValueError(
            f"policy: it gave an array of shape {said.shape} and {said.dtype}, neither ({len(legal)},) of integers "
            f"nor {legal.shape} of numbers"
        )
    is_known = (said >= 0) & (said < board.actions)
    actions = np.where(is_known, said, 0).astype(np.int64)
    wrong = np.flatnonzero(~(is_known & legal[np.arange(len(legal)), actions]))
    if wrong.size:
        index = int(wrong[0])
        raise ValueError(f"policy: action {said[index]} is illegal in position {index}")
    return actions


def _wilson(share: float, n: int) -> tuple[float, float]:
    """The 95 % interval of a share of n."""
    part = 1.96**2 / n
    middle = (share + part / 2) / (1 + part)
    half = math.sqrt(part * (share * (1 - share) + part / 4)) / (1 + part)
    return max(0.0, middle - half), min(1.0, middle + half)


def _measured(
    each: NDArray[np.float64],
    empties: NDArray[np.int64],
    size: NDArray[np.float64],
    is_share: bool = False,
    is_whole: bool = True,
) -> Measured:
    """The mean of some numbers, in all and by number of empty squares; `size` as in `Measured`, by position."""
    n = len(each)
    mean = float(each.mean()) if n else math.nan
    error = float(each.std(ddof=1) / math.sqrt(n)) if n > 1 else math.nan
    kinds: list[int] = np.unique(empties).tolist() if is_whole else []
    of = {kind: empties == kind for kind in kinds}
    parts = {kind: _measured(each[here], empties, size[here], is_share, is_whole=False) for kind, here in of.items()}
    return Measured(mean, error, n, parts, each, float(size.mean()) if n else math.nan, is_share)
