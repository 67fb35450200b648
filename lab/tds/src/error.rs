//! What can go wrong.

use std::path::PathBuf;

use files::{FileError, on_one_line};
use thiserror::Error;

use crate::transport::{Rank, TransportError};

/// Why a distributed search ended prematurely.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TdsError {
    /// The ranks cannot search together, or no longer.
    #[error("{0}")]
    Failed(String),
    /// A message could not be sent or received.
    #[error("{0}; what was searched since the last checkpoint is lost")]
    Transport(#[from] TransportError),
    /// A message makes no sense.
    #[error("rank {rank} got a message from rank {from} that makes no sense; do all run the same program?")]
    Garbled {
        /// Who got it.
        rank: Rank,
        /// Who sent it.
        from: Rank,
    },
    /// A checkpoint could not be written or read.
    #[error("checkpoint {0}")]
    File(#[from] FileError),
    /// Another search saves in the directory.
    #[error(
        "checkpoint {}: another search is saving there; wait until it ends, or name another directory",
        directory.display()
    )]
    InUse {
        /// The directory.
        directory: PathBuf,
    },
    /// The files of a checkpoint belong to another search.
    #[error("checkpoint {} is of another search ({found}), not of this one ({expected}); name another directory", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// The parts of its label that differ.
        found: String,
        /// The same parts of this search's label.
        expected: String,
    },
    /// A file of a checkpoint is of no use. The search may still resume from an older checkpoint.
    #[error("checkpoint {} {why}", path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and what to do.
        why: String,
    },
    /// A checkpoint could not be written or read on another rank.
    #[error("rank {rank}: {error}")]
    Elsewhere {
        /// Which.
        rank: Rank,
        /// What it says.
        error: String,
    },
}

/// The longest text of another rank or of a file in an error, in characters.
const LONGEST: usize = 1000;

/// Text of another rank or of a file, as it can be printed: on one line, without signals to a terminal, and cut off where it
/// is too long.
pub(crate) fn in_a_line(text: &str) -> String {
    let line = on_one_line(text.chars().take(LONGEST).collect::<String>());
    if text.chars().nth(LONGEST).is_some() { line + "..." } else { line }
}

impl TdsError {
    /// The error that another rank reports.
    pub(crate) fn elsewhere(rank: Rank, error: &str) -> Self {
        Self::Elsewhere { rank, error: in_a_line(error) }
    }

    /// The error for a file of a checkpoint that is incomplete or corrupt, or no checkpoint.
    pub(crate) fn damaged(path: PathBuf) -> Self {
        let why = "is damaged; put a whole copy in its place, or remove the checkpoint to begin anew";
        Self::Unusable { path, why: why.to_owned() }
    }

    /// The error for a file that is intact and belongs to this search, but comes from another rank or another time than its name
    /// says.
    pub(crate) fn mixed_up(path: PathBuf) -> Self {
        let why = "does not go with those of the other ranks: another rank has written it, or at another time; give each file the name \
                   that it had, or remove all those with this number";
        Self::Unusable { path, why: why.to_owned() }
    }

    /// Whether this is only a consequence of another rank's failure.
    #[must_use]
    pub fn is_consequence(&self) -> bool {
        matches!(self, Self::Transport(TransportError::Gone { .. }) | Self::Elsewhere { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_say_stays_on_one_line() {
        let error = TdsError::elsewhere(3, "disk full\n\u{1b}[2Jsolve: all is well").to_string();
        assert_eq!(error, "rank 3: disk full\\n\\u{1b}[2Jsolve: all is well");
        let error = TdsError::elsewhere(3, &"ö".repeat(1 << 20)).to_string();
        assert_eq!(error, format!("rank 3: {}...", "ö".repeat(LONGEST)));
    }
}
