//! What a campaign is to find out, and how.

use solver::{Board, Mode, Position, Scoring, Start};
use thiserror::Error;

/// Nodes that a job may take unless the plan says otherwise. Most take less than a sixteenth, some tenths of a second.
pub const DEFAULT_BUDGET: u64 = 80_000_000;
/// With at most this many empty squares, a position is not split: its budget grows instead.
pub const DEFAULT_GROW_EMPTIES: u32 = 12;

/// A plan that makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlanError {
    /// The first question has an answer on every position of the board.
    #[error("first {first} cannot be asked on board {board}: scores are from {} to {}", 1 - .board.squares() as i32, .board.squares())]
    First {
        /// The first question.
        first: i32,
        /// The board.
        board: Board,
    },
    /// No position has this many empty squares.
    #[error("grow-empties {given} is more than board {board} has squares: {}", .board.squares())]
    GrowEmpties {
        /// What was given.
        given: u32,
        /// The board.
        board: Board,
    },
}

/// What a campaign is to find out, and how. It stands at the head of the campaign's ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The position whose value is wanted.
    pub root: Position,
    /// The named start, if the root is one.
    pub start: Option<Start>,
    /// Who receives the empties.
    pub scoring: Scoring,
    /// How far to go.
    pub mode: Mode,
    /// Nodes that a job may take at first. Positions that are expected to take more than a sixteenth are split unasked.
    pub budget: u64,
    /// With at most this many empty squares, a position whose job exceeds its budget gets a larger one; others are split.
    pub grow_empties: u32,
    /// The first question: is the root worth at least this? Without, a guess of the value decides.
    pub first: Option<i32>,
}

impl Plan {
    /// A plan with the usual budget.
    #[must_use]
    pub fn new(root: Position, scoring: Scoring, mode: Mode) -> Self {
        let start = Start::ALL.into_iter().find(|&start| Position::start(root.board(), start) == root);
        Self { root, start, scoring, mode, budget: DEFAULT_BUDGET, grow_empties: DEFAULT_GROW_EMPTIES, first: None }
    }

    /// Whether what is known in a campaign of one plan is of use in one of the other: the board, the root and the scoring
    /// are the same.
    #[must_use]
    pub fn is_akin(&self, other: &Self) -> bool {
        (self.root, self.scoring) == (other.root, other.scoring)
    }

    /// Whether its numbers make sense on its board.
    ///
    /// # Errors
    /// One of them does not.
    pub fn check(&self) -> Result<(), PlanError> {
        let board = self.root.board();
        let most = board.squares() as i32;
        if let Some(first) = self.first.filter(|first| !(1 - most..=most).contains(first)) {
            return Err(PlanError::First { first, board });
        }
        match self.grow_empties {
            given if given > board.squares() => Err(PlanError::GrowEmpties { given, board }),
            _ => Ok(()),
        }
    }
}
