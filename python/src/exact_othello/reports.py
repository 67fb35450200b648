"""What a referee reports: numbers with intervals, as objects, dictionaries, tables and figures."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from html import escape
from typing import Any, NamedTuple

import numpy as np


class Interval(NamedTuple):
    """A number and the limits of its 95 % interval; nan without moves."""

    value: float
    lower: float
    upper: float

    def __str__(self) -> str:
        return f"{self.value:.2f} ({self.lower:.2f} to {self.upper:.2f})"


@dataclass(frozen=True)
class Part:
    """Some of an agent's moves: their number, the discs each loses, and the share that loses none."""

    moves: int
    regret: Interval
    right: Interval


class Lost(NamedTuple):
    """The first move of a game that turned a win or a draw into something worse: its number from 0, what it was, and the empty
    squares before it."""

    game: int
    empties: int
    move: str


@dataclass(frozen=True)
class Report:
    """What an agent's moves are worth. `points` is the mean of 1 for a game won, 1/2 for a draw and 0 for a loss, over the
    games that ended, nan if none did or they have no side; `seconds` what a move took the agent, nan for games that were
    played elsewhere."""

    board: str
    games: int
    moves: int
    regret: Interval
    right: Interval
    points: Interval
    seconds: float
    by_phase: dict[str, Part]
    by_empties: dict[int, Part]
    first_lost: list[Lost]

    def as_dict(self) -> dict[str, Any]:
        """All of it, in plain types such as JSON has."""
        said: dict[str, Any] = _plain(asdict(self))
        return said

    def table(self) -> str:
        """A table in Markdown: a row for all moves, for each phase and for each number of empty squares."""
        rows = [("all", Part(self.moves, self.regret, self.right)), *self.by_phase.items()]
        rows += [(str(empties), part) for empties, part in sorted(self.by_empties.items(), reverse=True)]
        lines = [f"| {name} | {part.moves} | {part.regret} | {part.right} |" for name, part in rows]
        return "\n".join(["| Empties | Moves | Regret, discs | Right |", "| --- | --- | --- | --- |", *lines])

    def svg(self, title: str = "") -> str:
        """A figure: the regret of a move by empty squares, with intervals."""
        points = sorted(self.by_empties.items())
        most = max([part.regret.upper for _, part in points if not math.isnan(part.regret.upper)], default=0) or 1
        step = 560 / max(len(points), 1)
        marks = []
        for index, (empties, part) in enumerate(points):
            x, (y, low, high) = 50 + step * (index + 0.5), (260 - 220 * one / most for one in part.regret)
            marks.append(f'<path d="M{x:.1f} {low:.1f}V{high:.1f}" stroke="#888"/><circle cx="{x:.1f}" cy="{y:.1f}" r="3"/>')
            marks.append(f'<text x="{x:.1f}" y="278">{empties}</text>')
        axes = '<path d="M50 40V260H610" fill="none" stroke="#000"/>'
        words = f'<text x="330" y="22">{escape(title)}</text><text x="330" y="296">empty squares</text>'
        limits = f'<text x="28" y="44">{most:.2g}</text><text x="28" y="264">0</text><text x="60" y="34">discs lost</text>'
        style = 'font-family="sans-serif" font-size="11" text-anchor="middle"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 300" {style}>'
        return f"{head}{axes}{words}{limits}{''.join(marks)}</svg>"


@dataclass(frozen=True)
class Scale:
    """Points of an agent against exact players that err by so many discs a move, in ascending order."""

    points: dict[float, Interval]

    @property
    def even(self) -> float:
        """The error of those against whom it scores half, interpolated; nan if it scores less, or more, against all, and
        with a single opponent."""
        rows = [(error, points.value) for error, points in self.points.items()]
        for (error, one), (next_error, other) in zip(rows, rows[1:], strict=False):
            if one <= 0.5 <= other:
                return error + (next_error - error) * ((0.5 - one) / (other - one) if other > one else 0.5)
        return math.nan

    def table(self) -> str:
        """A table in Markdown."""
        rows = [f"| {error:g} | {points} |" for error, points in self.points.items()]
        return "\n".join(["| Opponent's error, discs a move | Points |", "| --- | --- |", *rows])


def _plain(given: Any) -> Any:
    """The same in lists, dictionaries with texts as keys, and plain numbers, None for nan; named tuples as dictionaries."""
    if hasattr(given, "_asdict"):
        given = given._asdict()
    if isinstance(given, dict):
        return {str(key): _plain(one) for key, one in given.items()}
    if isinstance(given, (list, tuple)):
        return [_plain(one) for one in given]
    given = given.item() if isinstance(given, np.generic) else given
    return None if isinstance(given, float) and math.isnan(given) else given
