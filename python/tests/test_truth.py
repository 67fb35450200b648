"""Sets, policies and environments."""

import hashlib
import inspect
import json
import math
import pathlib
import shutil
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


def test_a_set_comes_with_the_package(monkeypatch, tmp_path):
    pytest.importorskip("pyarrow")
    monkeypatch.chdir(tmp_path)
    table = eo.load_set("6x6-s16", form="arrow")
    assert table.equals(eo.load_set(SETS / "6x6-s16", form="arrow"))
    assert table.num_rows == len(eo.labels("6x6-s16").empties)
    for name in ("6x6-s17", "6x6-s16/parquet", ".", ".."):
        with pytest.raises(ValueError, match=r"no problem set is there; .* \(the package has 6x6-s16\)$"):
            eo.load_set(name)
    # A folder of one's own comes first.
    shutil.copytree(SETS / "6x6-s12", tmp_path / "6x6-s16")
    assert eo.load_set("6x6-s16", form="arrow").equals(eo.load_set(SETS / "6x6-s12", form="arrow"))


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


@pytest.mark.parametrize("folder", sorted(path.parent.name for path in SETS.glob("*/set.json")))
def test_every_set_of_the_repository_can_be_read(folder):
    pytest.importorskip("pyarrow")
    table = eo.load_set(SETS / folder, form="arrow")
    assert len(eo.labels(table).masks) == table.num_rows > 0
    # A joined set says how each position arose.
    assert ("source" in table.schema.names) == folder.endswith("-sample")


def test_joined_json_lines_are_read_as_parquet_is(tmp_path):
    pytest.importorskip("pyarrow")
    table = eo.load_set(SETS / "6x6-million-sample", form="arrow").slice(0, 5)
    rows = [{**row, **{name: f"{row[name]:#018x}" for name in eo.sets.SQUARES}} for row in table.to_pylist()]
    (tmp_path / "jsonl").mkdir()
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (tmp_path / "jsonl" / "train-00000-of-00001.jsonl").write_text(text)
    (tmp_path / "set.json").write_text("{}")
    names = ["set.json", "jsonl/train-00000-of-00001.jsonl"]
    sums = [f"{hashlib.sha256((tmp_path / name).read_bytes()).hexdigest()}  {name}\n" for name in names]
    (tmp_path / "SHA256SUMS").write_text("".join(sums))
    assert eo.load_set(tmp_path, form="arrow").equals(table)


def test_labels_of_a_split_are_those_of_its_positions():
    pytest.importorskip("pandas")
    sizes = {split: len(eo.load_set(EXACT, split)) for split in ("train", "validation", "test")}
    for split, size in sizes.items():
        alone = eo.labels(eo.load_set(EXACT, split))
        for known in (eo.labels(EXACT, split=split), eo.labels(eo.load_set(EXACT), split)):
            assert known.masks.shape == (size, 2) and np.array_equal(known.masks, alone.masks)
            assert np.array_equal(known.values, alone.values)
    train = eo.load_set(EXACT, "train", form="arrow")
    with pytest.raises(ValueError, match="^set: it has no positions of the split 'test'$"):
        eo.labels(train, "test")
    for labelled in (EXACT, train):
        with pytest.raises(ValueError, match="^split 'all' is unknown: it is train, validation or test$"):
            eo.labels(labelled, "all")


def forged(folder, change=lambda rows: None, count=None, written=None):
    """Writes part of the set EXACT as JSON Lines, with changed rows and matching checksums; returns the file of train."""
    rows = eo.load_set(EXACT, "train", form="arrow").slice(0, 12).to_pylist()
    for row in rows:
        row.update({name: f"0x{row[name]:016x}" for name in ("player", "opponent", "best")})
    change(rows)
    file = folder / "jsonl" / "train-00000-of-00001.jsonl"
    file.parent.mkdir(exist_ok=True)
    lines = "".join(json.dumps(row) + "\n" for row in rows).encode()
    file.write_bytes(lines if written is None else written)
    (folder / "set.json").write_text(json.dumps({"count": len(rows) if count is None else count}))
    files = [folder / "set.json", file]
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.relative_to(folder).as_posix()}\n" for file in files]
    (folder / "SHA256SUMS").write_text("".join(sums))
    return file


