"""Checks the pages of docs/results and RESULTS.md: blocks against the data, figures and sentences against the tables."""

import json

from . import atlas_told, citing, figures, hashimoto, pages, plots, problems, results


def add_arguments(parser):
    """The options of `scripts/reproduce conclusions`."""
    parser.add_argument("--check", action="store_true", help="change nothing; exit status 1 if something does not follow")
    parser.add_argument("--program", help="draw the figures of the pages anew, by this program solve")


def run(arguments):
    """Writes the blocks that follow from the files of the repository, or only compares them, and checks every cited number."""
    if not arguments.check:
        results.write(remade())
    texts = pages.written()
    if arguments.program:
        plots.draw(arguments.program, texts)
    faults = stale(texts) + [*plots.stale(texts)] + citing.faults(texts, pages.SUMMARY.read_text(encoding="utf-8"))
    print(*faults, sep="\n") if faults else print(f"{len(texts)} pages and RESULTS.md cite what their tables say")
    return 1 if faults else 0


def remade():
    """The blocks that follow from files of the repository, without the program. The others need a measurement."""
    rows = json.loads((pages.REPOSITORY / "data" / "atlas.json").read_text(encoding="utf-8"))["games"]
    boards = json.loads((pages.REPOSITORY / "data" / "figures" / "boards.json").read_text(encoding="utf-8"))
    return {**atlas_told.blocks(rows), "mcts-paper": hashimoto.paper(), "problems": problems.listed(map(problems.row, problems.DECISIVE)),
            "games-drawn": figures.drawn(figures.solved_games(boards)), "boards-trend": figures.trend(figures.bounds())}


def stale(texts):
    """The blocks that are not what the data say, and those that two pages have, as lines."""
    found = [(name, block, text) for name, page in texts.items() for block, text in pages.blocks(page).items()]
    wanted = {name: pages.fitted(text) for name, text in remade().items()}
    lines = [f"docs/results/{name}.md: the block {block} is not what the data say: scripts/reproduce conclusions"
             for name, block, text in found if wanted.get(block, text) != text]
    names = [block for _, block, _ in found]
    return lines + [f"docs/results has the block {block} twice" for block in sorted({one for one in names if names.count(one) > 1})]
