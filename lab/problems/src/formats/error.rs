//! What can be wrong with records and files of them.

use std::fmt;

use solver::Position;
use thiserror::Error;

/// Why records cannot be written in a format, or read from one.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FormatError {
    /// The file is not in the format, or not in a version of it that this program knows.
    #[error("{0}")]
    Malformed(String),
    /// A record contradicts itself or the rules.
    #[error("position {}: {why}", position.without_board())]
    Record {
        /// Its position.
        position: Position,
        /// One sentence.
        why: String,
    },
    /// The progress was told to stop.
    #[error("stopped")]
    Stopped,
}

/// A library's error as that of a malformed file.
pub(crate) fn malformed(error: impl fmt::Display) -> FormatError {
    FormatError::Malformed(error.to_string())
}
