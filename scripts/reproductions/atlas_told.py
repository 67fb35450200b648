"""The atlas in words: one table and the sentences that follow from the games."""

from . import results


def section(rows, most, memory, commits, pictures):
    """The section's text, with references to pictures."""
    games = {(row["board"], row["start"], row["scoring"]): row for row in rows}
    lying = [row for row in rows if sides(row)[0] <= sides(row)[1]]
    said = [told(lying) for told in (counted, left_open, parities, wipe_outs, shirahama, takeshita, two_classes, scorings)]
    text = "\n".join(f"- {sentence}" for sentence in said if sentence)
    longer = ", and some longer ones" if any(squares(row) > most for row in rows) else "; larger ones are to come"
    return f"""
## The atlas

Every board of at most {most} squares with sides of at least 3{longer}. Each cell has Black's value with scoring `discs` and, in
brackets, the discs at the end of a perfect game; Black moves first. Where `wof` gives another value, it follows the slash. An
open value shows its bounds. The value of every first move, a perfect game of each board and the hashes of the certificates are
in [data/atlas.json](data/atlas.json) ([schema](data/atlas.schema.json)), which has the boards that are taller than wide too.

{board_table(lying, games)}

{text}

{pictures}

Made by `scripts/reproduce atlas` at commit {', '.join(commits)}, each game by
`scripts/solve --board BOARD --start START --scoring SCORING --all-moves --no-table --no-book --threads 1 --memory {memory}`.
"""


def sides(row):
    """The rows and columns of a game's board."""
    return tuple(int(side) for side in row["board"].split("x"))


def squares(row):
    """The number of squares on a game's board."""
    rows, cols = sides(row)
    return rows * cols


def value(row):
    """The value; None if it is open."""
    return row["lower"] if row["lower"] == row["upper"] else None


def name(row):
    """A game's board and start."""
    return f"{row['board']} `{row['start']}`"


def several(rows, say=name):
    """A list of games, as a person would name them."""
    names = [say(row) for row in rows]
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def board_table(rows, games):
    """A row per board, a column per start."""
    boards = list(dict.fromkeys(row["board"] for row in rows))
    starts = list(dict.fromkeys(row["start"] for row in rows))
    cells = [[board, *(cell(games.get((board, start, "discs")), games.get((board, start, "wof"))) for start in starts)] for board in boards]
    return results.table(["Board", *(f"`{start}`" for start in starts)], cells)


def cell(discs, wof):
    """The table's cell for a game, under both scorings."""
    if discs is None:
        return "–"
    text = limits(discs)
    if discs["final"]:
        text += f" ({discs['final']['black']}–{discs['final']['white']})"
    differs = wof is not None and (wof["lower"], wof["upper"]) != (discs["lower"], discs["upper"])
    return f"{text} / {limits(wof)}" if differs else text


def limits(row):
    """The value, or the bounds if it is open."""
    if value(row) is not None:
        return results.signed(value(row))
    return f"{results.signed(row['lower'])} to {results.signed(row['upper'])}"


def by_discs(rows):
    """The games with a known value under scoring discs."""
    return [row for row in rows if row["scoring"] == "discs" and value(row) is not None]


def is_distinct(row):
    """Whether a game is not a turned copy of another: on square boards the two parallel starts are the same."""
    rows, cols = sides(row)
    return rows != cols or row["start"] != "reversi-rows"


def counted(rows):
    """How many games there are."""
    solved = sum(value(row) is not None for row in rows)
    certified = sum(row["certificate"] is not None for row in rows)
    return (f"{solved} of {len(rows)} values are known, of {len({row['board'] for row in rows})} boards with three starts and two scorings; "
            f"{certified} have a certificate that the independent checker has read.")


def left_open(rows):
    """Which values are open, and the nodes spent on them."""
    games = [row for row in rows if value(row) is None]
    known = [row for row in rows if value(row) is not None and any(low < high for low, high in row["moves"].values())]
    said = []
    if games:
        said.append("Open when the time limit came: " + several(games, lambda row: f"{name(row)} under `{row['scoring']}` ({limits(row)}, {nodes(row)})"))
    if known:
        said.append("The value is known, but not that of every first move: " + several(known, lambda row: f"{name(row)} under `{row['scoring']}` ({nodes(row)})"))
    return "".join(f"{sentence}. " for sentence in said).strip()


def nodes(row):
    """The nodes spent on a game."""
    return f"{row['nodes'] / 1e9:.1f} G nodes"


