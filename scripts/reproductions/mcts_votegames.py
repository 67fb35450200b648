"""Matches of root and tree parallel search as in Soejima 2010."""

from . import results
from .conclusions import block
from .mcts_asking import Asking
from .mcts_shown import made_by, percent

#: Playouts of each thread where threads have equally many, and of each tree where trees have.
THREAD, TREE = 500, 3_000

MATCHES = """
UCT with c = 1 on {board}, {games} games from openings of eight random moves, each opening with both colours. *A × B* are A trees with B
threads each; votes are majorities unless the table says average. Every thread makes {thread} playouts a move, so one tree with t threads
makes {thread} t, as on as many cores in equal time if threads did not slow each other down. The threads of a tree run at the same time,
with a virtual loss of one for each playout under way, but on two cores most of them wait. S gives 10 s a move and plays 100 games on 19x19 and 200 on 9x9. Where S has two numbers,
they are the two rows of tables 4.1 and 4.2, whose labels our copy has lost; one should be the majority, the other the average. S's figures
4.1 to 4.5, of 4 to 64 trees against one, have no numbers in the text, so they have no column here. The same pairs with more playouts are
under *Threads, trees, or both*.
""".strip()

EQUAL = """
The same on {board}, {games} games a match, but every tree makes {tree:,} playouts a move, however many threads it has. So threads gain
no playouts here and can only cost, and what several trees gain, they gain with playouts in proportion. RAVE has its default, c = 0.2.
""".strip()


class VoteGames(Asking):
    """Matches of several trees."""

    def run(self):
        """All matches."""
        self.matches()

    def pairs(self):
        """Matches: the names of the two, their players, and S's results on 19x19 and 9x9."""
        trees, threads = self.size["forest"]
        many = trees * threads

        def root(count, merge="majority"):
            return f"uct:n={THREAD * count},trees={count},merge={merge}"

        def tree(count):
            return f"uct:n={THREAD * count},threads={count}"

        def both(first, second, merge="majority"):
            return f"uct:n={THREAD * first * second},trees={first},threads={second},merge={merge}"

        alone = ("1 tree", f"uct:n={THREAD}")
        forest, vote = (f"{trees} × {threads}", both(trees, threads)), (f"{many} trees", root(many))
        return [
            (("4 trees", root(4)), alone, "", ""),
            (("1 × 4", tree(4)), alone, "", ""),
            (("2 × 2", both(2, 2)), alone, "", ""),
            (("4 × 2", both(4, 2)), alone, "", ""),
            (vote, (f"{many} trees, average", root(many, "average")), "70.0", "56.5"),
            (forest, (f"{trees} × {threads}, average", both(trees, threads, "average")), "59.0", "47.0"),
            (vote, (f"1 × {threads}", tree(threads)), "", "49.5"),
            (forest, (f"1 × {threads}", tree(threads)), "76.0 and 73.0", "67.0 and 68.5"),
            (forest, vote, "", ""),
        ]

    def matches(self):
        """The matches with results."""
        board, games = self.size["vote_match"]
        return [(first[0], second[0], paper, self.match(board, first[1], second[1], games))
                for first, second, *paper in self.pairs()]


class TreeGames(Asking):
    """Matches of several trees with equally many playouts each."""

    def run(self):
        """All matches."""
        self.matches()

    def pairs(self):
        """Matches: the names of the two, and their players."""
        trees, threads = self.size["forest"]

        def forest(count, each=1, merge="majority", search="uct"):
            return f"{search}:n={TREE * count},trees={count},threads={each},merge={merge}"

        alone = ("1 tree", f"uct:n={TREE}")
        against = dict.fromkeys([(4, 1), (trees, 1), (1, 4), (1, threads), (2, 2), (4, 2), (trees, threads)])
        named = {key: (f"{key[0]} trees" if key[1] == 1 else f"{key[0]} × {key[1]}", forest(*key)) for key in against}
        both, votes = named[trees, threads], named[trees, 1]
        rave = {key: (f"RAVE, {named[key][0]}", forest(*key, search="rave")) for key in ((trees, 1), (trees, threads))}
        return [
            *((named[key], alone) for key in against),
            (both, votes),
            (both, named[1, threads]),
            (votes, (f"{votes[0]}, average", forest(trees, 1, "average"))),
            (both, (f"{both[0]}, average", forest(trees, threads, "average"))),
            *((one, ("RAVE, 1 tree", f"rave:n={TREE}")) for one in rave.values()),
            (rave[trees, threads], (f"RAVE, {both[0]}, average", forest(trees, threads, "average", "rave"))),
        ]

    def matches(self):
        """The matches with results."""
        board, games = self.size["vote_match"]
        return [(first[0], second[0], self.match(board, first[1], second[1], games)) for first, second in self.pairs()]


def outcome(found):
    """A match's cells."""
    return [f"{found['wins']}–{found['draws']}–{found['losses']}", percent(found["points"])]


def section(asked):
    """The section's text; it has no charts."""
    rows = [[first, second, *outcome(found), *paper] for first, second, paper, found in asked.matches() if found]
    board, games = asked.size["vote_match"]
    table = results.table(["First", "Second", "Won–drawn–lost", "Points, %", "S, 19x19", "S, 9x9"], rows)
    text = MATCHES.format(board=board, games=games, thread=THREAD)
    return "\n\n".join(["## Matches", text, *([table, block("votes-matches")] if rows else []), made_by(asked)]), {}


def equal_section(asked):
    """The text of the section with equally many playouts a tree; it has no charts."""
    rows = [[first, second, *outcome(found)] for first, second, found in asked.matches() if found]
    board, games = asked.size["vote_match"]
    table = results.table(["First", "Second", "Won–drawn–lost", "Points, %"], rows)
    text = EQUAL.format(board=board, games=games, tree=TREE)
    return "\n\n".join(["## Matches with equal playouts a tree", text, *([table, block("votes-equal")] if rows else []), made_by(asked)]), {}
