"""A ladder of players, judged by exact values: what each loses a move, against whom it scores half, and what a move costs."""

import pathlib
import pickle
import re
import sys
import time
from functools import partial

from . import learned as learning
from . import results, solving
from .intervals import percent
from .measurements import Measurements

#: Games on 6x6 and on 8x8, from random positions with this many empty squares.
GAMES, EMPTIES = 400, 18
GAMES_8X8, EMPTIES_8X8 = 100, 14
#: What the network is trained on, and for how long.
POSITIONS, EPOCHS = 100_000, 20
#: Playouts of the searches; of that with the network, and of that with pgx.
PLAYOUTS, ASKED, SIMULATED = 2000, 200, 64
NOTEBOOKS = solving.REPOSITORY / "docs" / "notebooks"
#: The constants are those of docs/results/searches.md.
LADDER = {"random": "random", "alpha-beta 1": "alphabeta:depth=1", "alpha-beta 3": "alphabeta:depth=3", "alpha-beta 5": "alphabeta:depth=5",
          "UCT": f"uct:n={PLAYOUTS},c=0.25", "UCT, margin": f"uct:n={PLAYOUTS},c=0.25,reward=margin",
          "UCT+": f"uct+:n={PLAYOUTS},c=2,scale=1", "PUCT": f"puct:n={PLAYOUTS},c=4,t=2"}
NOT_PERFECT = r'title: "([^"]+)",[^}]*spec: "([^"]+)",\s*is_perfect: false'
OPPONENTS = re.findall(NOT_PERFECT, (solving.REPOSITORY / "explorer/answers/src/opponents.rs").read_text(encoding="utf-8"))
#: The levels of the explorer's page, weakest first.
LEVELS = {f"{level}: {title}": text for level, (title, text) in enumerate(OPPONENTS, 1)}
NAMED = {**LADDER, **LEVELS, "network, PUCT": f"puct:n={ASKED}"}
#: Positions that mctx searches at once.
TOGETHER = 16


def add_arguments(parser):
    """The options of `scripts/reproduce agents`."""
    default = solving.REPOSITORY / "target" / "reproduce" / "agents"
    parser.add_argument("--results", type=pathlib.Path, default=default, help="where measurements are kept (default %(default)s)")


def run(arguments):
    """Judges all players and writes the section."""
    eo = solving.package("jax", "mctx", "pgx", "pyspiel", also="docs/notebooks/requirements.txt")
    sys.path.insert(0, str(NOTEBOOKS))
    parts = ["HEAD:python", "HEAD:solver", "HEAD:lab"]
    kept = Measurements(arguments.results, partial(solving.trees, *parts), also=())
    parts.append("HEAD:docs/notebooks/network.py")
    learned = Measurements(arguments.results, partial(solving.trees, *parts), also=())
    alike = Measurements(arguments.results, partial(solving.trees, *parts, "HEAD:docs/notebooks/self_play.py"), also=())
    made = learned.measured("network", lambda: trained(learned.folder))
    rounds = alike.measured("self-play", lambda: learning.self_trained(partial(keep, alike.folder)))
    results.write(learning.blocks(alike, made, rounds, partial(kept_weights, alike.folder)))

    def judge_all(kept, board, games, players):
        return {name: kept.measured(f"{board}, {games} games, {name}", lambda make=make: judged(make(), board, games))
                for name, make in players.items()}

    named, levels = ({name: lambda text=text: eo.Player(text) for name, text in some.items()} for some in (LADDER, LEVELS))
    others = {name: named[name] for name in ("random", "UCT", "alpha-beta 3", "PUCT")}
    strange = judge_all(kept, "8x8", GAMES_8X8, {**others, "OpenSpiel MCTS": open_spiel, "pgx, mctx": pgx_mctx})
    found = judge_all(kept, "6x6", GAMES, {"random": named.pop("random"), "greedy": lambda: greedy, **named})
    levels = judge_all(kept, "6x6", GAMES, levels)
    found |= judge_all(learned, "6x6", GAMES, {"network": lambda: alone(learned.folder), "network, PUCT": lambda: searching(learned.folder)})
    results.write({"ladder": rungs(found), "ladder-empties": by_empties(found), "ladder-points": points(found), "ladder-levels": rungs(levels),
                   "ladder-network": cost_of(made), "ladder-8x8": rungs(strange), "ladder-made": results.made("agents")})
    return 0


