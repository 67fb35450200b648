"""Batches of positions, as NumPy arrays.

Every function here takes positions in any of four forms:

- masks: shape (n, 2), dtype uint64; the discs of the side to move and of the other side, where each disc sets the bit of its
  square's number. The board must be given as well.
- planes: shape (n, 2, rows, cols), any dtype, of zeros and ones; the discs of the side to move, then the other side's. The shape
  implies the board.
- a list or other sequence of `Position`, all on one board.
- a list of texts, or a pandas Series or NumPy array of them: squares and the side to move, "4x4 -----OX--XO----- X". Texts may
  leave out the board, like those of a problem set; then it must be given as well.

Masks and planes do not say which colour is to move: no value depends on it. An action is the number of a square,
row * cols + col, or rows * cols for a pass.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np
from numpy import ma  # Here, as NumPy imports it on first use, and a fork amid that would leave the import locked in the child.
from numpy.typing import ArrayLike, NDArray

from . import _native
from ._native import Board, Position, Progress
from ._texts import position_of

Positions = NDArray[Any] | Iterable[Position | str]
BoardLike = Board | str

#: The entry of a value array where there is no value: an illegal move, or out of time.
NO_VALUE = -128
#: The kinds of arrays that may hold texts or objects.
TEXTS = "OUT"
#: The kinds of arrays of numbers; "V" is that of bfloat16.
NUMBERS = "biufV"


def as_masks(positions: Positions, board: BoardLike | None = None) -> tuple[Board, NDArray[np.uint64]]:
    """The board and the masks of positions given in any form: shape (n, 2), dtype uint64. Masks are not copied.

    Raises ValueError if the board is unknown or is not the one named, if discs lie on each other or beside the board, or if
    masks are negative or masked; TypeError if these are not positions.

    >>> board, masks = as_masks([Position("4x4")])
    >>> board, masks.tolist()
    (Board("4x4"), [[576, 1056]])
    """
    named = None if board is None else Board(board)
    read = _read(positions, named)
    if isinstance(read, list):
        return read[0].board, np.array([(position.player, position.opponent) for position in read], dtype=np.uint64)
    return _masks_of_array(read, named)


def _read(positions: Positions, named: Board | None) -> list[Position] | NDArray[Any]:
    """Positions given as objects or texts, as a list of objects on one board; masks and planes, as an array."""
    if isinstance(positions, memoryview):
        positions = np.asarray(positions)
    refuse_masked(positions, "positions")
    if isinstance(positions, np.ndarray) and not (positions.ndim == 1 and positions.dtype.kind in TEXTS):
        return positions
    listed = _listed(positions)
    if not any(isinstance(position, (Position, str)) for position in listed):
        return _array_of(listed)
    read = [position_of(position, named, f"positions: position {index}") for index, position in enumerate(listed)]
    board = named or read[0].board
    for index, position in enumerate(read):
        if position.board != board:
            raise ValueError(f"positions: position {index} is on board {position.board}, not {board}")
    return read


def refuse_masked(given: Any, name: str) -> None:
    """Raises ValueError for a masked array with masked elements: what they hide is no value."""
    if ma.is_masked(given):
        raise ValueError(f"{name}: a masked array of {given.dtype} with masked elements; fill them, or leave them out")


def _array_of(listed: list[Any]) -> NDArray[Any]:
    """A list of masks or planes as an array."""
    for row in listed:
        refuse_masked(row, "positions")
    try:
        array = np.array(listed)
        # NumPy makes floats of integers of which only some need 64 bits.
        return np.array(listed, dtype=object) if array.ndim == 2 and array.dtype.kind == "f" else array
    except ValueError as error:
        raise ValueError(f"positions: the list is no array of shape (n, 2) or (n, 2, rows, cols): {error}") from None


def _masks_of_array(array: NDArray[Any], named: Board | None) -> tuple[Board, NDArray[np.uint64]]:
    """The board and the masks of an array of masks or planes."""
    if array.ndim == 4 and array.shape[1] == 2:
        return _masks_of_planes(array, named)
    if array.ndim == 3 and len(array) == 2:
        raise ValueError(f"positions: the planes of one position, of shape {array.shape}; give planes[None], or several stacked")
    if named is None:
        raise ValueError("positions: masks do not tell their board; name it, for example board='6x6'")
    if array.shape == (0,):
        array = array.reshape(0, 2)
    if array.ndim != 2 or array.shape[1] != 2:
        raise ValueError(f"positions: an array of shape {array.shape} is neither (n, 2) nor (n, 2, rows, cols) nor texts")
    if array.dtype.kind == "O":
        for mask in array.flat:
            if not isinstance(mask, Integral) or isinstance(mask, bool):
                raise ValueError(f"positions: masks are integers, not {type(mask).__name__}")
    elif array.dtype.kind not in "iu" and array.size:
        raise ValueError(f"positions: masks are integers, not {array.dtype}")
    if array.dtype.kind != "u":
        for index in np.flatnonzero(((array < 0) | (array >= 1 << 64)).any(axis=1))[:1]:
            raise ValueError(f"positions: position {index} has the masks {array[index].tolist()}, of {array.dtype}; give uint64")
    return named, _possible(np.require(array, np.uint64, ["C", "ALIGNED", "ENSUREARRAY"]), named)


def _possible(masks: NDArray[np.uint64], board: Board) -> NDArray[np.uint64]:
    """The same masks. Raises ValueError if discs lie on each other or beside the board."""
    both, any_disc = masks[:, 0] & masks[:, 1], masks[:, 0] | masks[:, 1]
    for index in np.flatnonzero(both)[:1]:
        raise ValueError(f"positions: a square of position {index} has two discs")
    for index in np.flatnonzero(any_disc & ~np.uint64((1 << board.squares) - 1))[:1]:
        raise ValueError(f"positions: position {index} has a disc off board {board}")
    return masks


def _listed(positions: Any) -> list[Any]:
    """The positions of a sequence. Its errors say how to give positions that come in another form."""
    if isinstance(positions, (Position, str)):
        raise TypeError("positions: one position is given where several are expected; give a list: [position]")
    if hasattr(positions, "columns") or hasattr(positions, "column_names"):
        raise TypeError("positions: a table is given; the positions of a set are labels(table).masks")
    if not hasattr(positions, "__iter__"):
        raise TypeError(
            f"positions: give an array of masks or planes, or a list of Position or texts, not {type(positions).__name__}"
        )
    # The elements of Arrow's columns are objects of its own.
    return list(positions.to_pylist() if hasattr(positions, "to_pylist") else positions)


def _masks_of_planes(planes: NDArray[Any], named: Board | None) -> tuple[Board, NDArray[np.uint64]]:
    board = Board(planes.shape[2], planes.shape[3])
    if named is not None and named != board:
        raise ValueError(f"positions: the planes are of board {board}, not {named}")
    if planes.dtype.kind not in "biuf":
        raise ValueError(f"positions: planes are numbers, not {planes.dtype}")
    if not ((planes == 0) | (planes == 1)).all():
        raise ValueError("positions: planes hold 0 and 1 alone")
    bits = np.packbits(planes.reshape(len(planes), 2, board.squares) != 0, axis=-1, bitorder="little")
    octets = np.zeros((len(planes), 2, 8), dtype=np.uint8)
    octets[:, :, : bits.shape[2]] = bits
    return board, _possible(octets.view("<u8").reshape(len(planes), 2).astype(np.uint64, copy=False), board)


def as_planes(positions: Positions, board: BoardLike | None = None) -> NDArray[np.uint8]:
    """Positions as planes: shape (n, 2, rows, cols), dtype uint8; the discs of the side to move, then the other side's.

    >>> as_planes([Position("4x4")])[0, 0].tolist()
    [[0, 0, 0, 0], [0, 0, 1, 0], [0, 1, 0, 0], [0, 0, 0, 0]]
    """
    board, masks = as_masks(positions, board)
    octets = masks.astype("<u8", copy=False).view(np.uint8).reshape(len(masks), 2, 8)
    bits = np.unpackbits(octets, axis=-1, count=board.squares, bitorder="little")
    return bits.reshape(len(masks), 2, board.rows, board.cols)


def as_positions(positions: Positions, board: BoardLike | None = None) -> list[Position]:
    """Positions as objects. Masks and planes do not say who is to move; their positions have Black to move.

    >>> as_positions([[576, 1056]], "4x4") == [Position("4x4")]
    True
    """
    named = None if board is None else Board(board)
    read = _read(positions, named)
    if isinstance(read, list):
        return read
    if read.shape == (0,):
        return []
    board, masks = _masks_of_array(read, named)
    return [Position.from_masks(board, int(player), int(opponent)) for player, opponent in masks]


def symmetries(board: BoardLike) -> NDArray[np.int64]:
    """The symmetries of a board: shape (k, squares + 1), dtype int64; k is 8 on square boards, else 4. Row 0 is the identity.

    A row `turn` maps each action on the turned board to the corresponding action on the original. So arrays by action turn as
    `values[:, turn]`, and planes as `planes.reshape(n, 2, -1)[:, :, turn[:-1]].reshape(planes.shape)`. Values do not change.

    >>> symmetries("3x4").shape
    (4, 13)
    """
    board = Board(board)
    squares = np.arange(board.squares, dtype=np.int64).reshape(board.rows, board.cols)
    turned = [squares, squares[::-1], squares[:, ::-1], squares[::-1, ::-1]]
    if board.rows == board.cols:
        turned += [each.T for each in turned]
    return np.array([[*each.ravel(), board.squares] for each in turned], dtype=np.int64)


def _like(positions: Positions, board: Board, masks: NDArray[np.uint64]) -> NDArray[Any]:
    """Masks in the form of the given positions: planes for planes, else masks."""
    if isinstance(positions, np.ndarray) and positions.ndim == 4:
        return as_planes(masks, board).astype(positions.dtype, copy=False)
    return masks


def solve_many(
    positions: Positions,
    board: BoardLike | None = None,
    *,
    mode: str = "exact",
    scoring: str = "discs",
    threads: int | None = None,
    memory: int | str = "512MiB",
    table: str | os.PathLike[str] | None = None,
    read_only: bool = False,
    book: bool | str | os.PathLike[str] = True,
    time_limit: float | str | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> NDArray[np.int8]:
    """The exact value of each position in discs, for its side to move: shape (n,), dtype int8. In mode "wld" 1, 0 or -1 instead.

    The positions are distributed over the threads (None: one per core), which share one table in memory. `table`, `read_only`
    and `book` are as for `Solver`; an UnverifiedWarning says that values may rest on what nobody has proven here. After
    `time_limit`, in seconds or as text such as "2m", unfinished positions have -128 (`NO_VALUE`). Ctrl-C stops it; `progress` is
    called about ten times a second with a `Progress`, whose `done` counts positions.

    >>> solve_many([Position("4x4"), Position("4x4", "b1")]).tolist()
    [-8, 8]
    """
    board, masks = as_masks(positions, board)
    options: _native._Options = {
        "mode": mode,
        "scoring": scoring,
        "threads": threads,
        "memory": memory,
        "table": table,
        "read_only": read_only,
        "book": book,
        "time_limit": time_limit,
        "progress": progress,
    }
    return _native.solve_many(board, masks, options)


def move_values_many(
    positions: Positions,
    board: BoardLike | None = None,
    *,
    mode: str = "exact",
    scoring: str = "discs",
    threads: int | None = None,
    memory: int | str = "512MiB",
    table: str | os.PathLike[str] | None = None,
    read_only: bool = False,
    book: bool | str | os.PathLike[str] = True,
    time_limit: float | str | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> NDArray[np.int8]:
    """The exact value of every legal move in discs, for the side that makes it: shape (n, squares + 1), dtype int8, by action;
    -128 where the move is illegal. In mode "wld" 1, 0 or -1 instead. The options are those of `solve_many`. If time runs out
    before all moves of a position have their values, its whole row is -128.

    >>> values = move_values_many([Position("4x4", "b1")])
    >>> {Board("4x4").move(int(action)): int(values[0, action]) for action in np.flatnonzero(values[0] != NO_VALUE)}
    {'a1': 8, 'c1': -8, 'a3': -9}
    """
    board, masks = as_masks(positions, board)
    options: _native._Options = {
        "mode": mode,
        "scoring": scoring,
        "threads": threads,
        "memory": memory,
        "table": table,
        "read_only": read_only,
        "book": book,
        "time_limit": time_limit,
        "progress": progress,
    }
    return _native.move_values_many(board, masks, options)


def legal_masks(positions: Positions, board: BoardLike | None = None) -> NDArray[np.uint64]:
    """The squares on which the side to move may place a disc: shape (n,), dtype uint64, one bit per square. 0 where it must pass
    or the game is over.

    >>> [bin(mask) for mask in legal_masks([Position("4x4")]).tolist()]
    ['0b100100000010010']
    """
    board, masks = as_masks(positions, board)
    return _native.legal_masks(board, masks)


def legal_actions(positions: Positions, board: BoardLike | None = None) -> NDArray[np.bool_]:
    """The legal actions of the side to move: shape (n, squares + 1), dtype bool. All False where the game is over.

    >>> np.flatnonzero(legal_actions([Position("4x4")])[0]).tolist()
    [1, 4, 11, 14]
    """
    board, masks = as_masks(positions, board)
    own = _native.legal_masks(board, masks)
    other = _native.legal_masks(board, np.ascontiguousarray(masks[:, ::-1]))
    legal = np.zeros((len(masks), board.actions), dtype=np.bool_)
    octets = own.astype("<u8", copy=False).view(np.uint8).reshape(len(masks), 8)
    legal[:, :-1] = np.unpackbits(octets, axis=-1, count=board.squares, bitorder="little")
    legal[:, -1] = (own == 0) & (other != 0)
    return legal


def play_many(positions: Positions, actions: ArrayLike, board: BoardLike | None = None) -> NDArray[Any]:
    """The positions after one action each, seen from the other side: planes of the same dtype for a NumPy array of planes, else
    masks.

    `actions` are integers of shape (n,). Raises ValueError for an illegal action, with the index of its position.

    >>> play_many([Position("4x4")], [Board("4x4").action("b1")]).tolist()
    [[1024, 610]]
    """
    board, masks = as_masks(positions, board)
    return _like(positions, board, _native.play_many(board, masks, as_actions(actions, board)))


def as_actions(actions: ArrayLike, board: Board) -> NDArray[np.int64]:
    """Actions given as integers of any type: shape (n,), dtype int64. Raises ValueError for anything else."""
    refuse_masked(actions, "actions")
    chosen = np.asarray(actions)
    if chosen.ndim != 1 or (chosen.size and chosen.dtype.kind not in "iu"):
        raise ValueError(f"actions: an array of shape {chosen.shape} and {chosen.dtype}, not (n,) and integers")
    for index in np.flatnonzero(chosen > np.iinfo(np.int64).max)[:1]:
        raise ValueError(f"actions: board {board} has no action {chosen[index]}, of position {index}")
    return np.ascontiguousarray(chosen, dtype=np.int64)


def random_positions(board: BoardLike, empties: int, n: int, seed: int = 0, *, start: str = "othello") -> NDArray[np.uint64]:
    """Positions with this many empty squares, each from its own random game: masks of shape (n, 2), dtype uint64.

    The game is not over in any of them unless `empties` is 0. A position may occur more than once. The same arguments give the
    same positions on every machine; of the random numbers, position i depends on the seed and i alone. Raises ValueError if no
    game gets that far.

    >>> random_positions("6x6", 20, 2, seed=1).shape
    (2, 2)
    """
    return _native.random_positions(Board(board), empties, n, seed, start)


class Playouts(NamedTuple):
    """Results of random games, for the side to move in the position where they began. Arrays of shape (n,)."""

    #: Games won, dtype uint32.
    wins: NDArray[np.uint32]
    #: Games drawn, dtype uint32.
    draws: NDArray[np.uint32]
    #: Games lost, dtype uint32.
    losses: NDArray[np.uint32]
    #: Sum of the scores in discs, dtype int64.
    total: NDArray[np.int64]
    #: Sum of their squares, dtype uint64.
    squares: NDArray[np.uint64]

    @property
    def mean(self) -> NDArray[np.float64]:
        """Mean score in discs, dtype float64; nan without games."""
        with np.errstate(invalid="ignore"):
            return self.total / self._games()

    @property
    def reward(self) -> NDArray[np.float64]:
        """Mean of 1 for a win, 1/2 for a draw and 0 for a loss, dtype float64."""
        with np.errstate(invalid="ignore"):
            return (self.wins + self.draws / 2) / self._games()

    def _games(self) -> NDArray[np.uint32]:
        return self.wins + self.draws + self.losses


def random_playouts(
    positions: Positions, n: int, seed: int = 0, board: BoardLike | None = None, *, scoring: str = "discs"
) -> Playouts:
    """Plays n random games from each position to the end, on all cores and many at a time in SIMD lanes.

    The result depends on the positions, n, the seed and the width of the processor's SIMD registers.

    >>> found = random_playouts([Position("4x4")], 1000)
    >>> int(found.wins[0] + found.draws[0] + found.losses[0])
    1000
    """
    board, masks = as_masks(positions, board)
    return Playouts(*_native.random_playouts(board, masks, n, seed, scoring))


def evaluate(positions: Positions, board: BoardLike | None = None) -> NDArray[np.float32]:
    """The learned evaluation of each position, an estimate: discs for the side to move, shape (n,), dtype float32.

    Boards without an evaluation of their own share a weak one. Finished games have their score by "discs".

    >>> evaluate([Position("6x6")]).shape
    (1,)
    """
    board, masks = as_masks(positions, board)
    return _native.evaluate(board, masks)
