"""What the campaigns of data/campaigns have found, how their estimates went, and what remains; searches nothing."""

import functools
import json
import math
import pathlib
import re
import shutil
import subprocess
import tempfile
from typing import NamedTuple

from . import citing, known, pages, results, solving
from .measurements import commit_of

FOLDER = solving.REPOSITORY / "data" / "campaigns"
CERTIFICATES = solving.REPOSITORY / "data" / "certificates"
#: The games of which a campaign asked who wins, with the rehearsal first.
BOARDS = [("6x7", "othello"), ("6x7", "reversi"), ("6x8", "othello")]
#: Those of which another campaign, which begins with all that the first has found, asks by how much.
EXACT = [("6x7", "reversi"), ("6x8", "othello")]
#: Boards whose nodes, and what the program expects of a search, are shown by size; the others are in docs/results/campaigns.md.
GROWTH = ["6x6", "5x8", "6x7", "6x8", "7x7"]
#: The line of a checked part (proofs/FORMAT.md).
PART = re.compile(r"part \d+/(?P<of>\d+) of .*; the claim: (?P<claim>.*) #")


def add_arguments(parser):
    """The options of `scripts/reproduce ledgers`."""
    parser.add_argument("--solve", default=str(solving.REPOSITORY / "scripts" / "solve"), metavar="PROGRAM",
                        help="the program (default %(default)s)")


def run(arguments):
    """Reads the ledgers and writes the section."""
    campaigns = [Campaign(arguments.solve, *game) for game in BOARDS]
    margins = {game: Campaign(arguments.solve, *game, "-exact") for game in EXACT}
    found = tables(campaigns, margins, commit_of(arguments.solve))
    results.write({**found, "ledgers-growth": growth(campaigns, {board: expected(arguments.solve, board) for board in GROWTH})})
    known.FILE.write_text(known_text(campaigns, margins), encoding="utf-8")
    return 0


def known_text(campaigns, margins):
    """The text of data/known.txt: of each game the campaign that knows most."""
    surest = [margins.get((campaign.board, campaign.start), campaign) for campaign in campaigns]
    return known.text(surest, {(one.board, one.start): certificate_told(one) for one in campaigns})


def certificate_told(campaign):
    """What the certificate of a game shows, and how much of it the checker has confirmed."""
    proof = CERTIFICATES / f"{campaign.board}-{campaign.start}.cert"
    told, wanted, claim = parts(proof)
    return f"the certificate data/certificates/{proof.name}, {told} of {wanted} parts checked: {claim.rsplit(', who is to move, ', 1)[1]}"


class Record(NamedTuple):
    """What a ledger's line says about a position (campaign/FORMAT.md), and the number of that line."""

    place: int
    empties: int
    found: str
    nodes: int
    budget: int
    seconds: float


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
    """How many parts of a certificate have their line, how many there are, and its claim. `solve check --parts` verifies the lines."""
    lines = [PART.match(line) for line in proof.with_suffix(".parts.txt").read_text(encoding="utf-8").splitlines()]
    return len(lines), int(lines[0]["of"]), lines[0]["claim"]


def record(place, line):
    """The record of a line."""
    words = line.removeprefix("again ").split()
    named = dict(zip(words[6::2], words[7::2], strict=False))
    return Record(place, words[4].count("-"), named["found"], int(named["nodes"]), int(named["budget"]), float(named["seconds"]))


def giga(nodes):
    """Nodes, rounded for readers."""
    return f"{nodes / 1e12:.2f} T" if nodes >= 1e12 else f"{nodes / 1e9:.1f} G"


def rounded(nodes):
    """The same for fewer nodes, too."""
    return giga(nodes) if nodes >= 1e9 else f"{nodes / 1e6:.0f} M"


def hours(campaign):
    """The hours of a thread that the jobs of a campaign took."""
    return f"{sum(one.seconds for one in campaign.jobs) / 3600:.1f}"


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
             hours(each), each.certificate()] for each in campaigns]
    return results.table(["Board", "Start", "Value", "Jobs", "Nodes", "Thread hours", "Certificate"], rows)


def expected(program, board):
    """The nodes, few, likely and many, that the program expects of one search for who wins a board from the `othello` start."""
    command = [program, "--board", board, "--mode", "wld", "--time-limit", "1ms", "--no-book", "--no-table", "--json", "--quiet"]
    told = json.loads(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False).stdout)["expected"]
    return [told[key] for key in ("low", "likely", "high")]


def growth(campaigns, forecasts):
    """The table of nodes for who wins by size: of campaigns, and as expected of a search."""
    nodes = {campaign.board: giga(campaign.nodes) for campaign in campaigns if campaign.start == "othello"}
    for row in citing.rows_of(pages.blocks(pages.written()["campaigns"])["campaign"]):
        if (row["Start"], row["Mode"], row["Budget"]) == ("othello", "wld", "5M"):
            nodes.setdefault(row["Board"], row["1 worker"])
    rows = [[board, math.prod(map(int, board.split("x"))), nodes.get(board, ""), rounded(likely), f"{rounded(low)} to {rounded(high)}"]
            for board, (low, likely, high) in forecasts.items()]
    return results.table(["Board", "Squares", "Campaign", "One search, expected", "nine of ten within"], rows)


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


def first_moves(campaigns):
    """The table of Black's first moves that are not symmetric, with White's replies."""
    rows = []
    for campaign in campaigns:
        seen = set()
        for first in campaign.report()["moves"]:
            after = campaign.report(first["move"])
            if after["position"] in seen:
                continue
            seen |= images(after["position"], campaign.board)
            replies = [f"{reply['move']} {outcome(reply)}" for reply in after["moves"]]
            rows.append([campaign.board, f"`{campaign.start}`", first["move"], outcome(first), ", ".join(replies)])
    return results.table(["Board", "Start", "Black's first move", "Black", "White's replies"], rows)


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


def tables(campaigns, margins, commit):
    """The blocks of the page. How a campaign went is shown for the last, the largest."""
    last = campaigns[-1]
    return {
        "ledgers": boards(campaigns, margins),
        "ledgers-questions": questions([margins.get((each.board, each.start), each) for each in campaigns]),
        "ledgers-moves": first_moves(campaigns),
        "ledgers-empties": answers(last),
        "ledgers-made": results.made("ledgers", [commit], machine=False),
    }