def clocked(agent):
    """An agent, and a list that gets the number of moves and the CPU seconds, on all cores, of each time it is asked."""
    from exact_othello import Player, adapters

    asked = []

    def timed(policy):
        def choose(masks, board):
            begin = time.process_time()
            given = [sum(moves for moves, _ in asked)] if isinstance(policy, Player) else []
            chosen = policy(masks, board, *given)
            asked.append((len(masks), time.process_time() - begin))
            return chosen

        return choose

    if isinstance(agent, adapters.ByHistory):
        return adapters.ByHistory(lambda histories: timed(agent.policy(histories))), asked
    return timed(agent), asked


def judged(agent, board, games):
    """What the referee says of an agent: the report, the CPU seconds of a move and, on 6x6, the points against players that err."""
    from exact_othello import referee

    agent, asked = clocked(agent)
    found = referee.judge(agent, board, games, empties=EMPTIES if board == "6x6" else EMPTIES_8X8).as_dict()
    moves, seconds = map(sum, zip(*asked, strict=True))
    scale = referee.scale(agent, board) if board == "6x6" else referee.Scale({})
    against = {f"{error:g}": interval._asdict() for error, interval in scale.points.items()}
    return {"report": found, "seconds": seconds / moves, "points": against, "even": scale.even if scale.even >= 0 else None}


def greedy(masks, board):
    """Plays the move after which it has the most discs."""
    import exact_othello as eo
    import numpy as np

    legal = eo.legal_actions(masks, board)
    rows, actions = np.nonzero(legal)
    discs = np.zeros(legal.shape)
    after = eo.as_planes(eo.play_many(masks[rows], actions, board), board)
    discs[rows, actions] = after[:, 1].sum(axis=(1, 2))
    return discs


def trained(folder):
    """Trains the network and keeps its weights; what it cost."""
    import network

    begin = time.process_time()
    masks, values = network.labelled(POSITIONS, seed=1)
    labels = time.process_time()
    weights = network.trained(masks, values, EPOCHS)
    keep(folder, "network", weights)
    numbers = sum(part.size for layer in weights for part in layer)
    return {"positions": len(masks), "numbers": numbers, "labels": labels - begin, "training": time.process_time() - labels}


def keep(folder, name, weights):
    """Writes the weights of a network into a file."""
    (folder / f"{name}.pickle").write_bytes(pickle.dumps([[part.tolist() for part in layer] for layer in weights]))


def kept_weights(folder, name):
    """The weights in such a file."""
    import jax.numpy as jnp

    return [tuple(jnp.array(part) for part in layer) for layer in pickle.loads((folder / f"{name}.pickle").read_bytes())]


def kept_network(folder):
    """The network that was trained on labels."""
    import network

    return network.network(kept_weights(folder, "network"))


def alone(folder):
    """The network as a policy, without search."""
    import network

    return network.alone(kept_network(folder))


def searching(folder):
    """PUCT with the network."""
    from exact_othello import Player

    return Player(NAMED["network, PUCT"], network=kept_network(folder))


def open_spiel():
    """OpenSpiel's tree search with random playouts."""
    import pyspiel
    from exact_othello import adapters

    game = pyspiel.load_game("othello")
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, PLAYOUTS, 1000, False, 1, False)
    return adapters.open_spiel(bot, game)


