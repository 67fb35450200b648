//! Why an experiment has no result.

use thiserror::Error;

/// Why an experiment has no result.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExperimentError {
    /// The observer asked to stop.
    #[error("stopped")]
    Stopped,
    /// The request makes no sense, so that it will never have a result.
    #[error("{0}")]
    Misuse(String),
    /// What is asked about, or the answers, do not do.
    #[error("{0}")]
    Unsuitable(String),
    /// A problem set cannot be read.
    #[error(transparent)]
    Set(#[from] problems::SetError),
    /// Results cannot be saved.
    #[error(transparent)]
    Journal(#[from] files::FileError),
    /// The system refused threads.
    #[error("threads: the system gives no more; choose fewer, or allow more (ulimit -u)")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The text of a player is invalid, or its search cannot be distributed over ranks.
    #[error(transparent)]
    Player(#[from] othello::players::SpecError),
    /// A rank failed.
    #[error(transparent)]
    Ranks(#[from] tds::TdsError),
}

impl ExperimentError {
    /// Whether the request makes no sense, so that it will never have a result.
    #[must_use]
    pub fn is_misuse(&self) -> bool {
        matches!(self, Self::Misuse(_) | Self::Player(_))
    }
}
