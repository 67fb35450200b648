"""How far the shipped evaluations are from exact values, by empty squares."""

from . import results, solving

BOARDS = ["6x6", "4x10", "8x8"]


def add_arguments(parser):
    """The options of `scripts/reproduce evaluation`."""
    parser.add_argument("--seed", default="77", help="of the games from which positions are taken (default 77)")


def run(arguments):
    """Measures each board and writes the section."""
    rows = []
    for board in BOARDS:
        for record in solving.lines("train", "--shipped", "--board", board, "--seed", arguments.seed):
            print(f"{board}, {record['empties']} empties: {record['mean_absolute']:.2f}", flush=True)
            rows.append(record)
    results.write({"evaluation": errors(rows), "evaluation-made": results.made("evaluation", machine=False)})
    return 0


def errors(rows):
    """The table of errors."""
    head = ["Board", "Empties", "Positions", "Mean error", "RMS error", "RMS of values", "Best move", "Loss"]
    return results.table(head, [
        [row["board"], row["empties"], f"{row['positions']:,}", f"{row['mean_absolute']:.2f}",
         f"{row['root_mean_square']:.2f}", f"{row['root_mean_square_of_zero']:.1f}", f"{row['best_moves']:.0%}",
         f"{row['mean_loss']:.2f}"]
        for row in rows if row["empties"] % 4 == 0
    ])
