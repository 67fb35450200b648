"""A small network of policy and value for 6x6, trained on exact values with JAX on a CPU.

    python network.py [POSITIONS] [EPOCHS]    trains one and says how it does on positions that it has not seen

It sees both sides' discs and the legal squares through convolutions of 3x3, and learns which moves are best and by how much the
side to move wins. Labels are the exact values of all moves in positions of random games; each is shown in one of the eight
orientations of the board. The same seed gives the same network on the same machine.
"""

import sys
import time
from functools import partial

import exact_othello as eo
import jax
import jax.numpy as jnp
import numpy as np

BOARD = eo.Board("6x6")
EMPTIES = range(4, 17)
CHANNELS, LAYERS, BATCH, RATE = 32, 4, 256, 3e-3
#: The discs that make a move e times as likely, and those at which a value is tanh(1) = 0.76.
SHARPNESS, SPREAD = 1.0, 8.0


def labelled(positions, seed):
    """Positions of random games with at least two moves, as many for each number of empty squares, and the moves' values."""
    masks = np.concatenate([eo.random_positions(BOARD, empties, -(-positions // len(EMPTIES)), seed) for empties in EMPTIES])
    masks = masks[eo.legal_actions(masks, BOARD).sum(axis=1) > 1]
    return masks, eo.move_values_many(masks, BOARD)


def seen(planes):
    """What the network sees: own discs, the other side's, legal squares; shape (n, squares, 3)."""
    legal = eo.legal_actions(planes, BOARD)[:, :-1]
    return np.stack([*planes.reshape(len(planes), 2, -1).swapaxes(0, 1), legal], axis=-1).astype(np.float32)


def begun(seed):
    """The weights before training."""
    draw = np.random.default_rng(seed)
    shapes = [(3, 3, 3, CHANNELS), *[(3, 3, CHANNELS, CHANNELS)] * LAYERS, (1, 1, CHANNELS, 1)]
    shapes += [(BOARD.squares * CHANNELS, 32), (32, 1)]
    # What the layers add to what they see, and what is said in the end, begins small.
    scales = [1.0, *[0.5] * LAYERS, 0.1, 1.0, 0.1]
    spreads = [scale * (2 / np.prod(shape[:-1])) ** 0.5 for shape, scale in zip(shapes, scales, strict=True)]
    drawn = [draw.normal(0, spread, shape) for shape, spread in zip(shapes, spreads, strict=True)]
    return [(jnp.asarray(one, jnp.float32), jnp.zeros(one.shape[-1])) for one in drawn]


def said(weights, x):
    """The network: logits of the squares, shape (n, squares), and values from -1 to 1 for the side to move, shape (n,)."""
    first, *hidden, policy, reading, value = weights

    def convolved(layer, x):
        return jax.lax.conv_general_dilated(x, layer[0], (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")) + layer[1]

    x = jax.nn.relu(convolved(first, x.reshape(-1, BOARD.rows, BOARD.cols, 3)))
    for layer in hidden:
        x = x + jax.nn.relu(convolved(layer, x))
    read = jax.nn.relu(x.reshape(len(x), -1) @ reading[0] + reading[1])
    return convolved(policy, x).reshape(len(x), -1), jnp.tanh(read @ value[0] + value[1])[:, 0]


def loss(weights, x, shares, values):
    """Cross entropy of the policy plus the squared error of the value."""
    logits, guesses = said(weights, x)
    logits = jnp.where(x[..., 2] > 0, logits, -1e9)
    return -(shares * jax.nn.log_softmax(logits)).sum(axis=1).mean() + ((guesses - values) ** 2).mean()


@jax.jit
def step(state, x, shares, values, turns, rate):
    """A step of Adam (2015) with a batch; `turns` are the orders of the squares in which its positions are shown."""
    weights, means, squares, count = state
    x, shares = jnp.take_along_axis(x, turns[..., None], axis=1), jnp.take_along_axis(shares, turns, axis=1)
    gradient, count = jax.grad(loss)(weights, x, shares, values), count + 1
    means = jax.tree.map(lambda mean, one: 0.9 * mean + 0.1 * one, means, gradient)
    squares = jax.tree.map(lambda square, one: 0.999 * square + 0.001 * one**2, squares, gradient)
    scale = rate * jnp.sqrt(1 - 0.999**count) / (1 - 0.9**count)
    weights = jax.tree.map(lambda one, mean, square: one - scale * mean / (jnp.sqrt(square) + 1e-8), weights, means, squares)
    return weights, means, squares, count


def trained(masks, values, epochs, seed=1):
    """The weights of a network trained on these positions."""
    draw, turns = np.random.default_rng(seed), np.array(eo.symmetries(BOARD))[:, :-1]
    x, best = seen(eo.as_planes(masks, BOARD)), values.max(axis=1).astype(np.float32)
    shares = np.exp(np.where(values == eo.batches.NO_VALUE, -np.inf, values - best[:, None]) / SHARPNESS)[:, :-1]
    shares, worth = (shares / shares.sum(axis=1, keepdims=True)).astype(np.float32), np.tanh(best / SPREAD)
    weights, batches = begun(seed), len(x) // BATCH
    zeros = jax.tree.map(jnp.zeros_like, weights)
    state, rates = (weights, zeros, zeros, 0.0), np.linspace(RATE, 0, epochs * batches, dtype=np.float32)
    for now, rate in enumerate(rates):
        if now % batches == 0:
            order = draw.permutation(len(x))
        rows = order[now % batches :: batches][:BATCH]
        state = step(state, x[rows], shares[rows], worth[rows], turns[draw.integers(len(turns), size=BATCH)], rate)
    return state[0]


def network(weights):
    """A trained network as a function of planes, for a `Player`. It sees sixteen positions at once, so one shape is compiled."""
    compiled = jax.jit(partial(said, weights))
    compiled(jnp.zeros((16, BOARD.squares, 3)))

    def asked(planes):
        x = np.zeros((-(-len(planes) // 16) * 16, BOARD.squares, 3), np.float32)
        x[: len(planes)] = seen(planes)
        logits, values = map(np.concatenate, zip(*(compiled(part) for part in np.split(x, len(x) // 16)), strict=True))
        return np.pad(logits, ((0, 0), (0, 1)))[: len(planes)], values[: len(planes)]

    return asked


def alone(network):
    """A network without search, as a policy."""
    return lambda masks, board: network(eo.as_planes(masks, board))[0]


if __name__ == "__main__":
    positions, epochs = (int(given) for given in (*sys.argv[1:], *("20000", "10")[len(sys.argv) - 1 :]))
    begin = time.process_time()
    masks, values = labelled(positions, seed=1)
    print(f"{len(masks)} positions labelled in {time.process_time() - begin:.0f} CPU s", flush=True)
    begin = time.process_time()
    found = network(trained(masks, values, epochs))
    print(f"trained in {time.process_time() - begin:.0f} CPU s", flush=True)
    masks, values = labelled(2600, seed=2)
    logits, guesses = found(eo.as_planes(masks, BOARD))
    chosen = np.where(eo.legal_actions(masks, BOARD), logits, -np.inf).argmax(axis=1)
    lost = values.max(axis=1) - values[np.arange(len(values)), chosen]
    right = np.sign(guesses) == np.sign(values.max(axis=1))
    print(f"loses {lost.mean():.2f} discs a move, {(lost == 0).mean():.0%} are best; {right.mean():.0%} of outcomes are right")