def test_json_lines_are_read_as_parquet_is(tmp_path):
    pytest.importorskip("pyarrow")
    forged(tmp_path)
    assert eo.load_set(tmp_path, form="arrow").equals(eo.load_set(EXACT, "train", form="arrow").slice(0, 12))
    with pytest.raises(ValueError, match="the set has no positions of the split 'test'$"):
        eo.load_set(tmp_path, "test", form="arrow")


def test_files_are_those_of_the_checksums_and_as_many_positions_as_planned(tmp_path):
    pytest.importorskip("pyarrow")
    train = forged(tmp_path)
    for file, sentence in ((train, "train-00000"), (tmp_path / "set.json", "set.json")):
        whole = file.read_bytes()
        file.write_bytes(whole[:-2] + b" \n")
        with pytest.raises(ValueError, match=f"{sentence}.*: the checksum is not that of SHA256SUMS$"):
            eo.load_set(tmp_path, form="arrow")
        file.write_bytes(whole)
    train.unlink()
    with pytest.raises(ValueError, match="train-00000.*: No such file"):
        eo.labels(tmp_path)
    forged(tmp_path, count=13)
    with pytest.raises(ValueError, match="12 positions are there, and set.json says 13"):
        eo.regret(eo.Player("random"), tmp_path)
    assert eo.load_set(tmp_path, "train", form="arrow").num_rows == 12
    forged(tmp_path, lambda rows: rows[3].update(split="test"))
    with pytest.raises(ValueError, match="train-00000.*: it has positions of another split"):
        eo.load_set(tmp_path, form="arrow")
    forged(tmp_path, lambda rows: rows[3].update(moves=None))
    with pytest.raises(ValueError, match="train-00000.*:4: no moves is there"):
        eo.load_set(tmp_path, form="arrow")
    forged(tmp_path)
    sums = tmp_path / "SHA256SUMS"
    sums.write_text(sums.read_text() + sums.read_text().splitlines()[-1] + "\n")
    with pytest.raises(ValueError, match="SHA256SUMS:3: .* listed twice"):
        eo.load_set(tmp_path, form="arrow")
    shutil.copytree(EXACT, tmp_path / "set")
    parquet = next((tmp_path / "set").glob("parquet/train-*"))
    parquet.write_bytes(parquet.read_bytes()[:-9])
    with pytest.raises(ValueError, match="train-00000.*: the checksum is not"):
        eo.agreement(eo.Player("random"), tmp_path / "set")


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        (b"", ":1: the file is empty"),
        (b"\n", ":1: Expecting value"),
        (b"{}\n", ":1: the columns are not those of a problem set"),
        (b'{"moves": [{"move": "b1", "value": 2, "value": 4}]}\n', ":1: a name stands there twice"),
        (b"[" * 100_000, ":1: "),
        (b"\xff\n", ":1: the line is not UTF-8 text"),
    ],
)
def test_a_damaged_line_is_named(tmp_path, written, sentence):
    pytest.importorskip("pyarrow")
    file = forged(tmp_path, written=written)
    with pytest.raises(ValueError) as told:
        eo.load_set(tmp_path, form="arrow")
    assert str(told.value).startswith(f"{file}{sentence}")


