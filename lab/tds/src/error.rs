//! What can go wrong.

use std::time::Duration;

use thiserror::Error;

use crate::checkpoint::CheckpointError;
use crate::transport::{Rank, TransportError};

/// Why a distributed search ended prematurely.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TdsError {
    /// The system refused a thread for some rank.
    #[error(
        "threads: the system does not give {ranks} ranks one each ({reason}); choose fewer, or allow more (ulimit -u)"
    )]
    Threads {
        /// The number of ranks requested.
        ranks: usize,
        /// What the system says.
        reason: String,
    },
    /// A message could not be sent or received.
    #[error("{0}; what was searched since the last checkpoint is lost")]
    Transport(#[from] TransportError),
    /// A message makes no sense.
    #[error("rank {rank} got a message from rank {from} that makes no sense; do all run the same program?")]
    Garbled {
        /// Who got it.
        rank: Rank,
        /// Who sent it.
        from: Rank,
    },
    /// Descents did not come back.
    #[error("nothing was heard of {descents} descents for {waited:?}: a rank or the network to it is gone")]
    Silent {
        /// How many.
        descents: u32,
        /// For how long.
        waited: Duration,
    },
    /// A checkpoint could not be written or read.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The same, on another rank.
    #[error("rank {rank}: {error}")]
    Elsewhere {
        /// Which.
        rank: Rank,
        /// What it says.
        error: String,
    },
}

impl TdsError {
    /// Whether this is only a consequence of another rank's failure.
    #[must_use]
    pub fn is_consequence(&self) -> bool {
        matches!(self, Self::Transport(TransportError::Gone { .. }) | Self::Elsewhere { .. })
    }
}
