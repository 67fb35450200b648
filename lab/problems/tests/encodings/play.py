"""Random games of Othello by the packages OpenSpiel and pgx, with what each of them observes.

    play.py PACKAGE SEED...    prints one game for each seed; PACKAGE is openspiel or pgx

The first line says which package it is and how its observations look. Each other line is a position: its game's seed; the
squares in row order; the colour to move, none in OpenSpiel once the game is over; the player to move as the package numbers it;
the legal actions and the one that was chosen; for either colour what that player observes, flattened in the package's own order,
eight elements a byte, the first one highest; at the end of a game, what either colour gets. The files beside this one come from

    play.py openspiel 1 2 4 14 40 190 1265 2141 >openspiel.jsonl
    play.py pgx 2 3 4 25 40 190 1265 2141 >pgx.jsonl

with the packages of requirements.txt: 14, 25 and 40 are draws, 190 ends with an empty square, 1265 and 2141 are wipe-outs.
"""

import importlib.metadata
import json
import os
import random
import sys

import numpy


def packed(observation):
    """An observation's elements in their order, as hexadecimal digits."""
    flat = numpy.asarray(observation).ravel()
    if not numpy.isin(flat, (0, 1)).all():
        raise SystemExit("play.py: an observation has other elements than 0 and 1")
    return numpy.packbits(flat.astype(bool)).tobytes().hex()


def head(package, shape, dtype, actions):
    """The first line."""
    version = importlib.metadata.version(package)
    return {"package": package, "version": version, "shape": list(shape), "dtype": str(dtype), "actions": actions}


def openspiel(seeds):
    """Games of OpenSpiel. Its player 0 is Black."""
    import pyspiel
    from open_spiel.python.observation import make_observation

    game = pyspiel.load_game("othello")
    observer = make_observation(game)
    yield head("open_spiel", observer.dict["observation"].shape, observer.tensor.dtype, game.num_distinct_actions())

    def observed(state, player):
        observer.set_from(state, player)
        tensor = numpy.array(state.observation_tensor(player))
        if not numpy.array_equal(tensor, observer.tensor) or not numpy.array_equal(tensor, observer.dict["observation"].ravel()):
            raise SystemExit("play.py: OpenSpiel's ways to observe a position differ")
        return packed(tensor)

    for seed in seeds:
        chance, state = random.Random(seed), game.new_initial_state()
        while True:
            rows = [line.split()[1:9] for line in str(state).splitlines() if line[:1].isdigit()]
            squares = "".join(map("".join, rows)).upper()
            over = state.is_terminal()
            action = None if over else chance.choice(state.legal_actions())
            yield {
                "seed": seed,
                "squares": squares,
                "side": None if over else "XO"[state.current_player()],
                "player": state.current_player(),
                "legal": state.legal_actions(),
                "action": action,
                "observed": {"X": observed(state, 0), "O": observed(state, 1)},
                "returns": dict(zip("XO", state.returns(), strict=True)) if over else None,
            }
            if over:
                break
            state.apply_action(action)


def pgx(seeds):
    """Games of pgx. Its player 0 is Black in some games and White in others."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    import jax
    import pgx as package

    env = package.make("othello")
    init, step, observe = jax.jit(env.init), jax.jit(env.step), jax.jit(env.observe)
    first = init(jax.random.PRNGKey(0)).observation
    yield head("pgx", first.shape, first.dtype, env.num_actions)
    for seed in seeds:
        chance, state = random.Random(seed), init(jax.random.PRNGKey(seed))
        while True:
            turn, player = int(state._x.turn), int(state.current_player)
            own, other = "XO"[turn], "XO"[1 - turn]
            squares = "".join({1: own, -1: other, 0: "-"}[int(square)] for square in state._x.board)
            over = bool(state.terminated)
            if not numpy.array_equal(state.observation, observe(state, player)):
                raise SystemExit("play.py: pgx's ways to observe a position differ")
            legal = [] if over else numpy.flatnonzero(state.legal_action_mask).tolist()
            action = None if over else chance.choice(legal)
            yield {
                "seed": seed,
                "squares": squares,
                "side": own,
                "player": player,
                "legal": legal,
                "action": action,
                "observed": {own: packed(observe(state, player)), other: packed(observe(state, 1 - player))},
                "returns": {own: float(state.rewards[player]), other: float(state.rewards[1 - player])} if over else None,
            }
            if over:
                break
            state = step(state, action)


def main():
    play, seeds = {"openspiel": openspiel, "pgx": pgx}[sys.argv[1]], map(int, sys.argv[2:])
    for line in play(seeds):
        print(json.dumps(line))


if __name__ == "__main__":
    main()
