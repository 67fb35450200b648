//! What can be wrong with a book.

use thiserror::Error;

use crate::layers::MOST_POSITIONS;

/// Why a book is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BookError {
    /// The bytes do not begin like a book.
    #[error("this is not a book of exact values")]
    NoBook,
    /// A version of the format that this program does not know.
    #[error("the book is of version {0}, which this program does not know")]
    Version(u32),
    /// Its first line makes no sense.
    #[error("the book's first line makes no sense: {0}")]
    Head(String),
    /// A byte was changed, or some are missing.
    #[error("the book is damaged")]
    Damaged,
    /// The book would have too many positions.
    #[error("a book of {0} would have more than {MOST_POSITIONS} positions; choose fewer discs")]
    TooMany(String),
    /// The book would have no positions.
    #[error("a book of {0} would have no positions: no game has so many discs and goes on, or the start has more")]
    Empty(String),
    /// Its values are for other positions than those that its first line names.
    #[error("the book was made of other positions than {0} has")]
    OtherPositions(String),
}
