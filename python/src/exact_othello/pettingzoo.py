"""A PettingZoo environment (AEC): both sides of a game on any board. Requires `pip install pettingzoo gymnasium`.

    >>> environment = env(board="4x4", move_values=True)
    >>> environment.reset()
    >>> observation, reward, terminated, truncated, info = environment.last()
    >>> environment.agent_selection, int(info["move_values"].max())
    ('black', -8)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from . import _game
from ._native import Board, Position


def env(
    board: Board | str = "6x6",
    *,
    start: str = "othello",
    scoring: str = "discs",
    reward: str = "outcome",
    move_values: bool = False,
    render_mode: str | None = None,
) -> Any:
    """The environment in PettingZoo's wrappers: an illegal action ends the game, with the reward of the heaviest defeat.

    The parameters are those of `raw_env`, which also describes observations, actions and infos.
    """
    raw = raw_env(board, start=start, scoring=scoring, reward=reward, move_values=move_values, render_mode=render_mode)
    checked = wrappers.TerminateIllegalWrapper(raw, illegal_reward=_game.worst(raw.root, raw.reward))
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class raw_env(AECEnv):  # type: ignore[misc]
    """Both sides of a game; agents "black" and "white".

    board, start, scoring: the game, as everywhere in this package.
    reward: at the end of a game 1, 0 or -1 ("outcome"), or the difference in discs ("discs"); 0 before.
    move_values: whether the `info` of the side to move has "move_values", the exact value of each action for it in discs: shape
        (squares + 1,), dtype int8, -128 for illegal ones. This solves the position, which takes long with many empty squares.
    render_mode: "ansi" to have `render` return the position as text, "rgb_array" as pixels.

    An observation has "observation", shape (2, rows, cols), dtype uint8, the discs of the agent and of the other one, and
    "action_mask", shape (squares + 1,), dtype int8, all 0 for the agent that is not to move. An action is the number of a square,
    row * cols + col, or rows * cols for a pass, which must be played where it is the only legal action. Every `info` has
    "action_mask", the same as that of the observation, and "position".
    `reset(options={"position": position})` begins at another position, a `Position` or its text; ValueError if the game is
    over there.
    """

    metadata = {"name": "exact_othello_v0", "render_modes": _game.RENDER_MODES, "is_parallelizable": False, "render_fps": 1}

    def __init__(
        self,
        board: Board | str = "6x6",
        *,
        start: str = "othello",
        scoring: str = "discs",
        reward: str = "outcome",
        move_values: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.root = Position(board, start=start)
        self.position = self.root
        _game.check(self.root, reward, scoring, render_mode)
        self.scoring, self.reward, self.wants_values = scoring, reward, move_values
        self.render_mode = render_mode
        self.possible_agents = ["black", "white"]
        self.agents: list[str] = []
        named = self.root.board
        observation = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (2, named.rows, named.cols), dtype=np.uint8),
                "action_mask": spaces.Box(0, 1, (named.actions,), dtype=np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, observation)
        self.action_spaces = {agent: spaces.Discrete(named.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. The environment is deterministic, so `seed` has no effect."""
        self.position = _game.beginning(options, self.root)
        if self.position.is_over:
            raise ValueError("position: the game is over there")
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.position.side
        self._tell()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent sees now."""
        return {"observation": _game.planes_for(self.position, agent), "action_mask": self._action_mask(agent)}

    def step(self, action: int | None) -> None:
        """Plays an action of the agent to move."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self.position = self.position.play(_game.whole(action))
        self._cumulative_rewards[agent] = 0.0
        if self.position.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = {one: _game.worth(self.position, one, self.reward, self.scoring) for one in self.agents}
        self.agent_selection = self.position.side
        self._tell()
        self._accumulate_rewards()

    def render(self) -> str | np.ndarray | None:
        """The position in the render mode: as text, as pixels of shape (height, width, 3), dtype uint8, or None."""
        return _game.rendered(self.position, self.render_mode)

    def close(self) -> None:
        """Does nothing: the environment holds no resources."""

    def move_values(self) -> np.ndarray:
        """The exact value of every action of the side to move, in discs: shape (squares + 1,), dtype int8; -128 if illegal."""
        return _game.move_values(self.position, self.scoring)

    def _action_mask(self, agent: str) -> np.ndarray:
        is_turn = self.position.side == agent
        return _game.action_mask(self.position) if is_turn else np.zeros(self.root.board.actions, dtype=np.int8)

    def _tell(self) -> None:
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"action_mask": self._action_mask(agent), "position": self.position} for agent in self.agents
        }
        if self.wants_values:
            self.infos[self.position.side]["move_values"] = self.move_values()
