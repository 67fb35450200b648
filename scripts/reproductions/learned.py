"""A learned policy, from labels and by self-play without them: right moves against exact values, alone and inside PUCT."""

import time

from . import results, solving
from .intervals import gained, wilson

#: The set that judges, and positions on which PUCT's constant is chosen: as many empty squares, another seed, and none in the set.
SET, EMPTIES, TUNED, SEED = "6x6-s16-3000", 16, 300, 1000
CONSTANTS, TUNED_AT = (0.25, 0.5, 1, 2, 4), 100
#: The numbers of playouts, and of the positions that networks are asked about with as many.
PLAYOUTS = {10: 3000, 100: 3000, 1000: 600}
#: The networks by the names of their files; the constants of others are those of docs/results/searches.md.
NETWORKS = {"labels": "network", "self-play": "self-play"}
LEAF, UCT = "PUCT, leaf", "UCT"
SEARCHES = {LEAF: "puct:playout=cut,d=0,reward=margin,c=0.5,t=4,n={}", UCT: "uct:c=0.25,n={}"}
FIXED = {f"alpha-beta {depth}": f"alphabeta:depth={depth}" for depth in (1, 4)}
PAIRS = [("labels", "self-play"), ("labels", UCT), ("self-play", UCT), (LEAF, "labels"), (LEAF, "self-play")]
#: Rounds of self-play that are told.
TOLD = (1, 2, 4, 8, 12, 16, 20)


def decisive():
    """Positions for choices, and the values of their moves: one wins, another loses."""
    import exact_othello as eo
    import network
    import numpy as np

    masks = eo.random_positions(network.BOARD, EMPTIES, 3 * TUNED, SEED)
    values = eo.move_values_many(masks, network.BOARD)
    worst = np.where(values == eo.batches.NO_VALUE, 127, values).min(axis=1)
    chosen = np.flatnonzero((values.max(axis=1) > 0) & (worst < 0))[:TUNED]
    return masks[chosen], values[chosen]


def answered(policy, masks, values):
    """The actions that a policy chooses and their credits: 1 for a win, a half for a draw."""
    import network
    import numpy as np
    from exact_othello import policies

    actions = policies.chosen(policy, masks, network.BOARD)
    return actions, (1 + np.sign(values[np.arange(len(values)), actions].astype(int))) / 2


def self_trained(keep):
    """Trains the network by self-play and keeps its weights: after each round what it cost, and its right moves without search."""
    import network
    import self_play

    (masks, values), told, begin, judging = decisive(), [], time.process_time(), 0
    for number, (weights, positions) in enumerate(self_play.trained(), 1):
        seconds = time.process_time() - begin - judging
        credits = answered(network.alone(network.network(weights)), masks, values)[1]
        told.append({"round": number, "positions": positions, "seconds": seconds, "right": float(credits.mean())})
        print(told[-1], flush=True)
        keep(NETWORKS["self-play"], weights)
        judging = time.process_time() - begin - seconds
    return told


def searching(network, constant, playouts):
    """PUCT with a network, which is asked about more leaves at once where there are more playouts."""
    from exact_othello import Player

    return Player(f"puct:c={constant:g},n={playouts}", network=network, batch=min(16, max(1, playouts // 12)))


def tuned(network):
    """The share of right moves by constant."""
    masks, values = decisive()
    return {f"{constant:g}": float(answered(searching(network, constant, TUNED_AT), masks, values)[1].mean()) for constant in CONSTANTS}


def judged(policy, count=3000):
    """What a policy is worth on the first positions of the set: its credits, the discs it gives away, and the CPU seconds of a move."""
    import exact_othello as eo

    table = eo.load_set(solving.REPOSITORY / "data" / "sets" / SET, form="arrow")[:count]
    known, begin = eo.labels(table), time.process_time()
    actions, credits = answered(policy, known.masks, known.values)
    seconds = (time.process_time() - begin) / len(credits)
    lost = eo.regret(lambda *_: actions, table)
    return {"credits": credits.tolist(), "regret": [lost.mean, *lost.interval], "seconds": seconds}


def blocks(kept, told, load):
    """The blocks of the page; `told` are the rounds of self-play, and `load` gives a network by the name of its file."""
    import self_play
    from exact_othello import Player
    from network import alone

    found, texts, tried = {}, {}, {}
    for name, file in NETWORKS.items():
        tried[name] = kept.measured(f"learned, {name}, constants", lambda file=file: tuned(load(file)))
        constant = float(max(tried[name], key=tried[name].get))
        found[name, 1] = kept.measured(f"learned, {name}, alone", lambda file=file: judged(alone(load(file))))
        for n, count in PLAYOUTS.items():
            texts[name, n] = f"puct:c={constant:g},n={n}"
            found[name, n] = kept.measured(f"learned, {name}, {texts[name, n]}, {count} positions",
                                           lambda file=file, n=n, c=constant, count=count: judged(searching(load(file), c, n), count))
    texts |= {(name, n): text.format(n) for name, text in SEARCHES.items() for n in PLAYOUTS}
    texts |= {(name, ""): text for name, text in FIXED.items()}
    for key, text in texts.items():
        if key not in found:
            found[key] = kept.measured(f"learned, {text}", lambda text=text: judged(Player(text)))
    rows = [[name, f"`{texts[name, n]}`" if (name, n) in texts else "", f"{n:,}" if n else "", f"{len(one['credits']):,}", right(one["credits"]),
             "{:.2f} ({:.2f}–{:.2f})".format(*one["regret"]), f"{1e3 * one['seconds']:.2g}"] for (name, n), one in found.items()]
    gains = [[f"{first} over {second}", *(gained(found[first, n]["credits"][:count], found[second, n]["credits"][:count]) for n, count in PLAYOUTS.items())]
             for first, second in PAIRS]
    means = [[name, *(wilson(100 * one, TUNED) for one in tried[name].values())] for name in tried]
    rounds = [[one["round"], f"{one['round'] * self_play.GAMES:,}", f"{one['positions']:,}", f"{one['seconds']:.0f} CPU s",
               wilson(100 * one["right"], TUNED)] for one in told if one["round"] in TOLD]
    return {
        "ladder-learned": results.table(["Player", "Its text", "Playouts", "Positions", "Right, %", "Regret", "CPU ms"], rows),
        "ladder-learned-gains": results.table(["Gain", *(f"{n:,}" for n in PLAYOUTS)], gains),
        "ladder-learned-constants": results.table(["c", *(f"{one:g}" for one in CONSTANTS)], means),
        "ladder-learned-rounds": results.table(["Rounds", "Games", "Positions", "Training", "Right, %"], rounds),
        "ladder-learned-made": results.made("agents"),
    }


def right(credits):
    """A share of right moves with its interval."""
    return wilson(100 * sum(credits) / len(credits), len(credits))
