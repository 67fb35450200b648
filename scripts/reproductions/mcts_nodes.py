"""What the moves of alpha-beta cost: the nodes of table 6 of Hashimoto et al. 2013."""

from . import mcts_plan as plan
from . import results
from .conclusions import block
from .mcts_asking import Asking
from .mcts_shown import made_by

#: By depth, the paper's mean number of nodes as Black and as White.
PAPER = {1: (10.93, 6.94), 2: (43.14, 39.27), 3: (281.8, 281.3)}

HEAD = """
The positions that alpha-beta visits for a move, on average over {games} games on {board} against UCT+ with {playouts}
playouts and scale 30/128, from openings of eight random moves, each played with both colours. From {end} empty
squares on both play exact values; those moves are left out, as are passes. A position that is evaluated only to order
the moves does not count. H do not say what they count.
""".strip()


class Nodes(Asking):
    """Matches of UCT+ against alpha-beta."""

    def run(self):
        """All of them."""
        self.found()

    def settings(self):
        """Board, playouts, empty squares from which both are exact, and games."""
        board, playouts, end, games = self.size["match"]
        return board, self.size["slow"][0] if self.size["slow"] else playouts, end, games

    def found(self):
        """By depth: the result of the match."""
        board, playouts, end, games = self.settings()
        uct = f"uct+:n={playouts},{plan.ZEBRA},end={end}"
        opponents = {depth: f"alphabeta:depth={depth},end={end}" for depth in PAPER}
        found = {depth: self.match(board, uct, opponent, games, options=["--nodes"]) for depth, opponent in opponents.items()}
        return {depth: line for depth, line in found.items() if line}


def section(asked):
    """The section's text; it has no charts."""
    board, playouts, end, games = asked.settings()
    head = HEAD.format(board=board, playouts=f"{playouts:,}", end=end, games=games)
    rows = []
    for depth, line in asked.found().items():
        ours = [line["opponent_nodes"][color] for color in ("black", "white")]
        rows.append([str(depth), *(f"{nodes:.1f}" for nodes in (*ours, *PAPER[depth]))])
    table = results.table(["Depth", "Black", "White", "Paper, Black", "Paper, White"], rows)
    return "\n\n".join(["## What the moves of alpha-beta cost", head, table, block("nodes-paper"), made_by(asked)]), {}
