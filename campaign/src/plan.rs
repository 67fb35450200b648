//! What a campaign is to find out, and how.

use std::fmt;
use std::str::FromStr;

use solver::{Board, Mode, Position, Scoring, Start};
use thiserror::Error;

/// Nodes that a job may take unless the plan says otherwise: some tenths of a second.
pub const DEFAULT_BUDGET: u64 = 5_000_000;
/// With at most so many empty squares a position is not split; its budget grows instead.
pub const DEFAULT_GROW_EMPTIES: u32 = 12;

/// What the search assumes of jobs in flight, so that others can be chosen meanwhile (Wu et al. 2013, section III).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Virtual {
    /// The side to move at the root has reached what is asked.
    Win,
    /// It has not.
    Loss,
    /// Proof and disproof numbers stay as they are; the position is only not chosen again.
    Equals,
    /// Whatever the proof and the disproof number say is easier to prove.
    #[default]
    Likely,
}

impl Virtual {
    /// All policies.
    pub const ALL: [Self; 4] = [Self::Win, Self::Loss, Self::Equals, Self::Likely];

    /// The name used in options and ledgers.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Loss => "loss",
            Self::Equals => "equals",
            Self::Likely => "likely",
        }
    }
}

impl fmt::Display for Virtual {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Virtual {
    type Err = UnknownVirtual;

    fn from_str(text: &str) -> Result<Self, UnknownVirtual> {
        let unknown = || UnknownVirtual(text.to_owned());
        Self::ALL.into_iter().find(|policy| policy.name() == text).ok_or_else(unknown)
    }
}

/// Another text than the name of a [`Virtual`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("virtual result '{0}' is unknown: it is win, loss, equals or likely")]
pub struct UnknownVirtual(pub String);

/// A plan that makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlanError {
    /// The first question has an answer on every position of the board.
    #[error("first {first} is no question on board {board}: it is from {} to {}", 1 - .board.squares() as i32, .board.squares())]
    First {
        /// The first question.
        first: i32,
        /// The board.
        board: Board,
    },
    /// No position has so many empty squares.
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
    /// Nodes that a job may take at first.
    pub budget: u64,
    /// With at most so many empty squares a position whose job exceeds its budget gets a larger one; others are split.
    pub grow_empties: u32,
    /// The first question: is the root worth at least this? Without, a guess of the value decides.
    pub first: Option<i32>,
    /// What is assumed of jobs in flight.
    pub ahead: Virtual,
}

impl Plan {
    /// A plan with the usual budget.
    #[must_use]
    pub fn new(root: Position, scoring: Scoring, mode: Mode) -> Self {
        let start = Start::ALL.into_iter().find(|&start| Position::start(root.board(), start) == root);
        Self {
            root,
            start,
            scoring,
            mode,
            budget: DEFAULT_BUDGET,
            grow_empties: DEFAULT_GROW_EMPTIES,
            first: None,
            ahead: Virtual::default(),
        }
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
