"""Boards, positions and the solver as objects, against known values and an independent brute force."""

import copy
import pathlib
import pickle
import threading
import time
import warnings

import numpy as np
import pytest
from brute import brute_value, random_position

import exact_othello as eo

SHAPES = ["3x3", "3x5", "5x3", "4x4", "3x6", "4x5"]


def test_boards_say_what_they_are():
    board = eo.Board("4x10")
    assert (board.rows, board.cols, board.squares, board.actions, str(board)) == (4, 10, 40, 41, "4x10")
    assert board == eo.Board(4, 10) == eo.Board(board) and hash(board) == hash(eo.Board(4, 10)) and board != eo.Board("10x4")
    assert board.transposed() == eo.Board("10x4") and eval(repr(board), {"Board": eo.Board}) == board
    assert [board.action(board.move(action)) for action in range(board.actions)] == list(range(board.actions))
    assert pickle.loads(pickle.dumps(board)) == copy.deepcopy(board) == board
    assert len(eo.Board.all()) == len(set(eo.Board.all())) and all(board.squares <= 64 for board in eo.Board.all())


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: eo.Board("4"), "board '4' is not of the form ROWSxCOLUMNS, for example 4x10"),
        (lambda: eo.Board("9x9"), "board 9x9 is too large: it has 81 squares, 64 is the most"),
        (lambda: eo.Board(2, 9), "board 2x9 is too small: each side needs at least 3 squares"),
        (lambda: eo.Board("4x4").move(17), "board 4x4 has no action 17"),
        (lambda: eo.Board("4x4").action("e1"), "moves: 'e1' at ply 1 is neither a square of board 4x4 nor a pass"),
        (lambda: eo.Position("4x4 -----OX--XO---- X"), "position: 15 squares given, board 4x4 has 16"),
        (lambda: eo.Position("4x4 -----OX--XO-----"), "position: no side to move given; end it with X or O"),
        (lambda: eo.Position("XO"), "no board: begin with ROWSxCOLUMNS"),
        (lambda: eo.Position("4x4", "a1"), "moves: a1 at ply 1 is illegal in -----OX--XO----- X; legal: b1 a2 d3 c4"),
        (lambda: eo.Position("4x4").play(0), "a1 is illegal in -----OX--XO----- X; legal: b1 a2 d3 c4"),
        (lambda: eo.Position("4x4").play(-1), "board 4x4 has no action -1"),
        (lambda: eo.Position("4x4").play(1 << 70), "board 4x4 has no action 1180591620717411303424"),
        (lambda: eo.Board("4x4").move(-1 << 70), "board 4x4 has no action -1180591620717411303424"),
        (lambda: eo.Board(-4, 4), "rows: -4 is not a whole number from 0 to 4294967295"),
        (lambda: eo.Board(4, 1 << 32), "cols: 4294967296 is not a whole number from 0 to 4294967295"),
        (lambda: eo.Board(0, 4), "board 0x4 is too small: each side needs at least 3 squares"),
        (lambda: eo.Position.from_masks("8x8", -1, 0), "player: -1 is not a whole number from 0 to 18446744073709551615"),
        (lambda: eo.Position.from_masks("8x8", 0, 1 << 64), "opponent: 18446744073709551616 is not a whole number from 0 to"),
        (lambda: eo.Position.from_masks("8x8", np.int64(-1), 0), "player: -1 is not a whole number from 0 to"),
        (lambda: eo.Position("4x4").play(""), "moves: none given"),
        (
            lambda: eo.Position("-----OX--XO----- X"),
            'no board: begin with ROWSxCOLUMNS, or give the board first: Position("6x6", text)',
        ),
        (lambda: eo.Position("4x4", "-----OX--XO---- X"), "position: 15 squares given, board 4x4 has 16"),
        (lambda: eo.Position("4x4", "-----OX--XO-----"), "position: no side to move given; end it with X or O"),
        (lambda: eo.Position("4x4", "4x5 -------OX---XO------ X"), "position: it is on board 4x5, not 4x4"),
        (lambda: eo.Position("4x4", "-----OZ--XO----- X"), "position: 'Z' at character 7 is none of X O -"),
        (lambda: eo.Position(eo.Position("4x4"), "-----OX--XO----- X"), "moves: a position is given; it can only follow a board"),
        (
            lambda: eo.Position("4x4", "-----OX--XO----- X", start="reversi"),
            "moves: a position is given; it can only follow a board",
        ),
        (lambda: eo.Position("4x4", start="go"), "start 'go' is unknown: it is othello, reversi or reversi-rows"),
        (lambda: eo.Position.from_masks("4x4", 1, 1), "position: a square has two discs"),
        (lambda: eo.Position.from_masks("4x4", 1 << 16, 1), "position: a disc lies off board 4x4"),
        (lambda: eo.Position.from_masks("4x4", 1, 2, "red"), "side 'red' is unknown: it is black or white"),
        (lambda: eo.Position("4x4").final_score("more"), "scoring 'more' is unknown: it is discs or wof"),
        (lambda: eo.Solver().solve("4x4", mode="all"), "mode 'all' is unknown: it is wld or exact"),
        (lambda: eo.Solver(threads=0), "threads '0' is not a number from 1 to 1024"),
        (lambda: eo.Solver(memory="1k"), "memory '1k' is too little: 1MiB is the least"),
        (lambda: eo.Solver().solve("4x4", time_limit="soon"), "time limit 'soon' is not a time span: give one such as"),
        (lambda: eo.Solver().solve("4x4", time_limit=-1), "time limit -1 is not a number of seconds"),
        (lambda: eo.Solver(book="/nowhere/at.all"), "/nowhere/at.all: No such file or directory"),
        (lambda: eo.Player("best"), "player 'best' is unknown: it is random, mc, "),
        (lambda: eo.Player("random").choose("4x4 XXXXXXXXXXXXXXXX X"), "the game is over in"),
    ],
)
def test_what_is_wrong_is_told_in_the_words_of_the_command_line(make, sentence):
    with pytest.raises(ValueError) as told:
        make()
    assert str(told.value).startswith(sentence)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: eo.Position(6, 6), 'board: give a Position, a Board such as Board(6, 6) or a text such as "6x6", not int'),
        (lambda: eo.Position("6x6", 6), 'moves: give a text such as "c2 b4", not int'),
        (lambda: eo.Position("6x6", ["c2", "b4"]), 'moves: give a text such as "c2 b4", not list'),
        (lambda: eo.Board(6), 'board: give a Board such as Board(6, 6) or a text such as "6x6", not int'),
        (lambda: eo.Position.from_masks(6, 1, 2), "board: give a Board"),
        (lambda: eo.Position.from_masks("6x6", 1.0, 2), "player: give a whole number, not float"),
        (lambda: eo.Position.from_masks("6x6", 1, True), "opponent: give a whole number, not bool"),
        (lambda: eo.Position.from_masks("6x6", np.True_, 2), "player: give a whole number, not bool"),
        (lambda: eo.Position.from_masks("6x6", 1, np.float64(2)), "opponent: give a whole number, not float64"),
        (lambda: eo.Position.from_masks("6x6", np.array([1]), 2), "player: give a whole number, not ndarray"),
        (lambda: eo.Board(4.0, 4), "rows: give a whole number, not float"),
        (lambda: eo.Board(4, "4"), "cols: give a whole number, not str"),
        (lambda: eo.Board("4x4").move(1.0), "action: give a whole number, not float"),
        (lambda: eo.Position("4x4").play(1.0), "action: give a whole number, not float"),
        (lambda: eo.Position("4x4").play(True), "action: give a whole number, not bool"),
        (lambda: eo.Position("4x4").play(["b1"]), "action: give a whole number, not list"),
        (lambda: eo.Solver().solve(None), "position: give a Position, a Board"),
        (lambda: eo.Player("random").choose(6), "position: give a Position, a Board"),
    ],
)
def test_an_argument_of_another_type_is_named(make, sentence):
    with pytest.raises(TypeError) as told:
        make()
    assert str(told.value).startswith(sentence)


