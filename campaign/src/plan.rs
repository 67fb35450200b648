//! What a campaign is to find out, and how.

use solver::{Mode, Position, Scoring, Start};

use crate::error::JobError;

/// Nodes that a job may take by default. Most take less than a sixteenth, some tenths of a second.
pub const DEFAULT_BUDGET: u64 = 80_000_000;
/// With at most this many empty squares, a position is not split: its budget grows instead. A smaller board has as many
/// as it has squares.
pub const DEFAULT_GROW_EMPTIES: u32 = 12;

/// What a campaign is to find out, and how. It is at the head of the campaign's ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The position whose value is wanted.
    pub root: Position,
    /// The named start, if the root is one.
    pub start: Option<Start>,
    /// Who receives the empties.
    pub scoring: Scoring,
    /// Whether to find the winner or the exact value.
    pub mode: Mode,
    /// Nodes that a job may take at first, at least 1. A position expected to take more than a sixteenth is split unasked.
    pub budget: u64,
    /// A position with at most this many empty squares gets a larger budget if its job exceeds the first one; others
    /// are split.
    pub grow_empties: u32,
    /// The first question: is the root worth at least this? If `None`, a guess of the value decides.
    pub first: Option<i32>,
}

impl Plan {
    /// A plan with the usual budget.
    #[must_use]
    pub fn new(root: Position, scoring: Scoring, mode: Mode) -> Self {
        let start = Start::ALL.into_iter().find(|&start| Position::start(root.board(), start) == root);
        let grow_empties = DEFAULT_GROW_EMPTIES.min(root.board().squares());
        Self { root, start, scoring, mode, budget: DEFAULT_BUDGET, grow_empties, first: None }
    }

    /// Whether what one plan's campaign knows is of use to the other's: board, root and scoring are the same.
    #[must_use]
    pub fn is_akin(&self, other: &Self) -> bool {
        (self.root, self.scoring) == (other.root, other.scoring)
    }

    /// Checks that its numbers make sense on its board, and that its root is the start that it names.
    ///
    /// # Errors
    /// One of them does not, or it is another position.
    pub fn check(&self) -> Result<(), JobError> {
        let (root, board) = (self.root, self.root.board());
        if self.budget == 0 {
            return Err(JobError::NoNodes);
        }
        if let Some(start) = self.start.filter(|&start| Position::start(board, start) != root) {
            return Err(JobError::Start { start, root });
        }
        let most = board.squares() as i32;
        if let Some(first) = self.first.filter(|first| !(1 - most..=most).contains(first)) {
            return Err(JobError::Question { what: "first", score: first, board });
        }
        match self.grow_empties {
            given if given > board.squares() => Err(JobError::GrowEmpties { given, board }),
            _ => Ok(()),
        }
    }
}
