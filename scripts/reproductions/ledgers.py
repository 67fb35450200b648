"""What the campaigns of data/campaigns have found, how their estimates went, and what remains; searches nothing."""

import functools
import hashlib
import json
import math
import pathlib
import re
import shutil
import subprocess
import tempfile
from typing import NamedTuple

from . import conclusions, estimates, results, seals, solving
from .measurements import commit_of

FOLDER = solving.REPOSITORY / "data" / "campaigns"
CERTIFICATES = solving.REPOSITORY / "data" / "certificates"
#: The games of which a campaign asked who wins, with the rehearsal first.
BOARDS = [("6x7", "othello"), ("6x7", "reversi"), ("6x8", "othello")]
#: Those of which another campaign, which begins with all that the first has found, asks by how much.
EXACT = [("6x7", "reversi"), ("6x8", "othello")]
#: Shares of all nodes at which the estimate is computed again.
PARTS = [part / 10 for part in range(1, 11)]
#: The line of a checked part (proofs/FORMAT.md).
PART = re.compile(r"part (?P<part>\d+)/(?P<of>\d+) of (?P<certificate>[0-9a-f]{64}): \d+ of \d+ leaves hold, "
                  r"(?P<noted>\d+) of them by notes; .*; the claim: (?P<claim>.*) #")


def add_arguments(parser):
    """The options of `scripts/reproduce ledgers`."""
    parser.add_argument("--solve", default=str(solving.REPOSITORY / "scripts" / "solve"), metavar="PROGRAM",
                        help="the program (default %(default)s)")


def run(arguments):
    """Reads the ledgers and writes the section."""
    campaigns = [Campaign(arguments.solve, *game) for game in BOARDS]
    margins = {game: Campaign(arguments.solve, *game, "-exact") for game in EXACT}
    results.write_section("ledgers", section(campaigns, margins, commit_of(arguments.solve)))
    return 0


class Record(NamedTuple):
    """What a ledger's line says about a position (campaign/FORMAT.md), and the number of that line."""

    place: int
    empties: int
    found: str
    nodes: int
    budget: int


class Campaign:
    """A ledger, and what the program reports about it."""

    def __init__(self, program, board, start, mode=""):
        self.program, self.board, self.start = program, board, start
        self.folder = FOLDER / f"{board}-{start}{mode}"
        self.lines = (self.folder / "ledger.txt").read_text(encoding="utf-8").splitlines(keepends=True)
        self.records = [record(place, line) for place, line in enumerate(self.lines, 1) if line.startswith(("job ", "again "))]
        self.jobs = [one for one in self.records if one.budget]
        self.nodes = sum(one.nodes for one in self.jobs)

    @functools.cached_property
    def now(self):
        """The status of the whole ledger."""
        return self.status(len(self.lines))

    def status(self, lines):
        """`solve campaign status` of the first lines of the ledger."""
        guesses = self.folder / "guesses.cache"
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "ledger.txt").write_text("".join(self.lines[:lines]), encoding="utf-8")
            # Without the guesses made earlier, each status may take minutes.
            if guesses.exists():
                shutil.copy(guesses, folder)
            command = [self.program, "campaign", "status", folder, "--json"]
            told = json.loads(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout)
            if (made := pathlib.Path(folder) / guesses.name).exists():
                shutil.copy(made, guesses)
            return told

    def report(self, moves=""):
        """`solve campaign report` of the position after these moves."""
        command = [self.program, "campaign", "report", str(self.folder), "--moves", moves, "--json"]
        return json.loads(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout)

    @functools.cached_property
    def history(self):
        """Nodes spent, the ledger's last line and the status then, at each share of the work."""
        found, spent, parts = [], 0, [part * self.nodes for part in PARTS]
        for one in self.jobs:
            spent += one.nodes
            if parts and spent >= parts[0]:
                found.append((spent, one.place, self.status(one.place)))
                parts = [part for part in parts if part > spent]
        return found

    def later(self, status):
        """The nodes that the question of an earlier status took from there."""
        return estimates.taken(self.now, status["question"]) - estimates.taken(status, status["question"])

    def certificate(self):
        """The state of the certificate, a proof that does not rest on the campaign, and what it is of if not of the value."""
        proof = CERTIFICATES / f"{self.board}-{self.start}.cert"
        if not proof.exists():
            return "none yet"
        done, wanted, claim = parts(proof)
        checked = f"all {wanted} parts" if done == wanted else f"{done} of {wanted} parts"
        what = "" if re.search(r" is -?\d+$", claim) else "of who wins, "
        return f"{what}{proof.stat().st_size / 1e6:.2f} MB, {checked} checked"


