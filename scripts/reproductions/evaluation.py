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
    results.write_section("evaluation", section(rows, arguments.seed))
    return 0


def section(rows, seed):
    """The section's text."""
    head = ["Board", "Empties", "Positions", "Mean error", "RMS error", "RMS of values", "Best move", "Loss"]
    cells = [
        [row["board"], row["empties"], f"{row['positions']:,}", f"{row['mean_absolute']:.2f}",
         f"{row['root_mean_square']:.2f}", f"{row['root_mean_square_of_zero']:.1f}", f"{row['best_moves']:.0%}",
         f"{row['mean_loss']:.2f}"]
        for row in rows
    ]
    return f"""
## The evaluation

The learned evaluation without any search, on solved positions from games it was not trained on (seed {seed}; the weights
come from seed 1), in which one or both sides play carelessly. Errors are in discs. *RMS of values* is the error of always
guessing a draw. *Best move* is how often the evaluation's favourite move is a best one, *loss* what that move costs on
average, in discs.

{results.table(head, cells)}

Made by `scripts/reproduce evaluation` at commit {solving.commit()}.
"""
