"""The areas of RESULTS.md: the text of each, and which rows and columns of which table it shows."""

import re
from dataclasses import dataclass
from typing import NamedTuple

from . import markdown
from .conclusions import Missing, wrapped


class Part(NamedTuple):
    """Part of a table: where it is, the columns shown, and the rows by how they begin (all if none are named).

    A column is a name, or a name with its title here; `Time#2` is the second column of that name."""

    section: str
    heading: str
    first: str
    columns: tuple
    rows: tuple = ()

    def markdown(self, tables):
        """The part as a table."""
        table = tables.table(self.section, self.heading, self.first)
        rows = [first_row(table, label) for label in self.rows] or table.rows
        named = [(column, column) if isinstance(column, str) else column for column in self.columns]
        places = [place_of(table.head, name) for name, _ in named]
        return markdown.table([title for _, title in named], [[plain(row[place]) for place in places] for row in rows])


class Quote(NamedTuple):
    """A computed sentence: its name, where the quotation ends, and the words before it."""

    name: str
    until: str = ""
    lead: str = ""

    def markdown(self, said):
        """The quotation, from the whole text of that name."""
        said = " ".join(said.split())
        kept = (said.partition(self.until)[0] if self.until else said).rstrip(".")
        return f"{self.lead} {kept[0].lower()}{kept[1:]}." if self.lead else f"{kept}."


@dataclass
class Area:
    """An area: its title, its page, the text before its table, the table, and the sentences quoted after it."""

    title: str
    page: str
    said: str
    part: Part | None = None
    quotes: tuple = ()

    def section(self):
        """The section without which there is nothing to show."""
        return self.part.section if self.part else self.page

    def markdown(self, tables, computed):
        """The area as text; `computed` has the function of each computed sentence."""
        quoted = " ".join(quote.markdown(computed[quote.name](tables)) for quote in self.quotes)
        commits = re.search(r"(?:at commits?|of commits?) ((?:[0-9a-f]{10}(?:-dirty)?(?:, )?)+)", tables.texts[self.section()])
        measured = f" at {wordy(commits[1])}" if commits else ""
        said = f"{self.said} [Details](docs/results/{self.page}.md){measured}."
        shown = self.part.markdown(tables) if self.part else ""
        parts = [f"## {self.title}", wrapped(said), shown, wrapped(quoted)]
        return "\n\n".join(part for part in parts if part)


def wordy(commits):
    """Commits as text: "commit a" or "commits a, b"."""
    names = re.findall(r"[0-9a-f]{10}(?:-dirty)?", commits)
    return f"commit {names[0]}" if len(names) == 1 else f"commits {', '.join(names)}"


def place_of(head, name):
    """The index of a column."""
    name, _, which = name.partition("#")
    places = [place for place, column in enumerate(head) if column == name]
    if len(places) < int(which or 1):
        raise Missing(name)
    return places[int(which or 1) - 1]


def first_row(table, label):
    """The first row that begins with these cells."""
    wanted = list(label) if isinstance(label, tuple) else [label]
    for row in table.rows:
        if [plain(cell) for cell in row[: len(wanted)]] == wanted:
            return row
    raise Missing(label)


def plain(cell):
    """A cell without links, which would be wrong from here."""
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", cell)


