"""The network of network.py, trained on a CPU by self-play without labels, as AlphaZero is (Silver et al. 2018).

    python self_play.py [ROUNDS] [GAMES]    trains one and says after each round how it does on positions that it has not seen

Each round plays games from the start, all at once. PUCT with the network so far chooses the moves, with noise at the root; at
first a move is drawn by its share of the visits, later the most visited one is played. The network learns these shares and the
final result, from the positions of the last rounds; a result is tanh of the discs, as in network.py, in the search as well.
"""

import sys
import time
from collections import deque

import exact_othello as eo
import jax
import numpy as np
from network import BATCH, BOARD, RATE, SPREAD, alone, begun, labelled, network, seen, step

#: Rounds, games of each, playouts of a move, and the weight of exploration in them.
ROUNDS, GAMES, PLAYOUTS, C = 20, 256, 32, 1.0
#: Plies in which moves are drawn; the share of the noise at the root, and its Dirichlet parameter.
DRAWN, NOISE, ALPHA = 20, 0.25, 1.0
#: Rounds whose positions are learned from, and batches of a round.
WINDOW, STEPS = 6, 200


def final(masks):
    """The results of finished games for the side to move, from -1 to 1."""
    own, other = np.bitwise_count(masks).astype(np.float32).T
    return np.tanh((own - other) / SPREAD)


def visits(ask, masks, playouts, c=C, noise=None):
    """How often PUCT tries each action, shape (n, actions). Each position has a tree of its own, but `ask` is asked about leaves
    of all trees at once. The formula is that of `Player("puct:…")`; `noise` replaces a share of the priors at the roots.
    """
    rows, shape = np.arange(len(masks)), (len(masks), playouts + 1, BOARD.actions)
    priors, rewards, tried, behind = (np.zeros(shape, kind) for kind in (np.float32, np.float32, np.int32, np.int32))
    states, worth, is_over = np.zeros((*shape[:2], 2), np.uint64), np.zeros(shape[:2], np.float32), np.zeros(shape[:2], bool)

    def reach(rows, node, masks):
        """Adds a node to each of these trees."""
        legal = eo.legal_actions(masks, BOARD)
        is_open = legal.any(axis=1)
        states[rows, node], is_over[rows, node], values = masks, ~is_open, final(masks)
        if is_open.any():
            logits, values[is_open] = ask(eo.as_planes(masks[is_open], BOARD))
            shares = np.exp(np.where(legal[is_open], logits - logits.max(axis=1, keepdims=True), -np.inf))
            priors[rows[is_open], node] = shares / shares.sum(axis=1, keepdims=True)
        worth[rows, node] = (1 + values) / 2

    reach(rows, 0, masks)
    if noise is not None:
        priors[:, 0] = (1 - NOISE) * priors[:, 0] + NOISE * noise
    for new in range(1, playouts + 1):
        (at, here, chosen), going, path = np.zeros((3, len(rows)), int), rows, []
        while len(going):
            place = going, at[going]
            prior, count, sums, is_inner = priors[place], tried[place], rewards[place], place[1] > 0
            # The first visit of a node but the root was that of the network's value.
            total = np.maximum(count.sum(axis=1) + is_inner, 1)[:, None]
            mean = (sums.sum(axis=1) + worth[place] * is_inner)[:, None] / total
            urgency = np.where(count > 0, sums / np.maximum(count, 1), mean) + c * prior * np.sqrt(total) / (1 + count)
            here[going], chosen[going] = place[1], np.where(prior > 0, urgency, -np.inf).argmax(axis=1)
            path.append((*place, chosen[going]))
            at[going] = behind[path[-1]]
            going = going[(at[going] > 0) & ~is_over[going, at[going]]]
        fresh = np.flatnonzero(at == 0)
        if len(fresh):
            place = fresh, here[fresh], chosen[fresh]
            behind[place] = at[fresh] = new
            reach(fresh, new, eo.play_many(states[place[:2]], place[2], BOARD))
        reward = worth[rows, at]
        for place in reversed(path):
            reward[place[0]] = 1 - reward[place[0]]
            tried[place] += 1
            rewards[place] += reward[place[0]]
    return tried[:, 0]


def played(ask, games, draw):
    """The positions of games in which there was a choice, the shares of the visits of their moves, and the results."""
    masks, plies, found = np.repeat(eo.as_masks([BOARD.start()])[1], games, axis=0), np.zeros(games, int), []
    while (legal := eo.legal_actions(masks, BOARD)).any():
        going, choosing, actions = np.flatnonzero(legal.any(axis=1)), np.flatnonzero(legal.sum(axis=1) > 1), legal.argmax(axis=1)
        if len(choosing):
            noise = draw.gamma(ALPHA, size=(len(choosing), BOARD.actions)) * legal[choosing]
            tried = visits(ask, masks[choosing], PLAYOUTS, noise=noise / noise.sum(axis=1, keepdims=True))
            found.append((choosing, plies[choosing], masks[choosing], tried / PLAYOUTS))
            # The highest of logarithms with Gumbel noise is a draw in proportion.
            tosses = draw.gumbel(size=tried.shape) * (plies[going[0]] < DRAWN)
            actions[choosing] = (np.log(np.maximum(tried, 1e-9)) + tosses).argmax(axis=1)
        masks[going] = eo.play_many(masks[going], actions[going], BOARD)
        plies[going] += 1
    game, ply, seen_masks, shares = map(np.concatenate, zip(*found, strict=True))
    return seen_masks, shares.astype(np.float32), (-1.0) ** (plies[game] - ply) * final(masks)[game]


def trained(rounds=ROUNDS, games=GAMES, seed=1):
    """After each round: the weights, and the number of positions learned from so far."""
    draw, turns = np.random.default_rng(seed), np.array(eo.symmetries(BOARD))[:, :-1]
    weights, kept, count = begun(seed), deque(maxlen=WINDOW), 0
    zeros = jax.tree.map(np.zeros_like, weights)
    state = weights, zeros, zeros, 0.0
    for rates in np.linspace(RATE, 0, rounds * STEPS, dtype=np.float32).reshape(rounds, STEPS):
        masks, shares, results = played(network(state[0]), games, draw)
        kept.append((seen(eo.as_planes(masks, BOARD)), shares[:, :-1], results.astype(np.float32)))
        x, shares, results = map(np.concatenate, zip(*kept, strict=True))
        count += len(masks)
        for rate in rates:
            some = draw.integers(len(x), size=BATCH)
            state = step(state, x[some], shares[some], results[some], turns[draw.integers(len(turns), size=BATCH)], rate)
        yield state[0], count


if __name__ == "__main__":
    rounds, games = (int(given) for given in (*sys.argv[1:], *(str(ROUNDS), str(GAMES))[len(sys.argv) - 1 :]))
    masks, values = labelled(2600, seed=1000)
    begin = time.process_time()
    for weights, count in trained(rounds, games):
        seconds = time.process_time() - begin
        chosen = np.where(eo.legal_actions(masks, BOARD), alone(network(weights))(masks, BOARD), -np.inf).argmax(axis=1)
        lost = values.max(axis=1) - values[np.arange(len(values)), chosen]
        best = f"loses {lost.mean():.2f} discs a move, {(lost == 0).mean():.0%} are best"
        print(f"{count} positions, {seconds:.0f} CPU s: {best}", flush=True)
