"""The labels of a set as arrays, for training and for measuring."""

from __future__ import annotations

import os
from typing import Any, Callable, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ._native import Board
from .batches import NO_VALUE
from .sets import load_set


class Labels(NamedTuple):
    """The n positions of a set and what is known of their moves, for the side to move. Actions are the squares, then the pass."""

    board: Board
    #: Shape (n, 2), dtype uint64: the discs of the side to move and of the other side.
    masks: NDArray[np.uint64]
    #: Shape (n,), dtype int64.
    empties: NDArray[np.int64]
    #: Shape (n, actions), dtype int8: 1 wins, 0 draws, -1 loses; -128 where the move is illegal.
    outcomes: NDArray[np.int8]
    #: Shape (n, actions), dtype int8: in discs; -128 where the move is illegal. None if the set knows outcomes only.
    values: NDArray[np.int8] | None

    @property
    def best(self) -> NDArray[np.bool_]:
        """Shape (n, actions), dtype bool: the moves of the highest value or, where only outcomes are known, outcome."""
        worth = self.outcomes if self.values is None else self.values
        found: NDArray[np.bool_] = worth == worth.max(axis=1, keepdims=True)
        return found

    @property
    def policy(self) -> NDArray[np.float32]:
        """Shape (n, actions), dtype float32: the best moves, each as likely as the others."""
        best = self.best
        shares: NDArray[np.float32] = (best / best.sum(axis=1, keepdims=True)).astype(np.float32)
        return shares


def labels(labelled: Any) -> Labels:
    """The labels of what `load_set` gives, or of the folder of a set.

    Raises ValueError if its positions are of several boards.

    >>> known = labels("data/sets/6x6-s16")  # doctest: +SKIP
    >>> known.masks.shape, known.values.shape, known.policy.shape  # doctest: +SKIP
    ((300, 2), (300, 37), (300, 37))
    """
    if isinstance(labelled, (str, os.PathLike)):
        labelled = load_set(labelled, form="arrow")
    columns = labelled.to_pydict() if hasattr(labelled, "to_pydict") else labelled.to_dict("list")
    shapes = set(zip(columns["rows"], columns["cols"]))
    if len(shapes) != 1:
        raise ValueError(f"set: it has positions of {len(shapes)} boards; give those of one")
    board = Board(*map(int, shapes.pop()))
    rows = columns["moves"]
    is_exact = all(move["value"] is not None for moves in rows for move in moves)
    return Labels(
        board=board,
        masks=np.array([columns["player"], columns["opponent"]], dtype=np.uint64).T.copy(),
        empties=np.array(columns["empties"], dtype=np.int64),
        outcomes=_by_action(board, rows, lambda move: {"win": 1, "draw": 0, "loss": -1}[move["outcome"]]),
        values=_by_action(board, rows, lambda move: int(move["value"])) if is_exact else None,
    )


def _by_action(board: Board, rows: list[Any], worth: Callable[[Any], int]) -> NDArray[np.int8]:
    """What each move is worth, by row and action."""
    table = np.full((len(rows), board.actions), NO_VALUE, dtype=np.int8)
    for index, moves in enumerate(rows):
        for move in moves:
            table[index, board.action(move["move"])] = worth(move)
    return table