@pytest.mark.parametrize("value", [200, 1.9, "2", 1e999, [2]])
def test_a_value_that_is_no_number_of_discs_is_named_with_its_line(tmp_path, value):
    pytest.importorskip("pyarrow")
    file = forged(tmp_path, lambda rows: rows[4]["moves"][0].update(value=value))
    with pytest.raises(ValueError) as told:
        eo.load_set(tmp_path, form="arrow")
    assert str(told.value).startswith(f"{file}:5: ")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda row: row["moves"].append({"move": "a1", "value": 30, "outcome": "win"}), "the labelled moves are "),
        (lambda row: row["moves"].append(dict(row["moves"][0])), "the labelled moves are "),
        (lambda row: row["moves"].pop(), "the labelled moves are "),
        (lambda row: row["moves"].clear(), "the labelled moves are none"),
        (lambda row: row["moves"][0].update(move="z9"), ""),
        (lambda row: row["moves"][0].update(value=37), "the value of "),
        (lambda row: row["moves"][0].update(value=-128), "the value of |its labels are 'exact'"),
        (lambda row: row["moves"][0].update(value=None), "its labels are 'exact'"),
        (lambda row: row["moves"][0].update(value=2, outcome="loss"), "an outcome is not that of its value"),
        (lambda row: row["moves"][0].update(outcome="victory"), "the outcome of "),
        (lambda row: row.update(labels="wld"), "its labels are 'wld'"),
        (lambda row: row.update(empties=3), "the number of empty squares"),
    ],
)
def test_labels_that_a_position_cannot_have_are_refused(tmp_path, change, sentence):
    pytest.importorskip("pyarrow")
    forged(tmp_path, lambda rows: change(rows[3]))
    for asked in (tmp_path, eo.load_set(tmp_path, form="arrow")):
        with pytest.raises(ValueError, match=f"^set: position 3: ({sentence})"):
            eo.labels(asked)


def test_discs_that_cannot_be_are_refused(tmp_path):
    pytest.importorskip("pyarrow")
    for change in ({"player": "0x" + "f" * 16}, {"rows": 200}, {"cols": 5}):
        forged(tmp_path, lambda rows, change=change: rows[0].update(change))
        with pytest.raises(ValueError):
            eo.labels(tmp_path)


def test_perfect_play_gives_nothing_away_and_bad_play_much():
    pytest.importorskip("pyarrow")
    table = eo.load_set(EXACT, form="arrow").slice(0, 60)
    perfect = eo.regret(lambda masks, board: eo.move_values_many(masks, board).astype(float), table)
    assert (perfect.mean, perfect.n) == (0.0, 60) and eo.agreement(eo.Player("exact"), table).mean == 1.0
    worst = eo.regret(lambda masks, board: -eo.move_values_many(masks, board).astype(float), table)
    for none in (-np.inf, np.nan):
        with pytest.raises(ValueError, match="prefers no legal action in position 0"):
            eo.regret(lambda masks, board, none=none: np.full((len(masks), board.actions), none), table)
    drawn = eo.regret("random", table)
    assert (drawn.each == eo.regret(eo.Player("random"), table).each).all()
    assert worst.mean > drawn.mean > 0 and worst.each.min() >= 0
    others = 1.96**2 / (60 + 1.96**2)
    assert perfect.size > worst.mean / 2 and perfect.interval == pytest.approx((0.0, others * perfect.size))
    one = eo.regret(lambda masks, board: -eo.move_values_many(masks, board).astype(float), table.slice(0, 1))
    assert 0 < one.interval[0] < one.mean <= one.interval[1] and math.isnan(one.error)
    values = np.where(np.arange(60) == 7, -1.0, 1.0)[:, None] * eo.move_values_many(eo.labels(table).masks, "6x6")
    slip = eo.regret(lambda masks, board: values, table)
    assert 0 <= slip.interval[0] < slip.mean < slip.interval[1] and slip.mean > 0
    always = eo.agreement(eo.Player("exact"), table).interval
    assert always == pytest.approx((60 / (60 + 1.96**2), 1.0))
    assert sum(part.n for part in worst.by_empties.values()) == 60 and worst.interval[0] < worst.mean < worst.interval[1]


def test_labels_of_two_kinds_are_not_mixed():
    arrow = pytest.importorskip("pyarrow")
    table = eo.load_set(EXACT, form="arrow").slice(0, 4)
    wof = table.set_column(table.schema.names.index("scoring"), table.schema.field("scoring"), arrow.array(["wof"] * 4))
    with pytest.raises(ValueError, match="its scoring is discs and wof"):
        eo.labels(arrow.concat_tables([table, wof]))
    assert [eo.labels(one).scoring for one in (table, wof)] == ["discs", "wof"]
    with pytest.raises(ValueError, match="its scoring is None, neither discs nor wof"):
        eo.labels(table.set_column(table.schema.names.index("scoring"), "scoring", arrow.nulls(4, arrow.string())))


