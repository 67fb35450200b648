//! Why a question has no answer.

use thiserror::Error;

use rules::board::Board;
use rules::position::Position;
use rules::score::Scoring;

/// Why a question has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The table is for another board or scoring, so its bounds would be wrong for the question's positions.
    #[error("the table is for {} {}, the question for {} {}", table.0, table.1, wanted.0, wanted.1)]
    WrongTable {
        /// Board and scoring of the table.
        table: (Board, Scoring),
        /// Board (in landscape) and scoring of the question.
        wanted: (Board, Scoring),
    },
    /// The system cannot provide the memory for the transposition table.
    #[error("memory: the system does not give {} MiB; choose less", bytes >> 20)]
    Memory {
        /// The size requested.
        bytes: usize,
    },
    /// The system cannot start that many threads.
    #[error("threads: the system does not give {threads}; choose fewer")]
    Threads {
        /// The number requested.
        threads: usize,
    },
    /// The search was stopped before it had the answer.
    #[error("stopped before the answer was known")]
    Stopped,
    /// The table says or implies something false about this position.
    #[error("the table says something false of {}", with_board(.0))]
    Contradiction(Position),
}

/// The text of a position, with its board.
fn with_board(position: &Position) -> String {
    position.to_string()
}
