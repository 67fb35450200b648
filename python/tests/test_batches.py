"""Batches of positions, against the same positions one by one."""

import itertools

import numpy as np
import pytest
from brute import brute_value, parts, random_position, successors

import exact_othello as eo
from exact_othello import encodings
from exact_othello.batches import NO_VALUE

SHAPES = ["3x3", "3x4", "4x3", "4x4", "5x3", "6x6", "3x21", "21x3", "8x8", "7x9"]


def positions_of(shape, count=20):
    """Positions on a board with few and with many empty squares, and a finished one."""
    board = eo.Board(shape)
    some = [random_position(shape, seed % (board.squares - 4), seed) for seed in range(count)]
    over = eo.Position.from_masks(board, (1 << board.squares) - 1, 0)
    return [*some, over]


@pytest.mark.parametrize("shape", SHAPES)
def test_all_forms_of_positions_are_one(shape):
    positions = positions_of(shape)
    board, masks = eo.as_masks(positions)
    assert board == eo.Board(shape) and masks.dtype == np.uint64
    assert masks.tolist() == [[position.player, position.opponent] for position in positions]
    planes = eo.as_planes(positions)
    assert np.array_equal(planes, np.stack([position.planes() for position in positions]))
    for dtype in (bool, np.uint8, np.float32, np.int64):
        assert np.array_equal(eo.as_masks(planes.astype(dtype))[1], masks)
    assert np.array_equal(eo.as_planes(masks, shape), planes)
    assert eo.as_masks(masks, board)[1] is masks or np.shares_memory(eo.as_masks(masks, board)[1], masks)


@pytest.mark.parametrize("shape", SHAPES)
def test_texts_are_positions_with_or_without_their_board(shape):
    positions = positions_of(shape)
    whole = [str(position) for position in positions]
    bare = [text.split(" ", 1)[1] for text in whole]
    _, masks = eo.as_masks(positions)
    for texts in (whole, np.array(whole), np.array(whole, dtype=object), tuple(whole), [positions[0], *whole[1:]]):
        for board in (None, shape, eo.Board(shape)):
            assert np.array_equal(eo.as_masks(texts, board)[1], masks)
    for texts in (bare, np.array(bare), np.array(bare, dtype=object), (text for text in bare)):
        assert np.array_equal(eo.as_masks(texts, shape)[1], masks)
    assert np.array_equal(eo.as_masks(np.array(positions))[1], masks)
    # Unlike masks, texts say whose turn it is.
    assert eo.as_positions(bare, shape) == eo.as_positions(whole) == positions
    assert np.array_equal(eo.legal_actions(bare, shape), eo.legal_actions(positions))
    moving = [index for index, position in enumerate(positions) if not position.is_over]
    actions = [positions[index].legal_actions()[0] for index in moving]
    after = eo.play_many([bare[index] for index in moving], actions, shape)
    assert np.array_equal(after, eo.play_many([positions[index] for index in moving], actions))


def test_columns_of_texts_are_positions():
    pandas, arrow = pytest.importorskip("pandas"), pytest.importorskip("pyarrow")
    positions = [random_position("4x4", 6, seed) for seed in range(10)]
    texts = [str(position).split(" ", 1)[1] for position in positions]
    values = eo.solve_many(positions).tolist()
    for column in (pandas.Series(texts), pandas.Series(texts, dtype=object, index=range(5, 15)), arrow.array(texts)):
        assert eo.solve_many(column, "4x4").tolist() == values


def test_a_player_takes_what_batches_take():
    positions = [random_position("4x4", 8, seed) for seed in range(8)] + [eo.Position("4x4 XXXXXXXXXXXXXXXX X")]
    player, (board, masks) = eo.Player("uct:n=50"), eo.as_masks(positions)
    actions = player(masks, board, seed=3)
    assert actions.dtype == np.int64 and actions[-1] == -1
    for given in (positions, eo.as_planes(positions), [str(position) for position in positions]):
        assert np.array_equal(player(given, seed=3), actions) and np.array_equal(player(given, "4x4", seed=3), actions)
    assert np.array_equal(player(masks.tolist(), "4x4", 3), actions)
    with pytest.raises(ValueError, match="positions: masks do not tell their board"):
        player(masks)