def test_a_table_of_ones_own_needs_few_columns():
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    table = eo.load_set(EXACT).head(20)
    few = table[["rows", "cols", "player", "opponent", "moves"]]
    player = eo.Player("uct:n=50")
    assert eo.regret(player, few).mean == eo.regret(player, table).mean > 0
    assert (eo.labels(few).empties == eo.labels(table).empties).all()
    outcomes = [[{**move, "value": None} for move in moves] for moves in few["moves"]]
    assert eo.labels(few.assign(moves=outcomes)).values is None
    mixed = pandas.concat([few, few.assign(moves=outcomes)])
    with pytest.raises(ValueError, match="its labels is exact and wld"):
        eo.labels(mixed)
    for column, type, sentence in (
        ("player", float, "positions: masks are integers, not float"),
        ("opponent", lambda mask: -int(mask), "positions: position 0 has the masks"),
        ("rows", float, "rows: give a whole number, not float"),
    ):
        with pytest.raises(ValueError, match=f"^set: {sentence}"):
            eo.labels(few.assign(**{column: few[column].map(type)}))
    with pytest.raises(ValueError, match="^set: it has no column cols, moves$"):
        eo.labels(table[["rows", "player", "opponent"]])


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
        (lambda masks, board: np.full(len(masks), 200, np.uint8), "policy: action 200 is illegal in position 0"),
        (lambda masks, board: np.full(len(masks), 2**64 - 1, np.uint64), "policy: action 18446744073709551615 is illegal"),
        (lambda masks, board: np.ma.masked_all(len(masks), int), "policy: a masked array of int64 with masked elements"),
        (lambda masks, board: np.full((len(masks), board.actions), "1"), "policy: it gave an array of shape"),
        (lambda masks, board: np.full((len(masks), board.actions), 1j), "policy: it gave an array of shape"),
    ],
)
def test_a_policy_that_breaks_the_rules_is_told(policy, sentence):
    pytest.importorskip("pyarrow")
    with pytest.raises(ValueError) as told:
        eo.agreement(policy, eo.load_set(EXACT, form="arrow"))
    assert str(told.value).startswith(sentence)


@pytest.mark.parametrize(
    ("policy", "sentence"),
    [
        (lambda masks: "a1", r"policy: it is called as policy\(masks, board\), but its parameters are \(masks\)"),
        (lambda masks, board, more: "a1", r"policy: it is called as .* are \(masks, board, more\)"),
        (None, "policy: give a Player .*, not NoneType"),
    ],
)
def test_what_cannot_be_called_as_a_policy_is_told(policy, sentence):
    pytest.importorskip("pyarrow")
    gymnasium = pytest.importorskip("gymnasium")
    for measure in (eo.regret, eo.agreement):
        with pytest.raises(TypeError, match=sentence):
            measure(policy, EXACT)
    with pytest.raises(TypeError, match=sentence.replace("policy:", "opponent:")):
        gymnasium.make("exact_othello.gym:Othello-v0", opponent=policy)


def test_an_error_inside_a_policy_stays_what_it_is():
    pytest.importorskip("pyarrow")
    for policy in (lambda masks, board: len(1), lambda masks, board, seed=0: (lambda _: 0)()):
        with pytest.raises(TypeError) as told:
            eo.regret(policy, EXACT)
        assert "it is called as" not in str(told.value) and told.traceback[-1].path == pathlib.Path(__file__)


def test_a_policy_without_a_signature_is_called():
    pytest.importorskip("pyarrow")

    class Opaque:
        __signature__ = "unknown"

        def __call__(self, masks, board):
            return eo.Player("random")(masks, board)

    table = eo.load_set(EXACT, form="arrow").slice(0, 10)
    assert eo.regret(Opaque(), table).mean == eo.regret(eo.Player("random"), table).mean