def parts(proof):
    """How many parts of a certificate have their line, how many there are, and its claim. Stops at a line that does not count."""
    path, name = proof.with_suffix(".parts.txt"), hashlib.sha256(proof.read_bytes()).hexdigest()
    told, wanted, claim = set(), None, ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines() or [""], 1):
        try:
            part, of, claim = part_of(line, name)
        except ValueError as error:
            raise SystemExit(f"{path}:{number}: {error}") from error
        if part in told or wanted not in (None, of):
            raise SystemExit(f"{path}:{number}: part {part} of {of} does not go with the lines before")
        told.add(part)
        wanted = of
    return len(told), wanted, claim


def part_of(line, certificate):
    """The part whose leaves hold by a line, the number of all parts of the certificate with this SHA-256, and its claim."""
    match = PART.match(line)
    if not match or not 1 <= int(match["part"]) <= int(match["of"]):
        raise ValueError("this is not the line of a part")
    if seals.opened(line) is None:
        raise ValueError("the line is damaged")
    if match["certificate"] != certificate:
        raise ValueError("the line is of another certificate")
    if match["noted"] != "0":
        raise ValueError("the part rests on notes")
    return int(match["part"]), int(match["of"]), match["claim"]


def record(place, line):
    """The record of a line."""
    words = line.removeprefix("again ").split()
    named = dict(zip(words[6::2], words[7::2], strict=False))
    return Record(place, words[4].count("-"), named["found"], int(named["nodes"]), int(named["budget"]))


def giga(nodes):
    """Nodes, rounded for readers."""
    return f"{nodes / 1e12:.2f} T" if nodes >= 1e12 else f"{nodes / 1e9:.1f} G"


def value(campaign, margin=None):
    """The value of the root, as far as it is known: who wins, and by how much if another campaign has found that."""
    told = {None: "open", "draw": "a draw", "win": "a win for Black", "loss": "a loss for Black"}[campaign.now["outcome"]]
    least, most = sorted(abs((margin or campaign).now[end]) for end in ("lower", "upper"))
    if margin is None or most == math.prod(map(int, campaign.board.split("x"))):
        return told
    return f"{told} by {least}" if least == most else f"{told} by {least} to {most}"


def boards(campaigns, margins):
    """The table of all campaigns that asked who wins."""
    rows = [[each.board, f"`{each.start}`", value(each, margins.get((each.board, each.start))), len(each.jobs), giga(each.nodes),
             each.certificate()] for each in campaigns]
    return results.table(["Board", "Start", "Value", "Jobs", "Nodes", "Certificate"], rows)


def questions(campaigns):
    """The table of all questions that campaigns asked about the value of a start."""
    rows = []
    for campaign in campaigns:
        lower, upper = campaign.now["lower"], campaign.now["upper"]
        for each in reversed(campaign.now["questions"]):
            asked = each["at_least"]
            answer = "yes" if lower >= asked else "no" if upper < asked else "open"
            rows.append([campaign.board, f"`{campaign.start}`", f"at least {asked}?", answer, each["jobs"], giga(each["nodes"])])
    return results.table(["Board", "Start", "Black's value", "Answer", "Jobs", "Nodes"], rows)


def curve(campaign):
    """The root's numbers and the estimate, by work done."""
    rows = []
    for spent, _, status in campaign.history:
        if status["complete"]:
            rows.append([giga(spent), "known", *[""] * 6])
            continue
        left, question = status["left"], status["question"]
        said = [giga(left["median"]), f"{giga(left['low'])} to {giga(left['high'])}", f"{left['yes']:.0%}"] if left else [""] * 3
        later = giga(campaign.later(status)) if campaign.now["complete"] else ""
        rows.append([giga(spent), f"at least {question}?", giga(status["proof"]), giga(status["disproof"]), *said, later])
    head = ["Nodes spent", "Question", "To prove", "To disprove", "Estimate, nodes left", "80 % interval", "Yes", "In the end"]
    return results.table(head, rows)


