"""Judges agents by exact values: how many discs a move loses, how often it is right, where a game is lost.

An agent is a `Player` or its text ("uct:n=1000"), a policy (see `exact_othello.policies`), or what `exact_othello.adapters` makes
of an agent of OpenSpiel, pgx, PettingZoo or Gymnasium. It is asked about all games at once, and only where it has at least two
legal moves; only those moves are judged.

    >>> report = judge("random", "4x4", games=20, empties=8)
    >>> report.moves > 20 and report.regret.value > 0
    True

Its opponent is exact, and chooses among best moves at random, or errs by as many discs a move as is asked for. So `scale` needs
no Elo: it says against whom an agent scores half. Intervals are those of 95 % of resampled games (Efron 1979), but at least
Wilson's (1927) for the share of moves that err, with as many trials as games, since games without errors show no spread. With few
games, say ten, they are too narrow, and a game that is played twice counts twice.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Iterable
from numbers import Real
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import batches, policies
from ._game import whole
from ._native import Board, Player, Position
from .adapters import ByHistory
from .reports import Interval, Lost, Part, Report, Scale

Agent = Any
#: Resamples of an interval.
ROUNDS = 1000
#: The phases of a game: the share of the squares that is still empty, at least.
PHASES = (("opening", 2 / 3), ("middle", 1 / 3), ("end", 0.0))


class _Moves(NamedTuple):
    """The judged moves of some games, a row each, and the points of each game (nan if unknown)."""

    game: NDArray[np.int64]
    empties: NDArray[np.int64]
    action: NDArray[np.int64]
    values: NDArray[np.int8]
    points: NDArray[np.float64]
    seconds: float


def judge(
    agent: Agent,
    board: Board | str = "6x6",
    games: int = 100,
    *,
    empties: int = 18,
    seed: int = 0,
    opponent: Agent | float = 0.0,
    scoring: str = "discs",
    start: str = "othello",
) -> Report:
    """Plays games of an agent and judges its moves.

    Games begin in positions of random games with `empties` empty squares, or at `start` if that has fewer. Each is played
    twice, once by either side. `opponent` is another agent, or the discs that an exact player errs by a move, as for `scale`.
    Most of the time goes into exact values: some 0.06 CPU seconds a game of 6x6 from 18 empty squares.

    Raises ValueError if the agent chooses illegal moves, if it needs another board, or if no random game comes so far.
    """
    named = Board(board)
    games, empties, seed = _at_least(1, games, "games"), _at_least(1, empties, "empties"), _at_least(0, seed, "seed")
    return _report(named, games, _played(agent, opponent, named.start(start), games, empties, seed, scoring), seed)


def scale(
    agent: Agent,
    board: Board | str = "6x6",
    games: int = 100,
    *,
    errors: Iterable[float] = (0, 0.5, 1, 2, 4),
    empties: int = 18,
    seed: int = 0,
    scoring: str = "discs",
    start: str = "othello",
) -> Scale:
    """What an agent scores against exact players that err by so many discs a move, on average; the rest as for `judge`.

    Such a player plays a random move as often as this makes its expected error, or always where random moves lose less: so on 6x6
    it errs by some 3 discs if asked for 4, and by what is asked for up to 2.
    """
    return Scale(
        {
            error: judge(agent, board, games, empties=empties, seed=seed, opponent=error, scoring=scoring, start=start).points
            for error in sorted(map(float, errors))
        }
    )


def review(
    games: Iterable[str | Iterable[int]],
    board: Board | str = "8x8",
    *,
    side: str | None = None,
    empties: int = 18,
    seed: int = 0,
    scoring: str = "discs",
    start: str = "othello",
) -> Report:
    """Judges games that were played elsewhere: the moves of `side`, "black" or "white", or of both.

    A game is its moves from the start, as text ("f5d6c3", passes may be missing) or as a list of moves or actions, such as the
    `history()` of an OpenSpiel state. Moves with more than `empties` empty squares are not judged: their values would take long.

    Raises ValueError for an illegal move, with its game.
    """
    if side not in (None, "black", "white"):
        raise ValueError(f"side '{side}' is unknown: it is black, white or None")
    named, rows, points, empties = Board(board), [], [], _at_least(0, empties, "empties")
    if isinstance(games, str):
        raise TypeError("games: give a list of games, not a text")
    for index, game in enumerate(games):
        position = named.start(start)
        try:
            for action in _actions_of(game, named):
                if position.legal_actions() == [named.squares] and action != named.squares:
                    position = position.play(named.squares)
                if position.empties <= empties and side in (None, position.side) and len(position.legal_actions()) > 1:
                    rows.append((index, position.empties, action, position.player, position.opponent))
                position = position.play(action)
        except (TypeError, ValueError) as error:
            kind = TypeError if isinstance(error, TypeError) else ValueError
            raise kind(f"game {index}: {error}") from None
        score = position.final_score(scoring)
        own = math.nan if side is None or score is None else float(score if position.side == side else -score)
        points.append((1 + np.sign(own)) / 2)
    masks = np.array([row[3:] for row in rows], dtype=np.uint64).reshape(-1, 2)
    values = batches.move_values_many(masks, named, scoring=scoring)
    columns = np.array([row[:3] for row in rows], dtype=np.int64).reshape(-1, 3).T
    moves = _Moves(columns[0], columns[1], columns[2], values, np.array(points, dtype=np.float64), math.nan)
    return _report(named, len(points), moves, _at_least(0, seed, "seed"))


def _at_least(least: int, given: Any, name: str) -> int:
    """A whole number given by a user. Raises TypeError if it is none, ValueError if it is too small."""
    number = whole(given, name)
    if number < least:
        raise ValueError(f"{name}: {number} is not at least {least}")
    return number


def _actions_of(game: str | Iterable[int], board: Board) -> list[int]:
    """The actions of a game given as text or as numbers."""
    if not isinstance(game, str):
        return [board.action(action.lower()) if isinstance(action, str) else whole(action) for action in game]
    return [board.action(name) for name in re.findall(r"[a-z]\d+|pass|\S", game.lower())]


def _played(agent: Agent, opponent: Agent | float, start: Position, games: int, empties: int, seed: int, scoring: str) -> _Moves:
    """Plays games and judges the agent's moves. Games 2k and 2k + 1 begin alike; the agent moves first in the former."""
    random, board = np.random.default_rng(seed), start.board
    if start != board.start() and (isinstance(agent, ByHistory) or isinstance(opponent, ByHistory)):
        raise ValueError("start: an agent that follows games by their moves knows the start 'othello' alone")
    masks, histories = _beginnings(start, games, empties, random)
    agent, opponent = (Player(one, scoring) if isinstance(one, str) else one for one in (agent, opponent))
    is_agents, error = np.arange(games) % 2 == 0, float(opponent) if isinstance(opponent, Real) else None
    rows: list[Any] = []
    seconds, ply = 0.0, 0
    while True:
        legal, noise = batches.legal_actions(masks, board), random.random((games, board.actions))
        is_open = legal.any(axis=1)
        if not is_open.any():
            break
        actions = np.where(is_open, legal.argmax(axis=1), -1)
        choices = np.flatnonzero(legal.sum(axis=1) > 1)
        # Values are needed for the agent's moves and, unless an agent, for the opponent's.
        valued = choices if error is not None else choices[is_agents[choices]]
        values = np.full((games, board.actions), batches.NO_VALUE, dtype=np.int8)
        values[valued] = batches.move_values_many(masks[valued], board, scoring=scoring)
        own, other = choices[is_agents[choices]], choices[~is_agents[choices]]
        begun = time.perf_counter()
        actions[own] = _chosen(agent, masks, board, own, histories, seed + ply * games)
        seconds += time.perf_counter() - begun
        if error is not None:
            actions[other] = _erring(values[other], noise[other], error)
        else:
            actions[other] = _chosen(opponent, masks, board, other, histories, seed + ply * games + (1 << 62), "opponent")
        rows += zip(own, _empties(masks[own], board), actions[own], values[own], strict=True)
        for game in np.flatnonzero(is_open):
            histories[game].append(int(actions[game]))
        masks = masks.copy()
        masks[is_open] = batches.play_many(masks[is_open], actions[is_open], board)
        is_agents = is_agents ^ is_open
        ply += 1
    positions = batches.as_positions(masks, board)
    scores = np.array([position.final_score(scoring) for position in positions], dtype=np.float64)
    points = (1 + np.sign(np.where(is_agents, scores, -scores))) / 2
    columns = np.array([row[:3] for row in rows], dtype=np.int64).reshape(-1, 3).T
    found = np.array([row[3] for row in rows], dtype=np.int8).reshape(-1, board.actions)
    return _Moves(columns[0], columns[1], columns[2], found, points, seconds / max(len(rows), 1))


