"""Networks of policy and value in the tree search."""

import pickle

import numpy as np
import pytest

import exact_othello as eo
from exact_othello import _network
from exact_othello.batches import NO_VALUE


def uniform(planes):
    """Knows nothing."""
    n, _, rows, cols = planes.shape
    return np.zeros((n, rows * cols + 1)), np.zeros(n)


def exact(planes):
    """Knows the value of every move."""
    values = eo.move_values_many(planes).astype(float)
    return np.where(values == NO_VALUE, -1e3, values), np.sign(values.max(axis=1))


@pytest.mark.parametrize(("board", "empties"), [("4x4", 8), ("6x6", 9), ("5x3", 6)])
def test_a_network_that_knows_the_values_plays_best_moves(board, empties):
    masks = eo.random_positions(board, empties, 20, seed=1)
    values = eo.move_values_many(masks, board)
    chosen = eo.Player("puct:n=40", network=exact)(masks, board)
    outcomes = np.sign(values[np.arange(20), chosen])
    assert (outcomes == np.sign(values.max(axis=1))).all()


def test_probabilities_and_logits_are_one():
    def shares(planes):
        logits, values = exact(planes)
        weights = np.exp(logits - logits.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True), values

    masks = eo.random_positions("6x6", 9, 20, seed=2)
    both = [eo.Player("puct:n=30", network=network)(masks, "6x6").tolist() for network in (exact, shares)]
    assert both[0] == both[1]


def test_probabilities_rounded_to_16_bits_are_none_the_less_such():
    masks = eo.random_positions("6x6", 9, 20, seed=2)
    off = np.random.default_rng(1).uniform(0.995, 1.005, size=1000)

    def shares(planes, dtype, off):
        logits, values = exact(planes)
        weights = np.exp(logits / 4 - (logits / 4).max(axis=1, keepdims=True))
        weights *= off[: len(planes), None] / weights.sum(axis=1, keepdims=True)
        return weights.astype(dtype), values

    kinds = [(np.float64, np.ones(1000)), (np.float16, off)]
    players = [eo.Player("puct:n=30", network=lambda planes, kind=kind: shares(planes, *kind)) for kind in kinds]
    both = [player(masks, "6x6").tolist() for player in players]
    assert both[0] == both[1]


def test_rows_of_one_call_are_of_one_kind():
    board, masks = eo.as_masks([eo.Position("4x4", "b1")] * 3)
    shares = eo.legal_actions(masks, board) / 3

    def asked(rows):
        return _network.asked(lambda planes: (rows, np.zeros(3)), masks, board)[0]

    assert np.allclose(asked(shares), shares)
    shares[1] = 0
    assert np.allclose(asked(shares), shares[0])
    shares[1, 0] = 0.5
    with pytest.raises(ValueError, match="network: its policy of position 1 does not sum to 1, but that of another does"):
        asked(shares)


def test_a_network_cannot_ask_its_own_player():
    player = eo.Player("puct:n=20", network=lambda planes: (player(planes), np.zeros(len(planes))))
    with pytest.raises(RuntimeError, match="network: it asks the player that it belongs to"):
        player.choose("6x6")
    one = eo.Player("puct:n=20", network=lambda planes: (other(planes), np.zeros(len(planes))))
    other = eo.Player("puct:n=20", network=lambda planes: (one(planes), np.zeros(len(planes))))
    with pytest.raises(RuntimeError, match="network: it asks the player that it belongs to"):
        one.choose("6x6")
    assert eo.Player("puct:n=5", network=uniform).choose("6x6").playouts == 5


@pytest.mark.parametrize("batch", [1, 3, 16])
def test_no_batch_is_larger_than_asked_for(batch):
    sizes = []

    def counting(planes):
        assert planes.dtype == np.uint8 and planes.shape[1:] == (2, 6, 6)
        assert len(np.unique(planes.reshape(len(planes), -1), axis=0)) == len(planes)
        sizes.append(len(planes))
        return uniform(planes)

    player = eo.Player("puct:n=200,graph=yes", network=counting, batch=batch)
    choice = player.choose("6x6", seed=3)
    assert choice.playouts == 200 and max(sizes) == batch and sizes[0] == 1
    assert choice.reward == pytest.approx(0.5)
    again = player.choose("6x6", seed=3)
    assert (again.move, again.reward) == (choice.move, choice.reward)


