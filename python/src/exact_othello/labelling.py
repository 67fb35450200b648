"""The labels of a set as arrays, for training and measuring."""

from __future__ import annotations

import os
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ._native import Board
from .batches import NO_VALUE, as_masks, legal_actions
from .sets import check_split, load_set

#: The columns that every table has.
NEEDED = ("rows", "cols", "player", "opponent", "moves")
#: Outcomes as numbers.
OUTCOMES = {"win": 1, "draw": 0, "loss": -1}


class Labels(NamedTuple):
    """The n positions of a set and what is known about their moves, for the side to move. Actions: the squares, then the pass."""

    board: Board
    #: Shape (n, 2), dtype uint64: the discs of the side to move and of the other side.
    masks: NDArray[np.uint64]
    #: Shape (n,), dtype int64.
    empties: NDArray[np.int64]
    #: Shape (n, actions), dtype int8: 1 wins, 0 draws, -1 loses; -128 where the move is illegal.
    outcomes: NDArray[np.int8]
    #: Shape (n, actions), dtype int8: in discs; -128 where the move is illegal. None if the set knows outcomes only.
    values: NDArray[np.int8] | None
    #: What a disc counts: "discs" or "wof"; "discs" if the table does not say.
    scoring: str

    @property
    def best(self) -> NDArray[np.bool_]:
        """Shape (n, actions), dtype bool: the moves with the highest value or, if only outcomes are known, the best outcome."""
        worth = self.outcomes if self.values is None else self.values
        found: NDArray[np.bool_] = worth == worth.max(axis=1, keepdims=True)
        return found

    @property
    def policy(self) -> NDArray[np.float32]:
        """Shape (n, actions), dtype float32: the uniform distribution over the best moves."""
        best = self.best
        shares: NDArray[np.float32] = (best / best.sum(axis=1, keepdims=True)).astype(np.float32)
        return shares


def labels(labelled: Any, split: str | None = None) -> Labels:
    """The labels of a table returned by `load_set`, or of a set given by its folder. A table of your own needs the columns rows,
    cols, player, opponent and moves, as in a set.

    `split` is "train", "validation" or "test"; None for all positions.

    Raises ValueError if the split is unknown or has no positions, if positions are on several boards, if scorings are mixed, or
    outcomes with exact values, or if labels are impossible: moves other than the legal ones, values that are not whole numbers
    of discs or are missing for some moves, an outcome that contradicts its value.

    >>> known = labels("data/sets/6x6-s16")  # doctest: +SKIP
    >>> known.masks.shape, known.values.shape, known.policy.shape  # doctest: +SKIP
    ((300, 2), (300, 37), (300, 37))
    """
    columns = _columns(labelled, split)
    missing = [name for name in NEEDED if name not in columns]
    if missing:
        raise ValueError(f"set: it has no column {', '.join(missing)}")
    shapes = set(zip(columns["rows"], columns["cols"], strict=True))
    if len(shapes) != 1:
        raise ValueError(f"set: it has positions of {len(shapes)} boards; give those of one")
    _alike(columns.get("scoring", []), "scoring")
    try:
        board = Board(*shapes.pop())
        pairs: list[Any] = list(zip(columns["player"], columns["opponent"], strict=True))
        _, masks = as_masks(pairs, board)
    except (TypeError, ValueError) as error:
        raise ValueError(f"set: {error}") from error
    empties = np.array([board.squares - (int(own) | int(other)).bit_count() for own, other in masks], dtype=np.int64)
    said = columns.get("empties", empties)
    kinds = columns.get("labels", [])
    outcomes = np.full((len(masks), board.actions), NO_VALUE, dtype=np.int8)
    values = outcomes.copy()
    legal = legal_actions(masks, board)
    for index, moves in enumerate(columns["moves"]):
        try:
            if said[index] != empties[index]:
                raise ValueError("the number of empty squares is not that of its discs")
            actions = _actions(board, moves, legal[index])
            outcomes[index, actions] = [_outcome(move) for move in moves]
            values[index, actions] = [_value(board, move) for move in moves]
            if "labels" not in columns:
                kinds.append("exact" if (values[index, actions] != NO_VALUE).all() else "wld")
            _agree(kinds[index], outcomes[index, actions], values[index, actions])
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"set: position {index}: {error}") from error
    _alike(kinds, "labels")
    scoring = str(columns["scoring"][0]) if "scoring" in columns else "discs"
    if scoring not in ("discs", "wof"):
        raise ValueError(f"set: its scoring is {scoring}, neither discs nor wof")
    return Labels(board, masks, empties, outcomes, values if kinds[0] == "exact" else None, scoring)


def _columns(labelled: Any, split: str | None) -> Any:
    """The columns of a split, as lists by name."""
    check_split(split)
    if isinstance(labelled, (str, os.PathLike)):
        labelled = load_set(labelled, split, form="arrow")
    if not hasattr(labelled, "to_pydict") and not hasattr(labelled, "to_dict"):
        raise TypeError(f"set: give a table of load_set or the folder of a set, not {type(labelled).__name__}")
    columns = labelled.to_pydict() if hasattr(labelled, "to_pydict") else labelled.to_dict("list")
    if split is None:
        return columns
    if "split" not in columns:
        raise ValueError("set: it has no column split")
    chosen = [index for index, name in enumerate(columns["split"]) if name == split]
    if not chosen:
        raise ValueError(f"set: it has no positions of the split '{split}'")
    return {name: [column[index] for index in chosen] for name, column in columns.items()}


def _alike(column: Any, name: str) -> None:
    """Refuses a column with different entries."""
    kinds = sorted(set(map(str, column)))
    if len(kinds) > 1:
        raise ValueError(f"set: its {name} is {' and '.join(kinds)}; give positions of one kind")


def _actions(board: Board, moves: Any, legal: NDArray[np.bool_]) -> list[int]:
    """The actions of the labelled moves, which must be the legal ones, each once."""
    actions = [board.action(move["move"]) for move in moves]
    if not actions or sorted(actions) != np.flatnonzero(legal).tolist():
        names = " ".join(move["move"] for move in moves) or "none"
        raise ValueError(f"the labelled moves are {names}, which are not the legal ones")
    return actions


def _outcome(move: Any) -> int:
    if move["outcome"] not in OUTCOMES:
        raise ValueError(f"the outcome of {move['move']} is {move['outcome']!r}, neither of win, draw and loss")
    return OUTCOMES[move["outcome"]]


def _value(board: Board, move: Any) -> int:
    """The value of a move; NO_VALUE if it has none."""
    value = move["value"]
    if value is None:
        return NO_VALUE
    if isinstance(value, bool) or not isinstance(value, Integral) or not -board.squares <= int(value) <= board.squares:
        raise ValueError(f"the value of {move['move']} is {value}, no whole number from {-board.squares} to {board.squares}")
    return int(value)


def _agree(kind: Any, outcomes: NDArray[np.int8], values: NDArray[np.int8]) -> None:
    """Refuses values where only outcomes are known, missing values elsewhere, and values that contradict their outcome."""
    known = values != NO_VALUE
    if kind not in ("exact", "wld") or not (known == (kind == "exact")).all():
        raise ValueError(f"its labels are {kind!r}, and {known.sum()} of {len(known)} moves have a value")
    if kind == "exact" and (np.sign(values) != outcomes).any():
        raise ValueError("an outcome is not that of its value")
