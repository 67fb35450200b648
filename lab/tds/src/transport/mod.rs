//! How ranks send each other bytes.
//!
//! [`Transport`] is all that a search needs from a network. The transport between threads of one process is here; that
//! between MPI processes is in the crate `tds_mpi`, which needs an MPI to build.

use std::time::Duration;

use thiserror::Error;

mod threads;

pub use threads::{Threads, threads};

/// Number of a rank, from 0.
pub type Rank = usize;

/// One rank's end of the network. A message goes from one rank to another; messages between the same two ranks arrive in
/// order. They are bytes of any length; none may be lost, altered or delivered twice.
///
/// An example implementation with the standard library's channels; for real use there is [`threads()`].
///
/// ```
/// use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
/// use std::time::Duration;
///
/// use tds::{Rank, Transport, TransportError};
///
/// type Letter = (Rank, Vec<u8>);
///
/// struct Channels {
///     rank: Rank,
///     outboxes: Vec<Sender<Letter>>,
///     inbox: Receiver<Letter>,
/// }
///
/// impl Transport for Channels {
///     fn rank(&self) -> Rank {
///         self.rank
///     }
///
///     fn ranks(&self) -> usize {
///         self.outboxes.len()
///     }
///
///     fn send(&mut self, to: Rank, message: Vec<u8>) -> Result<(), TransportError> {
///         self.outboxes[to].send((self.rank, message)).map_err(|_| TransportError::Gone { rank: to })
///     }
///
///     fn receive(&mut self, wait: Duration) -> Result<Option<Letter>, TransportError> {
///         match self.inbox.recv_timeout(wait) {
///             Ok(letter) => Ok(Some(letter)),
///             Err(RecvTimeoutError::Timeout) => Ok(None),
///             Err(RecvTimeoutError::Disconnected) => Err(TransportError::Failed("all ranks are gone".to_owned())),
///         }
///     }
/// }
///
/// let (outboxes, inboxes): (Vec<_>, Vec<_>) = (0..2).map(|_| channel()).unzip();
/// let end = |(rank, inbox)| Channels { rank, outboxes: outboxes.clone(), inbox };
/// let mut ends: Vec<Channels> = inboxes.into_iter().enumerate().map(end).collect();
/// ends[0].send(1, vec![4, 2])?;
/// assert_eq!(ends[1].receive(Duration::from_secs(1))?, Some((0, vec![4, 2])));
/// // Each end now goes to `tds::work` on a thread of its own.
/// # Ok::<(), TransportError>(())
/// ```
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

    /// The next message, if there is one. Waits for it at most this long.
    ///
    /// # Errors
    /// A rank is gone.
    fn receive(&mut self, wait: Duration) -> Result<Option<(Rank, Vec<u8>)>, TransportError>;

    /// Waits until everything sent has left this rank. Called once, at the end.
    ///
    /// # Errors
    /// A rank is gone.
    fn close(&mut self) -> Result<(), TransportError> {
        Ok(())
    }
}

/// Why a message could not be sent or received.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TransportError {
    /// A rank ended prematurely.
    #[error("rank {rank} is gone")]
    Gone {
        /// Which.
        rank: Rank,
    },
    /// The network itself failed.
    #[error("the network failed: {0}")]
    Failed(String),
}