@pytest.mark.parametrize("shape", SHAPES)
def test_legal_moves_and_play_are_those_of_single_positions(shape):
    positions = positions_of(shape)
    legal = eo.legal_actions(positions)
    assert [np.flatnonzero(row).tolist() for row in legal] == [position.legal_actions() for position in positions]
    masks = [sum(1 << square for square in successors(*parts(position))) for position in positions]
    assert eo.legal_masks(positions).tolist() == masks
    moving = [position for position in positions if not position.is_over]
    actions = np.array([position.legal_actions()[-1] for position in moving])
    played = [position.play(int(action)) for position, action in zip(moving, actions, strict=True)]
    assert eo.play_many(moving, actions).tolist() == [[position.player, position.opponent] for position in played]
    planes = eo.as_planes(moving).astype(np.float32)
    after = eo.play_many(planes, actions)
    assert after.dtype == np.float32 and np.array_equal(after, eo.as_planes(played))


@pytest.mark.parametrize("shape", ["3x4", "4x5", "8x8"])
def test_each_action_is_played_or_refused_as_by_one_position(shape):
    board = eo.Board(shape)
    positions = positions_of(shape)
    for position, action in itertools.product(positions, range(board.squares + 1)):
        if action in position.legal_actions():
            played = position.play(action)
            assert eo.play_many([position], [action]).tolist() == [[played.player, played.opponent]]
        else:
            with pytest.raises(ValueError, match="position 0: .* is illegal in"):
                eo.play_many([position], [action])


def test_the_first_illegal_action_of_a_long_batch_is_told():
    start = eo.Position("4x4")
    masks, actions = np.tile(eo.as_masks([start])[1], (600_000, 1)), np.full(600_000, start.legal_actions()[0])
    assert (eo.play_many(masks, actions, "4x4") == eo.play_many([start], actions[:1])).all()
    actions[[530_000, 300_001]] = 0
    with pytest.raises(ValueError, match="^position 300001: a1 is illegal in"):
        eo.play_many(masks, actions, "4x4")


@pytest.mark.parametrize("shape", ["3x4", "4x4", "5x3", "3x6"])
@pytest.mark.parametrize("threads", [1, 3])
def test_values_are_those_of_a_brute_force(shape, threads):
    positions = [random_position(shape, 6, seed) for seed in range(30)]
    for scoring in ("discs", "wof"):
        values = [brute_value(position, scoring) for position in positions]
        options = {"scoring": scoring, "threads": threads, "memory": "1MiB"}
        assert eo.solve_many(positions, **options).tolist() == values
        assert eo.solve_many(positions, mode="wld", **options).tolist() == np.sign(values).tolist()
        table = eo.move_values_many(positions, **options)
        for position, row in zip(positions, table, strict=True):
            wanted = {action: -brute_value(position.play(action), scoring) for action in position.legal_actions()}
            assert {action: value for action, value in enumerate(row.tolist()) if value != NO_VALUE} == wanted
        outcomes = eo.move_values_many(positions, mode="wld", **options)
        assert np.array_equal(outcomes, np.where(table == NO_VALUE, NO_VALUE, np.sign(table)))


