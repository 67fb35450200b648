"""The referee, against values of single positions, and with agents of other packages."""

import json
import math
import xml.etree.ElementTree as ET

import numpy as np
import pytest

import exact_othello as eo
from exact_othello import adapters, referee
from exact_othello.batches import NO_VALUE


def first(masks, board):
    """Plays the legal action with the lowest number."""
    return eo.legal_actions(masks, board).argmax(axis=1)


def games_of(board, count, seed):
    """Random games from the start, as actions."""
    random, games = np.random.default_rng(seed), []
    for _ in range(count):
        position, game = eo.Position(board), []
        while not position.is_over:
            game.append(int(random.choice(position.legal_actions())))
            position = position.play(game[-1])
        games.append(game)
    return games


@pytest.mark.parametrize("side", ["black", "white", None])
def test_a_review_is_what_single_positions_say(side):
    solver, losses, lost, points = eo.Solver(), [], [], []
    games = games_of("4x4", 12, seed=1)
    for index, game in enumerate(games):
        position, has_lost = eo.Position("4x4"), False
        for action in game:
            values = solver.move_values(position)
            if len(values) > 1 and position.empties <= 9 and side in (None, position.side):
                own, best = values[position.board.move(action)], max(values.values())
                losses.append((index, position.empties, best - own))
                if np.sign(own) < np.sign(best) and not has_lost:
                    lost.append((index, position.empties, position.board.move(action)))
                    has_lost = True
            position = position.play(action)
        score = position.final_score()
        points.append((1 + np.sign(score if position.side == side else -score)) / 2)
    report = referee.review(games, "4x4", side=side, empties=9)
    each = np.array([loss for *_, loss in losses])
    assert (report.games, report.moves) == (12, len(losses))
    assert report.regret.value == pytest.approx(each.mean()) and report.right.value == pytest.approx((each == 0).mean())
    assert report.regret.lower <= report.regret.value <= report.regret.upper
    assert [tuple(one) for one in report.first_lost] == lost
    for empties, part in report.by_empties.items():
        here = [loss for _, left, loss in losses if left == empties]
        assert part.moves == len(here) and part.regret.value == pytest.approx(np.mean(here))
    assert sum(part.moves for part in report.by_phase.values()) == report.moves
    assert math.isnan(report.points.value) if side is None else report.points.value == pytest.approx(np.mean(points))
    names = ["".join(eo.Board("4x4").move(action) for action in game if action != 16) for game in games]
    assert referee.review(names, "4x4", side=side, empties=9).regret == report.regret


def test_who_plays_best_moves_loses_nothing_and_the_interval_knows_how_few_games_there_were():
    report = referee.judge(referee.exact(seed=3), "6x6", games=20, empties=10, seed=5)
    assert report.regret.value == 0 and report.right.value == 1 and report.first_lost == []
    few, many = (referee.judge("exact", "4x4", games=games, empties=8) for games in (4, 200))
    assert 0 == many.regret.lower == few.regret.lower < many.regret.upper < few.regret.upper
    assert few.right.lower < many.right.lower < 1
    assert sum(few.by_empties[left].moves for left in few.by_empties) == few.moves


def test_an_interval_is_wide_where_one_game_tells_all_and_games_without_moves_tell_nothing():
    games = games_of("6x6", 1, 3)
    alone = referee.review(games, "6x6", side="black", empties=10)
    assert alone.regret.upper > alone.regret.value
    more = referee.review(games + [games[0][:3]] * 50, "6x6", side="black", empties=10)
    assert (more.regret, more.right, more.points) == (alone.regret, alone.right, alone.points)
    assert alone.points.value in (0, 0.5, 1) and alone.points.lower < alone.points.upper


def test_games_begin_at_the_start_that_is_named():
    for start in ("othello", "reversi", "reversi-rows"):
        seen = []
        agent = adapters.pgx(lambda planes, seen=seen: seen.append(planes) or np.zeros((len(planes), 17)))
        referee.judge(agent, "4x4", games=2, empties=16, start=start)
        assert np.array_equal(seen[0], eo.encodings.pgx(eo.as_masks([eo.Position("4x4", start=start)])[1], "4x4"))
    assert referee.scale("exact", "4x4", games=4, errors=[0], start="reversi").points[0].value == 0.5
    with pytest.raises(ValueError, match="start: an agent that follows games by their moves knows the start 'othello' alone"):
        referee.judge(adapters.ByHistory(lambda histories: first), "4x4", games=2, start="reversi")


def test_an_agent_may_change_the_masks_that_it_gets():
    def scribbling(masks, board):
        actions = first(masks, board)
        masks[:] = masks[:, ::-1].copy()
        return actions

    judged = [referee.judge(agent, "4x5", games=8, empties=9).regret for agent in (first, scribbling)]
    assert judged[0] == judged[1]


