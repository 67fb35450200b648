//! Where positions come from: numbered candidates, each of which depends on its number alone, so that any thread may make
//! any of them.

use solver::{Position, Progress};

use crate::label::LabelError;

pub mod games;
pub mod listed;
pub mod reachable;
mod span;
mod spec;

pub use games::{Games, Style};
pub use listed::Listed;
pub use span::{Span, SpanError};
pub use spec::{SourceSpec, SourceSpecError};

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