AREAS = (
    Area(
        "The boards of the paper",
        "boards",
        "Takeshita & Ikeda (2015) searched ten boards by plain alpha-beta. Here are four of them, with their times on a Core "
        "i7-4770 and ours on one thread of a machine with other work. The page also has perfect games and pictures.",
        Part("paper", "The paper's boards", "Board", (
            "Board", "Start", ("Paper", "Their value"), ("Time", "Their time"), ("Ours", "Our value"), ("Time#2", "Our time"), "Nodes"),
            tuple((board, start) for start in ("othello", "reversi") for board in ("4x10", "6x6"))),
    ),
    Area(
        "Speed",
        "speed",
        "One thread and an empty table; FFO are the usual test positions on 8x8. *Target* is the goal in CPU seconds (*solved*: within "
        "300 s); a > marks a search that was stopped then.",
        Part("speed", "Speed", "Work", ("Work", "Value", "Nodes", "CPU s", "Target"), (
            "6x6 othello exact", "4x10 othello exact", "5x8 othello exact", "6x7 othello wld",
            "FFO #40–#49 exact", "FFO #40–#59 exact")),
        (Quote("speed-targets", ": ", "In the full table"),),
    ),
    Area(
        "The evaluation",
        "evaluation",
        "The learned evaluation without any search, on positions it was not trained on; errors in discs. *Best move* is how often "
        "its favourite move is a best one, *regret* how many discs that move gives away on average.",
        Part("evaluation", "The evaluation", "Board", ("Board", "Empties", "Mean error", "RMS error", "Best move", ("Loss", "Regret")), tuple(
            (board, "16") for board in ("6x6", "4x10", "8x8"))),
    ),
    Area(
        "Certificates",
        "certificates",
        "Proofs of exact values, made by `solve prove` and checked by `solve check`, which shares no code with the search.",
        Part("certificates", "Certificates", "Board", ("Board", "Start", "Value", "Bytes", "Made in", "Checked in")),
    ),
    Area(
        "Tablebases",
        "tablebases",
        "Every position that can be reached from the start, with its exact value. *Reduced* counts symmetric positions once.",
        Part("exhaustive", "Every reachable position", "Board", ("Board", "Start", "Value", "Reduced", "All", "Time", "Memory"), (
            ("4x6", "othello"), ("4x6", "reversi"), ("5x5", "othello"))),
    ),
    Area(
        "Tables",
        "tables",
        "Tables on disk: entries written, found (hits) and looked for in vain (misses) in a second and in a CPU second, and their "
        "size. The page also has kills and damaged files.",
        Part("tables", "Tables", "Entries", ("Entries", "1,000,000", "10,000,000", "100,000,000"), (
            "recorded", "bytes an entry", "hits", "misses")),
    ),
    Area(
        "Every move of 6x6 at once",
        "book",
        "The time until all legal moves of a position have their exact values, in milliseconds, with the books and two threads. The "
        "goals depend on the number of discs.",
        Part("book", "Every move", "Discs", ("Discs", "Positions", "Median", "Most", ("Reached", "Goal reached")), (
            "8", "12", "20")),
    ),
    Area(
        "Problem sets",
        "problem-sets",
        "Positions in which at least one move wins and at least one loses, every move labelled by an exact search. *Random moves* is "
        "how often a random move is right, *nodes* the median for one position; s20 means 20 discs placed since the start, *wld* win, "
        "loss or draw, *strong* positions from games of alpha-beta. Also: [the Python package](docs/results/python.md).",
        Part("problems", "Problem sets", "Set", ("Set", "Empties", "Positions", "Labels", "Random moves", "Nodes"), tuple(
            f"sets/{name}" for name in ("6x6-s16", "4x10-s16", "8x8-s40-strong"))),
    ),
    Area(
        "Monte-Carlo tree search",
        "mcts",
        "The share of right moves in % (a drawing move counts half), with 95 % intervals: 10,000 playouts, 300 positions of each set, "
        "compared with Hashimoto et al. (2013). Alpha-beta 1 looks one ply ahead; c weighs exploration, the scale the evaluation (default: 8.6 discs on 8x8, 11.5 on the others). Also: [each search](docs/results/searches.md), [UCT+](docs/results/uct-plus.md), "
        "[UCTbreak](docs/results/uctbreak.md), "
        "[votes of many trees](docs/results/votes.md), [leaf parallel](docs/results/leaf-parallel.md).",
        Part("mcts", "How often players are right", "Player", (
            "Player", "6x6-s16", "4x10-s16", "8x8-s40-strong", "Paper, 8x8, S = 40"), (
            "alpha-beta 1", "UCT, c = 1", "UCT+, c = 1, default scale",
            "UCT+, c = 1, scale 30/128", "puct")),
        (Quote("searches-playouts", ". ", "With constants tuned on other positions (UCTbreak: d = 0),"),
         Quote("searches-traps-alike", ". Of "), Quote("votes-many", "; ", "In votes of up to 512 trees,"),
         Quote("leaves-as-k", ". Two ", "With k playouts from each leaf in equal time:")),
    ),
    Area(
        "Distributed search",
        "tds",
        "One tree shared by many ranks, and root parallelization, a tree on each rank, both relative to the ideal speed. The playouts "
        "sleep for 1 ms, so 64 ranks can be measured on two cores. *Nodes* are those of the shared tree. Also: "
        "[shared positions, RAVE on ranks, equal time](docs/results/shared-positions.md).",
        Part("tds", "Scaling", "Ranks", (
            "Ranks", "Playouts/s", ("of ideal", "Of the ideal"), ("root parallel", "Root parallel"), "Nodes", "Idle"), (
            "1", "64")),
        (Quote("tds-scaling", ". "),),
    ),
    Area(
        "Campaigns",
        "campaigns",
        "One board solved by many jobs. The jobs are real searches; only the clock and the workers are simulated. Speed-up and nodes are "
        "relative to one plain search.",
        Part("simulation", "A thousand workers", "Campaign", ("Campaign", "Workers", "Speed-up", "Nodes", "Jobs"), tuple(
            (f"6x6 {start} wld", workers) for start in ("reversi", "othello") for workers in ("1,000",))),
        (Quote("campaign-goal", "; ", "For the nodes of real campaigns, relative to a plain run,"),),
    ),
    Area(
        "The explorer under load",
        "explorer",
        "200 clients ask `solve explore` for 30 seconds on the same machine and pause after each answer; its table has the answers to "
        "19 of 20 questions. The others are searched, one at a time; when 32 wait, more are turned away (503).",
        Part("explorer", "The explorer", "Pause", (
            "Pause", "Requests a second", "Median", "99th percentile", "Longest", ("503", "Turned away"), "Errors")),
    ),
)
