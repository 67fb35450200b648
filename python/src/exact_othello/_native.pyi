"""Types of the native half. `scripts/python stubs` copies the docstrings from there."""

import os
from typing import Callable, TypedDict, final

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Answer",
    "Board",
    "Choice",
    "HAS_TABLES",
    "Player",
    "Position",
    "Progress",
    "Solver",
    "__version__",
    "evaluate",
    "legal_masks",
    "move_values_many",
    "play_many",
    "random_playouts",
    "random_positions",
    "solve_many",
]
__version__: str
HAS_TABLES: bool

@final
class Board:
    """Board(rows, cols) or Board("6x6"): a board's shape, with both sides at least 3 and at most 64 squares together.

    Columns are letters from the left, rows numbers from the top. Square (row, col) has the number row * cols + col, and the
    bit of that number in every mask. An action is the number of a square, or `squares` for a pass.

    >>> board = Board("4x5")
    >>> board.rows, board.cols, board.squares, board.action("c2"), board.move(7)
    (4, 5, 20, 7, 'c2')
    """
    def __new__(cls, rows: int | str | Board, cols: int | None = None, /) -> Board: ...
    @staticmethod
    def all() -> list[Board]:
        """Every board there is, by rows and then columns."""
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
        """Number of actions: the squares and the pass."""
    def transposed(self) -> Board:
        """The board with rows and columns exchanged."""
    def start(self, start: str = "othello") -> Position:
        """The position from which a game starts, Black to move; start is "othello", "reversi" or "reversi-rows"."""
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
    """Position(board, moves="", *, start=None): discs on a board and a side to move. It never changes.

    `board` is a Board or its text ("6x6"), which gives the start of a game ("othello", "reversi" or "reversi-rows"); or a whole
    position as text ("4x4 -----OX--XO----- X": squares in row order, X Black, O White, then the side to move); or another
    position. `moves` are then played, such as "c2b4" or "c2 pass".

    Raises ValueError for a text that is not a position, and for illegal moves.

    >>> Position("4x4", "b1")
    Position 4x4, O to move
       a b c d
     1 - X - -
     2 - X X -
     3 - X O -
     4 - - - -
    >>> Position("4x4", "b1").legal_moves()
    ['a1', 'c1', 'a3']
    """
    def __new__(cls, board: str | Board | Position, moves: str = "", *, start: str | None = None) -> Position: ...
    @staticmethod
    def from_masks(board: str | Board, player: int, opponent: int, side: str = "black") -> Position:
        """The position with these discs, as masks with the bit of a square's number for each disc.

        `player` are the discs of the side to move, `opponent` the other's; `side` is the side to move, "black" or "white".
        Raises ValueError if discs overlap or lie off the board.
        """
    @property
    def board(self) -> Board:
        """The board."""
    @property
    def side(self) -> str:
        """Whose move it is: "black" or "white"."""
    @property
    def player(self) -> int:
        """Discs of the side to move, one bit a square."""
    @property
    def opponent(self) -> int:
        """Discs of the other side, one bit a square."""
    @property
    def black(self) -> int:
        """Black's discs, one bit a square."""
    @property
    def white(self) -> int:
        """White's discs, one bit a square."""
    @property
    def empties(self) -> int:
        """Number of empty squares."""
    @property
    def is_over(self) -> bool:
        """Whether neither side can move."""
    def legal_moves(self) -> list[str]:
        """The legal moves in order of their squares, such as ["b1", "a2"]; ["pass"] where there is none but the opponent has one;
        nothing when the game is over.
        """
    def legal_actions(self) -> list[int]:
        """The same as actions: numbers of squares, `board.squares` for a pass."""
    def play(self, moves: str | int) -> Position:
        """The position after a move ("c2", "pass", or an action), or after several ("c2b4").

        Raises ValueError if one is illegal.
        """
    def canonical(self) -> Position:
        """The one position that stands for all mirror images and rotations of this one: on the board with no more rows than columns,
        with the least masks. The side to move stays the same.
        """
    def transposed(self) -> Position:
        """The mirror image along the main diagonal, on the transposed board."""
    def final_score(self, scoring: str = "discs") -> int | None:
        """The score in discs for the side to move if the game is over, else None. By scoring "discs" nobody gets the empty squares
        but the winner of a wipe-out; by "wof" the winner always does.
        """
    def outcome(self) -> str | None:
        """"win", "draw" or "loss" for the side to move if the game is over, else None."""
    def planes(self) -> NDArray[np.uint8]:
        """The discs as an array of shape (2, rows, cols), dtype uint8: 1 where the side to move has a disc, then the other side."""
    def diagram(self) -> str:
        """The position drawn in text, column letters above and row numbers on the left."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __getnewargs__(self) -> tuple[str]: ...
    def _repr_html_(self) -> str: ...
    def _repr_svg_(self) -> str: ...

@final
class Answer:
    """What a search has proven. All scores are in discs, for the side to move in the position that was asked about. An answer can be
    pickled.
    """
    @property
    def position(self) -> Position:
        """The position that was asked about."""
    @property
    def mode(self) -> str:
        """"exact" or "wld": win, loss or draw."""
    @property
    def scoring(self) -> str:
        """"discs" or "wof": who gets the squares that stay empty."""
    @property
    def lower(self) -> int:
        """The value is at least this."""
    @property
    def upper(self) -> int:
        """The value is at most this."""
    @property
    def value(self) -> int | None:
        """The exact value; None if only limits are known."""
    @property
    def outcome(self) -> str | None:
        """"win", "draw" or "loss"; None if that is not known."""
    @property
    def best(self) -> str | None:
        """A best move, or the move that proves the lower limit; None when the game is over or nothing is known."""
    @property
    def line(self) -> list[str]:
        """The moves of a perfect game to its end, passes included; after "wld" moves that keep the outcome. Empty if the search was stopped."""
    @property
    def end(self) -> Position:
        """The position at the end of the line."""
    @property
    def nodes(self) -> int:
        """Nodes searched."""
    @property
    def seconds(self) -> float:
        """Seconds that it took."""
    @property
    def complete(self) -> bool:
        """Whether the question is answered, with its line if one was asked for; False if the time limit came before. The value may be
        known then and only the line unfinished.
        """
    @property
    def source(self) -> str:
        """Where the value comes from: "search", "book" or "table"."""
    @property
    def verified(self) -> bool:
        """Whether it was proven here; False if it rests on a book from a file, or on what somebody else wrote into a table."""

@final
class Progress:
    """How far a search is: what a callback is given. Scores are in discs, for the side to move at the root."""
    @property
    def seconds(self) -> float:
        """Seconds since it began."""
    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
    @property
    def phase(self) -> str:
        """What the search is busy with, in a word or two."""
    @property
    def lower(self) -> int | None:
        """The value is at least this; None before the search knows its board."""
    @property
    def upper(self) -> int | None:
        """The value is at most this."""
    @property
    def done(self) -> int:
        """Positions done, of several."""
    @property
    def total(self) -> int:
        """Positions in all."""

@final
class Solver:
    """Solver(*, threads=None, memory="512MiB", table=None, read_only=False, book=True): finds exact values.

    threads: how many; None for one on each core. With 1 the same question takes the same number of nodes each time.
    memory: the table of positions in memory, in bytes or as text such as "2GiB"; what it holds is kept from one question to the
        next while board and scoring stay the same.
    table: a directory in which what is proven is kept for good, shared with the program `solve`. The package must have been built with
        the feature `tables`. With read_only it is only read.
    book: whether the books that come with the package are asked first, or the path of a book made by `solve book build`.
        Nobody here has proven what a file says, so answers that rest on it are not `verified`.

    The interpreter's lock is free while it works, and Ctrl-C stops it. Two threads that use one solver take turns; a time limit runs
    while a thread waits for its turn, too. A callback of
    `progress` cannot ask the solver that it watches.

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

        scoring: "discs", by which nobody gets the squares that stay empty but the winner of a wipe-out, or "wof", by which the winner
            always does. time_limit: in seconds or as text such as "2m"; the answer then has what is proven so far, and `complete` is False.
        progress: called about ten times a second with a Progress; an exception in it ends the search.
        line: False leaves the line empty. Where a book or a table has the value, the line alone can take a search of seconds or more.
        Raises ValueError for a wrong argument, MemoryError, RuntimeError if a table is false or fails.

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
        """What every legal move is worth to the side that makes it, as a dictionary from move to value, in order of the squares; empty
        when the game is over. The values are exact and in discs, or by mode "wld" 1 for a win, 0 for a draw and -1 for a loss.

        Raises TimeoutError if the time limit comes first, and as `solve`.

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
        """The moves of a perfect game from a position to its end, passes included.

        Raises TimeoutError if the time limit comes first, and as `solve`.

        >>> Solver(threads=1).perfect_line("4x4")
        ['b1', 'a1', 'a2', 'c1', 'd4', 'a3', 'd1', 'b4', 'a4', 'c4']
        """
    def forget(self) -> None:
        """Forgets what is in memory, so that the next question starts like the first."""

@final
class Choice:
    """A move that a player has chosen, with what it thinks of it, for the side that makes it. It can be pickled."""
    @property
    def move(self) -> str:
        """The move: "c2" or "pass"."""
    @property
    def reward(self) -> float | None:
        """The mean reward, from 0 for a loss to 1 for a win; None for players without playouts."""
    @property
    def discs(self) -> float | None:
        """The score in discs, guessed or exact; None for players that think in rewards."""
    @property
    def is_exact(self) -> bool:
        """Whether `discs` is exact."""
    @property
    def playouts(self) -> int:
        """Playouts made for it."""
    @property
    def agreement(self) -> float:
        """Share of the trees that would make this move; 1 with one tree or none."""

@final
class Player:
    """Player(text, scoring="discs"): somebody who can be asked for a move, such as "uct:n=1000", "uct+:n=30000,graph=yes",
    "alphabeta:depth=4", "exact" or "random". `solve mcts players` lists all players and their parameters.

    It is also a policy: called with an array of positions and a board it gives the actions (see `regret`). The same seed gives the
    same move, unless the player has a time limit or several threads share a tree.

    Raises ValueError for a text that names no player.

    >>> Player("exact").choose(Position("4x4", "b1")).move
    'a1'
    """
    def __new__(cls, text: str, scoring: str = "discs") -> Player: ...
    def choose(self, position: str | Board | Position, seed: int = 0) -> Choice:
        """Chooses a move. Ctrl-C stops a tree search and `exact`; the others finish what they have begun.

        Raises ValueError when the game is over.
        """
    def __call__(self, masks: NDArray[np.uint64], board: str | Board, seed: int = 0) -> NDArray[np.int64]: ...
    @property
    def text(self) -> str:
        """What it was made of."""
    def __getnewargs__(self) -> tuple[str, str]: ...

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
    """The value of each position: exact, or −1, 0, 1 by mode "wld"; −128 where time was over before."""
def move_values_many(board: Board, masks: NDArray[np.uint64], options: _Options) -> NDArray[np.int8]:
    """The value of each legal move of each position, by its action; −128 where the move is illegal or time was over before the
    values of its position were known.
    """
def legal_masks(board: Board, masks: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The squares on which the side to move may place a disc, as masks."""
def play_many(board: Board, masks: NDArray[np.uint64], actions: NDArray[np.int64]) -> NDArray[np.uint64]:
    """The positions after an action each, seen from the other side."""
def random_positions(board: Board, empties: int, n: int, seed: int, start: str) -> NDArray[np.uint64]:
    """Positions of random games, with this many empty squares."""
def random_playouts(
    board: Board, masks: NDArray[np.uint64], n: int, seed: int, scoring: str
) -> tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint32], NDArray[np.int64], NDArray[np.uint64]]:
    """Random games from each position to the end, many at a time in the lanes of the processor's registers."""
def evaluate(board: Board, masks: NDArray[np.uint64]) -> NDArray[np.float32]:
    """What the learned evaluation thinks of each position, in discs for the side to move; the final score where the game is over."""