def test_a_position_may_be_given_as_text_after_its_board():
    for shape in SHAPES:
        for seed in range(20):
            position = random_position(shape, seed % 6, seed)
            board, text = str(position).split(" ", 1)
            for given in (text, text.lower(), text.replace("-", "."), f" {text}\n", str(position)):
                assert eo.Position(board, given) == eo.Position(eo.Board(board), given) == position
            # The side may stand in front, and what OBF has behind is ignored.
            squares, side = text.split(" ")
            for given in (f"{side} {squares}", f"{text}; --:-127;", f"{side}\n{squares} % late"):
                assert eo.Position(board, given) == eo.Position(f"{board} {given}") == position
            for given in (f"- {squares}", f"{text} a1", f"{side} {text}"):
                with pytest.raises(ValueError):
                    eo.Position(board, given)
    for given in ("OXO--OOXX-X-O", "O X O - - O O X X - X - O"):
        with pytest.raises(ValueError, match="it may mean OXO--OOXX-X- O .* or XO--OOXX-X-O O "):
            eo.Position("3x4", given)
    # Squares may be digits: 0 for empty, 1 for Black, 2 for White.
    assert eo.Position("3x4 012210012210 1") == eo.Position("3x4 -XOOX--XOOX- X")
    for given in ("013310013310 1", "1. b1 c1"):
        with pytest.raises(ValueError):
            eo.Position(f"3x4 {given}")
    assert eo.Position("4x4", "1. b1 a1 2. a2") == eo.Position("4x4", "b1 a1 a2")
    with pytest.raises(ValueError, match="they begin with number 2"):
        eo.Position("4x4", "2. b1 a1")
    with pytest.raises(ValueError, match="give moves such as .*, or a position: 36 squares of X, O and -, then the side to move"):
        eo.Position("6x6", "c2 zz")
    # Passes are moves, though they may be written like empty squares.
    passing = eo.Position("3x3", "XXXXXXXO- O")
    assert passing.legal_moves() == ["pass"] and eo.Position(passing, "--") == passing.play("pass")
    # A game may leave passes out, as in most databases.
    game = "e1 d3 g4 g3 f4 f1 e4 d1 c4 c3 d4"
    assert eo.Position("4x10", f"{game} b2") == eo.Position("4x10", f"{game} pass b2")


