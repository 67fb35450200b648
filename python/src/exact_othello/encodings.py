"""Observations and actions as in OpenSpiel and pgx, tested against both packages on 8x8 and extended to every other board.

Both number actions like this package: squares in row order, then the pass.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .batches import BoardLike, Positions, as_masks, as_planes


def open_spiel(positions: Positions, board: BoardLike | None = None) -> NDArray[np.float32]:
    """OpenSpiel's observation tensor of the side to move: shape (n, 3, rows, cols), dtype float32.

    The planes are the empty squares, its discs, and the other side's. OpenSpiel itself returns it flat: `.reshape(n, -1)`.

    Source: google-deepmind/open_spiel, open_spiel/games/othello/othello.cc, ObservationTensor.

    >>> from exact_othello import Position
    >>> open_spiel([Position("8x8")]).sum(axis=(2, 3)).tolist()
    [[60.0, 2.0, 2.0]]
    """
    board, masks = as_masks(positions, board)
    discs = as_planes(masks, board)
    empty = 1 - discs.sum(axis=1, keepdims=True)
    return np.concatenate([empty, discs], axis=1).astype(np.float32)


def pgx(positions: Positions, board: BoardLike | None = None) -> NDArray[np.bool_]:
    """pgx's observation of the side to move: shape (n, rows, cols, 2), dtype bool; its discs, then the other side's.

    Source: sotetsuk/pgx, documentation of the game, https://sotets.uk/pgx/othello/.

    >>> from exact_othello import Position
    >>> pgx([Position("8x8")]).shape
    (1, 8, 8, 2)
    """
    board, masks = as_masks(positions, board)
    return np.ascontiguousarray(np.moveaxis(as_planes(masks, board), 1, -1)).astype(np.bool_)