def test_whole_numbers_are_whole_and_moves_of_a_list_may_be_named():
    one, same = (referee.judge("random", "4x4", games=number, empties=8, seed=number) for number in (4, np.int64(4)))
    assert one.regret == same.regret
    assert list(referee.scale("exact", "4x4", games=2, errors=np.arange(2), empties=6).points) == [0, 1]
    game = games_of("4x4", 1, 1)[0]
    names = [eo.Board("4x4").move(action) for action in game]
    assert referee.review([names], "4x4", empties=8).regret == referee.review([game], "4x4", empties=8).regret
    for ask in (
        lambda: referee.review([[action + 0.5 for action in game]], "4x4"),
        lambda: referee.judge("random", "4x4", empties=8.5),
        lambda: referee.judge(adapters.gymnasium(lambda observation, info: info["action_mask"].argmax() + 0.5), "4x4", empties=8),
    ):
        with pytest.raises(TypeError, match="give a whole number, not"):
            ask()


def test_the_same_seed_is_the_same_and_best_moves_are_all_played():
    one, same, other = (referee.judge("uct:n=30", "4x4", games=30, empties=8, seed=seed) for seed in (1, 1, 2))
    assert {**one.as_dict(), "seconds": 0} == {**same.as_dict(), "seconds": 0}
    assert one.regret != other.regret
    start = eo.as_masks([eo.Position("4x4")])[1]
    best = set(np.flatnonzero(eo.move_values_many(start, "4x4")[0] == -8).tolist())
    policy = referee.exact(seed=1)
    assert {int(policy(start, eo.Board("4x4"))[0]) for _ in range(50)} == best == {1, 4, 11, 14}


def test_the_two_games_of_a_player_against_itself_differ():
    points = [referee.judge("random", "6x6", games=20, empties=8, opponent="random", seed=seed).points.value for seed in range(3)]
    assert points != [0.5] * 3


def test_agents_are_ranked_by_what_they_lose():
    weak, strong = (referee.judge(agent, "6x6", games=60, empties=12, seed=2) for agent in ("random", "alphabeta:depth=4"))
    assert weak.regret.lower > strong.regret.upper and weak.right.upper < strong.right.lower
    assert weak.seconds > 0 and len(weak.first_lost) > len(strong.first_lost)
    against = referee.judge("alphabeta:depth=4", "6x6", games=40, empties=12, seed=2, opponent="random")
    assert against.points.value > strong.points.value


def test_a_player_errs_by_as_much_as_is_asked_for():
    values = eo.move_values_many(eo.random_positions("6x6", 10, 4000, seed=3), "6x6")
    values = values[(values != NO_VALUE).sum(axis=1) > 1]
    legal, best = values != NO_VALUE, values.max(axis=1)
    noise = np.random.default_rng(1).random(values.shape)
    random = np.where(legal, best[:, None] - values.astype(float), 0).sum(axis=1) / legal.sum(axis=1)
    for error in (0, 0.5, 2, 1000):
        chosen = referee._erring(values, noise, error)
        losses = best - values[np.arange(len(values)), chosen]
        assert losses.mean() == pytest.approx(np.minimum(random, error).mean(), abs=0.25)
    found = referee.scale("exact", "4x4", games=40, errors=(4, 0), empties=10, seed=1)
    assert list(found.points) == [0, 4] and found.points[0].value <= found.points[4].value
    assert len(found.table().splitlines()) == 4
    even = referee.Scale({1: referee.Interval(0.25, 0, 1), 3: referee.Interval(0.75, 0, 1)})
    assert even.even == 2 and math.isnan(referee.Scale({1: referee.Interval(0.9, 0, 1)}).even)


def test_reports_can_be_read_by_people_and_programs():
    report = referee.judge(first, "4x4", games=10, empties=9)
    told = json.loads(json.dumps(report.as_dict(), allow_nan=False))
    assert told["regret"]["value"] == report.regret.value and told["by_empties"]["9"]["moves"] == report.by_empties[9].moves
    rows = report.table().splitlines()
    assert len(rows) == 3 + len(report.by_phase) + len(report.by_empties)
    figure = ET.fromstring(report.svg("a < b"))
    assert len(figure.findall("{http://www.w3.org/2000/svg}circle")) == len(report.by_empties)
    empty = referee.review([], "4x4")
    assert empty.moves == 0 and "nan" in empty.table() and json.dumps(empty.as_dict(), allow_nan=False)
    assert ET.fromstring(empty.svg()) is not None


