"""Proof certificates: how large they are and how long their check takes."""

import pathlib
import tempfile

from . import results, solving

VALUES = {("4x8", "othello"): 32, ("4x10", "othello"): 40, ("4x12", "othello"): 48, ("6x6", "othello"): -4,
          ("6x6", "reversi"): -2}
CUTS = [10, 12, 14, 16, 18]
LEAF_WORK = [1000, 4000, 16_000, 64_000]


def add_arguments(parser):
    """The options of `scripts/reproduce certificates`."""
    parser.add_argument("--memory", default="2GiB", help="table in memory of each proof (default 2GiB)")


def run(arguments):
    """Makes and checks every certificate and writes the section."""
    with tempfile.TemporaryDirectory() as folder:
        made = Maker(pathlib.Path(folder), arguments.memory)
        boards = [made.checked(board, start, value) for (board, start), value in VALUES.items()]
        feinstein = "6x6", "othello", VALUES["6x6", "othello"]
        cuts = [made.checked(*feinstein, "--cut", str(cut)) for cut in CUTS]
        works = [made.checked(*feinstein, "--leaf-work", str(work)) for work in LEAF_WORK]
    results.write(tables(boards, cuts, works))
    return 0


class Maker:
    """Makes certificates in a folder, with one thread and no table, so that their bytes are always the same."""

    def __init__(self, folder, memory):
        self.folder = folder
        self.options = ["--no-table", "--no-book", "--threads", "1", "--memory", memory]

    def checked(self, board, start, value, *more):
        """What `prove` and `check` report for the certificate of a value."""
        file = str(self.folder / "one.cert")
        claim = ["--board", board, "--start", start, "--claim", f"value={value}"]
        (proof,) = solving.lines("prove", *claim, "-o", file, *more, *self.options)
        (check,) = solving.lines("check", file, "--threads", "1", "--anew")
        print(f"{check['proven']}: {check['bytes']:,} bytes, {check['cpu_seconds']:.2f} s", flush=True)
        return {"board": board, "start": start, "value": value, "proof": proof, "check": check}


def cells(row):
    """The cells of a certificate that both tables show."""
    proof, check = row["proof"], row["check"]
    return [f"{proof['bytes']:,}", f"{proof['prover_nodes']:,}", f"{proof['other_nodes']:,}", f"{proof['leaves']:,}",
            f"{check['searched']:,}", results.duration(proof["cpu_seconds"]), results.duration(check["cpu_seconds"])]


def tables(boards, cuts, works):
    """The blocks of the page."""
    head = ["Bytes", "Moves", "All replies", "Leaves", "Searched", "Made in", "Checked in"]
    rows = [[row["board"], row["start"], results.signed(row["value"]), row["proof"]["cut"], *cells(row)] for row in boards]
    return {
        "certificates": results.table(["Board", "Start", "Value", "Cut", *head], rows),
        "certificates-cut": results.table(["Cut", *head], [[row["proof"]["cut"], *cells(row)] for row in cuts]),
        "certificates-work": results.table(["Leaf work", *head], [[f"{row['proof']['leaf_work']:,}", *cells(row)] for row in works]),
        "certificates-made": results.made("certificates"),
    }
