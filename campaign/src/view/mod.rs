//! A campaign as somebody sees it who only watches: its ledger is read as it grows, and nothing is written.
//!
//! A [`Watch`] looks at a campaign's folder whenever it is told to, and keeps a [`Summary`] and the tree of the present question,
//! of which a [`Branch`] shows one node with its successors. Whatever happens to the ledger meanwhile (it vanishes, is replaced, lines of it are
//! damaged) becomes a [`Trouble`] in words, and what was known before stays.
//!
//! Ledgers have no times. When somebody was seen last, and how many nodes are searched in a second, is what the watcher has seen itself.

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
