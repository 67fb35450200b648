"""Sets, policies and environments."""

import pathlib
import sys

import numpy as np
import pytest

import exact_othello as eo

SETS = pathlib.Path(__file__).resolve().parents[2] / "data" / "sets"
EXACT, OUTCOMES = SETS / "6x6-s12", SETS / "4x10-s12"


def test_a_set_is_loaded_as_its_card_says():
    pytest.importorskip("pandas")
    frame, table = eo.load_set(EXACT), eo.load_set(EXACT, form="arrow")
    assert len(frame) == table.num_rows and list(frame.columns) == table.column_names
    assert sum(len(eo.load_set(EXACT, split)) for split in ("train", "validation", "test")) == len(frame)
    position = eo.Position(f"6x6 {frame.position[0]}")
    assert (position.player, position.opponent) == (frame.player[0], frame.opponent[0])
    for call in (lambda: eo.load_set(SETS), lambda: eo.load_set(EXACT, "all"), lambda: eo.load_set(EXACT, form="list")):
        with pytest.raises(ValueError):
            call()


def test_a_missing_package_is_named_with_what_to_install(monkeypatch):
    for name in ("pyarrow", "pandas"):
        with monkeypatch.context() as context:
            context.setitem(sys.modules, name, None)
            if name == "pandas":
                pytest.importorskip("pyarrow")
            with pytest.raises(ImportError, match=f"^{name} is missing: pip install pandas pyarrow$"):
                eo.load_set(EXACT)


def test_labels_are_the_solvers():
    pytest.importorskip("pandas")
    frame = eo.load_set(EXACT).head(40)
    masks = np.stack([frame.player, frame.opponent], axis=1)
    assert eo.solve_many(masks, "6x6").tolist() == frame.value.tolist()


def test_labels_as_arrays_are_those_of_the_solver():
    pytest.importorskip("pyarrow")
    known = eo.labels(eo.load_set(EXACT, form="arrow").slice(0, 30))
    assert (known.board, known.masks.shape, known.values.shape) == (eo.Board("6x6"), (30, 2), (30, 37))
    assert (known.values == eo.move_values_many(known.masks, known.board)).all()
    legal = eo.legal_actions(known.masks, known.board)
    signs = np.sign(known.values)
    assert (known.outcomes[legal] == signs[legal]).all() and (known.outcomes[~legal] == -128).all()
    assert (known.best == (known.values == known.values.max(axis=1, keepdims=True))).all()
    assert known.policy.dtype == np.float32 and np.allclose(known.policy.sum(axis=1), 1) and not known.policy[~known.best].any()


def test_perfect_play_gives_nothing_away_and_bad_play_much():
    pytest.importorskip("pyarrow")
    table = eo.load_set(EXACT, form="arrow").slice(0, 60)
    perfect = eo.regret(lambda masks, board: eo.move_values_many(masks, board).astype(float), table)
    assert (perfect.mean, perfect.n) == (0.0, 60) and eo.agreement(eo.Player("exact"), table).mean == 1.0
    worst = eo.regret(lambda masks, board: -eo.move_values_many(masks, board).astype(float), table)
    for none in (-np.inf, np.nan):
        with pytest.raises(ValueError, match="prefers no legal action in position 0"):
            eo.regret(lambda masks, board, none=none: np.full((len(masks), board.actions), none), table)
    drawn = eo.regret(eo.Player("random"), table)
    assert worst.mean > drawn.mean > 0 and worst.each.min() >= 0
    assert sum(part.n for part in worst.by_empties.values()) == 60 and worst.interval[0] < worst.mean < worst.interval[1]


def test_sets_without_values_have_agreement_but_no_regret():
    pytest.importorskip("pyarrow")
    wld = next(folder for folder in sorted(SETS.iterdir()) if '"labels": "wld"' in (folder / "set.json").read_text())
    table = eo.load_set(wld, form="arrow").slice(0, 20)
    assert 0 < eo.agreement(eo.Player("random"), table).mean < 1
    with pytest.raises(ValueError, match="no regret in discs"):
        eo.regret(eo.Player("random"), table)


@pytest.mark.parametrize(
    ("policy", "sentence"),
    [
        (lambda masks, board: np.zeros(len(masks), int), "policy: action 0 is illegal in position"),
        (lambda masks, board: np.full(len(masks), -1), "policy: action -1 is illegal in position 0"),
        (lambda masks, board: np.zeros(len(masks)), "policy: it gave an array of shape"),
        (lambda masks, board: np.zeros((len(masks), 3)), "policy: it gave an array of shape"),
    ],
)
def test_a_policy_that_breaks_the_rules_is_told(policy, sentence):
    pytest.importorskip("pyarrow")
    with pytest.raises(ValueError) as told:
        eo.agreement(policy, eo.load_set(EXACT, form="arrow"))
    assert str(told.value).startswith(sentence)


@pytest.mark.parametrize("board", ["4x4", "3x5", "6x6", "8x8"])
def test_the_gymnasium_environment_passes_gymnasiums_own_test(board):
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    for options in ({}, {"side": "random", "reward": "discs"}, {"opponent": "uct:n=20", "side": "white"}):
        environment = gymnasium.make("exact_othello.gym:Othello-v0", board=board, render_mode="ansi", **options)
        check_env(environment.unwrapped, skip_render_check=False)


def test_perfect_play_in_the_gymnasium_environment_has_the_value_of_the_game():
    gymnasium = pytest.importorskip("gymnasium")
    for side, value in (("black", -8.0), ("white", 8.0)):
        options = {"board": "4x4", "opponent": "exact", "side": side, "reward": "discs", "move_values": True}
        environment = gymnasium.make("exact_othello.gym:Othello-v0", **options)
        _, info = environment.reset(seed=1)
        reward, is_over = 0.0, False
        while not is_over:
            assert np.array_equal(info["move_values"] != eo.batches.NO_VALUE, info["action_mask"] == 1)
            _, reward, is_over, _, info = environment.step(info["move_values"].argmax())
        assert reward == value
    environment.reset(options={"position": eo.Position("4x4", "b1")})
    *_, is_over, _, info = environment.step(5)
    assert is_over and info["illegal"]


@pytest.mark.parametrize("board", ["4x4", "5x3", "6x6"])
def test_the_pettingzoo_environment_passes_pettingzoos_own_tests(board):
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    from exact_othello.pettingzoo import env, raw_env

    api_test(env(board=board), num_cycles=400)
    api_test(raw_env(board=board, reward="discs"), num_cycles=400)
    seed_test(lambda: env(board=board))


def test_perfect_play_in_the_pettingzoo_environment_has_the_value_of_the_game():
    pytest.importorskip("pettingzoo")
    from exact_othello.pettingzoo import env

    environment = env(board="4x4", reward="discs", move_values=True)
    environment.reset()
    rewards = {"black": 0.0, "white": 0.0}
    for agent in environment.agent_iter():
        _, reward, is_over, _, info = environment.last()
        rewards[agent] += reward
        environment.step(None if is_over else info["move_values"].argmax())
    assert rewards == {"black": -8.0, "white": 8.0}
