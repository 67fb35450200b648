"""Positions given as text."""

from __future__ import annotations

from typing import Any

from ._native import Board, Position


def position_of(given: Any, board: Board | None, name: str) -> Position:
    """A position, given as an object or as text: squares and the side to move, after a board or on `board`.

    Errors begin with `name`. Raises ValueError if the text is not a position or names no board, TypeError for anything else.

    >>> position_of("-----OX--XO----- X", Board("4x4"), "position") == position_of("4x4", None, "position") == Position("4x4")
    True
    """
    if isinstance(given, Position):
        return given
    if not isinstance(given, str):
        raise TypeError(f"{name}: give a Position or a text, not {type(given).__name__}")
    text = given.strip()
    if not text:
        raise ValueError(f"{name}: the text is empty")
    if not text[0].isdigit():
        if board is None:
            raise ValueError(f"{name}: the text does not name its board; begin it with the board, or name it: board='6x6'")
        text = f"{board} {text}"
    try:
        return Position(text)
    except ValueError as error:
        raise ValueError(f"{name}: {str(error).removeprefix('position: ')}") from None
