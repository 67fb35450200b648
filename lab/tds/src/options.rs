//! What may be chosen about a distributed search.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How ranks work together.
#[derive(Clone, Debug)]
pub struct Options {
    /// Descents that are under way at once, on all ranks together; at least 1. More of them keep ranks from waiting, fewer
    /// make each of them better informed.
    pub in_flight: u32,
    /// The most playouts that a node may make before its parent hears of them; 1 reports each by itself. Where a leaf gets
    /// several at once, these count as one.
    pub allowance: u32,
    /// If descents are under way and there is no news of them for this long, a rank counts as lost.
    pub patience: Duration,
    /// Where the tree is saved from time to time.
    pub checkpoint: Option<Checkpoint>,
    /// Ends the search soon once it is true; rank 0 looks at it.
    pub stop: Option<Arc<AtomicBool>>,
}

/// Where and when the tree is saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The directory. If it holds a checkpoint of the same search, the search goes on from there. May be another one for each rank, on another
    /// machine, as long as the number of ranks stays; another number of ranks needs one that all of them see.
    pub directory: PathBuf,
    /// Time between two checkpoints. While one is made no playouts are.
    pub every: Duration,
    /// What tells this search from others: game, formula and its parameters. Position and settings are added.
    pub label: String,
    /// Labels that such a search had before; checkpoints with one of these are read too.
    pub former_labels: Vec<String>,
}

impl Options {
    /// Descents for each rank, if there are several. Measured in docs/results/tds.md.
    pub const DESCENTS_PER_RANK: u32 = 8;
    /// Playouts before a report, if there are several ranks.
    pub const ALLOWANCE: u32 = 8;

    /// What is sensible for this many ranks. One rank does the same as a search without ranks.
    #[must_use]
    pub fn new(ranks: usize) -> Self {
        let patience = Duration::from_secs(60);
        if ranks <= 1 {
            return Self { in_flight: 1, allowance: 1, patience, checkpoint: None, stop: None };
        }
        let in_flight = Self::DESCENTS_PER_RANK.saturating_mul(u32::try_from(ranks).unwrap_or(u32::MAX));
        Self { in_flight, allowance: Self::ALLOWANCE, patience, checkpoint: None, stop: None }
    }

    /// Sets [`Options::in_flight`] to this many descents for each rank, and [`Options::allowance`], where they are given.
    #[must_use]
    pub fn with(mut self, ranks: usize, descents_per_rank: Option<u32>, allowance: Option<u32>) -> Self {
        if let Some(each) = descents_per_rank {
            self.in_flight = each.saturating_mul(u32::try_from(ranks).unwrap_or(u32::MAX));
        }
        self.allowance = allowance.unwrap_or(self.allowance);
        self
    }
}