def test_a_position_is_what_it_was_made_of():
    start = eo.Position("4x4")
    assert start == eo.Position(eo.Board("4x4")) == eo.Position(start) == eo.Position("4x4 -----OX--XO----- X")
    assert (start.side, start.player, start.opponent, start.empties) == ("black", 0b0000001001000000, 0b0000010000100000, 12)
    later = eo.Position("4x4", "b1 a1")
    assert later == start.play("b1").play(0) == start.play("b1a1") and later.side == "black"
    assert eo.Position.from_masks("4x4", later.player, later.opponent) == later
    assert eo.Position(str(later)) == pickle.loads(pickle.dumps(later)) == copy.copy(later) == later
    assert hash(eo.Position(str(later))) == hash(later) and len({start, later, eo.Position("4x4")}) == 2
    assert repr(start).splitlines()[0] == "Position 4x4, X to move" and start.diagram() in repr(start) + "\n"
    assert start._repr_html_() == start._repr_svg_() == eo.svg(start) == eo.svg("4x4") == eo.svg(start.board)
    assert start.legal_actions() == [start.board.action(name) for name in start.legal_moves()]
    with pytest.raises(AttributeError):
        start.side = "white"


def test_numbers_of_numpy_are_numbers():
    assert eo.Board(np.int8(4), np.uint64(5)) == eo.Board("4x5")
    position = eo.Position.from_masks("4x4", np.uint64(576), np.array(1056))
    assert position == eo.Position("4x4") and position.play(np.int64(1)) == position.play("b1")
    assert eo.Position.from_masks("8x8", np.uint64(1 << 63), 1).player == 1 << 63


