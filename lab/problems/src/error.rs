//! Why there is no set: its plan is invalid, or its source has no positions.

use std::io;
use std::path::PathBuf;

use solver::Board;
use solver::read::Fault;
use thiserror::Error;

use crate::formats::Format;
use crate::traps::MOST_EMPTIES;

/// Why a plan is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlanError {
    /// No source has this name.
    #[error("source '{0}' is unknown: it is random, greedy:E, alphabeta:D, lines:N, all, table or file:PATH")]
    Source(String),
    /// A number of a source is impossible.
    #[error("source '{text}': '{value}' is not {wanted}")]
    Number {
        /// The source.
        text: String,
        /// What should be a number.
        value: String,
        /// What it should be.
        wanted: &'static str,
    },
    /// No position of the board has so many empty squares.
    #[error("{what} {given} is impossible on board {board}: it is from {least} to {most}")]
    Span {
        /// `empties` or `ply`.
        what: &'static str,
        /// What was given.
        given: String,
        /// The board.
        board: Board,
        /// The least possible.
        least: u32,
        /// The most possible.
        most: u32,
    },
    /// The number of empty squares may be left out only for a file of positions.
    #[error("the number of empty squares is missing")]
    NoSpan,
    /// Games are an endless source, so they need a number of positions.
    #[error("the number of positions is missing")]
    NoCount,
    /// The positions have too many empty squares for finding traps.
    #[error("traps are looked for in positions of at most {MOST_EMPTIES} empty squares")]
    TrapEmpties,
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
    /// The source is a tablebase, which this crate does not know.
    #[error("the positions of a tablebase must be drawn")]
    NotDrawn,
    /// More positions can be reached than allowed.
    #[error("more than {most} positions with {empties} empty squares can be reached on board {board}")]
    TooMany {
        /// The board.
        board: Board,
        /// The level.
        empties: u32,
        /// The most allowed.
        most: usize,
    },
    /// The progress was told to stop.
    #[error("stopped")]
    Stopped,
    /// The plan contradicts itself.
    #[error(transparent)]
    Plan(#[from] PlanError),
}
