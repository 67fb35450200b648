//! How a game begins.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// How the four centre discs are placed. Their rows are ⌊(R−2)/2⌋ and the next, their columns ⌊(C−2)/2⌋ and the next.
///
/// ```
/// use rules::{Position, Start};
///
/// let start = Position::start("4x4".parse()?, "reversi".parse()?);
/// assert_eq!(start.to_string(), "4x4 -----XO--XO----- X");
/// assert_eq!(Start::Reversi.to_string(), "reversi");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Start {
    /// Diagonal: `O X` above `X O`.
    #[default]
    Othello,
    /// Parallel columns: `X O` above `X O`.
    Reversi,
    /// Parallel rows: `X X` above `O O`. Unless the board is square, a different game from [`Start::Reversi`].
    ReversiRows,
}

/// A text that names no start.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("start '{0}' is unknown: it is othello, reversi or reversi-rows")]
pub struct UnknownStart(pub String);

impl Start {
    /// The three starts.
    pub const ALL: [Self; 3] = [Self::Othello, Self::Reversi, Self::ReversiRows];

    /// The name used in options and output.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Othello => "othello",
            Self::Reversi => "reversi",
            Self::ReversiRows => "reversi-rows",
        }
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Start {
    type Err = UnknownStart;

    fn from_str(text: &str) -> Result<Self, UnknownStart> {
        let named = Self::ALL.into_iter().find(|start| start.name() == text);
        named.ok_or_else(|| UnknownStart(text.to_owned()))
    }
}
