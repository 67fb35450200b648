//! What can be wrong with a ledger.

use std::io;
use std::path::{Path, PathBuf};

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
    /// A line is damaged or says something that cannot be.
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
        /// One line, with its place.
        first: String,
        /// The other.
        second: String,
    },
}

impl LedgerError {
    /// An error of the system.
    pub(super) fn file(path: &Path, error: &io::Error) -> Self {
        Self::File { path: path.to_owned(), reason: error.to_string() }
    }
}
