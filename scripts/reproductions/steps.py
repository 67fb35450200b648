"""Environments from Python: moves and steps of random games in the package, in pgx and in OpenSpiel, in one run on all cores."""

import random
import statistics
import time

from . import results, solving

#: Games at once, and steps of each in one trial.
GAMES, STEPS = 4096, 400
#: Positions that are played in one call of `play_many`, and calls in one trial.
POSITIONS, CALLS = 100_000, 50
#: Steps in one trial of OpenSpiel, which has one game at a time.
STEPS_ALONE = 20_000
#: Games whose legal moves and ends all three must agree about before anything is timed.
COMPARED = 64
TRIALS = 5


def add_arguments(parser):
    """`scripts/reproduce steps` has no options."""


def run(_):
    """Compares the rules of the three, then times them, alternating, and writes the section."""
    eo = solving.package("jax", "pgx", "pyspiel", also="docs/notebooks/requirements.txt")
    compare(eo)
    timed = {("`play_many`", "6x6", f"{POSITIONS:,}"): played(eo, "6x6"), ("`play_many`", "8x8", f"{POSITIONS:,}"): played(eo, "8x8"),
             ("`Games`", "6x6", f"{GAMES:,}"): stepped(eo, "6x6"), ("`Games`", "8x8", f"{GAMES:,}"): stepped(eo, "8x8"),
             ("pgx", "8x8", f"{GAMES:,}"): stepped_pgx(), ("OpenSpiel", "8x8", "1"): stepped_open_spiel()}
    found = {name: [] for name in timed}
    for trial in range(TRIALS):
        for name, trial_of in timed.items():
            begin = time.monotonic()
            steps = trial_of(trial)
            found[name].append(steps / (time.monotonic() - begin) / 1e6)
    rows = [[*name, f"{statistics.median(rates):.3g}"] for name, rates in found.items()]
    table = results.table(["What", "Board", "At once", "Millions a second"], rows)
    results.write({"python-steps": table, "python-steps-made": results.made("steps")})
    return 0


def compare(eo):
    """Plays random games of 8x8 in all three; exits if they disagree about a legal action, an end or who wins."""
    import jax
    import numpy as np
    import pgx
    import pyspiel

    environment, game, games = pgx.make("othello"), pyspiel.load_game("othello"), eo.Games("8x8", COMPARED)
    states = jax.jit(jax.vmap(environment.init))(jax.random.split(jax.random.PRNGKey(0), COMPARED))
    first, step, others = states.current_player, jax.jit(jax.vmap(environment.step)), [game.new_initial_state() for _ in range(COMPARED)]
    black, over, ply = np.zeros(COMPARED), np.zeros(COMPARED, bool), 0
    while not over.all():
        legal, actions, movers = games.legal, games.random_actions(seed=ply), np.asarray(states.current_player)
        # Games that are over begin again; no other does.
        if not np.array_equal(legal[~over], np.asarray(states.legal_action_mask)[~over]):
            raise SystemExit(f"legal actions differ from those of pgx after {ply} moves")
        states = step(states, actions)
        scores = games.step(actions)
        for index in np.flatnonzero(~over):
            if others[index].legal_actions() != np.flatnonzero(legal[index]).tolist():
                raise SystemExit(f"legal actions differ from those of OpenSpiel after {ply} moves")
            others[index].apply_action(int(actions[index]))
            if games.over[index]:
                black[index] = np.sign(scores[index]) * (1 if movers[index] == first[index] else -1)
                told = [np.asarray(states.rewards)[index, first[index]], others[index].returns()[0]]
                if not states.terminated[index] or not others[index].is_terminal() or told != [black[index]] * 2:
                    raise SystemExit(f"game {index} ends otherwise: {black[index]}, in pgx and OpenSpiel {told}")
        over, ply = over | games.over, ply + 1


def played(eo, board):
    """A trial of `play_many`: a move in each of many positions with half of the squares empty."""
    squares = eo.Board(board).squares
    masks = eo.random_positions(board, squares // 2, POSITIONS, seed=1)
    actions = eo.legal_actions(masks, board).argmax(axis=1)
    return lambda _: sum(len(eo.play_many(masks, actions, board)) for _ in range(CALLS))


def stepped(eo, board):
    """A trial of `Games`: random actions, steps, and the masks of legal actions after each."""
    games = eo.Games(board, GAMES)

    def steps(trial):
        for step in range(STEPS):
            games.step(games.random_actions(seed=trial * STEPS + step))
            _ = games.legal
        return GAMES * STEPS

    return steps


def stepped_pgx():
    """A trial of pgx: the same in one compiled function of JAX, whose compilation is not timed. Games that are over begin again."""
    import jax
    import pgx
    from jax import numpy as jnp
    from pgx.experimental import auto_reset

    environment = pgx.make("othello")
    once = jax.vmap(auto_reset(environment.step, environment.init))

    def step(states, key):
        drawn, again = jax.random.split(key)
        actions = jax.random.categorical(drawn, jnp.where(states.legal_action_mask, 0.0, -jnp.inf), axis=1)
        return once(states, actions, jax.random.split(again, GAMES)), None

    @jax.jit
    def steps_of(key):
        begin, rest = jax.random.split(key)
        states = jax.vmap(environment.init)(jax.random.split(begin, GAMES))
        return jax.lax.scan(step, states, jax.random.split(rest, STEPS))[0].legal_action_mask

    def steps(trial):
        steps_of(jax.random.PRNGKey(trial)).block_until_ready()
        return GAMES * STEPS

    steps(TRIALS)
    return steps


def stepped_open_spiel():
    """A trial of OpenSpiel: a game at a time from Python, with its list of legal actions."""
    import pyspiel

    game = pyspiel.load_game("othello")

    def steps(trial):
        chance, state = random.Random(trial), game.new_initial_state()
        for _ in range(STEPS_ALONE):
            if state.is_terminal():
                state = game.new_initial_state()
            state.apply_action(chance.choice(state.legal_actions()))
        return STEPS_ALONE

    return steps