def test_nothing_gives_nothing():
    empty = np.zeros((0, 2), dtype=np.uint64)
    assert eo.solve_many(empty, "6x6").shape == (0,) and eo.move_values_many([], "6x6").shape == (0, 37)
    assert eo.legal_actions(empty, "6x6").shape == (0, 37) and eo.play_many(empty, np.zeros(0, int), "6x6").shape == (0, 2)
    assert eo.random_positions("6x6", 20, 0).shape == (0, 2) and eo.random_playouts(empty, 5, board="6x6").wins.shape == (0,)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: eo.solve_many(np.zeros((1, 2), np.uint64)), "positions: masks do not tell their board"),
        (lambda: eo.solve_many(np.zeros((1, 3), np.uint64), "4x4"), "positions: an array of shape (1, 3) is neither"),
        (lambda: eo.solve_many(np.zeros((1, 2)), "4x4"), "positions: masks are integers, not float64"),
        (lambda: eo.solve_many(np.array([[0, 1], [3, 1]], np.uint64), "4x4"), "positions: a square of position 1 has two discs"),
        (lambda: eo.solve_many(np.array([[1 << 16, 1]], np.uint64), "4x4"), "positions: position 0 has a disc off board 4x4"),
        (lambda: eo.as_planes([[1, 1]], "4x4"), "positions: a square of position 0 has two discs"),
        (lambda: eo.as_planes([[1, 0], [0, 1 << 36]], "6x6"), "positions: position 1 has a disc off board 6x6"),
        (lambda: encodings.open_spiel(np.ones((1, 2, 4, 4))), "positions: a square of position 0 has two discs"),
        (lambda: eo.as_positions([eo.Position("4x4")], "4x5"), "positions: position 0 is on board 4x4, not 4x5"),
        (lambda: eo.solve_many(np.zeros((1, 2, 4, 5)), "4x4"), "positions: the planes are of board 4x5, not 4x4"),
        (lambda: eo.solve_many([eo.Position("4x4"), eo.Position("4x5")]), "positions: position 1 is on board 4x5, not 4x4"),
        (lambda: eo.solve_many(["-----OX--XO----- X"]), "positions: position 0: the text does not name its board; begin it with"),
        (lambda: eo.solve_many(["4x4", "4x5"]), "positions: position 1 is on board 4x5, not 4x4"),
        (lambda: eo.solve_many(["-----OX--XO----- X", "-----OX--XO---- X"], "4x4"), "positions: position 1: 15 squares given"),
        (lambda: eo.solve_many(["c2"], "4x4"), "positions: position 0: 'c' at character 1 is none of X O -"),
        (lambda: eo.solve_many([""], "4x4"), "positions: position 0: the text is empty"),
        (lambda: eo.solve_many(np.array([["4x4"]]), "4x4"), "positions: an array of shape (1, 1) is neither"),
        (lambda: eo.play_many([eo.Position("4x4")], [0]), "position 0: a1 is illegal in -----OX--XO----- X"),
        (lambda: eo.play_many([eo.Position("4x4")], [99]), "actions: board 4x4 has no action 99, of position 0"),
        (lambda: eo.play_many([eo.Position("4x4")], [1, 1]), "actions: 2 given for 1 positions"),
        (lambda: eo.play_many([eo.Position("4x4")], [0.5]), "actions: an array of shape (1,) and float64"),
        (lambda: eo.random_positions("4x4", 13, 1), "empties: 13 are more than the 12 of the start"),
        (lambda: eo.solve_many(eo.Position("4x4").planes()), "positions: the planes of one position, of shape (2, 4, 4)"),
        (lambda: eo.solve_many([eo.Position("4x4")], memory=-5), "memory '-5'"),
        (lambda: eo.solve_many([eo.Position("4x4")], threads=-1), "threads '-1' is not a number from 1 to 1024"),
        (lambda: eo.solve_many([eo.Position("4x4")], time_limit=-1), "time limit -1 is not a number of seconds"),
        (lambda: eo.solve_many([eo.Position("4x4")], mode="both"), "mode 'both' is unknown"),
    ],
)
def test_what_is_wrong_is_told(call, sentence):
    with pytest.raises(ValueError) as told:
        call()
    assert str(told.value).startswith(sentence)


#: Masks of the start of 4x4, and of a position on 8x8 with a disc on h8, whose bit is the sign of an int64.
START, CORNER = [[576, 1056]], [[1 << 63, 1], [3, 4]]


@pytest.mark.parametrize(
    "make",
    [
        list,
        tuple,
        lambda masks: (row for row in masks),
        lambda masks: [np.array(row, dtype=np.uint64) for row in masks],
        lambda masks: [[np.uint64(mask) for mask in row] for row in masks],
        lambda masks: np.array(masks, dtype=np.uint64),
        lambda masks: np.array(masks, dtype=object),
        lambda masks: np.array(masks, dtype=">u8"),
        lambda masks: np.array(masks, dtype=np.uint64, order="F"),
        lambda masks: np.repeat(np.array(masks, dtype=np.uint64), 2, axis=0)[::2],
        lambda masks: np.array(masks, dtype=np.uint64)[::-1, ::-1][::-1, ::-1],
        lambda masks: np.frombuffer(b"x" + np.array(masks, dtype=np.uint64).tobytes(), np.uint64, offset=1).reshape(-1, 2),
        lambda masks: np.ma.array(np.array(masks, dtype=np.uint64)),
        lambda masks: np.ma.array(np.array(masks, dtype=np.uint64), mask=False),
        lambda masks: memoryview(np.array(masks, dtype=np.uint64)),
        lambda masks: np.array(masks, dtype=np.uint64).view(type("Other", (np.ndarray,), {})),
    ],
)
def test_masks_of_every_kind_are_read_alike(make):
    for masks, board in ((START, "4x4"), (CORNER, "8x8")):
        read = eo.as_masks(make(masks), board)[1]
        assert read.tolist() == masks and type(read) is np.ndarray and read.flags.aligned and read.dtype.isnative
        assert eo.legal_masks(make(masks), board).tolist() == [
            sum(1 << action for action in eo.Position.from_masks(board, *row).legal_actions() if action < 64) for row in masks
        ]
    for dtype in (np.uint16, np.int16, np.int32, np.int64, ">i4", "<u4"):
        assert eo.as_masks(np.array(START, dtype=dtype), "4x4")[1].tolist() == START


