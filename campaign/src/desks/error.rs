//! What can be wrong with a folder that driver and workers share.

use files::FileError;
use solver::SolveError;
use thiserror::Error;

use crate::error::CampaignError;
use crate::session::SessionError;

/// Why a driver or a worker cannot go on.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DeskError {
    /// The campaign or its ledger.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// The folder cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// Another driver leads the campaign.
    #[error("another driver leads this campaign, on {host}; end that one first, or wait for its end")]
    OtherLead {
        /// The machine it is on.
        host: String,
    },
    /// A worker's solver cannot be made.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The system does not grant the worker its threads.
    #[error("threads: the system gives no more: {0}; choose fewer with --threads, or allow more (ulimit -u)")]
    Threads(String),
    /// A thread of the worker has panicked.
    #[error("a thread of this worker has failed: see its message above; its jobs are given back")]
    Panicked,
}

impl From<CampaignError> for DeskError {
    fn from(error: CampaignError) -> Self {
        Self::Session(error.into())
    }
}
