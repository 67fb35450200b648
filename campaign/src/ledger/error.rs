//! What can be wrong with a ledger.

use std::path::PathBuf;

use files::{FileError, LONGEST_LINE, MOST_DAMAGED};
use thiserror::Error;

/// What can be wrong with a ledger.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LedgerError {
    /// The file cannot be read or written.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// Another process writes to it.
    #[error("{}: another process works on this campaign; wait for its end", .0.display())]
    InUse(PathBuf),
    /// The folder of a new campaign holds something else.
    #[error("{}: the folder is not empty; a campaign needs one of its own", .0.display())]
    NotEmpty(PathBuf),
    /// A line is damaged or says something impossible.
    #[error("{}:{line}: {reason}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// The ledgers are of different campaigns.
    #[error("{} and {} are of different campaigns: board, root and scoring must be the same", .0.display(), .1.display())]
    Different(PathBuf, PathBuf),
    /// Two lines cannot both be true.
    #[error("contradiction at {position}: {first} and {second}")]
    Contradiction {
        /// The position, `BOARD SIDE`.
        position: String,
        /// One line, with its location.
        first: String,
        /// The other.
        second: String,
    },
}

impl From<FileError> for LedgerError {
    fn from(error: FileError) -> Self {
        let path = error.path().to_owned();
        match error {
            FileError::InUse { .. } => Self::InUse(path),
            FileError::Damaged { line, error, .. } => Self::Line { path, line, reason: error.to_string() },
            FileError::LongLine { line, .. } => {
                let reason = format!("the line is longer than {LONGEST_LINE} bytes; this is not a ledger");
                Self::Line { path, line, reason }
            }
            FileError::Ruined { line, reason, .. } => {
                let more =
                    format!("{reason}; more than {MOST_DAMAGED} lines are damaged, restore the ledger from a copy");
                Self::Line { path, line, reason: more }
            }
            other => Self::File { path, reason: other.reason() },
        }
    }
}
