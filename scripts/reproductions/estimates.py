"""How good the estimate of a campaign's remaining work is, on campaigns not used to fit it."""

import pathlib
import shutil
import tempfile

from . import results, solving

#: Board, start, mode and node budget of a job, for campaigns not used to fit the estimate.
CAMPAIGNS = [
    ("5x5", "othello", "exact", "100k"),
    ("7x4", "reversi", "exact", "100k"),
    ("5x6", "othello", "wld", "300k"),
    ("5x6", "reversi", "exact", "300k"),
    ("6x5", "reversi-rows", "wld", "300k"),
    ("4x9", "reversi", "wld", "300k"),
    ("5x7", "othello", "wld", "1M"),
    ("6x6", "othello", "wld", "10M"),
    ("6x6", "reversi", "wld", "10M"),
    ("6x6", "reversi", "exact", "10M"),
    ("4x10", "reversi-rows", "exact", "3M"),
    ("5x8", "othello", "wld", "10M"),
]
#: Further campaigns, whose ledgers are kept.
KEPT = [("6x7", "othello", "wld", "2G", solving.REPOSITORY / "data" / "campaigns" / "6x7-othello" / "ledger.txt")]
#: The share of all nodes at which the estimate is taken.
PARTS = (0.3,)


def measured(work):
    """A list of campaigns, each with its estimates at these shares. `work` runs the program and keeps its results."""
    def of(campaign, ledger):
        key = "-".join(("estimates", *campaign))
        return campaign, work.kept.measured(key, lambda: at_parts(work, ledger or grown(work, key, campaign)))

    found = [of(campaign, None) for campaign in CAMPAIGNS]
    return found + [of(campaign[:4], campaign[4]) for campaign in KEPT]


def grown(work, name, campaign):
    """The ledger of a campaign run by one worker."""
    folder = work.plan(name, (*campaign, []))
    work.lines("campaign", "run", str(folder), "--workers", "1", "--no-table", "--quiet", "--recheck", "0")
    return folder / "ledger.txt"


def at_parts(work, ledger, parts=PARTS):
    """The estimate at each share, and the nodes that its question still took from there."""
    lines = pathlib.Path(ledger).read_text(encoding="utf-8").splitlines(keepends=True)
    head = [line for line in lines if not line.startswith("job ")]
    jobs = [line for line in lines if line.startswith("job ")]
    nodes = [int(line.split(" nodes ")[1].split(" ")[0]) for line in jobs]
    guesses = pathlib.Path(ledger).with_name("guesses.cache")
    whole, found = status_of(work, lines, guesses), []
    for part in parts:
        end = first_beyond(nodes, part * sum(nodes))
        status = status_of(work, head + jobs[:end], guesses)
        question = status["question"]
        left = taken(whole, question) - taken(status, question)
        # Without the guesses of the run there is no estimate.
        if status["left"]:
            found.append({"part": part, "jobs": sum(count > 0 for count in nodes), "said": status["left"], "true": left})
    return found


def taken(status, question):
    """The nodes that a question about the root has taken until a status."""
    return sum(each["nodes"] for each in status["questions"] if each["at_least"] == question)


def first_beyond(nodes, wanted):
    """The number of lines that together took this many nodes."""
    spent = 0
    for line, count in enumerate(nodes, 1):
        spent += count
        if spent >= wanted:
            return line
    return len(nodes)


def status_of(work, lines, guesses):
    """The status of a campaign whose ledger consists of these lines, with the guesses of its run if they were kept."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=work.folder))
    try:
        (folder / "ledger.txt").write_text("".join(lines), encoding="utf-8")
        if guesses.exists():
            shutil.copy(guesses, folder)
        (status,) = work.lines("campaign", "status", str(folder))
    finally:
        shutil.rmtree(folder)
    return status


def millions(nodes):
    """Nodes, rounded for readers."""
    return f"{nodes / 1e6:,.2f} M"


def table(found):
    """The table of estimates."""
    rows = []
    for (board, start, mode, budget), parts in found:
        for at in parts:
            said = at["said"]
            cells = [millions(said["median"]), f"{millions(said['low'])} to {millions(said['high'])}"] if said else ["none", ""]
            ratio = f"× {at['true'] / said['median']:.2f}" if said else ""
            rows.append([f"{board} {start} {mode}", budget, at["jobs"], f"{at['part']:.0%}", *cells, millions(at["true"]), ratio])
    head = ["Campaign", "Budget", "Jobs", "Nodes spent", "Estimate, nodes left", "80 % interval", "In the end", "Of the estimate"]
    return results.table(head, rows)
