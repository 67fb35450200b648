"""What the two environments share."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import batches, drawing
from ._native import Position
from ._texts import position_of

#: The reward at the end of a game: 1, 0 or -1 ("outcome"), or the difference in discs ("discs").
REWARDS = ("outcome", "discs")
#: What `render` returns: text, or pixels of shape (height, width, 3), dtype uint8.
RENDER_MODES = ["ansi", "rgb_array"]


def beginning(options: dict[str, Any] | None, root: Position) -> Position:
    """The position in which a game begins: that of the options of `reset`, an object or a text; without one, `root`.

    Raises ValueError if it is not a position on the board of `root`, TypeError if it is neither object nor text.
    """
    position = position_of((options or {}).get("position", root), root.board, "position")
    if position.board != root.board:
        raise ValueError(f"position: it is on board {position.board}, the environment on {root.board}")
    return position


def whole(given: Any, name: str = "action") -> int:
    """A whole number, such as that of an action. Raises TypeError, beginning with `name`, for anything else."""
    try:
        if not isinstance(given, bool):
            return operator.index(given)
    except TypeError:
        pass
    raise TypeError(f"{name}: give a whole number, not {type(given).__name__}")


def action_mask(position: Position) -> NDArray[np.int8]:
    """1 for each legal action: shape (squares + 1,), dtype int8."""
    mask = np.zeros(position.board.actions, dtype=np.int8)
    mask[position.legal_actions()] = 1
    return mask


def planes_for(position: Position, side: str) -> NDArray[np.uint8]:
    """The discs of `side`, then the other side's: shape (2, rows, cols), dtype uint8."""
    planes = position.planes()
    return planes if position.side == side else planes[::-1].copy()


def worth(position: Position, side: str, reward: str, scoring: str) -> float:
    """The reward of `side` for a finished game; 0 before."""
    score = position.final_score(scoring)
    if score is None:
        return 0.0
    own = score if position.side == side else -score
    return float(own if reward == "discs" else np.sign(own))


def worst(position: Position, reward: str) -> float:
    """The reward for an illegal move, equal to that for the heaviest defeat."""
    return -float(position.board.squares if reward == "discs" else 1)


def move_values(position: Position, scoring: str) -> NDArray[np.int8]:
    """The exact value of every legal move for the side to move: shape (squares + 1,), dtype int8; -128 for all other actions."""
    values: NDArray[np.int8] = batches.move_values_many([position], scoring=scoring)[0]
    return values


def rendered(position: Position, render_mode: str | None) -> str | NDArray[np.uint8] | None:
    """The position in a render mode; None without one."""
    if render_mode == "rgb_array":
        return drawing.pixels(*planes_for(position, "black"))
    return position.diagram() if render_mode == "ansi" else None


def check(root: Position, reward: str, scoring: str, render_mode: str | None) -> None:
    """Raises ValueError for a reward, a scoring or a render mode that no environment has."""
    if reward not in REWARDS:
        raise ValueError(f"reward '{reward}' is unknown: it is {' or '.join(REWARDS)}")
    if render_mode not in (None, *RENDER_MODES):
        raise ValueError(f"render_mode '{render_mode}' is unknown: it is {', '.join(RENDER_MODES)} or None")
    root.final_score(scoring)
