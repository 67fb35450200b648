//! Where positions come from: numbered candidates, each of which depends only on its number, so that any thread can make
//! any of them.

use solver::{Position, Progress};

use crate::label::LabelError;

mod file;
pub mod games;
pub mod listed;
pub mod reachable;
mod span;
mod spec;

pub use file::SourceFile;
pub use games::{Games, Style};
pub use listed::listed;
pub use span::Span;
pub use spec::SourceSpec;

/// A supply of positions. The same number always gives the same candidate.
pub trait Source: Sync {
    /// Number of candidates; `None` for an endless source.
    fn candidates(&self) -> Option<u64>;

    /// The candidate with this number, if there is one; its game is not over. `progress` can stop the work.
    ///
    /// # Errors
    /// Stopped.
    fn candidate(&self, number: u64, progress: &Progress) -> Result<Option<Position>, LabelError>;
}
