"""Agents of other packages as agents of `exact_othello.referee`.

    >>> from exact_othello import referee
    >>> first = gymnasium(lambda observation, info: info["action_mask"].argmax())
    >>> referee.judge(first, "4x4", games=4, empties=8).games
    4
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import batches, encodings, policies
from ._game import whole
from ._native import Board


@dataclass(frozen=True)
class ByHistory:
    """An agent that needs the moves of a game from the start: makes a policy of the games' moves."""

    policy: Callable[[Sequence[Sequence[int]]], policies.Policy]


def open_spiel(bot: Any, game: Any = None) -> ByHistory:
    """An OpenSpiel bot as an agent, on 8x8: `bot.step(state)` chooses. `game` is a pyspiel game; None loads "othello".

    The agent plays both sides. A bot that was made for one player, as those of `pyspiel.make_uniform_random_bot` are, must not be
    asked about the other: give a pair of bots, for Black and for White."""
    import pyspiel  # type: ignore[import-not-found]

    loaded = pyspiel.load_game("othello") if game is None else game
    bots = bot if isinstance(bot, (tuple, list)) else (bot, bot)

    def policy(histories: Sequence[Sequence[int]]) -> policies.Policy:
        def choose(masks: NDArray[np.uint64], board: Board) -> NDArray[np.int64]:
            if (board.rows, board.cols) != (8, 8):
                raise ValueError(f"agent: OpenSpiel plays on 8x8, not {board}")
            actions = []
            for history in histories:
                state = loaded.new_initial_state()
                for action in history:
                    state.apply_action(action)
                actions.append(whole(bots[state.current_player()].step(state)))
            return np.array(actions, dtype=np.int64)

        return choose

    return ByHistory(policy)


def pgx(model: Callable[[Any], Any]) -> policies.Policy:
    """A function of pgx's observations as an agent: it takes those of all positions, shape (n, rows, cols, 2), dtype bool,
    and returns logits of shape (n, squares + 1), alone or before values, as pgx's own models do. Device
    arrays are welcome."""

    def policy(masks: NDArray[np.uint64], board: Board) -> Any:
        said = model(encodings.pgx(masks, board))
        return np.asarray(said[0] if isinstance(said, (tuple, list)) else said)

    return policy


def pettingzoo(act: Callable[[dict[str, NDArray[Any]]], Any]) -> policies.Policy:
    """An agent of the environment of `exact_othello.pettingzoo`, a function of an observation with its action mask."""

    def policy(masks: NDArray[np.uint64], board: Board) -> NDArray[np.int64]:
        legal = batches.legal_actions(masks, board).astype(np.int8)
        seen = zip(batches.as_planes(masks, board), legal, strict=True)
        return np.array([whole(act({"observation": planes, "action_mask": mask})) for planes, mask in seen], dtype=np.int64)

    return policy


def gymnasium(agent: Any) -> policies.Policy:
    """An agent of the environment of `exact_othello.gym`: a function `agent(observation, info)`, whose info has the
    "action_mask", or an object whose `predict(observation)` returns an action and something else, as Stable-Baselines3's do.
    It is asked to be `deterministic`, and gets the legal actions as `action_masks`, if it has these parameters; sb3-contrib's
    MaskablePPO has both."""
    predict = getattr(agent, "predict", None)
    if predict is None:
        policies.check_callable(agent, "agent", "observation, info")
    known = inspect.signature(predict).parameters if predict else {}

    def act(planes: NDArray[np.uint8], mask: NDArray[np.int8]) -> int:
        if predict is None:
            return whole(agent(planes, {"action_mask": mask}))
        options = {"deterministic": True, "action_masks": mask.astype(bool)}
        return whole(predict(planes, **{name: option for name, option in options.items() if name in known})[0])

    def policy(masks: NDArray[np.uint64], board: Board) -> NDArray[np.int64]:
        legal = batches.legal_actions(masks, board).astype(np.int8)
        seen = zip(batches.as_planes(masks, board), legal, strict=True)
        return np.array([act(planes, mask) for planes, mask in seen], dtype=np.int64)

    return policy
