//! Discs, side to move, squares and moves.

use std::fmt;
use std::str::FromStr;

use crate::board::Board;

/// The two colours. Black, written `X`, moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// `X`
    Black,
    /// `O`
    White,
}

impl Side {
    /// The other colour.
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// `X` or `O`.
    #[must_use]
    pub fn symbol(self) -> char {
        match self {
            Self::Black => 'X',
            Self::White => 'O',
        }
    }

    /// `Black` or `White`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Black => "Black",
            Self::White => "White",
        }
    }
}

/// A square's bit number: `row × cols + column`, both from 0.
///
/// On 4x5 the bits lie so:
/// ```text
///      a  b  c  d  e
/// 1    0  1  2  3  4
/// 2    5  6  7  8  9
/// 3   10 11 12 13 14
/// 4   15 16 17 18 19
/// ```
pub type Square = u8;

/// What the side to move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// Places a disc on a square.
    Place(Square),
    /// Has no legal square while the opponent has one. A pass is a ply.
    Pass,
}

/// The discs of both sides, one bit a square, seen from the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Discs {
    /// Discs of the side to move.
    pub player: u64,
    /// Discs of the other side.
    pub opponent: u64,
}

impl Discs {
    /// The same discs with the other side to move.
    #[must_use]
    pub fn passed(self) -> Self {
        Self { player: self.opponent, opponent: self.player }
    }

    /// The discs after a disc is placed on `square` that turns over `flips`, seen from the other side.
    #[must_use]
    pub fn played(self, square: Square, flips: u64) -> Self {
        Self { player: self.opponent ^ flips, opponent: self.player ^ flips ^ (1 << square) }
    }

    /// All discs.
    #[must_use]
    pub fn occupied(self) -> u64 {
        self.player | self.opponent
    }
}

/// How the four centre discs stand. Their rows are ⌊(R−2)/2⌋ and the next, their columns ⌊(C−2)/2⌋ and the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Start {
    /// Diagonal: `O X` above `X O`.
    #[default]
    Othello,
    /// Parallel columns: `X O` above `X O`.
    Reversi,
    /// Parallel rows: `X X` above `O O`. On rectangles another game than [`Start::Reversi`].
    ReversiRows,
}

impl Start {
    /// The three starts.
    pub const ALL: [Self; 3] = [Self::Othello, Self::Reversi, Self::ReversiRows];

    /// The name used in options and output.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Othello => "othello",
            Self::Reversi => "reversi",
            Self::ReversiRows => "reversi-rows",
        }
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Start {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|start| start.name() == text)
            .ok_or_else(|| format!("start '{text}' is unknown: it is othello, reversi or reversi-rows"))
    }
}

/// A board with discs on it and a side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The board's shape.
    pub board: Board,
    /// The discs, seen from the side to move.
    pub discs: Discs,
    /// Whose move it is.
    pub side: Side,
}

impl Position {
    /// The position from which a game starts; Black is to move.
    #[must_use]
    pub fn start(board: Board, start: Start) -> Self {
        let (row, col) = ((board.rows() - 2) / 2, (board.cols() - 2) / 2);
        let square = |down: u32, right: u32| 1u64 << ((row + down) * board.cols() + col + right);
        let (top_left, top_right, low_left, low_right) = (square(0, 0), square(0, 1), square(1, 0), square(1, 1));
        let black = match start {
            Start::Othello => top_right | low_left,
            Start::Reversi => top_left | low_left,
            Start::ReversiRows => top_left | top_right,
        };
        let all = top_left | top_right | low_left | low_right;
        Self { board, discs: Discs { player: black, opponent: all ^ black }, side: Side::Black }
    }

    /// Black's discs.
    #[must_use]
    pub fn black(&self) -> u64 {
        match self.side {
            Side::Black => self.discs.player,
            Side::White => self.discs.opponent,
        }
    }

    /// White's discs.
    #[must_use]
    pub fn white(&self) -> u64 {
        self.discs.occupied() ^ self.black()
    }

    /// Number of empty squares.
    #[must_use]
    pub fn empties(&self) -> u32 {
        self.board.squares() - self.discs.occupied().count_ones()
    }

    /// The mirror image along the main diagonal, on the transposed board.
    #[must_use]
    pub fn transposed(&self) -> Self {
        let turn = |bits: u64| {
            (0..self.board.squares())
                .filter(|square| bits >> square & 1 == 1)
                .fold(0u64, |out, square| out | 1 << transposed_square(self.board, square as Square))
        };
        let discs = Discs { player: turn(self.discs.player), opponent: turn(self.discs.opponent) };
        Self { board: self.board.transposed(), discs, side: self.side }
    }
}

impl Move {
    /// The same move on the transposed board; `board` is the board it is made on now.
    #[must_use]
    pub fn transposed(self, board: Board) -> Self {
        match self {
            Self::Place(square) => Self::Place(transposed_square(board, square)),
            Self::Pass => Self::Pass,
        }
    }
}

fn transposed_square(board: Board, square: Square) -> Square {
    let (row, col) = (u32::from(square) / board.cols(), u32::from(square) % board.cols());
    (col * board.rows() + row) as Square
}