def pgx_mctx():
    """The Gumbel search of mctx over states of pgx, without a network: equal priors, and a random playout from each leaf."""
    import jax
    import mctx
    import numpy as np
    import pgx
    from exact_othello import adapters
    from jax import numpy as jnp

    environment = pgx.make("othello")

    def reached(actions):
        def step(state, action):
            return jax.lax.cond(action < 0, lambda: state, lambda: environment.step(state, action)), None

        return jax.lax.scan(step, environment.init(jax.random.PRNGKey(0)), actions)[0]

    def playout(state, key):
        def step(now):
            state, key, _ = now
            key, drawn = jax.random.split(key)
            after = environment.step(state, jax.random.categorical(drawn, jnp.where(state.legal_action_mask, 0.0, -jnp.inf)))
            return after, key, after.rewards

        return jax.lax.while_loop(lambda now: ~now[0].terminated, step, (state, key, jnp.zeros(2)))[2][state.current_player]

    def guessed(states, key):
        values = jax.vmap(playout)(states, jax.random.split(key, TOGETHER))
        return jnp.where(states.legal_action_mask, 0.0, -1e9), values

    def moved(_, key, actions, states):
        after = jax.vmap(environment.step)(states, actions)
        logits, values = guessed(after, key)
        reward = jax.vmap(lambda rewards, player: rewards[player])(after.rewards, states.current_player)
        discount = jnp.where(after.terminated, 0.0, -1.0)
        return mctx.RecurrentFnOutput(reward=reward, discount=discount, prior_logits=logits, value=values), after

    @jax.jit
    def searched(actions, key):
        states = jax.vmap(reached)(actions)
        logits, values = guessed(states, key)
        root = mctx.RootFnOutput(prior_logits=logits, value=values, embedding=states)
        return mctx.gumbel_muzero_policy((), key, root, moved, SIMULATED, ~states.legal_action_mask).action

    def policy(histories):
        def choose(masks, board):
            told = np.full((-(-len(histories) // TOGETHER) * TOGETHER, 2 * board.squares), -1, np.int32)
            for row, history in enumerate(histories):
                told[row, : len(history)] = history
            keys = jax.random.split(jax.random.PRNGKey(int(told.sum()) % 2**31), len(told) // TOGETHER)
            parts = told.reshape(len(keys), TOGETHER, -1)
            return np.concatenate([searched(part, key) for part, key in zip(parts, keys, strict=True)])[: len(histories)]

        return choose

    searched(jnp.full((TOGETHER, 128), -1), jax.random.PRNGKey(0))  # compiles it
    return adapters.ByHistory(policy)


def discs(limits):
    """A number of discs with its interval; nothing without one."""
    return "" if limits is None or limits["value"] is None else "{value:.2f} ({lower:.2f}–{upper:.2f})".format(**limits)


def rungs(found):
    """The table of what players lose, and what a move costs."""
    rows = [[name, f"`{NAMED[name]}`" if name in NAMED else "", discs(one["report"]["regret"]), percent(one["report"]["right"]),
             f"{len(one['report']['first_lost']) / one['report']['games']:.0%}", f"{1e3 * one['seconds']:.2g}"] for name, one in found.items()]
    return results.table(["Player", "Its text", "Regret", "Right, %", "Spoilt", "CPU ms"], rows)


def by_empties(found):
    """The table of regret by empty squares."""
    left = range(EMPTIES, 3, -2)
    return results.table(["Player", *left], [[name, *(discs(one["report"]["by_empties"].get(str(empties), {}).get("regret")) for empties in left)]
                                             for name, one in found.items()])


def points(found):
    """The table of points against players that err, and the error at which they are a half."""
    errors = list(next(iter(found.values()))["points"])
    return results.table(["Player", *errors, "Even"], [
        [name, *(percent(one["points"][error]) for error in errors), "" if one["even"] is None else f"{one['even']:.1f}"]
        for name, one in found.items()])


def cost_of(made):
    """The table of what the network is and cost."""
    return results.table(["Positions", "Epochs", "Numbers", "Labels", "Training"], [
        [f"{made['positions']:,}", EPOCHS, f"{made['numbers']:,}", f"{made['labels']:.0f} CPU s", f"{made['training']:.0f} CPU s"]])
