"""A Gymnasium environment: one side of a game on any board, against a policy. Requires `pip install gymnasium`.

    >>> import gymnasium
    >>> environment = gymnasium.make("exact_othello.gym:Othello-v0", board="4x4", move_values=True)
    >>> observation, info = environment.reset(seed=1)
    >>> info["move_values"].max()
    np.int8(-8)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from . import _game, policies
from ._native import Board, Player, Position

Opponent = str | Player | Callable[[np.ndarray, Board], Any]


class OthelloEnv(gymnasium.Env[np.ndarray, np.int64]):
    """One side of a game.

    board, start, scoring: the game, as everywhere in this package.
    opponent: who plays the other side: a `Player` or its text ("random", "uct:n=1000", "exact"), or a policy (see
        `exact_othello.policies`).
    side: the agent's side, "black" or "white", or "random" to draw one for each game.
    reward: at the end of a game 1, 0 or -1 ("outcome"), or the difference in discs ("discs"); 0 before.
    move_values: whether every `info` has "move_values", the exact value of each action for the agent in discs: shape
        (squares + 1,), dtype int8, -128 for illegal ones. This solves the position, which takes long with many empty squares.
    render_mode: "ansi" to have `render` return the position as text, "rgb_array" as pixels.

    Observations have the shape (2, rows, cols), dtype uint8: the agent's discs and the opponent's. An action is the number of a
    square, row * cols + col, or rows * cols for a pass, which must be played where it is the only legal action. `info` has
    "action_mask" (shape (squares + 1,), dtype int8) and "position". An illegal action loses the game; `info` then has "illegal".
    `reset(options={"position": position})` begins at another position, a `Position` or its text; ValueError if the game is over
    before the agent's turn.
    """

    metadata = {"render_modes": _game.RENDER_MODES, "render_fps": 1}

    def __init__(
        self,
        board: Board | str = "6x6",
        *,
        start: str = "othello",
        scoring: str = "discs",
        opponent: Opponent = "random",
        side: str = "black",
        reward: str = "outcome",
        move_values: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.root = Position(board, start=start)
        _game.check(self.root, reward, scoring, render_mode)
        self.scoring, self.reward, self.wants_values, self._is_ended = scoring, reward, move_values, True
        self._named = opponent if isinstance(opponent, str) else None
        self.opponent = Player(opponent, scoring) if isinstance(opponent, str) else opponent
        policies.check_callable(self.opponent, "opponent")
        if side not in ("black", "white", "random"):
            raise ValueError(f"side '{side}' is unknown: it is black, white or random")
        self.wanted_side, self.side, self.position = side, "black", self.root
        self.render_mode = render_mode
        named = self.root.board
        self.observation_space = spaces.Box(0, 1, (2, named.rows, named.cols), dtype=np.uint8)
        self.action_space = spaces.Discrete(named.actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Begins a game. If the opponent moves first, it has already moved."""
        super().reset(seed=seed)
        if seed is not None and self._named is not None:
            # What it has solved before may decide between moves of the same value.
            self.opponent = Player(self._named, self.scoring)
        self.position, self._is_ended = _game.beginning(options, self.root), True
        drawn = "black" if self.np_random.integers(2) == 0 else "white"
        self.side = drawn if self.wanted_side == "random" else self.wanted_side
        self._let_opponent_play()
        if self.position.is_over:
            raise ValueError(f"position: {self.side} never has a turn there, the game ends before it")
        self._is_ended = False
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Plays an action and the opponent's replies. Raises gymnasium's ResetNeeded before a game, and after its end."""
        chosen = _game.whole(action)
        if self._is_ended:
            raise gymnasium.error.ResetNeeded("no game is on: call reset first")
        if chosen not in self.position.legal_actions():
            self._is_ended = True
            reward = _game.worst(self.position, self.reward)
            return self._observation(), reward, True, False, {**self._info(), "illegal": True}
        self.position = self.position.play(chosen)
        self._let_opponent_play()
        self._is_ended = self.position.is_over
        reward = _game.worth(self.position, self.side, self.reward, self.scoring)
        return self._observation(), reward, self._is_ended, False, self._info()

    def render(self) -> str | np.ndarray | None:
        """The position in the render mode: as text, as pixels of shape (height, width, 3), dtype uint8, or None."""
        return _game.rendered(self.position, self.render_mode)

    def move_values(self) -> np.ndarray:
        """The exact value of every action for the agent in discs: shape (squares + 1,), dtype int8; -128 for illegal ones."""
        return _game.move_values(self.position, self.scoring)

    def action_masks(self) -> np.ndarray:
        """The legal actions as sb3-contrib's MaskablePPO asks for them: shape (squares + 1,), dtype bool."""
        return _game.action_mask(self.position).astype(bool)

    def _let_opponent_play(self) -> None:
        while not self.position.is_over and self.position.side != self.side:
            if isinstance(self.opponent, Player):
                seed = int(self.np_random.integers(1 << 62))
                self.position = self.position.play(self.opponent.choose(self.position, seed).move)
                continue
            masks = np.array([[self.position.player, self.position.opponent]], dtype=np.uint64)
            self.position = self.position.play(int(policies.chosen(self.opponent, masks, self.position.board)[0]))

    def _observation(self) -> np.ndarray:
        return _game.planes_for(self.position, self.side)

    def _info(self) -> dict[str, Any]:
        info = {"action_mask": _game.action_mask(self.position), "position": self.position}
        if self.wants_values:
            info["move_values"] = self.move_values()
        return info


gymnasium.register("Othello-v0", entry_point="exact_othello.gym:OthelloEnv")