def puct(masks, playouts):
    """Plain PUCT with c = 1 and nothing known but finished games: the visits of each move of the root, most first."""
    tree = {}

    def visit(key, masks):
        legal = np.flatnonzero(eo.legal_actions(masks, "4x4")[0])
        if not len(legal):
            difference = int(masks[0, 0]).bit_count() - int(masks[0, 1]).bit_count()
            return 0.5 + np.sign(difference) / 2
        if key not in tree:
            tree[key] = [{int(action): [0, 0.0] for action in legal}, 0, 0.0]
            if key:
                tree[key][1:] = [1, 0.5]
                return 0.5
        moves, visits, total = tree[key]
        mean = total / visits if visits else 0.5

        def urgency(action):
            tried, won = moves[action]
            return (won / tried if tried else mean) + np.sqrt(max(visits, 1)) / len(moves) / (1 + tried)

        best = max(moves, key=urgency)
        reward = 1 - visit((*key, best), eo.play_many(masks, [best], "4x4"))
        moves[best][0] += 1
        moves[best][1] += reward
        tree[key][1] += 1
        tree[key][2] += reward
        return reward

    for _ in range(playouts):
        visit((), masks)
    moves = tree[()][0]
    most = max(visits for visits, _ in moves.values())
    return {action for action, (visits, _) in moves.items() if visits == most}


def test_a_uniform_network_is_plain_puct():
    masks = eo.random_positions("4x4", 6, 30, seed=4)
    same = 0
    for row in masks:
        best = puct(row[None], 300)
        chosen = int(eo.Player("puct:n=300", network=uniform, batch=1)(row[None], "4x4")[0])
        same += chosen in best
    # Moves of equal urgency are taken in another order, which may change the most visited of two alike.
    assert same >= 28


@pytest.mark.parametrize(
    ("returned", "error"),
    [
        (lambda n: np.zeros((n, 37)), "network: it returned ndarray, not policies and values"),
        (lambda n: (np.zeros((n, 36)), np.zeros(n)), r"network: its policies have the shape \(1, 36\) .* not \(1, 37\) of"),
        (lambda n: (np.zeros((n, 37)), np.zeros((n, 1))), r"network: its values have the shape \(1, 1\)"),
        (lambda n: (np.full((n, 37), np.nan), np.zeros(n)), "network: its policies have NaN"),
        (lambda n: (np.zeros((n, 37)), np.full(n, np.nan)), "network: its values have NaN"),
        (lambda n: (np.zeros((n, 37)), np.full(n, 1.5)), "network: its value of position 0 is not from -1 to 1"),
        (lambda n: (np.full((n, 37), -np.inf), np.zeros(n)), "network: its policy of position 0 prefers no legal action"),
        (lambda n: (np.ma.masked_all((n, 37)), np.zeros(n)), "network: a masked array of float64 with masked elements"),
        (lambda n: (np.full((n, 37), "x"), np.zeros(n)), "network: its policies have the shape .* and <U1"),
    ],
)
def test_what_is_no_policy_and_value_is_refused_in_one_line(returned, error):
    player = eo.Player("puct:n=9", network=lambda planes: returned(len(planes)))
    with pytest.raises(ValueError, match=error) as raised:
        player.choose("6x6")
    assert "\n" not in str(raised.value)


def test_what_a_network_raises_is_raised():
    calls = []

    def failing(planes):
        calls.append(len(planes))
        if len(calls) > 2:
            raise KeyError("weights")
        return uniform(planes)

    player = eo.Player("puct:n=500", network=failing)
    for ask in (player.choose, lambda position: player([position] * 3)):
        calls.clear()
        with pytest.raises(KeyError, match="weights"):
            ask(eo.Position("6x6"))
        assert len(calls) == 3


def test_only_puct_with_one_thread_takes_a_network():
    for text in ("uct", "random", "puct:threads=2", "puct:leaf=2"):
        with pytest.raises(ValueError, match=f"network: puct with one thread takes one, not '{text}'"):
            eo.Player(text, network=uniform)
    with pytest.raises(TypeError, match="network: give a function of planes, not int"):
        eo.Player("puct", network=3)
    with pytest.raises(ValueError, match="batch: give at least 1"):
        eo.Player("puct", network=uniform, batch=0)


def test_a_player_with_a_network_can_be_pickled_and_ends_exactly():
    player = pickle.loads(pickle.dumps(eo.Player("puct:n=20,end=10", network=exact, batch=4)))
    assert repr(player) == "Player('puct:n=20,end=10', scoring='discs', network=…)"
    assert player.choose("4x4", seed=1).reward is not None
    (masks,) = eo.as_positions(eo.random_positions("6x6", 10, 1, seed=1), "6x6")
    assert player.choose(masks).is_exact
    assert player([eo.Position("4x4 XXXXXXXXXXXXXXXX X")]).tolist() == [-1]
