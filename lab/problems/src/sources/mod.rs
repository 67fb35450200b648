//! Where positions come from: numbered candidates, each of which depends on its number alone, so that any thread may make
//! any of them.

use solver::{Position, Progress};

use crate::label::LabelError;

pub mod games;
pub mod listed;
pub mod reachable;

pub use games::{Games, Style};
pub use listed::Listed;

/// A supply of positions. The same number gives the same candidate at any time.
pub trait Source: Sync {
    /// Number of candidates; `None` for endless ones.
    fn candidates(&self) -> Option<u64>;

    /// A candidate, if this number has one. The game is not over in it. `progress` stops those that take long.
    ///
    /// # Errors
    /// Stopped.
    fn candidate(&self, number: u64, progress: &Progress) -> Result<Option<Position>, LabelError>;
}

/// Numbers of empty squares, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The fewest.
    pub least: u32,
    /// The most.
    pub most: u32,
}

impl Span {
    /// Whether a number of empty squares is among them.
    #[must_use]
    pub fn contains(self, empties: u32) -> bool {
        (self.least..=self.most).contains(&empties)
    }
}
