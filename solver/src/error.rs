//! Why a question has no answer.

use thiserror::Error;

use crate::board::Board;
use crate::position::Position;
use crate::score::Scoring;

/// Why a question has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The table is for another board or scoring: what it says of the question's positions would be false.
    #[error("the table is for {} {}, the question for {} {}", table.0, table.1, wanted.0, wanted.1)]
    WrongTable {
        /// Board and scoring of the table.
        table: (Board, Scoring),
        /// Board (in landscape) and scoring of the question.
        wanted: (Board, Scoring),
    },
    /// The system has no memory for the transposition table.
    #[error("memory: the system does not give {} MiB; choose less", bytes >> 20)]
    Memory {
        /// How much was wanted.
        bytes: usize,
    },
    /// The system gives no more threads.
    #[error("threads: the system does not give {threads}; choose fewer")]
    Threads {
        /// How many were wanted.
        threads: usize,
    },
    /// The search was stopped before it knew.
    #[error("stopped before the answer was known")]
    Stopped,
    /// What the table says or implies of this position is false.
    #[error("the table says something false of {}", with_board(.0))]
    Contradiction(Position),
}

/// A position that says its board.
fn with_board(position: &Position) -> String {
    format!("{} {position}", position.board())
}
