//! A campaign as seen by someone who only watches: it reads the ledger as it grows, and writes nothing.
//!
//! A [`Watch`] looks at a campaign's folder whenever it is told to. It keeps a [`Summary`] and the tree of the current
//! question, of which a [`Branch`] shows one node with its successors. If something happens to the ledger (it vanishes,
//! is replaced, or has damaged lines), the watch reports a [`Trouble`] in words and keeps what it knew before.
//!
//! Ledgers contain no times. When somebody was last seen, and how many nodes per second are searched, the watcher
//! observes itself.

mod branch;
mod growth;
mod pace;
mod presence;
mod summary;
mod trouble;
mod watch;
mod workers;

pub use branch::{Branch, JobSeen, Place, Standing};
pub use growth::Point;
pub use pace::Pace;
pub use presence::{AtDesk, AtLead, Presence};
pub use summary::{Faults, Summary};
pub use trouble::Trouble;
pub use watch::Watch;
pub use workers::{MOST_WORKERS, Work};