def test_symmetric_positions_have_one_canonical_form():
    for shape in SHAPES:
        for seed in range(20):
            position = random_position(shape, seed % 6, seed)
            assert position.transposed().canonical() == position.canonical() == position.canonical().canonical()
            assert position.canonical().board.rows <= position.canonical().board.cols
            assert position.transposed().transposed() == position


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("scoring", ["discs", "wof"])
def test_values_are_those_of_a_brute_force(shape, scoring):
    solver = eo.Solver(threads=1, memory="1MiB")
    for seed in range(12):
        position = random_position(shape, 7, seed)
        value = brute_value(position, scoring)
        answer = solver.solve(position, scoring=scoring)
        assert (answer.value, answer.lower, answer.upper, answer.complete) == (value, value, value, True), str(position)
        values = solver.move_values(position, scoring)
        assert list(values) == position.legal_moves()
        assert all(worth == -brute_value(position.play(name), scoring) for name, worth in values.items())
        signs = {name: (worth > 0) - (worth < 0) for name, worth in values.items()}
        assert solver.move_values(position, scoring, mode="wld") == signs
        end = eo.Position(position, " ".join(answer.line))
        assert end == answer.end and end.is_over
        score = end.final_score(scoring)
        assert (score if end.side == position.side else -score) == value
        outcome = "win" if value > 0 else "loss" if value < 0 else "draw"
        assert answer.outcome == solver.solve(position, "wld", scoring).outcome == outcome


def test_the_book_answers_and_can_be_left_out():
    quick = eo.Solver().solve("6x6", line=False)
    assert (quick.value, quick.best in quick.position.legal_moves(), quick.line, quick.nodes) == (-4, True, [], 0)
    answer = eo.Solver().solve("6x6", mode="wld")
    assert (answer.outcome, answer.source, answer.verified) == ("loss", "book", True)
    file = pathlib.Path(__file__).parents[2] / "data" / "books" / "6x6-othello-discs.book"
    told = eo.Solver(book=file, memory="16MiB").solve("6x6", line=False)
    assert (told.value, told.source, told.verified) == (-4, "book", False)
    position = eo.Position("6x6")
    for values in (
        lambda: list(eo.Solver(book=file).move_values(position).values()),
        lambda: eo.move_values_many([position], book=file).ravel(),
        lambda: eo.solve_many([position], book=file),
    ):
        with pytest.warns(eo.UnverifiedWarning, match="a book from a file"):
            assert -4 in values()
    for _ in range(8):
        position = position.play(position.legal_moves()[0])
    with pytest.warns(eo.UnverifiedWarning):
        assert eo.Solver(book=file).perfect_line(position)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert -4 in eo.Solver().move_values("6x6").values()
        assert eo.Solver(book=file).perfect_line("4x4") and eo.solve_many([eo.Position("4x4")], book=file).tolist() == [-8]
        with pytest.raises(eo.UnverifiedWarning):
            eo.solve_many([eo.Position("6x6")], book=file)
    late = eo.Solver(book=False, memory="16MiB").solve("6x6", time_limit=0.05)
    assert not late.complete and late.source == "search" and late.lower < late.upper and late.value is None


def test_what_is_known_of_a_board_comes_with_what_it_rests_on():
    of_6x8 = eo.known("8x6")
    assert of_6x8 == eo.known(eo.Board(6, 8)) and all(known["evidence"] for known in of_6x8)
    assert [known["upper"] < 0 for known in of_6x8 if known["start"] == "othello"] and eo.known("7x7") == []
    assert all(known["lower"] <= known["upper"] and known["moves"] for known in eo.known())
    with pytest.raises(TypeError, match="board"):
        eo.known(68)


def test_a_time_limit_ends_a_search():
    solver, begun = eo.Solver(book=False, memory="16MiB"), time.monotonic()
    with pytest.raises(TimeoutError):
        solver.move_values("8x8", time_limit="100ms")
    with pytest.raises(TimeoutError):
        solver.perfect_line("8x8", time_limit=0.1)
    assert time.monotonic() - begun < 20


def test_a_callback_sees_the_search_and_may_end_it():
    seen = []
    eo.Solver(memory="16MiB", book=False).solve("8x8", time_limit=0.7, progress=seen.append)
    assert len(seen) >= 2 and seen[-1].nodes > seen[0].nodes and seen[-1].seconds > seen[0].seconds
    assert all(one.lower <= one.upper for one in seen) and "phase='" in repr(seen[0])

    def enough(progress):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        eo.Solver(memory="16MiB", book=False).solve("8x8", progress=enough)


