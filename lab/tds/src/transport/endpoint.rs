//! What every network must do.

use std::time::Duration;

use thiserror::Error;

/// Number of a rank, from 0.
pub type Rank = usize;

/// One rank's end of the network. Messages go from one rank to one other; of two that one rank sends another the first
/// arrives first.
pub trait Transport {
    /// The number of this rank.
    fn rank(&self) -> Rank;

    /// Number of ranks.
    fn ranks(&self) -> usize;

    /// Sends a message. Returns before it has arrived, and never waits for the receiver to receive.
    ///
    /// # Errors
    /// The receiver is gone.
    fn send(&mut self, to: Rank, message: Vec<u8>) -> Result<(), TransportError>;

    /// The next message, if there is one. Waits at most so long for it.
    ///
    /// # Errors
    /// A rank is gone.
    fn receive(&mut self, wait: Duration) -> Result<Option<(Rank, Vec<u8>)>, TransportError>;

    /// Waits until everything that was sent is out of this rank's hands. Called once, at the end.
    ///
    /// # Errors
    /// A rank is gone.
    fn close(&mut self) -> Result<(), TransportError> {
        Ok(())
    }
}

/// Why a message could not be sent or received.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TransportError {
    /// A rank has ended before its time.
    #[error("rank {rank} is gone")]
    Gone {
        /// Which.
        rank: Rank,
    },
    /// The network itself failed.
    #[error("the network failed: {0}")]
    Failed(String),
}
