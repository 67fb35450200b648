"""A problem set of positions that OpenSpiel and pgx played, against what these packages say of them.

    compare.py SOLVE FOLDER    FOLDER has games, openspiel.jsonl and pgx.jsonl, by play.py

`solve problems` labels the last positions of the games. Its arrays are compared with the observations, legal actions and players
of the packages, and its outcomes with those of all games that OpenSpiel can play on from there, and that pgx ends with one move.
"""

import json
import os
import pathlib
import subprocess
import sys

import numpy

#: Positions with so many empty squares are labelled, and with so few played to all ends by OpenSpiel.
MOST_EMPTIES, PLAYED_EMPTIES = 12, 5
DTYPES = {"openspiel": numpy.float32, "pgx": numpy.bool_}


def check(condition, what):
    if not condition:
        raise SystemExit(f"compare.py: {what}")


def last_positions(games, package):
    """The positions of a package's games that are labelled, by their text: squares and side to move."""
    lines = (games / f"{package}.jsonl").read_text(encoding="utf-8").splitlines()[1:]
    positions, history, seed = {}, [], None
    for line in map(json.loads, lines):
        if line["seed"] != seed:
            seed, history = line["seed"], []
        if line["legal"] and line["squares"].count("-") <= MOST_EMPTIES:
            positions[f"{line['squares']} {line['side']}"] = {**line, "history": history}
        history = [*history, line["action"]]
    return positions


def make_set(solve, folder, positions):
    """The arrays of a set of these positions, in either layout. Twins of a position are left out of a set."""
    folder.mkdir()
    source = folder / "positions.txt"
    source.write_text("".join(f"{position}\n" for position in positions), encoding="utf-8")
    command = [
        solve,
        "problems",
        "--board",
        "8x8",
        "--source",
        f"file:{source}",
        "--format",
        "openspiel,pgx",
        "--no-table",
        "--quiet",
        "-o",
        folder / "set",
    ]
    subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL)
    arrays = {}
    for layout in DTYPES:
        parts = [dict(numpy.load(path)) for path in sorted((folder / "set" / layout).glob("*.npz"))]
        arrays[layout] = {name: numpy.concatenate([part[name] for part in parts]) for name in parts[0]}
    return arrays


def text(player, opponent, is_white):
    """A position as text."""
    own, other = ("O", "X") if is_white else ("X", "O")
    squares = (own if player >> square & 1 else other if opponent >> square & 1 else "-" for square in range(64))
    return f"{''.join(squares)} {own}"


def openspiel_state(game, seen):
    """OpenSpiel's state of a position: its game is played once more."""
    state = game.new_initial_state()
    for action in seen["history"]:
        state.apply_action(action)
    return state


def value(state, player):
    """What the player gets if nobody errs, by playing all games."""
    if state.is_terminal():
        return state.returns()[player]
    values = [value(state.child(action), player) for action in state.legal_actions()]
    return max(values) if state.current_player() == player else min(values)


def compare(layout, arrays, seen):
    """Observations, legal actions and, in OpenSpiel, players."""
    whites = 0
    for row, (player, opponent) in enumerate(zip(arrays["player"].tolist(), arrays["opponent"].tolist(), strict=True)):
        names = [name for name in (text(player, opponent, white) for white in (False, True)) if name in seen]
        if layout == "openspiel":
            names = [name for name in names if seen[name]["player"] == arrays["current_player"][row]]
        check(names, f"{layout}: row {row} is no position of the games")
        position = seen[names[0]]
        whites += names[0].endswith("O")
        flat = arrays["observation"][row].ravel()
        check(flat.dtype == DTYPES[layout], f"{layout}: elements are of type {flat.dtype}")
        check(
            numpy.packbits(flat.astype(bool)).tobytes().hex() == position["observed"][position["side"]],
            f"{layout}: the observation differs in {names[0]}",
        )
        check(
            numpy.flatnonzero(arrays["legal_action_mask"][row]).tolist() == position["legal"],
            f"{layout}: the legal actions differ in {names[0]}",
        )
        yield row, position
    check(whites > 0, f"{layout}: White is never to move")


def openspiel_outcomes(arrays, rows):
    """Outcomes of positions and of all their moves, by playing every game to its end."""
    import pyspiel

    game, compared = pyspiel.load_game("othello"), 0
    for row, seen in rows:
        if seen["squares"].count("-") > PLAYED_EMPTIES:
            continue
        state, player = openspiel_state(game, seen), seen["player"]
        outcomes = {action: value(state.child(action), player) for action in seen["legal"]}
        found = {action: float(arrays["action_outcome"][row][action]) for action in seen["legal"]}
        check(found == outcomes, f"openspiel: outcomes of moves are {outcomes}, not {found}, in {seen['squares']} {seen['side']}")
        check(arrays["outcome"][row] == max(outcomes.values()), f"openspiel: the outcome differs in {seen['squares']}")
        best = [action for action in seen["legal"] if arrays["policy"][row][action] > 0]
        check(
            all(outcomes[action] == max(outcomes.values()) for action in best), f"openspiel: the policy errs in {seen['squares']}"
        )
        compared += 1
    return compared


def pgx_outcomes(arrays, rows):
    """Outcomes of the last moves of games: what pgx pays when they are made."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    import jax
    import pgx

    env = pgx.make("othello")
    init, step = jax.jit(env.init), jax.jit(env.step)
    compared = 0
    for row, seen in rows:
        if seen["squares"].count("-") > 1:
            continue
        state = init(jax.random.PRNGKey(seen["seed"]))
        for action in seen["history"]:
            state = step(state, action)
        player = int(state.current_player)
        check(player == seen["player"], f"pgx: another player is to move in {seen['squares']}")
        for action in seen["legal"]:
            after = step(state, action)
            if after.terminated:
                paid = float(after.rewards[player])
                check(arrays["action_outcome"][row][action] == paid, f"pgx: {action} pays {paid} in {seen['squares']}")
                compared += 1
    return compared


def main():
    solve, games = sys.argv[1], pathlib.Path(sys.argv[2])
    for package, outcomes in (("openspiel", openspiel_outcomes), ("pgx", pgx_outcomes)):
        seen = last_positions(games, package)
        arrays = make_set(solve, games / f"{package} set", seen)
        rows = list(compare(package, arrays[package], seen))
        ends = outcomes(arrays[package], rows)
        check(ends > 0, f"{package}: no outcome was compared")
        print(f"{package}: {len(rows)} positions agree, and {ends} outcomes by playing on")


if __name__ == "__main__":
    main()
