//! What can go wrong.

use std::time::Duration;

use files::on_one_line;
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
    /// A rank searches something else, or in another way.
    #[error(
        "rank {rank} does not search what rank 0 searches ({found}, not {expected}); give all the same program and arguments"
    )]
    Different {
        /// Which.
        rank: Rank,
        /// What only that rank says about its search.
        found: String,
        /// What rank 0 says instead.
        expected: String,
    },
    /// Descents did not come back.
    #[error("nothing was heard of {descents} descents for {waited:?}: a rank or the network to it is gone")]
    Silent {
        /// How many.
        descents: u32,
        /// For how long.
        waited: Duration,
    },
    /// A rank did not answer what all were told at the beginning, at a checkpoint or at the end.
    #[error(
        "rank {rank} has not answered for {waited:.0?}: it or the network to it is gone, or it needs more patience"
    )]
    Mute {
        /// Which.
        rank: Rank,
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

/// The longest text of another rank or of a file in an error, in characters.
const LONGEST: usize = 1000;

/// Text of another rank or of a file, as it can be printed: on one line, without signals to a terminal, and cut off where it
/// is too long.
pub(crate) fn in_a_line(text: &str) -> String {
    let line = on_one_line(text.chars().take(LONGEST).collect::<String>());
    if text.chars().nth(LONGEST).is_some() { line + "..." } else { line }
}

impl TdsError {
    /// The error that another rank reports.
    pub(crate) fn elsewhere(rank: Rank, error: &str) -> Self {
        Self::Elsewhere { rank, error: in_a_line(error) }
    }

    /// Whether this is only a consequence of another rank's failure.
    #[must_use]
    pub fn is_consequence(&self) -> bool {
        matches!(self, Self::Transport(TransportError::Gone { .. }) | Self::Elsewhere { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_say_stays_on_one_line() {
        let error = TdsError::elsewhere(3, "disk full\n\u{1b}[2Jsolve: all is well").to_string();
        assert_eq!(error, "rank 3: disk full\\n\\u{1b}[2Jsolve: all is well");
        let error = TdsError::elsewhere(3, &"ö".repeat(1 << 20)).to_string();
        assert_eq!(error, format!("rank 3: {}...", "ö".repeat(LONGEST)));
    }
}
