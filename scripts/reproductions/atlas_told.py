"""The tables of the atlas: all values, what is open, and counts of games."""

from . import results


def blocks(rows):
    """The blocks of the page."""
    lying = [row for row in rows if sides(row)[0] <= sides(row)[1]]
    return {"atlas": board_table(rows), "atlas-facts": results.table(["Of these", "there are", "of"], facts(lying)), "atlas-open": left_open(lying)}


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


def board_table(rows):
    """A row per board, a column per start."""
    games = {(row["board"], row["start"], row["scoring"]): row for row in rows}
    boards = list(dict.fromkeys(row["board"] for row in rows if sides(row)[0] <= sides(row)[1]))
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


def even_sides(rows, start):
    """Solved games from one start, on boards with even sides."""
    return [row for row in by_discs(rows) if row["start"] == start and not any(side % 2 for side in sides(row))]


def with_known_moves(rows):
    """The games from the othello start under scoring discs in which the values of all first moves are known."""
    games = [row for row in by_discs(rows) if row["start"] == "othello"]
    return [row for row in games if row["moves"] and all(low == high for low, high in row["moves"].values())]


def facts(rows):
    """Counts of games, each with the games that could count."""
    found = [row for row in by_discs(rows) if is_distinct(row)]
    even, odd = ([row for row in found if squares(row) % 2 == rest] for rest in (0, 1))
    othello, both = even_sides(rows, "othello"), [row for start in ("othello", "reversi") for row in even_sides(rows, start)]
    large = [row for row in both if max(sides(row)) > 8]
    known = [row for row in with_known_moves(rows) if len(set(sides(row))) == 2]
    ranges = [[low for low, _ in row["moves"].values()] for row in known]
    wof = {(row["board"], row["start"]): value(row) for row in rows if row["scoring"] == "wof"}
    scored = [row for row in found if wof.get((row["board"], row["start"])) is not None]
    ends = [row["final"] for row in found if row["final"]]
    return [
        ["boards", len({row["board"] for row in rows}), ""],
        ["values that are known", sum(value(row) is not None for row in rows), len(rows)],
        ["values with a certificate that the checker has accepted", sum(row["certificate"] is not None for row in rows), len(rows)],
        ["games that the first player wins, even number of squares", sum(value(row) > 0 for row in even), len(even)],
        ["the same, odd number of squares", sum(value(row) > 0 for row in odd), len(odd)],
        ["games in which the second player is wiped out", sum(not end["white"] for end in ends), len(ends)],
        ["games in which the first player is wiped out", sum(not end["black"] for end in ends), len(ends)],
        ["games for which Shirahama's conjecture holds", sum(is_shirahama(row) for row in othello), len(othello)],
        ["games that the first player wins as Takeshita and Ikeda conjecture", sum(value(row) > 0 for row in large), len(large)],
        ["rectangles whose first moves differ in value", sum(len(set(one)) > 1 for one in ranges), len(ranges)],
        ["rectangles on which one first move wins and another loses", sum(max(one) > 0 > min(one) for one in ranges), len(ranges)],
        ["games in which the scorings differ", sum(value(row) != wof[row["board"], row["start"]] for row in scored), len(scored)],
    ]


def is_shirahama(row):
    """Whether the first player wins a 2m×2n board if and only if m + n is odd."""
    return (value(row) > 0) == (sum(sides(row)) // 2 % 2 == 1)


def left_open(rows):
    """The games whose value, or that of a first move, is open, with the nodes spent."""
    games = [row for row in rows if value(row) is None or any(low < high for low, high in row["moves"].values())]
    cells = [[row["board"], f"`{row['start']}`", f"`{row['scoring']}`", limits(row), f"{row['nodes'] / 1e9:.1f} G"] for row in games]
    return results.table(["Open", "Start", "Scoring", "Value", "Nodes"], cells)