def _beginnings(
    start: Position, games: int, empties: int, random: np.random.Generator
) -> tuple[NDArray[np.uint64], list[list[int]]]:
    """Positions of random games with so many empty squares, two of each, and the moves that lead there."""
    board, first = batches.as_masks([start])
    empties = min(empties, start.empties)
    found: list[tuple[NDArray[np.uint64], list[int]]] = []
    for _ in range(1000):
        masks = np.repeat(first, games, axis=0)
        histories: list[list[int]] = [[] for _ in range(games)]
        while True:
            legal, noise = batches.legal_actions(masks, board), random.random((games, board.actions))
            moving = np.flatnonzero((_empties(masks, board) > empties) & legal.any(axis=1))
            if not len(moving):
                break
            actions = np.where(legal[moving], noise[moving], -1).argmax(axis=1)
            masks[moving] = batches.play_many(masks[moving], actions, board)
            for game, action in zip(moving, actions, strict=True):
                histories[game].append(int(action))
        reached = (_empties(masks, board) == empties) & legal.any(axis=1)
        found += [(masks[game], histories[game]) for game in np.flatnonzero(reached)]
        if 2 * len(found) >= games:
            chosen = [found[game // 2] for game in range(games)]
            return np.array([masks for masks, _ in chosen]), [list(history) for _, history in chosen]
    raise ValueError(f"empties: no random game on {board} comes to {empties}")


def _empties(masks: NDArray[np.uint64], board: Board) -> NDArray[np.int64]:
    occupied = batches.as_planes(masks, board).sum(axis=(1, 2, 3), dtype=np.int64)
    empty: NDArray[np.int64] = board.squares - occupied
    return empty


def _chosen(
    agent: Agent,
    masks: NDArray[np.uint64],
    board: Board,
    which: NDArray[np.int64],
    histories: list[list[int]],
    seed: int,
    name: str = "agent",
) -> NDArray[np.int64]:
    """What an agent plays in some of the games."""
    if not len(which):
        return which
    if isinstance(agent, Player):
        return agent(masks[which], board, seed % (1 << 63))
    if isinstance(agent, ByHistory):
        agent = agent.policy([histories[game] for game in which])
    policies.check_callable(agent, name)
    return policies.chosen(agent, masks[which], board)


def _erring(values: NDArray[np.int8], noise: NDArray[np.float64], error: float) -> NDArray[np.int64]:
    """Moves of an exact player that errs by so many discs on average: a best one or any, at random."""
    if not error >= 0:
        raise ValueError(f"opponent: it cannot err by {error:g} discs")
    legal = values != batches.NO_VALUE
    worth = np.where(legal, values, 0).astype(np.float64)
    best = np.where(legal, values, -math.inf).max(axis=1, keepdims=True, initial=-math.inf)
    loss = np.where(legal, best - worth, 0.0).sum(axis=1) / np.maximum(legal.sum(axis=1), 1)
    # The noise at the last action, the pass, is free: a pass is never a choice.
    is_any = noise[:, -1] * loss < error
    allowed = np.where((is_any & (error > 0))[:, None], legal, legal & (values == best))
    picked: NDArray[np.int64] = np.where(allowed, noise, -1.0).argmax(axis=1)
    return picked


def exact(seed: int = 0, scoring: str = "discs") -> policies.Policy:
    """A policy that plays a best move, any of them at random.

    >>> from exact_othello import as_masks
    >>> board, masks = as_masks([Position("4x4", "b1")])
    >>> int(exact()(masks, board)[0]) == board.action("a1")
    True
    """
    random = np.random.default_rng(seed)

    def policy(masks: NDArray[np.uint64], board: Board) -> NDArray[np.int64]:
        values = batches.move_values_many(masks, board, scoring=scoring)
        return _erring(values, random.random(values.shape), 0.0)

    return policy


def _report(board: Board, games: int, moves: _Moves, seed: int) -> Report:
    """The report on some moves."""
    values = moves.values.astype(np.float64)
    legal = moves.values != batches.NO_VALUE
    best = values.max(axis=1, initial=-math.inf)
    lowest = np.where(legal, values, math.inf).min(axis=1, initial=math.inf)
    own = values[np.arange(len(values)), moves.action]
    loss, spread = best - own, best - lowest
    weights = np.random.default_rng(seed).multinomial(max(games, 1), np.full(max(games, 1), 1 / max(games, 1)), size=ROUNDS)

    def part(here: NDArray[np.bool_]) -> Part:
        n = int(here.sum())
        per_game = [np.bincount(moves.game[here], one[here], max(games, 1)) for one in (np.ones(len(loss)), loss, loss > 0)]
        counts = np.maximum(weights @ per_game[0], 1e-9)
        means, wrongs = weights @ per_game[1] / counts, weights @ per_game[2] / counts
        if not n:
            nothing = Interval(math.nan, math.nan, math.nan)
            return Part(0, nothing, nothing)
        regret, wrong = float(loss[here].mean()), float((loss[here] > 0).mean())
        size = regret / wrong if wrong else float(spread[here].mean())
        trials = int((per_game[0] > 0).sum())
        low, high = policies._wilson(wrong, trials)
        seen = [np.percentile(one[weights @ per_game[0] > 0], (2.5, 97.5)) for one in (means, wrongs)]
        right = Interval(1 - wrong, 1 - max(high, seen[1][1]), 1 - min(low, seen[1][0]))
        # One game shows no spread at all.
        most = max(high * size, seen[0][1], float(spread[here].mean()) if trials == 1 else 0.0)
        return Part(n, Interval(regret, min(low * size, seen[0][0]), most), right)

    whole = part(np.ones(len(loss), dtype=np.bool_))
    share = moves.empties / board.squares
    limits = [math.inf, *(least for _, least in PHASES)]
    phases = {name: part((share >= least) & (share < above)) for (name, least), above in zip(PHASES, limits, strict=False)}
    by_empties = {int(empties): part(moves.empties == empties) for empties in np.unique(moves.empties)}
    lost: dict[int, Lost] = {}
    for index in np.flatnonzero(np.sign(own) < np.sign(best)):
        game = int(moves.game[index])
        lost.setdefault(game, Lost(game, int(moves.empties[index]), board.move(int(moves.action[index]))))
    points = Interval(math.nan, math.nan, math.nan)
    if (ended := np.flatnonzero(~np.isnan(moves.points))).size:
        value, counts = float(moves.points[ended].mean()), weights[:, ended].sum(axis=1)
        means = (weights[:, ended] @ moves.points[ended])[counts > 0] / counts[counts > 0]
        low, high = policies._wilson(value, ended.size)
        points = Interval(value, min(low, *np.percentile(means, (2.5,))), max(high, *np.percentile(means, (97.5,))))
    first = [lost[game] for game in sorted(lost)]
    kept = {name: one for name, one in phases.items() if one.moves}
    return Report(str(board), games, whole.moves, whole.regret, whole.right, points, moves.seconds, kept, by_empties, first)
