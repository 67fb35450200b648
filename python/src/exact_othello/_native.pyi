"""Types of the native half. `scripts/python stubs` copies the docstrings from there."""

import os
from collections.abc import Callable, Iterable
from typing import Any, TypedDict, final

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = [
    "Answer",
    "Board",
    "Choice",
    "Games",
    "HAS_TABLES",
    "Player",
    "Position",
    "Progress",
    "Solver",
    "UnverifiedWarning",
    "__version__",
    "evaluate",
    "known",
    "legal_masks",
    "move_values_many",
    "play_many",
    "random_playouts",
    "random_positions",
    "solve_many",
]
__version__: str
HAS_TABLES: bool

class UnverifiedWarning(UserWarning):
    """Values without a field `verified` rest on a book from a file, or on what somebody else wrote into a table."""

@final
class Board:
    """Board(rows, cols) or Board("6x6"): the shape of a board, with at least 3 rows and 3 columns and at most 64 squares.

    Columns are lettered from the left, rows numbered from the top. Square (row, col) has the number row * cols + col, which is
    also its bit in every mask. An action is the number of a square, or `squares` for a pass.

    >>> board = Board("4x5")
    >>> board.rows, board.cols, board.squares, board.action("c2"), board.move(7)
    (4, 5, 20, 7, 'c2')
    """
    def __new__(cls, rows: int | str | Board, cols: int | None = None, /) -> Board: ...
    @staticmethod
    def all() -> list[Board]:
        """All boards, ordered by rows and then columns."""
    @property
    def rows(self) -> int:
        """Number of rows, 3 to 21."""
    @property
    def cols(self) -> int:
        """Number of columns, 3 to 21."""
    @property
    def squares(self) -> int:
        """Number of squares, 9 to 64."""
    @property
    def actions(self) -> int:
        """Number of actions: all squares and the pass."""
    def transposed(self) -> Board:
        """The board with rows and columns swapped."""
    def start(self, start: str = "othello") -> Position:
        """The starting position, Black to move; start is "othello", "reversi" or "reversi-rows"."""
    def action(self, name: str) -> int:
        """The action of a move such as "c4" or "pass".

        Raises ValueError if it is neither a square of the board nor a pass.
        """
    def move(self, action: int) -> str:
        """The name of an action: "c4", or "pass".

        Raises ValueError if the board has no such action.
        """
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Board, /) -> bool: ...
    def __le__(self, other: Board, /) -> bool: ...
    def __gt__(self, other: Board, /) -> bool: ...
    def __ge__(self, other: Board, /) -> bool: ...
    def __getnewargs__(self) -> tuple[str]: ...