@pytest.mark.parametrize("board", ["4x4", "3x5", "6x6", "8x8"])
def test_the_gymnasium_environment_passes_gymnasiums_own_test(board):
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    for options in ({}, {"side": "random", "reward": "discs"}, {"opponent": "uct:n=20", "side": "white"}):
        for mode in ("ansi", "rgb_array"):
            environment = gymnasium.make("exact_othello.gym:Othello-v0", board=board, render_mode=mode, **options)
            check_env(environment.unwrapped, skip_render_check=False)


def test_pictures_show_the_discs():
    pytest.importorskip("pettingzoo")
    from exact_othello.drawing import BLACK, CELL, GREEN, WHITE
    from exact_othello.pettingzoo import env

    environment = env("3x5", render_mode="rgb_array")
    position = eo.Position("3x5").play(eo.Position("3x5").legal_actions()[0])
    environment.reset(options={"position": position})
    image = environment.render()
    assert image.shape == (3 * CELL, 5 * CELL, 3) and image.dtype == np.uint8
    seen = ["#" + bytes(image[row * CELL + CELL // 2, col * CELL + CELL // 2]).hex() for row in range(3) for col in range(5)]
    assert seen == [{"X": BLACK, "O": WHITE, "-": GREEN}[square] for square in str(position).split()[1]]


def test_actions_of_environments_are_whole_numbers():
    pytest.importorskip("gymnasium")
    pytest.importorskip("pettingzoo")
    from exact_othello.gym import OthelloEnv
    from exact_othello.pettingzoo import raw_env

    for make in (OthelloEnv, raw_env):
        environment = make("4x4")
        environment.reset()
        for action in (1.0, "1", True, None, np.nan, [1]):
            with pytest.raises(TypeError, match="^action: give a whole number, not"):
                environment.step(action)
        environment.step(np.uint8(1))
        assert environment.position != environment.root


def test_perfect_play_in_the_gymnasium_environment_has_the_value_of_the_game():
    gymnasium = pytest.importorskip("gymnasium")
    for side, value in (("black", -8.0), ("white", 8.0)):
        options = {"board": "4x4", "opponent": "exact", "side": side, "reward": "discs", "move_values": True}
        environment = gymnasium.make("exact_othello.gym:Othello-v0", **options)
        _, info = environment.reset(seed=1)
        reward, is_over = 0.0, False
        while not is_over:
            assert np.array_equal(info["move_values"] != eo.batches.NO_VALUE, info["action_mask"] == 1)
            assert np.array_equal(environment.get_wrapper_attr("action_masks")(), info["action_mask"] == 1)
            _, reward, is_over, _, info = environment.step(info["move_values"].argmax())
        assert reward == value
    environment.reset(options={"position": eo.Position("4x4", "b1")})
    *_, is_over, _, info = environment.step(5)
    assert is_over and info["illegal"]
    for no_game in (environment, type(environment.unwrapped)("4x4")):
        with pytest.raises(gymnasium.error.ResetNeeded):
            no_game.step(1)


def test_a_game_without_a_turn_for_the_agent_is_refused():
    gymnasium = pytest.importorskip("gymnasium")
    over, last = eo.Position("4x4 XXXXXXXXXXXXXXXX X"), eo.Position("4x4 OOOOOOOOOOOOOXO- X")
    for side, position in (("black", over), ("white", last)):
        environment = gymnasium.make("exact_othello.gym:Othello-v0", board="4x4", side=side)
        with pytest.raises(ValueError, match="never has a turn there"):
            environment.reset(options={"position": position})
    environment = gymnasium.make("exact_othello.gym:Othello-v0", board="4x4", reward="discs")
    _, info = environment.reset(options={"position": last})
    assert environment.step(info["action_mask"].argmax())[1:3] == (-10.0, True)
    pytest.importorskip("pettingzoo")
    from exact_othello.pettingzoo import env

    with pytest.raises(ValueError, match="the game is over there"):
        env(board="4x4").reset(options={"position": over})


def environments():
    """Both environments on 4x4."""
    gymnasium = pytest.importorskip("gymnasium")
    pytest.importorskip("pettingzoo")
    from exact_othello.pettingzoo import env

    return gymnasium.make("exact_othello.gym:Othello-v0", board="4x4"), env(board="4x4")


def test_a_game_may_begin_at_a_position_given_as_text():
    position = eo.Position("4x4", "b1 a1")
    for environment in environments():
        for given in (position, str(position), str(position).split(" ", 1)[1]):
            environment.reset(options={"position": given})
            assert environment.unwrapped.position == position


@pytest.mark.parametrize(
    ("given", "error", "sentence"),
    [
        ("4x5", ValueError, "position: it is on board 4x5, the environment on 4x4"),
        ("-----OX--XO---- X", ValueError, "position: 15 squares given, board 4x4 has 16"),
        ("b1", ValueError, "position: 2 squares given, board 4x4 has 16"),
        (7, TypeError, "position: give a Position or a text, not int"),
    ],
)
def test_a_beginning_that_is_no_position_of_the_board_is_told(given, error, sentence):
    for environment in environments():
        with pytest.raises(error, match=f"^{sentence}"):
            environment.reset(options={"position": given})


def test_an_opponent_is_held_to_the_rules_of_policies():
    gymnasium = pytest.importorskip("gymnasium")
    for opponent, sentence in (
        (lambda masks, board: np.full((1, board.actions), np.nan), "prefers no legal action"),
        (lambda masks, board: np.array([1.5]), "neither"),
    ):
        environment = gymnasium.make("exact_othello.gym:Othello-v0", board="4x4", side="white", opponent=opponent)
        with pytest.raises(ValueError, match=sentence):
            environment.reset()


def test_the_same_seed_gives_the_same_game_against_perfect_play():
    gymnasium = pytest.importorskip("gymnasium")
    environment = gymnasium.make("exact_othello.gym:Othello-v0", board="4x6", opponent="exact", side="random")

    def game(seed):
        _, info = environment.reset(seed=seed)
        seen, is_over = [str(info["position"])], False
        while not is_over:
            *_, is_over, _, info = environment.step(info["action_mask"].argmax())
            seen.append(str(info["position"]))
        return seen

    first = [game(seed) for seed in range(5)]
    assert [game(seed) for seed in reversed(range(5))] == first[::-1]


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


def test_the_pettingzoo_environment_names_its_parameters():
    pytest.importorskip("pettingzoo")
    from exact_othello.pettingzoo import env, raw_env

    named, raw = inspect.signature(env).parameters, inspect.signature(raw_env).parameters
    assert list(named.values()) == list(raw.values()) and {"board", "start", "scoring", "reward"} < set(named)
    options = {"start": "reversi", "scoring": "wof", "reward": "discs", "move_values": True, "render_mode": "ansi"}
    for wrong in ({"scoring": "x"}, {"reward": "x"}, {"render_mode": "human"}):
        with pytest.raises(ValueError, match="unknown"):
            raw_env("4x4", **wrong)
    environment = env("4x4", **options).unwrapped
    assert environment.root == eo.Position("4x4", start="reversi") and environment.wants_values
    assert (environment.scoring, environment.reward, environment.render_mode) == ("wof", "discs", "ansi")


def test_infos_of_the_pettingzoo_environment_are_those_of_gymnasium():
    gymnasium, (_, environment) = pytest.importorskip("gymnasium"), environments()
    other = gymnasium.make("exact_othello.gym:Othello-v0", board="4x4")
    environment.reset()
    for agent in environment.agent_iter():
        observation, _, is_over, _, info = environment.last()
        assert np.array_equal(info["action_mask"], observation["action_mask"])
        if not is_over and agent == "black":
            expected = other.reset(options={"position": info["position"]})[1]
            assert set(info) == set(expected) and np.array_equal(info["action_mask"], expected["action_mask"])
        environment.step(None if is_over else info["action_mask"].argmax())
    assert info["position"].is_over and not info["action_mask"].any()
