"""A learned policy, from labels and by self-play without them: right moves against exact values, alone and inside PUCT."""

import time

from . import results, solving
from .intervals import gained, wilson

#: The set that judges, and positions on which PUCT's constant is chosen: as many empty squares, another seed, and none in the set.
SET, EMPTIES, TUNED, SEED = "6x6-s16-3000", 16, 300, 1000
CONSTANTS, TUNED_AT = (0.125, 0.25, 0.5, 1, 2, 4), 100
#: The numbers of playouts, and of the positions that networks are asked about with as many.
PLAYOUTS = {10: 3000, 100: 1000, 1000: 300}
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


def asked(weights):
    """A trained network for a search that asks about few positions at once: it is compiled for each power of two."""
    import jax
    import network
    import numpy as np

    compiled = jax.jit(network.said)
    for size in (1, 2, 4, 8, 16):
        compiled(weights, np.zeros((size, network.BOARD.squares, 3), np.float32))

    def ask(planes):
        x = np.zeros((1 << (len(planes) - 1).bit_length(), network.BOARD.squares, 3), np.float32)
        x[: len(planes)] = network.seen(planes)
        logits, values = compiled(weights, x)
        return np.pad(logits, ((0, 0), (0, 1)))[: len(planes)], np.asarray(values)[: len(planes)]

    return ask


def searching(weights, constant, playouts):
    """PUCT with a network, which is asked about more leaves at once where there are more playouts."""
    from exact_othello import Player

    return Player(f"puct:c={constant:g},n={playouts}", network=asked(weights), batch=min(16, max(1, playouts // 12)))


def tuned(weights):
    """The share of right moves by constant."""
    masks, values = decisive()
    return {f"{constant:g}": float(answered(searching(weights, constant, TUNED_AT), masks, values)[1].mean()) for constant in CONSTANTS}


def judged(policy, count=3000):
    """What a policy is worth on the first positions of the set: its credits, the discs it gives away, and the CPU seconds of a move."""
    import exact_othello as eo
    import network

    table = eo.load_set(solving.REPOSITORY / "data" / "sets" / SET, form="arrow")[:count]
    known = eo.labels(table)
    # Loads the evaluation, which is not what a move costs.
    eo.evaluate(known.masks[:1], network.BOARD)
    begin = time.process_time()
    actions, credits = answered(policy, known.masks, known.values)
    seconds = (time.process_time() - begin) / len(credits)
    lost = eo.regret(lambda *_: actions, table)
    return {"credits": credits.tolist(), "regret": [lost.mean, *lost.interval], "seconds": seconds}


def blocks(kept, made, told, load):
    """The blocks of the page, from what labels cost and the rounds of self-play; `load` gives weights by the name of their file."""
    import self_play
    from exact_othello import Player
    from network import alone, network

    found, texts, tried = {}, {}, {}
    for name, file in NETWORKS.items():
        tried[name] = kept.measured(f"learned, {name}, constants", lambda file=file: tuned(load(file)))
        # Among equals the largest.
        constant = float(max(reversed(tried[name]), key=tried[name].get))
        found[name, 1] = kept.measured(f"learned, {name}, alone", lambda file=file: judged(alone(network(load(file)))))
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
    without = kept.measured("learned, labels, without search", lambda: float(answered(alone(network(load(NETWORKS["labels"]))), *decisive())[1].mean()))
    costs = [["labels", f"{made['positions']:,}", f"{made['labels'] + made['training']:.0f} CPU s", wilson(100 * without, TUNED)]]
    costs += [[f"self-play, {one['round'] * self_play.GAMES:,} games", f"{one['positions']:,}", f"{one['seconds']:.0f} CPU s",
               wilson(100 * one["right"], TUNED)] for one in told if one["round"] in TOLD]
    return {
        "ladder-learned": results.table(["Player", "Its text", "Playouts", "Positions", "Right, %", "Regret", "CPU ms"], rows),
        "ladder-learned-gains": results.table(["Gain", *(f"{n:,}" for n in PLAYOUTS)], gains),
        "ladder-learned-constants": results.table(["c", *(f"{one:g}" for one in CONSTANTS)], means),
        "ladder-learned-cost": results.table(["Learned from", "Positions", "Cost", "Right, %"], costs),
        "ladder-learned-made": results.made("agents"),
    }


def right(credits):
    """A share of right moves with its interval."""
    return wilson(100 * sum(credits) / len(credits), len(credits))
