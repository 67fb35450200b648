"""The perfect games of Takeshita & Ikeda 2015, replayed: the value of the position after each ply."""

import pathlib

from . import results, solving

GAMES = pathlib.Path(__file__).with_name("data") / "takeshita-ikeda-games.txt"


def add_arguments(parser):
    """The options of `scripts/reproduce games`."""
    parser.add_argument("--threads", type=int, default=2, help="threads of the solver (default 2)")
    parser.add_argument("--memory", default="1GiB", help="its table in memory (default 1GiB)")


def run(arguments):
    """Replays each game and writes the section. Exit status 1 if one is not perfect."""
    exact_othello = solving.package()
    solver = exact_othello.Solver(threads=arguments.threads, memory=arguments.memory, book=False)
    replayed = []
    for board, start, line in games():
        first = exact_othello.Position(board, start=start)
        replayed.append((board, start, line, values_of(solver, first, line)))
        print(f"{board} {start}: {' '.join(map(str, replayed[-1][-1]['values']))}", flush=True)
    results.write({"games": replayed_table(replayed), "games-made": results.made("games")})
    return 1 if any(errors(values) for *_, values in replayed) else 0


def games():
    """Board, start and moves of each game."""
    text = GAMES.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    for block in "\n".join(lines).strip().split("\n\n"):
        (board, start), *cells = [line.split() for line in block.splitlines()]
        yield board, start, moves_of(cells)


def moves_of(cells):
    """The moves of a game, from the plies written on its squares; a ply on no square is a pass."""
    squares = {int(cell): f"{chr(ord('a') + col)}{row}" for row, line in enumerate(cells, 1)
               for col, cell in enumerate(line) if cell.isdigit()}
    return [squares.get(ply, "pass") for ply in range(1, max(squares) + 1)]


def values_of(solver, first, line):
    """The value for Black before the first ply and after each, and the discs at the end. The last position is solved first."""
    positions = [first]
    for move in line:
        positions.append(positions[-1].play(move))
    values = []
    for position in reversed(positions):
        value = solver.solve(position).value
        values.append(value if position.side == "black" else -value)
    final = {side: bin(discs).count("1") for side, discs in (("black", positions[-1].black), ("white", positions[-1].white))}
    return {"values": values[::-1], "final": final}


def errors(found):
    """The plies that change the value; a perfect game has none."""
    values = found["values"]
    return [ply for ply in range(1, len(values)) if values[ply] != values[ply - 1]]


def replayed_table(replayed):
    """The table of the games."""
    rows = []
    for board, start, line, found in replayed:
        wrong = errors(found)
        passes = [str(ply) for ply, move in enumerate(line, 1) if move == "pass"]
        said = "every ply" if not wrong else f"until ply {wrong[0] - 1}"
        final = f"{found['final']['black']}–{found['final']['white']}"
        rows.append([board, f"`{start}`", " ".join(line), len(line), ", ".join(passes) or "none", final,
                     results.signed(found["values"][0]), said])
    return results.table(["Board", "Start", "Game", "Plies", "Passes", "Discs", "Value", "which it keeps at"], rows)