def test_a_callback_that_asks_the_same_solver_gets_an_error():
    solver = eo.Solver(memory="16MiB", book=False)
    with pytest.raises(RuntimeError, match="ask another one from its callback"):
        solver.solve("8x8", progress=lambda progress: solver.solve("4x4"))
    assert solver.solve("4x4", progress=lambda progress: None).value == -8
    other = eo.Solver(memory="16MiB", book=False)
    found = []
    solver.solve("8x8", time_limit=0.5, progress=lambda progress: found.append(other.solve("4x4").value))
    assert found and set(found) == {-8}


def test_no_limit_of_time_can_be_infinity():
    assert eo.Solver(memory="16MiB").solve("4x6", time_limit=float("inf")).value == 16


def test_other_threads_run_while_it_searches():
    solver, counted = eo.Solver(threads=1, memory="16MiB", book=False), 0
    search = threading.Thread(target=solver.solve, args=("8x8",), kwargs={"time_limit": 1.0})
    search.start()
    while search.is_alive():
        counted += 1
        time.sleep(0.01)
    assert counted > 20


def test_players_choose_legal_moves_and_the_same_with_the_same_seed():
    player = eo.Player("uct:n=300")
    first, again = player.choose("6x6", seed=5), player.choose(eo.Position("6x6"), seed=5)
    assert first.move == again.move and first.playouts == 300 and 0 <= first.reward <= 1 and first.discs is None
    ahead = eo.Player("alphabeta:depth=1").choose("6x6")
    assert (ahead.nodes, first.nodes) == (4, 0) and pickle.loads(pickle.dumps(ahead)).nodes == 4
    for seed in range(6):
        position = random_position("4x4", 6, seed)
        choice = eo.Player("exact").choose(position)
        values = eo.Solver().move_values(position)
        assert values[choice.move] == max(values.values()) == choice.discs and choice.is_exact
    assert pickle.loads(pickle.dumps(player)).text == player.text


def test_a_table_keeps_what_is_proven_where_the_package_has_tables(tmp_path):
    if not eo.HAS_TABLES:
        with pytest.raises(ValueError, match="built without tables"):
            eo.Solver(table=tmp_path)
        return
    first = eo.Solver(table=tmp_path / "table").solve("4x6")
    assert first.source == "search"
    again = eo.Solver(table=tmp_path / "table", read_only=True).solve("4x6")
    assert (again.value, again.source) == (first.value, "table") == (16, "table")
    # A batch also consults the table, and stores in it what it proves.
    assert eo.solve_many([eo.Position("4x6")], table=tmp_path / "table", read_only=True).tolist() == [16]
    position = eo.Position("4x5")
    values = eo.move_values_many([position], table=tmp_path / "table")[0]
    for name in position.legal_moves():
        seen = eo.Solver(table=tmp_path / "table", read_only=True).solve(position.play(name), line=False)
        assert (seen.source, -seen.value) == ("table", values[position.board.action(name)]), name


def test_answers_and_choices_can_be_pickled():
    def fields(one):
        return {name: getattr(one, name) for name in dir(one) if not name.startswith("_")}

    exact, outcome = eo.Solver().solve("4x4"), eo.Solver().solve(eo.Position("4x5", "b1"), "wld", "wof")
    late = eo.Solver(book=False, memory="16MiB").solve("8x8", time_limit=0.05)
    choices = [eo.Player(text).choose("4x4") for text in ("exact", "uct:n=50", "random")]
    for one in (exact, outcome, late, *choices):
        again = pickle.loads(pickle.dumps(one))
        assert repr(again) == repr(one) and fields(again) == fields(one)


def test_a_time_limit_runs_while_another_thread_has_the_solver():
    solver, begun, end = eo.Solver(threads=1), threading.Event(), threading.Event()

    def look(_):
        begun.set()
        if end.is_set():
            raise StopIteration

    def search():
        with pytest.raises(StopIteration):
            solver.solve("8x8", progress=look)

    other = threading.Thread(target=search)
    other.start()
    try:
        assert begun.wait(60)
        answer = solver.solve("4x4", time_limit=0.05)
        assert (answer.complete, answer.value) == (False, None)
        assert other.is_alive(), "it did not wait for its turn"
    finally:
        end.set()
        other.join()
    assert solver.solve("4x4").value == -8


def test_a_player_of_exact_values_asks_the_books():
    choice = eo.Player("exact").choose("6x6")
    assert (choice.discs, choice.is_exact) == (-4, True)
