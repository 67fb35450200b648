//! The moves of a side: placing a disc, or passing.

use std::fmt;

use crate::board::Board;
use crate::square::Square;

/// What the side to move does.
///
/// ```
/// use rules::{Board, Move};
///
/// let board: Board = "4x10".parse()?;
/// let chosen = Move::parse(board, "c2")?;
/// assert_eq!(chosen.square().map(|square| (square.row(board), square.col(board))), Some((1, 2)));
/// assert_eq!(chosen.display(board).to_string(), "c2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// Places a disc on a square.
    Place(Square),
    /// Passes: it has no legal square, but the opponent has one. A pass is a ply.
    Pass,
}

impl Move {
    /// The square on which a disc is placed; `None` for a pass.
    #[must_use]
    pub fn square(self) -> Option<Square> {
        match self {
            Self::Place(square) => Some(square),
            Self::Pass => None,
        }
    }

    /// The move as text: `c4` or `pass`. There is no `Display`, because a square's name depends on the board.
    #[must_use]
    pub fn display(self, board: Board) -> impl fmt::Display {
        MoveText { chosen: self, board }
    }

    /// The same move on the transposed board; `board` is the one before transposing.
    #[must_use]
    pub fn transposed(self, board: Board) -> Self {
        match self {
            Self::Place(square) => Self::Place(square.transposed(board)),
            Self::Pass => Self::Pass,
        }
    }
}

/// A move with the board that its name depends on.
struct MoveText {
    chosen: Move,
    board: Board,
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.chosen {
            Move::Place(square) => write!(f, "{}", square.display(self.board)),
            Move::Pass => f.write_str("pass"),
        }
    }
}