def images(text, board):
    """The symmetric images of a position as the program prints it, on a board that is not square."""
    squares, side = text.split()
    columns = int(board.split("x")[1])
    rows = [squares[begin : begin + columns] for begin in range(0, len(squares), columns)]
    mirrored = [row[::-1] for row in rows]
    return {" ".join(("".join(image), side)) for image in (rows, rows[::-1], mirrored, mirrored[::-1])}


def outcome(bounds):
    """Who wins after a move, from the bounds of its value for the side that made it."""
    if bounds["lower"] > 0:
        return "wins"
    if bounds["upper"] < 0:
        return "loses"
    if bounds["lower"] == 0:
        return "draws" if bounds["upper"] == 0 else "draws or wins"
    return "draws or loses" if bounds["upper"] == 0 else "open"


def first_moves(campaign):
    """The table of Black's first moves that are not symmetric, with White's replies."""
    rows, seen = [], set()
    for first in campaign.report()["moves"]:
        after = campaign.report(first["move"])
        if after["position"] in seen:
            continue
        seen |= images(after["position"], campaign.board)
        replies = [f"{reply['move']} {outcome(reply)}" for reply in after["moves"]]
        rows.append([first["move"], outcome(first), ", ".join(replies)])
    return results.table(["Black's first move", "Black", "White's replies"], rows)


def answers(campaign):
    """Answers and work by empty squares."""
    rows = []
    for empties in sorted({one.empties for one in campaign.records}, reverse=True):
        here = [one for one in campaign.records if one.empties == empties]
        nodes = sorted(one.nodes for one in here if one.budget and one.found != "open")
        kinds = [sum(one.found.startswith(kind) for one in here if one.budget) for kind in (">=", "<=", "open")]
        split = sum(not one.budget for one in here)
        middle = f"{nodes[len(nodes) // 2] / 1e6:,.0f} M" if nodes else ""
        rows.append([empties, *kinds, split, giga(sum(one.nodes for one in here)), middle])
    head = ["Empty squares", "Yes", "No", "Too large", "Split unasked", "Nodes", "Median of an answer"]
    return results.table(head, rows)


def trend(campaign):
    """Whether the root of an open campaign gets closer to its answer."""
    if campaign.now["complete"]:
        return ""
    (before, _, half), (after, _, last) = campaign.history[len(PARTS) // 2 - 1], campaign.history[-1]
    numbers = [min(status["proof"], status["disproof"]) for status in (half, last)]
    word = "fallen" if numbers[1] < numbers[0] else "grown"
    return (f"\nWith {giga(before)} nodes the smaller of the root's numbers was {giga(numbers[0])}, with {giga(after)} it is "
            f"{giga(numbers[1])}: it has {word}.\n")


def section(campaigns, margins, commit):
    """The section's text."""
    shown = "\n".join(f"""
### {each.board} `{each.start}`, first moves

{first_moves(each)}

### {each.board} `{each.start}`, by work done

{curve(each)}
{trend(each)}
### {each.board} `{each.start}`, by empty squares

{answers(each)}
""" for each in campaigns)
    return f"""
## What the ledgers say

{boards(campaigns, margins)}

Jobs and nodes are those that found who wins. Second campaigns, which begin with all that the first have found, ask by how much.
All questions about the starts:

{questions([margins.get((each.board, each.start), each) for each in campaigns])}

{conclusions.block("ledger-growth")}

In the tables of first moves, *open* is a move whose value nobody needed to know. Of symmetric moves one is shown.

A job asks whether a position's value is at least some score for the side to move. *Too large* is a job that exceeded its
budget; *split unasked* is a position that was split into its moves without a job, because its job was expected to be too large.
*To prove* and *to disprove* are the root's numbers: the nodes that a yes and a no to the question are expected to take, each by
the cheapest tree that can be seen. *Yes* is the program's estimate of how likely that answer is. *In the end* is what the same
question really took from there. The estimates of earlier times are what today's program says of the ledger as it was then.
{shown}
Made by `scripts/reproduce ledgers` at commit {commit}, from [data/campaigns](data/campaigns) with
`solve campaign status`. The nodes of a job do not depend on the machine's speed, but, with several jobs at a time, on what the
others have left in the transposition table.
"""
