//! How positions are labelled, and why there may be no label.

use solver::{Mode, Position, Scoring, SolveError};
use thiserror::Error;

/// How to label positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Labelling {
    /// Who gets the squares that stay empty.
    pub scoring: Scoring,
    /// Values, or outcomes only.
    pub labels: Mode,
    /// Only positions in which at least one move wins and at least one loses.
    pub is_decisive: bool,
    /// Only positions with a trap of at least this many plies; 0 for all.
    pub least_trap: u32,
}

/// Why there is no label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LabelError {
    /// The progress was told to stop.
    #[error("stopped")]
    Stopped,
    /// Something in the table on disk is false.
    #[error("what the table says of a position is false; its entries cannot be trusted")]
    Contradiction(Position),
    /// The label would rest on entries of the table that came from elsewhere and are not verified. Pass a table that returns
    /// only what was proven here.
    #[error("its label would rest on entries of the table that nobody has verified")]
    Unverified(Position),
    /// The book does not say what a position is worth.
    #[error("the book does not know {}, which a label needs", .0.without_board())]
    Unknown(Position),
    /// The game is over, so there is nothing to label.
    #[error("the game is over")]
    Over,
    /// The moves of a record are not those of its position.
    #[error("a labelled move of {} is illegal", .0.without_board())]
    Illegal(Position),
    /// The position has too many empty squares for finding traps.
    #[error("traps are looked for in positions of at most {most} empty squares")]
    TooManyEmpties {
        /// The most.
        most: u32,
    },
    /// The solver cannot search.
    #[error(transparent)]
    Solve(#[from] SolveError),
}