@final
class Position:
    """Position(board, moves="", *, start=None): discs on a board and a side to move. Immutable.

    `board` is a Board or its text ("6x6"), for the start of a game (`start`: "othello", "reversi" or "reversi-rows"); or another
    position. Then `moves`, such as "c2b4" or "c2 pass", are played; where nothing else is legal, a pass may be left out.

    After a board a position may be given as text instead of moves: the squares in row order, X for Black, O for White and - for
    empty ones, then (or in front) the side to move, X or O. Such a text may also follow the board in `board`: "4x4 -----OX--XO----- X".

    Raises ValueError if a text is not a position or a move is illegal, TypeError for anything that is neither.

    >>> Position("4x4", "b1")
    Position 4x4, O to move
       a b c d
     1 - X - -
     2 - X X -
     3 - X O -
     4 - - - -
    >>> Position("4x4", "b1").legal_moves()
    ['a1', 'c1', 'a3']
    >>> Position("4x4", "-----OX--XO----- X") == Position("4x4")
    True
    """
    def __new__(cls, board: str | Board | Position, moves: str = "", *, start: str | None = None) -> Position: ...
    @staticmethod
    def from_masks(board: str | Board, player: int, opponent: int, side: str = "black") -> Position:
        """The position with these discs, given as masks: each disc sets the bit of its square's number.

        `player` are the discs of the side to move, `opponent` the other side's; `side` is the side to move, "black" or "white".
        Raises ValueError if discs overlap or lie off the board.
        """
    @property
    def board(self) -> Board:
        """The board."""
    @property
    def side(self) -> str:
        """The side to move: "black" or "white"."""
    @property
    def player(self) -> int:
        """Discs of the side to move, one bit per square."""
    @property
    def opponent(self) -> int:
        """Discs of the other side, one bit per square."""
    @property
    def black(self) -> int:
        """Black's discs, one bit per square."""
    @property
    def white(self) -> int:
        """White's discs, one bit per square."""
    @property
    def empties(self) -> int:
        """Number of empty squares."""
    @property
    def is_over(self) -> bool:
        """Whether the game is over: neither side can move."""
    def legal_moves(self) -> list[str]:
        """The legal moves in order of their squares, such as ["b1", "a2"]; ["pass"] if only the opponent can move; empty when the
        game is over.
        """
    def legal_actions(self) -> list[int]:
        """The legal moves as actions: numbers of squares, or `board.squares` for a pass."""
    def play(self, moves: str | int) -> Position:
        """The position after a move ("c2", "pass", or an action), or after several ("c2b4"), which may leave passes out.

        Raises ValueError if a move is illegal.
        """
    def canonical(self) -> Position:
        """The position that represents all mirror images and rotations of this one: among those on the board with no more rows than
        columns, the one with the smallest masks. The side to move stays the same.
        """
    def transposed(self) -> Position:
        """The mirror image in the main diagonal, on the transposed board."""
    def final_score(self, scoring: str = "discs") -> int | None:
        """The score in discs for the side to move if the game is over, else None; for scorings see Solver.solve."""
    def outcome(self) -> str | None:
        """"win", "draw" or "loss" for the side to move if the game is over, else None."""
    def planes(self) -> NDArray[np.uint8]:
        """The discs as an array of shape (2, rows, cols), dtype uint8, of zeros and ones: those of the side to move, then the other
        side's.
        """
    def diagram(self) -> str:
        """The position drawn as text, with column letters above and row numbers on the left."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __getnewargs__(self) -> tuple[str]: ...
    def _repr_html_(self) -> str: ...
    def _repr_svg_(self) -> str: ...

@final
class Answer:
    """What the solver has proven about a position. All scores are in discs, for the side to move in that position. Answers can be
    pickled.
    """
    @property
    def position(self) -> Position:
        """The position asked about."""
    @property
    def mode(self) -> str:
        """"exact", or "wld" for win, loss or draw only."""
    @property
    def scoring(self) -> str:
        """The scoring of the question: who gets the squares left empty at the end."""
    @property
    def lower(self) -> int:
        """The value is at least this."""
    @property
    def upper(self) -> int:
        """The value is at most this."""
    @property
    def value(self) -> int | None:
        """The exact value; None if only bounds are known."""
    @property
    def outcome(self) -> str | None:
        """"win", "draw" or "loss"; None if that is not known."""
    @property
    def best(self) -> str | None:
        """A best move, or the move that proves the lower bound; None when the game is over or nothing is known."""
    @property
    def line(self) -> list[str]:
        """The moves of a perfect game to its end, passes included; in mode "wld", moves that keep the outcome. Empty if the search
        was stopped.
        """
    @property
    def end(self) -> Position:
        """The position at the end of the line."""
    @property
    def nodes(self) -> int:
        """Nodes searched."""
    @property
    def seconds(self) -> float:
        """Time taken, in seconds."""
    @property
    def complete(self) -> bool:
        """Whether the question is fully answered, including the line if one was asked for; False if the time limit came first. The
        value may be known even then, with only the line unfinished.
        """
    @property
    def source(self) -> str:
        """Where the value comes from: "search", "book" or "table"."""
    @property
    def verified(self) -> bool:
        """Whether the answer was proven here; False if it rests on a book from a file, or on what somebody else wrote into a table."""

@final
class Progress:
    """The progress of a search, as passed to a callback. Scores are in discs, for the side to move at the root."""
    @property
    def seconds(self) -> float:
        """Seconds since the search began."""
    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
    @property
    def phase(self) -> str:
        """What the search is doing, in a word or two."""
    @property
    def lower(self) -> int | None:
        """The value is at least this; None until the search knows its board."""
    @property
    def upper(self) -> int | None:
        """The value is at most this; None until the search knows its board."""
    @property
    def done(self) -> int:
        """Positions done so far."""
    @property
    def total(self) -> int:
        """Positions in total."""

@final
class Solver:
    """Solver(*, threads=None, memory="512MiB", table=None, read_only=False, book=True): finds exact values.

    threads: their number; None for one per core. With 1 the same question takes the same number of nodes each time.
    memory: the size of the transposition table, in bytes or as text such as "2GiB". It keeps its entries from one question to
        the next while board and scoring stay the same.
    table: a directory that keeps all proven results on disk, shared with the program `solve`. It needs a package built with the
        feature `tables`.
    read_only: whether the table is only read.
    book: whether to look positions up in the books that come with the package first, or the path of a book made by
        `solve book build`. The contents of a file have not been proven here, so answers that rest on it are not `verified`.

    The solver releases the interpreter lock while it works, and Ctrl-C stops it. Threads that share a solver take turns; the time
    spent waiting counts towards a time limit. A `progress` callback cannot use the solver that it watches. A forked process may
    use a solver of its parent, which begins with empty memory there; one with a table raises RuntimeError there.

    >>> Solver().solve(Position("4x4")).value
    -8
    """
    def __new__(
        cls,
        *,
        threads: int | None = None,
        memory: int | str = "512MiB",
        table: str | os.PathLike[str] | None = None,
        read_only: bool = False,
        book: bool | str | os.PathLike[str] = True,
    ) -> Solver: ...
    def solve(
        self,
        position: str | Board | Position,
        mode: str = "exact",
        scoring: str = "discs",
        time_limit: float | str | None = None,
        progress: Callable[[Progress], object] | None = None,
        line: bool = True,
    ) -> Answer:
        """Answers who wins (mode "wld") or by how much (mode "exact"), with a perfect line.

        scoring: with "discs" the winner gets the squares left empty only after a wipe-out, with "wof" always.
        time_limit: in seconds or as text such as "2m". An answer out of time has what is proven so far, and `complete` is False.
        progress: called about ten times a second with a Progress; an exception in it stops the search.
        line: False leaves the line empty. Even where a book or table has the value, the line can take seconds of search or more.

        Raises ValueError for a wrong argument, MemoryError if memory runs out, and RuntimeError if a table is wrong or fails.

        >>> Solver().solve("6x6", line=False)
        Answer(value=-4, best='c2', nodes=0, source='book', complete=True)
        """
    def move_values(
        self,
        position: str | Board | Position,
        scoring: str = "discs",
        time_limit: float | str | None = None,
        progress: Callable[[Progress], object] | None = None,
        mode: str = "exact",
    ) -> dict[str, int]:
        """What every legal move is worth to the side that makes it: a dictionary from move to value, in order of the squares; empty
        when the game is over. The values are exact, in discs; in mode "wld" 1 for a win, 0 for a draw and -1 for a loss. An
        UnverifiedWarning says that they may rest on a book of your own or on imported entries of the table.

        Raises TimeoutError if the time limit comes first, otherwise like `solve`.

        >>> Solver().move_values(Position("4x4", "b1"))
        {'a1': 8, 'c1': -8, 'a3': -9}
        """
    def perfect_line(
        self,
        position: str | Board | Position,
        scoring: str = "discs",
        time_limit: float | str | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> list[str]:
        """The moves of a perfect game from a position to its end, passes included. An UnverifiedWarning as with `move_values`.

        Raises TimeoutError if the time limit comes first, otherwise like `solve`.

        >>> Solver(threads=1).perfect_line("4x4")
        ['b1', 'a1', 'a2', 'c1', 'd4', 'a3', 'd1', 'b4', 'a4', 'c4']
        """
    def forget(self) -> None:
        """Clears what is in memory, so that the next question starts afresh. Raises RuntimeError while the solver is at work."""

@final
class Choice:
    """A move chosen by a player, and what the player thinks of it, for the side that makes it. Choices can be pickled."""
    @property
    def move(self) -> str:
        """The move: "c2" or "pass"."""
    @property
    def reward(self) -> float | None:
        """The mean reward, from 0 for a loss to 1 for a win; None for players without playouts."""
    @property
    def discs(self) -> float | None:
        """The score in discs, estimated or exact; None for players that think in rewards."""
    @property
    def is_exact(self) -> bool:
        """Whether `discs` is exact."""
    @property
    def playouts(self) -> int:
        """Playouts made for this choice."""
    @property
    def nodes(self) -> int:
        """Positions that alpha-beta visited for this choice; 0 without alpha-beta."""
    @property
    def agreement(self) -> float:
        """Share of the search trees that prefer this move; 1 with one tree or none."""

@final
class Player:
    """Player(text, scoring="discs", network=None, batch=16): a player that chooses moves, such as "uct:n=1000", "uct+:n=30000,graph=yes",
    "alphabeta:depth=4", "exact" or "random". `solve mcts players` lists all players and their parameters.

    A player is also a policy (see `regret`): `player(positions, board=None, seed=0)` takes what `solve_many` takes and returns the
    chosen actions, shape (n,), dtype int64, with -1 where the game is over. Position i is asked with seed + i.

    The same seed gives the same move, unless the player has a time limit or several threads share a tree. Where it plays exact
    values ("exact", "end=12"), what it has solved before may decide between moves of the same value.

    `network`, for "puct" with one thread, is a network of policy and value that takes the place of evaluation and playouts, whose
    parameters then have no effect: a function that takes planes of shape (n, 2, rows, cols), dtype uint8, and returns policies of
    shape (n, squares + 1), and values of shape (n,) from -1 to 1 for the side to move. Policies that are nowhere negative and sum to 1
    (within 0.001, numbers of 16 bits within 0.01) are probabilities, all others logits; one call returns rows of one kind. The network
    is called from another thread, with at most `batch` positions: more are quicker, but the search is weaker, as it chooses them before
    it knows what the network says of any. It must not ask this player, nor wait for somebody who does. What it raises ends the search
    and is raised again.

    Raises ValueError for a text that names no player, or one that takes no network; later, if the network returns something else.

    >>> Player("exact").choose(Position("4x4", "b1")).move
    'a1'
    >>> Player("exact")([Position("4x4", "b1")]).tolist()
    [0]
    """
    def __new__(
        cls,
        text: str,
        scoring: str = "discs",
        network: Callable[[NDArray[np.uint8]], Any] | None = None,
        batch: int = 16,
    ) -> Player: ...
    def choose(self, position: str | Board | Position, seed: int = 0) -> Choice:
        """Chooses a move. Ctrl-C stops it.

        Raises ValueError if the game is over.
        """
    def __call__(
        self, positions: NDArray[Any] | Iterable[Position | str], board: str | Board | None = None, seed: int = 0
    ) -> NDArray[np.int64]: ...
    @property
    def text(self) -> str:
        """The text that names the player."""
    def __getnewargs__(self) -> tuple[str, str, Callable[[NDArray[np.uint8]], Any] | None, int]: ...

@final
class Games:
    """Games(board, n, start="othello", scoring="discs"): n games that are stepped at once, all at the start; an environment without
    objects for positions. Actions are those of `Board`; a side without a move must pass.

    A game that is over begins again with the next step, whatever its action, as vector environments of Gymnasium do.

    >>> games, ply = Games("4x4", 1000), 0
    >>> while not games.over.any():
    ...     scores, ply = games.step(games.random_actions(seed=ply)), ply + 1
    >>> scores.shape, games.legal.shape, games.masks.shape
    ((1000,), (1000, 17), (1000, 2))
    """
    def __new__(cls, board: str | Board, n: int, start: str = "othello", scoring: str = "discs") -> Games: ...
    def step(self, actions: ArrayLike) -> NDArray[np.int8]:
        """Plays an action in each game, given as integers of shape (n,). Returns the score in discs of each game that is
        now over, for the side that has just acted, else 0: shape (n,), dtype int8.

        Raises ValueError for an illegal action, with its game; then no game has changed.
        """
    def random_actions(self, seed: int) -> NDArray[np.int64]:
        """A random legal action in each game, all equally likely, -1 where it is over: shape (n,), dtype int64. The same seed gives
        the same actions in the same positions.
        """
    @property
    def masks(self) -> NDArray[np.uint64]:
        """The discs of the side to move and of the other side in each game, as masks: shape (n, 2), dtype uint64."""
    @property
    def legal(self) -> NDArray[np.bool_]:
        """The legal actions of each game: shape (n, squares + 1), dtype bool; all False where it is over."""
    @property
    def over(self) -> NDArray[np.bool_]:
        """Whether each game is over: shape (n,), dtype bool."""
    @property
    def board(self) -> Board:
        """The board."""
    def __len__(self) -> int: ...

class _Options(TypedDict):
    mode: str
    scoring: str
    threads: int | None
    memory: int | str
    table: str | os.PathLike[str] | None
    read_only: bool
    book: bool | str | os.PathLike[str]
    time_limit: float | str | None
    progress: Callable[[Progress], object] | None

def solve_many(board: Board, masks: NDArray[np.uint64], options: _Options) -> NDArray[np.int8]:
    """The value of each position: exact, or −1, 0 or 1 in mode "wld"; −128 where time ran out."""
def move_values_many(board: Board, masks: NDArray[np.uint64], options: _Options) -> NDArray[np.int8]:
    """The value of each legal move of each position, by action; −128 where the move is illegal, or where time ran out before all
    values of the position were known.
    """
def legal_masks(board: Board, masks: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The squares on which the side to move may place a disc, as masks."""
def play_many(board: Board, masks: NDArray[np.uint64], actions: NDArray[np.int64]) -> NDArray[np.uint64]:
    """The positions after one action each, seen from the other side."""