@pytest.mark.parametrize(
    ("ask", "error"),
    [
        (lambda: referee.judge(lambda masks, board: np.zeros(len(masks), int), "4x4"), "policy: action 0 is illegal"),
        (lambda: referee.judge("random", "4x4", games=0), "games: 0 is not at least 1"),
        (lambda: referee.judge("random", "4x4", empties=0), "empties: 0 is not at least 1"),
        (lambda: referee.judge("random", "4x4", seed=-1), "seed: -1 is not at least 0"),
        (lambda: referee.judge("random", "4x4", opponent=-1), "opponent: it cannot err by -1 discs"),
        (lambda: referee.judge("nobody"), "player 'nobody' is unknown"),
        (lambda: referee.review(["b1a1", "a4"], "4x4"), "game 1: "),
        (lambda: referee.review(["b1??"], "4x4"), "game 0: "),
        (lambda: referee.review([], seed=-1), "seed: -1 is not at least 0"),
        (lambda: referee.review([], side="red"), "side 'red' is unknown: it is black, white or None"),
    ],
)
def test_errors_say_what_is_wrong(ask, error):
    with pytest.raises(ValueError, match=error):
        ask()
    for ask in (lambda: referee.judge(3, "4x4"), lambda: adapters.gymnasium(3)):
        with pytest.raises(TypeError, match="agent: give a Player or a function"):
            ask()
    with pytest.raises(TypeError, match="game 1: action: give a whole number"):
        referee.review([["b1"], [19.0]], "4x4")
    with pytest.raises(TypeError, match="games: give a list of games, not a text"):
        referee.review("b1a1", "4x4")
    with pytest.raises(TypeError, match="opponent: give a Player or a function"):
        referee.judge("random", "4x4", opponent=[])


def test_agents_of_the_environments_play():
    pettingzoo = adapters.pettingzoo(lambda observation: observation["action_mask"].argmax())
    gymnasium = adapters.gymnasium(lambda observation, info: info["action_mask"].argmax())

    class Model:
        def predict(self, observation):
            return int(eo.legal_actions(observation[None])[0].argmax()), None

    class Masked:
        def predict(self, observation, state=None, deterministic=False, action_masks=None):
            return action_masks.argmax() if deterministic else -1, state

    wanted = {**referee.judge(first, "4x5", games=8, empties=9).as_dict(), "seconds": 0}
    for agent in (pettingzoo, gymnasium, adapters.gymnasium(Model()), adapters.gymnasium(Masked())):
        assert {**referee.judge(agent, "4x5", games=8, empties=9).as_dict(), "seconds": 0} == wanted


def test_what_agents_see_is_what_the_environments_show():
    pytest.importorskip("pettingzoo")
    from exact_othello.pettingzoo import raw_env

    environment = raw_env("4x5")
    environment.reset()
    seen = []
    adapters.pettingzoo(lambda observation: seen.append(observation) or 1)(eo.as_masks([eo.Position("4x5")])[1], eo.Board("4x5"))
    shown = environment.observe("black")
    assert all(np.array_equal(seen[0][name], shown[name]) and seen[0][name].dtype == shown[name].dtype for name in shown)


def test_bots_of_open_spiel_play_and_its_games_can_be_reviewed():
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import mcts

    class First:
        def step(self, state):
            return min(state.legal_actions())

    judged = [referee.judge(agent, "8x8", games=6, empties=12) for agent in (first, adapters.open_spiel(First()))]
    assert judged[0].regret == judged[1].regret and judged[0].first_lost == judged[1].first_lost
    game = pyspiel.load_game("othello")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 2, 30, evaluator, random_state=np.random.RandomState(1))
    report = referee.judge(adapters.open_spiel(bot, game), "8x8", games=2, empties=8)
    assert report.moves > 0
    state = game.new_initial_state()
    random = np.random.default_rng(1)
    while not state.is_terminal():
        state.apply_action(int(random.choice(state.legal_actions())))
    found = referee.review([state.history()], side="black", empties=10)
    assert found.moves > 0 and found.points.value == (1 + state.returns()[0]) / 2
    pair = [pyspiel.make_uniform_random_bot(player, 1) for player in (0, 1)]
    assert referee.judge(adapters.open_spiel(pair), "8x8", games=2, empties=8).moves > 0
    with pytest.raises(ValueError, match="agent: OpenSpiel plays on 8x8, not 6x6"):
        referee.judge(adapters.open_spiel(bot), "6x6", games=2, empties=8)


def test_models_of_pgx_play():
    pytest.importorskip("pgx")
    jax = pytest.importorskip("jax")
    import pgx

    environment = pgx.make("othello")
    keys = jax.random.split(jax.random.PRNGKey(0), 4)
    state = jax.jit(jax.vmap(environment.init))(keys)
    seen = []

    @jax.jit
    def model(observations):
        return jax.numpy.broadcast_to(-jax.numpy.arange(65.0), (observations.shape[0], 65)), observations.sum(axis=(1, 2, 3))

    def watching(observations):
        seen.append(observations)
        return model(observations)

    agent = adapters.pgx(watching)
    judged = [referee.judge(one, "8x8", games=6, empties=10) for one in (first, agent)]
    assert judged[0].regret == judged[1].regret
    agent(eo.as_masks([eo.Position("8x8")] * 4)[1], eo.Board("8x8"))
    assert np.array_equal(seen[-1], np.asarray(state.observation)) and seen[-1].dtype == state.observation.dtype
