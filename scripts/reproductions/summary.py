"""RESULTS.md: what is proven, and a small table for each area, all taken from the pages of docs/results."""

import re

from . import conclusions, markdown, summary_areas
from .conclusions import Missing, wrapped

#: The boards of the first table.
BOARDS = ("4x4", "4x6", "5x6", "4x8", "6x6", "4x10", "5x8", "6x7", "4x12", "4x16")
STARTS = ("othello", "reversi", "reversi-rows")
#: Where values are found: section, heading, first column. The atlas names a start by column, the others in a row.
ATLAS = ("atlas", "The atlas", "Board")
OTHERS = (
    ("paper", "The paper's boards", "Board"),
    ("exhaustive", "Every reachable position", "Board"),
    ("speed", "Speed", "Work"),
)

HEAD = """
# Results

What `solve` has proven, and what it took. `scripts/reproduce summary` makes this page from [docs/results](docs/results), whose
pages have the full tables, commands, commits and machines (two cores, AMD EPYC or Intel Xeon). Each command, run again at its
commit, gives the same values and, with one thread and no time limit, the same node counts; times vary, and are by the clock unless a
column says CPU. Comparisons and conclusions are computed from the tables; what was written by hand is marked, opinions are dated.
""".strip()

TRUST = """
### How far to trust it

- Proofs contain no selective search, and positions are always compared in full, never by hash alone
  ([ARCHITECTURE.md](ARCHITECTURE.md#invariants)).
""".strip()


def text(tables, computed):
    """The whole file, from the tables of all pages and the functions of the computed sentences."""
    parts = [HEAD, proven(tables)]
    parts += [area.markdown(tables, computed) for area in summary_areas.AREAS if area.section() in tables.texts]
    return "\n\n".join(parts) + "\n"


def proven(tables):
    """What is proven, and the evidence for it."""
    known = values(tables)
    rows = [[board, *(markdown.signed(known[board, start]) if (board, start) in known else "" for start in STARTS)]
            for board in BOARDS if any((board, start) in known for start in STARTS)]
    points = [point for find in (certified, retrograde, published, damaged) for point in attempt(find, tables)]
    return f"""
## What is proven

{wrapped(f"Black's disc difference under perfect play; Black moves first. {attempted(atlas, tables)}")}

{markdown.table(["Board", *(f"`{start}`" for start in STARTS)], rows)}

{wrapped(attempted(campaigns, tables))}

{TRUST}
{wrapped(chr(10).join(points))}
""".strip()


def values(tables):
    """The value of each board and start on the pages. It is an error if two pages disagree."""
    found = {}
    pages = [*attempt(of_atlas, tables), *attempt(of_ledgers, tables), *(pair for place in OTHERS for pair in of_rows(tables, place))]
    for (board, start), value in pages:
        if found.setdefault((board, start), value) != value:
            raise SystemExit(f"{board} {start}: docs/results has both {found[board, start]} and {value}")
    return found


def of_atlas(tables):
    """The games that the atlas has solved, by board and start, each with its value."""
    table = tables.table(*ATLAS)
    for row in table.rows:
        for start in STARTS:
            value = re.match(r"[−+]?\d+ \(", row[table.head.index(f"`{start}`")])
            if value:
                yield (row[0], start), whole(value.group())


def of_ledgers(tables):
    """The games that campaigns have solved. (Of a win they need not know by how much.)"""
    for board, start, value, *_ in tables.table("ledgers", "What the ledgers say", "Board").rows:
        found = re.fullmatch(r"a draw|a (win|loss) for Black by (\d+)", value)
        if found:
            yield (board, start.strip("`")), {None: 0, "win": 1, "loss": -1}[found[1]] * int(found[2] or 0)


def of_rows(tables, place):
    """The same, from tables with a game in each row. Where a row has the paper's value too, the program's counts."""
    section, heading, first = place
    for found, table in tables.found.get((section, first), []):
        if not found.startswith(heading) or not {"Value", "Ours"} & set(table.head):
            continue
        column = table.head.index("Ours" if "Ours" in table.head else "Value")
        for row in table.rows:
            board, start = [*row[0].split(), row[1]][:2]
            if start in STARTS and re.fullmatch(r"[−+]?\d+", row[column]):
                yield (board, start), whole(row[column])


def whole(cell):
    """A cell as a whole number."""
    return int(conclusions.number(cell))


def atlas(tables):
    """How many values the atlas has."""
    found = re.search(r"(?m)^- (\d+ of \d+ values) are known, of (\d+ boards)", tables.texts.get("atlas", ""))
    if not found:
        raise Missing("atlas")
    return f"[The atlas](docs/results/atlas.md) has {found[1]}: {found[2]}, three starts, two ways to score. Some boards, and exact values that campaigns have found (empty: not known):"


def campaigns(tables):
    """What campaigns have found on boards that no single run has solved."""
    table = tables.table("ledgers", "What the ledgers say", "Board")
    said = []
    for board, start, value, _, _, certificate in table.rows:
        *what, _, checked = certificate.split(", ")
        said.append(f"{board} {start} is {value} ({': '.join([*what, checked])})")
    return f"By [campaigns](docs/results/6x8.md), with certificates: {'; '.join(said)}."


def certified(tables):
    """How many values have a checked certificate."""
    found = re.search(r"(\d+) of (\d+) values are known.*?; (\d+) have a certificate", tables.texts.get("atlas", ""))
    if not found:
        raise Missing("certificates")
    yield (f"- {found[3]} of the atlas's {found[2]} values have a [certificate](docs/guide/certificates.md) that the independent "
           "checker has accepted; [data/atlas.json](data/atlas.json) says which, and the commit whose `solve prove` makes it again.")


def retrograde(tables):
    """Whether search and retrograde analysis agree."""
    searched = {**dict(of_rows(tables, OTHERS[0])), **dict(attempt(of_atlas, tables))}
    both = {game: value == searched[game] for game, value in of_rows(tables, OTHERS[1]) if game in searched}
    if not both:
        raise Missing("exhaustive")
    yield (f"- Retrograde analysis of [every reachable position](docs/results/tablebases.md) gives the same value as the search "
           f"in {sum(both.values())} of {len(both)} games (a board and a start).")


def published(tables):
    """Whether the values are those of the paper."""
    table = tables.table("paper", "The paper's boards", "Board", "Ours")
    agree = sum(row[table.head.index("Ours")] == row[table.head.index("Paper")] for row in table.rows)
    yield f"- {agree} of {len(table.rows)} values published by Takeshita & Ikeda (2015) come out [the same](docs/results/boards.md)."


def damaged(tables):
    """What happened with damaged files."""
    table = tables.table("fuzz", "Faults", "format")
    bad = sum(table.number("all", column) for column in ("unclear", "memory", "hang", "panic", "wrong"))
    program = re.search(r"processes of (solve [^)]*\))", tables.texts["fuzz"])
    if not program:
        raise Missing("fuzz")
    yield (f"- Of {table.cell('all', 'faults')} [damaged files and kills](docs/results/tables.md#faults), {int(bad) or 'none'} led to "
           f"a wrong answer, a crash, a hang, too much memory or an unclear message of {program[1]}.")


def attempt(find, tables):
    """The result of a function, or nothing if a table is missing."""
    try:
        return list(find(tables))
    except Missing:
        return []


def attempted(say, tables):
    """The text of a function, or nothing if a table is missing."""
    try:
        return say(tables)
    except Missing:
        return ""


