"""How good a policy is, measured against exact labels.

A policy is any callable `policy(positions, board)`: `positions` are masks of shape (n, 2), dtype uint64 (see
`exact_othello.batches`). It returns either the chosen actions, integers of shape (n,), or a preference for every action,
floating point of shape (n, squares + 1), whose highest legal entry is the move. A `Player` is one.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Callable

import numpy as np
from numpy.typing import NDArray

from . import batches
from ._native import Board
from .sets import load_set

Policy = Callable[[NDArray[np.uint64], Board], Any]


@dataclass(frozen=True)
class Measured:
    """A mean over positions."""

    #: The mean.
    mean: float
    #: Its standard error; nan with fewer than two positions.
    error: float
    #: Number of positions.
    n: int
    #: The same by number of empty squares.
    by_empties: Mapping[int, Measured]
    #: What was averaged: shape (n,), dtype float64, in the order of the set.
    each: NDArray[np.float64]

    @property
    def interval(self) -> tuple[float, float]:
        """A 95 % interval of the mean, by the normal approximation."""
        return self.mean - 1.96 * self.error, self.mean + 1.96 * self.error

    def __repr__(self) -> str:
        return f"Measured(mean={self.mean:.4g}, error={self.error:.2g}, n={self.n})"


def regret(policy: Policy, labelled: Any) -> Measured:
    """The discs that a policy gives away by a move, on average: the value of the best move less that of the chosen one.

    `labelled` is what `load_set` gives, or the folder of a set; a policy that knows the scoring should know that of the set.
    Raises ValueError if the labels are wins, losses and draws only, or the policy chooses an illegal move or prefers none.
    """
    labels = _Labels(labelled)
    if labels.values is None:
        raise ValueError("set: its labels are wins, draws and losses only; there is no regret in discs, use agreement")
    rows = np.arange(len(labels.masks))
    lost = labels.values.max(axis=1) - labels.values[rows, labels.chosen(policy)]
    return _measured(lost.astype(np.float64), labels.empties)


def agreement(policy: Policy, labelled: Any) -> Measured:
    """How often a policy chooses a best move, from 0 to 1: by its value in discs, or by its outcome where a set has no values.

    `labelled` is what `load_set` gives, or the folder of a set. Raises ValueError if the policy chooses an illegal move or prefers none.
    """
    labels = _Labels(labelled)
    worth = labels.outcomes if labels.values is None else labels.values
    rows = np.arange(len(labels.masks))
    is_best = worth[rows, labels.chosen(policy)] == worth.max(axis=1)
    return _measured(is_best.astype(np.float64), labels.empties)


class _Labels:
    """The labels of a set, as arrays."""

    def __init__(self, labelled: Any) -> None:
        if isinstance(labelled, (str, os.PathLike)):
            labelled = load_set(labelled, form="arrow")
        columns = labelled.to_pydict() if hasattr(labelled, "to_pydict") else labelled.to_dict("list")
        shapes = set(zip(columns["rows"], columns["cols"]))
        if len(shapes) != 1:
            raise ValueError(f"set: it has positions of {len(shapes)} boards; give those of one")
        self.board = Board(*map(int, shapes.pop()))
        self.masks = np.array([columns["player"], columns["opponent"]], dtype=np.uint64).T.copy()
        self.empties = np.array(columns["empties"], dtype=np.int64)
        self.outcomes = self._by_action(columns["moves"], lambda move: {"win": 1, "draw": 0, "loss": -1}[move["outcome"]])
        is_exact = all(move["value"] is not None for moves in columns["moves"] for move in moves)
        self.values = self._by_action(columns["moves"], lambda move: int(move["value"])) if is_exact else None

    def _by_action(self, rows: list[Any], worth: Callable[[Any], int]) -> NDArray[np.int16]:
        """The value of each move, by row and action; the lowest number of the type where the move is illegal."""
        table = np.full((len(rows), self.board.actions), np.iinfo(np.int16).min, dtype=np.int16)
        for index, moves in enumerate(rows):
            for move in moves:
                table[index, self.board.action(move["move"])] = worth(move)
        return table

    def chosen(self, policy: Policy) -> NDArray[np.int64]:
        """The legal action that a policy chooses in each position."""
        said = np.asarray(policy(self.masks, self.board))
        legal = batches.legal_actions(self.masks, self.board)
        if said.shape == legal.shape:
            preferences = np.where(legal, said.astype(np.float64), -math.inf)
            most = preferences.max(axis=1)
            wrong = np.flatnonzero(np.isnan(most) | (most == -math.inf))
            if wrong.size:
                raise ValueError(f"policy: it prefers no legal action in position {int(wrong[0])} of the set (NaN or -inf)")
            best: NDArray[np.int64] = preferences.argmax(axis=1).astype(np.int64)
            return best
        if said.shape != (len(legal),) or said.dtype.kind not in "iu":
            raise ValueError(
                f"policy: it gave an array of shape {said.shape} and {said.dtype}, neither ({len(legal)},) of integers "
                f"nor {legal.shape}"
            )
        actions = said.astype(np.int64)
        known = (actions >= 0) & (actions < self.board.actions)
        wrong = np.flatnonzero(~(known & legal[np.arange(len(legal)), np.where(known, actions, 0)]))
        if wrong.size:
            index = int(wrong[0])
            raise ValueError(f"policy: action {actions[index]} is illegal in position {index} of the set")
        return actions


def _measured(each: NDArray[np.float64], empties: NDArray[np.int64], is_whole: bool = True) -> Measured:
    """The mean of some numbers, and by empty squares."""
    n = len(each)
    mean = float(each.mean()) if n else math.nan
    error = float(each.std(ddof=1) / math.sqrt(n)) if n > 1 else math.nan
    parts = {int(kind): _measured(each[empties == kind], empties, is_whole=False) for kind in np.unique(empties) if is_whole}
    return Measured(mean, error, n, parts, each)