def random_positions(board: Board, empties: int, n: int, seed: int, start: str) -> NDArray[np.uint64]:
    """Positions from random games, with this many empty squares."""
def random_playouts(
    board: Board, masks: NDArray[np.uint64], n: int, seed: int, scoring: str
) -> tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint32], NDArray[np.int64], NDArray[np.uint64]]:
    """Random games from each position to the end, many at a time in SIMD lanes."""
def evaluate(board: Board, masks: NDArray[np.uint64]) -> NDArray[np.float32]:
    """The learned evaluation of each position, in discs for the side to move; the final score where the game is over."""
def known(board: Board | str | None = None) -> list[dict[str, Any]]:
    """What the package knows without a search of the starts of boards that take a long one: of all, or of one board in either
    orientation.

    Each is a dictionary: board, start, scoring; value, lower and upper bound, in discs for Black, who is to move (value is None
    where the bounds differ); game, a perfect game or its beginning; moves, the bounds after each first move but symmetric ones,
    for Black; evidence, on what all that rests, in words. `solve known --json` prints the same.

    >>> import exact_othello as eo
    >>> [(known["start"], known["value"]) for known in eo.known("5x8") if known["scoring"] == "discs"]
    [('othello', 15), ('reversi', 25), ('reversi-rows', -18)]
    """
