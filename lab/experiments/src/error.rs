//! Why an experiment has no result.

use solver::Board;
use thiserror::Error;

/// Why an experiment has no result.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExperimentError {
    /// The observer asked to stop.
    #[error("stopped")]
    Stopped,
    /// More empty squares than the board has in any position of a game.
    #[error("empties {empties} are more than the {most} of board {board}")]
    TooManyEmpties {
        /// The number asked for.
        empties: u32,
        /// The most possible.
        most: u32,
        /// The board.
        board: Board,
    },
    /// Random games reached no suitable position.
    #[error("no position of {board} with {empties} empty squares was found in which a move wins and another loses")]
    NoProblems {
        /// The board.
        board: Board,
        /// Empty squares.
        empties: u32,
    },
    /// A problem set cannot be read.
    #[error(transparent)]
    Set(#[from] problems::SetError),
    /// A problem set is empty.
    #[error("{0}: the problem set has no positions")]
    EmptySet(String),
    /// A player made no move, or one without a label.
    #[error("{position}: {player} makes no move that {set} has a label for")]
    Unjudged {
        /// The position.
        position: String,
        /// The player.
        player: String,
        /// The source of the labels.
        set: String,
    },
    /// A line that answers no position.
    #[error("{answers}:{line}: {why}")]
    Answer {
        /// Where the answers come from.
        answers: String,
        /// The line, counted from 1.
        line: usize,
        /// One sentence.
        why: String,
    },
    /// Answers leave positions out.
    #[error("{answers}: no move for {missing} of the {positions} positions; the first is {first}")]
    Unanswered {
        /// Where the answers come from.
        answers: String,
        /// How many positions have none.
        missing: usize,
        /// How many positions there are.
        positions: usize,
        /// One of them.
        first: String,
    },
    /// Saved results cannot be results of this experiment.
    #[error("results: {0}")]
    Kept(String),
    /// Results cannot be saved.
    #[error(transparent)]
    Journal(#[from] files::FileError),
    /// The system refused threads.
    #[error("threads: the system gives no more; choose fewer, or allow more (ulimit -u)")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// A fit is impossible.
    #[error(transparent)]
    Fit(#[from] crate::fit::FitError),
    /// A player makes no playouts whose speed could be measured.
    #[error("player {0} makes no playouts whose speed could be measured")]
    NoPlayouts(String),
    /// The text of a player is invalid, or its search cannot be distributed over ranks.
    #[error(transparent)]
    Player(#[from] othello::players::SpecError),
    /// A rank failed.
    #[error(transparent)]
    Ranks(#[from] tds::TdsError),
}

impl ExperimentError {
    /// Whether the request makes no sense, so that it will never have a result.
    #[must_use]
    pub fn is_misuse(&self) -> bool {
        matches!(self, Self::TooManyEmpties { .. } | Self::NoPlayouts(_) | Self::Player(_))
    }
}
