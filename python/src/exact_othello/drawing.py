"""Positions as pictures."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

import numpy as np
from numpy.typing import NDArray

from ._native import Board, Position

#: Size of a square, and of the margin that holds the names of rows and columns, in pixels.
CELL, MARGIN = 34, 20
GREEN, LINE = "#2e7d4f", "#1d5234"
BLACK, WHITE, PENCIL = "#111111", "#f4f4f4", "#ffffff"


def svg(position: str | Board | Position, values: Mapping[str, int] | None = None) -> str:
    """A position, or the start of a board, as an SVG document.

    `values`, as returned by `Solver.move_values`, are written on the squares of the moves; moves without a value get a dot.

    >>> svg("4x4").startswith("<svg ")
    True
    """
    position = Position(position)
    board = position.board
    width, height = board.cols * CELL + 2 * MARGIN, board.rows * CELL + 2 * MARGIN
    title = escape(f"{position}")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">',
        f"<title>{title}</title>",
        f'<rect x="{MARGIN}" y="{MARGIN}" width="{board.cols * CELL}" height="{board.rows * CELL}" fill="{GREEN}"/>',
        *_lines(board.rows, board.cols),
        *_names(board.rows, board.cols),
        *_discs(position),
        *_marks(position, values),
        "</svg>",
    ]
    return "\n".join(parts)


def pixels(black: NDArray[np.uint8], white: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The discs of two planes, shape (rows, cols), as a picture: shape (rows * CELL, cols * CELL, 3), dtype uint8."""
    away = (np.arange(CELL) - (CELL - 1) / 2) ** 2
    disc = away + away[:, None] < (0.42 * CELL) ** 2
    image = np.empty((CELL * len(black), CELL * black.shape[1], 3), dtype=np.uint8)
    image[:] = _rgb(GREEN)
    image[::CELL] = image[:, ::CELL] = _rgb(LINE)
    for plane, colour in ((black, BLACK), (white, WHITE)):
        image[np.kron(plane, disc).astype(bool)] = _rgb(colour)
    return image


def _rgb(colour: str) -> list[int]:
    return list(bytes.fromhex(colour[1:]))


def _lines(rows: int, cols: int) -> list[str]:
    left, top, right, bottom = MARGIN, MARGIN, MARGIN + cols * CELL, MARGIN + rows * CELL
    across = [f"M{left} {MARGIN + row * CELL}H{right}" for row in range(rows + 1)]
    down = [f"M{MARGIN + col * CELL} {top}V{bottom}" for col in range(cols + 1)]
    return [f'<path d="{"".join(across + down)}" stroke="{LINE}" fill="none"/>']


def _names(rows: int, cols: int) -> list[str]:
    # Grey is legible on light and dark pages.
    style = 'font-family="sans-serif" font-size="11" fill="#808080" text-anchor="middle" dominant-baseline="central"'
    across = [f'<text x="{_middle(col)}" y="{MARGIN / 2}" {style}>{chr(ord("a") + col)}</text>' for col in range(cols)]
    down = [f'<text x="{MARGIN / 2}" y="{_middle(row)}" {style}>{row + 1}</text>' for row in range(rows)]
    return across + down


def _middle(index: int) -> float:
    return MARGIN + (index + 0.5) * CELL


def _discs(position: Position) -> list[str]:
    board = position.board
    parts = []
    for square in range(board.squares):
        row, col = divmod(square, board.cols)
        for mask, colour in ((position.black, BLACK), (position.white, WHITE)):
            if mask >> square & 1:
                parts.append(f'<circle cx="{_middle(col)}" cy="{_middle(row)}" r="{CELL * 0.42:.1f}" fill="{colour}"/>')
    return parts


def _marks(position: Position, values: Mapping[str, int] | None) -> list[str]:
    board = position.board
    best = max(values.values()) if values else None
    parts = []
    for name in position.legal_moves():
        if name == "pass":
            continue
        row, col = divmod(board.action(name), board.cols)
        if values is None or name not in values:
            parts.append(f'<circle cx="{_middle(col)}" cy="{_middle(row)}" r="3" fill="{PENCIL}" opacity="0.6"/>')
            continue
        value = values[name]
        weight = "bold" if value == best else "normal"
        text = f"{value:+d}".replace("-", "\N{MINUS SIGN}") if value else "0"
        parts.append(
            f'<text x="{_middle(col)}" y="{_middle(row)}" font-family="sans-serif" font-size="13" font-weight="{weight}" '
            f'fill="{PENCIL}" text-anchor="middle" dominant-baseline="central">{text}</text>'
        )
    return parts
