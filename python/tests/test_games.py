"""Many games at once, against the same games one by one."""

import subprocess
import sys

import numpy as np
import pytest

import exact_othello as eo

SHAPES = ["3x3", "4x4", "5x3", "6x6", "8x8", "3x21"]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("scoring", ["discs", "wof"])
def test_games_go_as_single_ones_do(shape, scoring):
    games, single = eo.Games(shape, 40, start="reversi", scoring=scoring), [eo.Position(shape, start="reversi")] * 40
    ended = 0
    for step in range(2 * games.board.squares):
        over = [position.is_over for position in single]
        assert games.over.tolist() == over
        assert games.masks.tolist() == [[position.player, position.opponent] for position in single]
        assert np.array_equal(games.legal, eo.legal_actions(games.masks, shape))
        actions = games.random_actions(seed=step)
        assert ((actions == -1) == over).all()
        assert all(games.legal[index, action] for index, action in enumerate(actions) if action >= 0)
        single = [
            eo.Position(shape, start="reversi") if is_over else position.play(int(action))
            for position, is_over, action in zip(single, over, actions, strict=True)
        ]
        scores = games.step(actions)
        wanted = [-position.final_score(scoring) if position.is_over else 0 for position in single]
        assert scores.dtype == np.int8 and scores.tolist() == wanted
        ended += sum(over)
    assert ended > 40


def test_random_actions_are_random_and_repeat():
    games = eo.Games("6x6", 4000)
    one, same, other = (games.random_actions(seed) for seed in (1, 1, 2))
    assert np.array_equal(one, same) and not np.array_equal(one, other)
    counts = np.bincount(one, minlength=37)
    assert np.flatnonzero(counts).tolist() == np.flatnonzero(games.legal[0]).tolist()
    # Four moves: five standard deviations of 4000 draws with 1 in 4.
    assert np.abs(counts[counts > 0] - 1000).max() < 5 * (4000 * 3 / 16) ** 0.5


def test_what_cannot_be_played_changes_nothing():
    games = eo.Games("4x4", 3)
    before = games.masks
    for actions, error in [
        ([1, 1], "actions: 2 given for 3 games"),
        ([1, 0, 1], "actions: action 0 is illegal in game 1"),
        ([1, 1, 16], "actions: action 16 is illegal in game 2"),
        ([-1, 1, 1], "actions: action -1 is illegal in game 0"),
        ([1, 1, 300], "actions: action 300 is illegal in game 2"),
        ([1, 1, 256 + 1], "actions: action 257 is illegal in game 2"),
    ]:
        with pytest.raises(ValueError, match=error):
            games.step(np.array(actions))
        assert np.array_equal(games.masks, before)
    for actions, error in [
        ([1.0, 1, 1], "actions: an array of shape"),
        (np.array([1, 1, 2**63], np.uint64), "has no action"),
        (np.ma.array([1, 1, 4], mask=[0, 1, 0]), "actions: a masked array of int64 with masked elements"),
    ]:
        with pytest.raises(ValueError, match=error):
            games.step(actions)
    assert games.step(np.array([1, 1, 4], np.int32)).tolist() == eo.Games("4x4", 3).step([1, 1, 4]).tolist() == [0, 0, 0]
    with pytest.raises(ValueError, match="start"):
        eo.Games("4x4", 3, start="chess")
    assert len(games) == 3 and repr(games) == 'Games("4x4", 3)' and len(eo.Games("4x4", 0).step(np.zeros(0, int))) == 0


def test_a_game_that_is_over_begins_again_whatever_its_action():
    for kind in (np.int64, np.int32, np.uint8, list):
        games = eo.Games("3x3", 1)
        while not games.over.all():
            games.step(games.random_actions(seed=1))
        games.step([200] if kind is list else np.array([200], kind))
        assert np.array_equal(games.masks, eo.Games("3x3", 1).masks)


def test_games_without_memory_are_an_error():
    resource = pytest.importorskip("resource")
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    program = f"""
import resource, exact_othello as eo
resource.setrlimit(resource.RLIMIT_AS, (6 << 30, {most}))
try:
    eo.Games("8x8", 2**32 - 1)
except MemoryError as error:
    print(error)
"""
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert told.startswith("n: no memory for 4294967295 games: ")


@pytest.mark.parametrize("shape", SHAPES)
def test_large_batches_are_played_like_small_ones(shape):
    games = eo.Games(shape, 3000)
    for step in range(6):
        masks, actions = games.masks, games.random_actions(step)
        going = ~games.over
        games.step(actions)
        assert np.array_equal(eo.play_many(masks[going], actions[going], shape), games.masks[going])
