//! What can be wrong with records and files of them.

use solver::{Position, Score};
use thiserror::Error;

/// Why records cannot be written in a format, or read from one.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FormatError {
    /// The file is not in the format.
    #[error("{0}")]
    Malformed(String),
    /// The file has a version of the format that this program does not know.
    #[error("it is of version {found} of the layout {name}, and this program reads up to {known}: use a newer one")]
    Version {
        /// The format.
        name: &'static str,
        /// The file's version.
        found: i8,
        /// The highest known version.
        known: i8,
    },
    /// The progress was told to stop.
    #[error("stopped")]
    Stopped,
    /// A field cannot be parsed.
    #[error("{field} '{found}' cannot be read: {why}")]
    Field {
        /// The column.
        field: &'static str,
        /// Its contents.
        found: String,
        /// What is wrong with them.
        why: String,
    },
    /// A field contradicts the others.
    #[error("{field} does not fit the rest of the record of {id}")]
    Misfit {
        /// The column.
        field: &'static str,
        /// The record's name.
        id: String,
    },
    /// The game is over, so there is nothing to label.
    #[error("position {}: the game is over", .0.without_board())]
    Over(Position),
    /// The labelled moves are not the legal ones.
    #[error("position {}: the moves are not all legal ones in their order", .0.without_board())]
    Moves(Position),
    /// A record with exact labels lacks a value.
    #[error("position {}: the labels are exact, and a value is missing", .0.without_board())]
    NoValue(Position),
    /// A record of outcomes has a value.
    #[error("position {}: the labels are outcomes only, and there is a value", .0.without_board())]
    HasValue(Position),
    /// No game on the board can have this value.
    #[error("position {}: value {value:+} is impossible on board {}", position.without_board(), position.board())]
    Range {
        /// The position.
        position: Position,
        /// The value of the position or of one of its moves.
        value: Score,
    },
}