#: What is no array of masks, how its error begins, and what else it names.
NO_MASKS = [
    (np.array([[-1, 0]], np.int8), "position 0 has the masks [-1, 0], of int8; give uint64"),
    (np.array([[0, 1], [0, -(2**63)]]), "position 1 has the masks [0, -9223372036854775808], of int64; give uint64"),
    ([[-1, 0]], "position 0 has the masks [-1, 0], of int64; give uint64"),
    ([[-1, 1 << 63]], "position 0 has the masks [-1, 9223372036854775808], of object; give uint64"),
    ([[1 << 64, 0]], "position 0 has the masks [18446744073709551616, 0], of object; give uint64"),
    (np.array([[1 << 64, 0]], object), "position 0 has the masks"),
    (np.array([[None, 0]], object), "masks are integers, not NoneType"),
    (np.array([[True, False]], object), "masks are integers, not bool"),
    (np.array([[True, False]]), "masks are integers, not bool"),
    ([[True, False]], "masks are integers, not bool"),
    ([[0.5, 0]], "masks are integers, not float"),
    ([[float("nan"), 0]], "masks are integers, not float"),
    (np.array([[1, np.nan]]), "masks are integers, not float64"),
    (np.array([[1, 2]], np.complex128), "masks are integers, not complex128"),
    (np.array([[1, 2]], "m8[s]"), "masks are integers, not timedelta64[s]"),
    (np.array([["a", "b"]]), "masks are integers, not <U1"),
    (np.zeros((1, 2), [("a", "i4")]), "masks are integers, not [('a', '<i4')]"),
    (np.ma.array([[1, 2]], np.uint64, mask=[[0, 1]]), "a masked array of uint64 with masked elements"),
    ([np.ma.array([1, 2], mask=[0, 1])], "a masked array of int64 with masked elements"),
    ([[1, 2], [3]], "the list is no array of shape (n, 2)"),
    (np.zeros((0, 3), np.uint64), "an array of shape (0, 3) is neither"),
    (np.zeros((3, 0), np.uint64), "an array of shape (3, 0) is neither"),
    (np.zeros(2, np.uint64), "an array of shape (2,) is neither"),
    (np.array(5), "an array of shape () is neither"),
    (memoryview(b"ab"), "an array of shape (2,) is neither"),
    (b"ab", "an array of shape (2,) is neither"),
    (np.ma.array(np.zeros((1, 2, 8, 8)), mask=True), "a masked array of float64 with masked elements"),
    (np.full((1, 2, 8, 8), np.nan), "planes hold 0 and 1 alone"),
    (np.full((1, 2, 8, 8), -1, np.int8), "planes hold 0 and 1 alone"),
    (np.zeros((1, 2, 8, 8), "m8[s]"), "planes are numbers, not timedelta64[s]"),
    (np.zeros((1, 2, 8, 8), [("a", "i4")]), "planes are numbers, not"),
    (np.zeros((1, 2, 8, 8), object), "planes are numbers, not object"),
]


