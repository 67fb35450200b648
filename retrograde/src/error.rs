//! What can go wrong with an enumeration.

use std::io;
use std::path::{Path, PathBuf};

use solver::Board;
use thiserror::Error;

use crate::limits::MOST_SQUARES;

/// Why there is no table of all positions. Each message is one line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExhaustError {
    /// The board has too many squares.
    #[error("board {board} has {} squares; a tablebase is made of boards of at most {MOST_SQUARES}", board.squares())]
    TooLarge {
        /// The board.
        board: Board,
    },
    /// The observer asked to stop. All finished layers are kept, and the next run resumes from them.
    #[error("stopped")]
    Stopped,
    /// A file of the working folder cannot be read or written.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// A file of the working folder is not what was written.
    #[error("{}: {reason}; remove the folder to begin anew", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The working folder belongs to another enumeration.
    #[error("{} is the working folder of '{found}', not of '{wanted}'; name another one", path.display())]
    OtherPlan {
        /// The folder.
        path: PathBuf,
        /// What it is for.
        found: String,
        /// What was asked for.
        wanted: String,
    },
    /// What is claimed of a position is false; see [`crate::Prover`].
    #[error("mask {mask:x}, code {code:x}: {reason}")]
    False {
        /// The occupied squares of its place, which may be anything.
        mask: u32,
        /// Its code.
        code: u32,
        /// What is wrong, for people.
        reason: String,
    },
    /// The system grants no threads.
    #[error("threads: the system gives no more: {0}; choose fewer, or allow more (ulimit -u)")]
    Threads(String),
}

impl ExhaustError {
    /// A system error concerning a file.
    pub(crate) fn file(path: &Path) -> impl Fn(io::Error) -> Self + '_ {
        |error| Self::File { path: path.to_owned(), reason: error.to_string() }
    }

    /// The same while reading a file that was whole before.
    pub(crate) fn read(path: &Path) -> impl Fn(io::Error) -> Self + '_ {
        |error| match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::damaged(path, "it has become shorter while it was in use"),
            _ => Self::file(path)(error),
        }
    }

    /// A file that is not what was written.
    pub(crate) fn damaged(path: &Path, reason: &str) -> Self {
        Self::Damaged { path: path.to_owned(), reason: reason.to_owned() }
    }
}
