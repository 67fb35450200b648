"""What a network of policy and value says, checked, in the form that the search wants."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import batches
from ._native import Board

Network = Callable[[NDArray[np.uint8]], Any]


def asked(network: Network, masks: NDArray[np.uint64], board: Board) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The probabilities of all actions, 0 for illegal ones, and the values that a network gives to positions: shapes
    (n, squares + 1) and (n,), dtype float64. Policies that are nowhere negative and sum to 1 (within 0.001, numbers of 16 bits
    within 0.01) are probabilities, all others logits; rows of zeros are either.

    Raises ValueError if the network returns no such arrays, if they hold NaN, a value beyond -1 to 1, or probabilities beside
    other rows.
    """
    said = network(batches.as_planes(masks, board))
    if not isinstance(said, (tuple, list)) or len(said) != 2:
        raise ValueError(f"network: it returned {type(said).__name__}, not policies and values")
    wanted = ((len(masks), board.actions), (len(masks),))
    policies, values = (_array(one, name, shape) for one, name, shape in zip(said, ("policies", "values"), wanted, strict=True))
    rounded = 1e-2 if np.asarray(said[0]).dtype.itemsize <= 2 else 1e-3
    if not (np.abs(values) <= 1 + 1e-6).all():
        raise ValueError(f"network: its value of position {int(np.argmax(np.abs(values)))} is not from -1 to 1")
    legal = batches.legal_actions(masks, board)
    are_shares = (policies >= 0).all(axis=1) & (np.abs(policies.sum(axis=1) - 1) < rounded)
    others = np.flatnonzero(~are_shares & policies.any(axis=1))
    if are_shares.any() and others.size:
        raise ValueError(f"network: its policy of position {int(others[0])} does not sum to 1, but that of another does")
    logits = np.where(legal, policies, -np.inf)
    most = logits.max(axis=1, keepdims=True)
    if not np.isfinite(most).all():
        raise ValueError(f"network: its policy of position {int(np.argmin(np.isfinite(most)))} prefers no legal action")
    weights = np.where(legal, policies, 0.0) if are_shares.any() else np.exp(logits - most)
    # Where all probability is on illegal actions, legal ones are all as good.
    weights = np.where(weights.sum(axis=1, keepdims=True) > 0, weights, legal)
    return weights / weights.sum(axis=1, keepdims=True), np.clip(values, -1.0, 1.0)


def _array(said: Any, name: str, shape: tuple[int, ...]) -> NDArray[np.float64]:
    """One of the two arrays that a network returns."""
    batches.refuse_masked(said, "network")
    array = np.asarray(said)
    if array.shape != shape or array.dtype.kind not in batches.NUMBERS:
        raise ValueError(f"network: its {name} have the shape {array.shape} and {array.dtype}, not {shape} of numbers")
    array = array.astype(np.float64)
    if np.isnan(array).any():
        raise ValueError(f"network: its {name} have NaN")
    return array