@pytest.mark.filterwarnings("ignore:Warning. converting a masked element")
@pytest.mark.parametrize("call", [
    eo.as_masks,
    eo.as_planes,
    eo.as_positions,
    eo.solve_many,
    eo.move_values_many,
    eo.legal_masks,
    eo.legal_actions,
    lambda positions, board: eo.play_many(positions, [0], board),
    lambda positions, board: eo.random_playouts(positions, 1, board=board),
    eo.evaluate,
    eo.Player("random"),
    encodings.open_spiel,
    encodings.pgx,
])
def test_no_other_array_is_taken_for_masks(call):
    for positions, sentence in NO_MASKS:
        with pytest.raises((TypeError, ValueError)) as told:
            call(positions, "8x8")
        assert str(told.value).startswith(f"positions: {sentence}"), repr(positions)


@pytest.mark.parametrize(
    ("actions", "sentence"),
    [
        (np.array([1 << 63], np.uint64), "actions: board 4x4 has no action 9223372036854775808, of position 0"),
        (np.array([-1], np.int8), "actions: board 4x4 has no action -1, of position 0"),
        (np.array([17], np.uint8), "actions: board 4x4 has no action 17, of position 0"),
        (np.ma.array([1], mask=True), "actions: a masked array of int64 with masked elements"),
        ([True], "actions: an array of shape (1,) and bool, not (n,) and integers"),
        ([1 << 64], "actions: an array of shape (1,) and object, not (n,) and integers"),
        ([float("nan")], "actions: an array of shape (1,) and float64, not (n,) and integers"),
        (["b1"], "actions: an array of shape (1,) and <U2, not (n,) and integers"),
        ([[1]], "actions: an array of shape (1, 1) and int64, not (n,) and integers"),
    ],
)
def test_actions_are_whole_numbers(actions, sentence):
    for right in (np.array([1], np.uint8), np.array([1], ">i8"), np.ma.array([1]), np.array([1, 2, 3])[::3], (1,)):
        assert eo.play_many(["4x4"], right).tolist() == [[1024, 610]]
    with pytest.raises(ValueError) as told:
        eo.play_many(["4x4"], actions)
    assert str(told.value).startswith(sentence)


class Frame:
    """Looks like a data frame."""

    columns = ("player", "opponent")


@pytest.mark.parametrize(
    ("positions", "sentence"),
    [
        (eo.Position("4x4"), "one position is given where several are expected"),
        ("4x4", "one position is given where several are expected"),
        (Frame(), "a table is given; the positions of a set are labels"),
        (["4x4", None], "position 1: give a Position or a text, not NoneType"),
        (4, "give an array of masks or planes, or a list of Position or texts, not int"),
    ],
)
def test_what_is_no_array_of_positions_is_told(positions, sentence):
    with pytest.raises(TypeError, match=sentence):
        eo.solve_many(positions)


def test_a_batch_that_runs_out_of_time_says_what_it_has_found():
    positions = [eo.Position("8x8"), random_position("8x8", 6, 1), eo.Position("8x8", "d3")]
    options = {"memory": "16MiB", "threads": 2, "time_limit": 1.0}
    values = eo.solve_many(positions, **options).tolist()
    assert values == [NO_VALUE, eo.Solver().solve(positions[1]).value, NO_VALUE]
    found = eo.move_values_many(positions, **options)
    assert (found[[0, 2]] == NO_VALUE).all() and np.array_equal(found[1], eo.move_values_many([positions[1]])[0])


def test_random_positions_have_as_many_empty_squares_as_wanted_and_depend_on_the_seed():
    for shape, empties in (("6x6", 20), ("4x10", 11), ("7x3", 5), ("8x8", 60)):
        board = eo.Board(shape)
        masks = eo.random_positions(board, empties, 50, seed=3)
        assert np.array_equal(masks[:20], eo.random_positions(shape, empties, 20, seed=3))
        assert empties == 60 or not np.array_equal(masks, eo.random_positions(shape, empties, 50, seed=4))
        positions = [eo.Position.from_masks(board, *map(int, row)) for row in masks]
        assert all(position.empties == empties and not position.is_over for position in positions)


def test_random_games_come_to_the_same_as_random_moves():
    position = random_position("6x6", 8, 1)
    found = eo.random_playouts([position, position.play(position.legal_moves()[0])], 20_000, seed=1)
    assert (found.wins + found.draws + found.losses).tolist() == [20_000, 20_000]
    again = eo.random_playouts([position], 20_000, seed=1)
    assert again.mean[0] == found.mean[0] and abs(found.reward[0] - 0.5) <= 0.5
    # The exact expected score of random play.
    def expected(now):
        if now.is_over:
            return now.final_score()
        return -sum(map(expected, map(now.play, now.legal_moves()))) / len(now.legal_moves())

    deviation = (found.squares[0] / 20_000 - found.mean[0] ** 2) ** 0.5
    assert abs(found.mean[0] - expected(position)) < 5 * deviation / 20_000**0.5