def parities(rows):
    """The results on even and on odd boards."""
    found = [row for row in by_discs(rows) if is_distinct(row)]

    def record(games):
        wins, draws = sum(value(row) > 0 for row in games), sum(value(row) == 0 for row in games)
        return f"{wins} of {len(games)} won, {draws} drawn and {len(games) - wins - draws} lost"

    odd = [row for row in found if squares(row) % 2]
    even = [row for row in found if not squares(row) % 2]
    return f"With scoring `discs`, games by result for the first player: {record(even)} on boards with an even number of squares; {record(odd)} with an odd number."


def wipe_outs(rows):
    """Games that end in a wipe-out."""
    found = [row for row in by_discs(rows) if is_distinct(row) and row["final"] and 0 in row["final"].values()]
    first = [row for row in found if value(row) > 0]
    second = [row for row in found if value(row) < 0]
    boards = lambda games: several(list({row["board"]: row for row in games}.values()), lambda row: starts_of(row, games))  # noqa: E731
    return (f"Perfect play wipes one side out in {len(found)} games: the second player on {boards(first) or 'no board'}; "
            f"the first on {boards(second) or 'no board'}.")


def starts_of(row, games):
    """A board, followed by its starts among the games unless that is all of them."""
    starts = [game["start"] for game in games if game["board"] == row["board"]]
    rows, cols = sides(row)
    is_every = len(starts) == (2 if rows == cols else 3)
    return row["board"] + ("" if is_every else f" ({', '.join(f'`{start}`' for start in starts)})")


def even_sides(rows, start):
    """Solved games from one start, on boards with even sides."""
    return [row for row in by_discs(rows) if row["start"] == start and not any(side % 2 for side in sides(row))]


def shirahama(rows):
    """Shirahama's conjecture."""
    games = even_sides(rows, "othello")
    refuting = [row for row in games if (value(row) > 0) != (sum(sides(row)) // 2 % 2 == 1)]
    return ("Shirahama's conjecture, that the first player wins on a 2m×2n board if and only if m + n is odd, holds in "
            f"{len(games) - len(refuting)} of {len(games)} games from the `othello` start; {several(refuting, lambda row: row['board']) or 'no board'} "
            f"{'refute' if len(refuting) != 1 else 'refutes'} it.")


def takeshita(rows):
    """The conjecture of Takeshita & Ikeda."""
    games = [row for start in ("othello", "reversi") for row in even_sides(rows, start) if max(sides(row)) > 8]
    lost = [row for row in games if value(row) <= 0]
    if not games:
        return ""
    end = f"but not {several(lost)}" if lost else "all of them; the conjecture is open for larger boards"
    return ("Takeshita and Ikeda's conjecture, that the first player wins on every 2m×2n board with m or n above 4: of the "
            f"{len(games)} games here it wins {len(games) - len(lost)}, {end}.")


def with_known_moves(rows):
    """The games from the othello start under scoring discs in which the values of all first moves are known."""
    games = [row for row in by_discs(rows) if row["start"] == "othello"]
    return [row for row in games if row["moves"] and all(low == high for low, high in row["moves"].values())]


def two_classes(rows):
    """Rectangles on which the first moves from the othello start differ in value."""
    games = [row for row in with_known_moves(rows) if len(set(sides(row))) == 2]
    different = [row for row in games if len({low for low, _ in row["moves"].values()}) > 1]
    worst = [row for row in different if value(row) > 0 > min(low for low, _ in row["moves"].values())]

    def classes(row):
        found = sorted({low for low, _ in row["moves"].values()}, reverse=True)
        return f"{row['board']} ({', '.join(map(results.signed, found))})"

    return (f"From the `othello` start the first moves on a rectangle are not all symmetric to one another. Their values differ on {len(different)} of {len(games)} rectangles; "
            f"on {len(worst)} of them one move wins and another loses: {several(worst, classes) or 'none'}. Searching a single first move “by symmetry”, as the paper does, is valid on square boards only.")


def scorings(rows):
    """Where it matters that the winner gets the empty squares."""
    wof = {(row["board"], row["start"]): value(row) for row in rows if row["scoring"] == "wof"}
    pairs = [(value(row), wof.get((row["board"], row["start"]))) for row in by_discs(rows) if is_distinct(row)]
    pairs = [(one, other) for one, other in pairs if other is not None]
    differ = sum(one != other for one, other in pairs)
    return f"The scorings `discs` and `wof` differ in {differ} of {len(pairs)} games."
