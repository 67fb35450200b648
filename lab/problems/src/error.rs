//! Why there is no set: its plan is invalid, or its source has no positions.

use std::io;
use std::path::PathBuf;

use solver::read::Fault;
use thiserror::Error;

use crate::formats::Format;

/// Why a plan is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlanError {
    /// A source, a number or what is wanted is impossible.
    #[error("{0}")]
    Impossible(String),
    /// The number of empty squares may be left out only for a file of positions.
    #[error("the number of empty squares is missing")]
    NoSpan,
    /// Games are an endless source, so they need a number of positions.
    #[error("the number of positions is missing")]
    NoCount,
    /// A joined set follows from its parts.
    #[error("source 'parts' is that of a joined set, which solve problems join makes")]
    IsJoined,
    /// The format needs values, but the set has none.
    #[error("format {0} needs values: leave it out, or ask for exact labels")]
    NeedsValues(Format),
}

/// Why there are no positions.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SourceError {
    /// The file cannot be read.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The file contains nothing else than this.
    #[error("{}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: Fault,
    },
    /// The source has no positions that can be listed, or too many.
    #[error("{0}")]
    Impossible(String),
    /// The progress was told to stop.
    #[error("stopped")]
    Stopped,
    /// The plan contradicts itself.
    #[error(transparent)]
    Plan(#[from] PlanError),
}