def test_the_evaluation_knows_more_than_nothing():
    masks = eo.random_positions("6x6", 10, 400, seed=2)
    values, guesses = eo.solve_many(masks, "6x6"), eo.evaluate(masks, "6x6")
    assert guesses.dtype == np.float32 and np.corrcoef(values, guesses)[0, 1] > 0.8
    over = [eo.Position("4x4 XXXXXXXXXXXXXXXX O")]
    assert eo.evaluate(over).tolist() == [-16.0]


def test_a_callback_of_a_batch_counts_positions_and_may_end_it():
    masks, seen = eo.random_positions("6x6", 20, 4000, seed=1), []

    def enough(progress):
        seen.append((progress.done, progress.total))
        if len(seen) == 3:
            raise LookupError("enough")

    with pytest.raises(LookupError):
        eo.solve_many(masks, "6x6", progress=enough)
    assert seen[0][1] == 4000 and seen[-1][0] < 4000


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda planes: eo.as_masks(2 * planes), "planes hold 0 and 1 alone"),
        (lambda planes: eo.as_masks(planes * np.float32(0.5)), "planes hold 0 and 1 alone"),
        (lambda planes: eo.as_masks(np.where(planes == 1, np.nan, 0)), "planes hold 0 and 1 alone"),
        (lambda _: eo.random_positions("6x6", 10, -1), "-1 is not a whole number from 0 to 4294967295"),
        (lambda _: eo.random_positions("6x6", -1, 1), "-1 is not a whole number from 0 to 4294967295"),
        (lambda _: eo.random_positions("6x6", 10, 1, seed=2**64), "18446744073709551616 is not a whole number from 0 to"),
        (lambda planes: eo.random_playouts(planes, 2**32), "4294967296 is not a whole number from 0 to 4294967295"),
        (lambda _: eo.Player("random").choose("4x4", seed=-1), "-1 is not a whole number from 0 to 18446744073709551615"),
    ],
)
def test_what_is_wrong_is_a_value_error(make, sentence):
    with pytest.raises(ValueError, match=sentence):
        make(eo.as_planes(positions_of("4x4")))


def test_positions_become_objects_again():
    masks = eo.random_positions("5x6", empties=9, n=20, seed=3)
    objects = eo.as_positions(masks, "5x6")
    assert [(one.player, one.opponent, one.side) for one in objects] == [(*map(int, row), "black") for row in masks]
    assert eo.as_positions(eo.as_planes(masks, "5x6")) == objects
    white = [eo.Position("5x6", "c1")]
    assert eo.as_positions(white) == white and eo.as_positions([], "5x6") == []
    listed = [eo.Position("4x4"), eo.Position("4x4", "b1")]
    assert eo.as_positions(position for position in listed) == listed
    assert eo.as_positions([]) == []


@pytest.mark.parametrize("board", ["3x4", "5x4", "4x4", "6x6", "3x21"])
def test_a_turned_board_has_turned_moves_and_the_same_values(board):
    turns, squares = eo.symmetries(board), eo.Board(board).squares
    rows, cols = eo.Board(board).rows, eo.Board(board).cols
    assert len({tuple(turn) for turn in turns}) == len(turns) == (8 if rows == cols else 4)
    assert (turns[0] == np.arange(squares + 1)).all() and (np.sort(turns, axis=1) == turns[0]).all()
    planes = eo.as_planes(eo.random_positions(board, empties=8 if squares > 16 else 6, n=10, seed=5), board)
    values = eo.move_values_many(planes)
    for turn in turns:
        turned = planes.reshape(len(planes), 2, -1)[:, :, turn[:-1]].reshape(planes.shape)
        assert (eo.legal_actions(turned) == eo.legal_actions(planes)[:, turn]).all()
        assert (eo.move_values_many(turned) == values[:, turn]).all()
        same = zip(eo.as_positions(turned), eo.as_positions(planes), strict=True)
        assert all(one.canonical() == other.canonical() for one, other in same)
