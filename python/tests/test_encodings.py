"""Observations and legal actions, against games played with the packages OpenSpiel and pgx.

The games are with the tests of the crate that makes problem sets. `scripts/tests/packages.py` has the installed packages play
new games and passes their folder in SOLVE_ENCODINGS.
"""

import json
import os
import pathlib

import numpy as np
import pytest

import exact_othello as eo
from exact_othello import encodings

RECORDED = pathlib.Path(__file__).resolve().parents[2] / "lab" / "problems" / "tests" / "encodings"
GAMES = pathlib.Path(os.environ.get("SOLVE_ENCODINGS", RECORDED))
ENCODERS = {"openspiel": encodings.open_spiel, "pgx": encodings.pgx}


def games(package):
    """The first line of a file, its other lines, and the positions that have a legal action, with their lines."""
    head, *lines = map(json.loads, (GAMES / f"{package}.jsonl").read_text(encoding="utf-8").splitlines())
    moving = [line for line in lines if line["legal"]]
    return head, lines, [eo.Position(f"8x8 {line['squares']} {line['side']}") for line in moving], moving


@pytest.mark.parametrize("package", ENCODERS)
def test_observations_are_those_of_the_package(package):
    head, _, positions, lines = games(package)
    found = ENCODERS[package](positions)
    assert (list(found.shape[1:]), str(found.dtype)) == (head["shape"], head["dtype"])
    for observation, line in zip(found, lines, strict=True):
        packed = np.packbits(observation.ravel().astype(bool)).tobytes().hex()
        assert packed == line["observed"][line["side"]], line
    assert len({line["side"] for line in lines}) == 2 and len(lines) > 100


@pytest.mark.parametrize("package", ENCODERS)
def test_actions_are_those_of_the_package(package):
    head, lines, positions, moving = games(package)
    assert head["actions"] == eo.Board("8x8").actions
    after = dict(zip(map(id, lines), lines[1:], strict=False))
    for position, line in zip(positions, moving, strict=True):
        if position.is_over:
            # pgx ends a game only after both sides have passed.
            assert (package, line["legal"]) == ("pgx", [64])
            continue
        assert position.legal_actions() == line["legal"], line
        following = after[id(line)]
        assert str(position.play(line["action"])).split()[1] == following["squares"]
        if following["returns"]:
            outcome = position.play(line["action"]).final_score()
            assert np.sign(following["returns"][line["side"]]) == -np.sign(outcome)
