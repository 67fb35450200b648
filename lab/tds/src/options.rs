//! The options of a distributed search.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How ranks work together.
#[derive(Clone, Debug)]
pub struct Options {
    /// Descents in flight at once, on all ranks together; at least 1. More of them keep ranks from waiting; with fewer, each
    /// is better informed.
    pub in_flight: u32,
    /// The most playouts that a node may make before it reports to its parent; with 1 it reports each. If a leaf gets several
    /// at once, these count as one.
    pub allowance: u32,
    /// If descents are in flight and nothing is heard for this long, a rank counts as lost. The same holds for one that does
    /// not answer rank 0 at the beginning, at a checkpoint and at the end; if it has files to read or write, it may take
    /// some times as long as rank 0 in addition.
    pub patience: Duration,
    /// Rules, players and whatever else distinguishes this search from others. Ranks with different labels, positions,
    /// settings or options do not search together.
    pub label: String,
    /// Where to save the tree from time to time.
    pub checkpoint: Option<Checkpoint>,
    /// Ends the search soon once it is true; only rank 0 checks it.
    pub stop: Option<Arc<AtomicBool>>,
}

/// Where and how often to save the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The directory. If it holds a checkpoint of the same search, the search resumes from it. Each rank may use a directory
    /// on its own machine as long as the number of ranks stays the same; to change it, all ranks must see one directory.
    pub directory: PathBuf,
    /// Time between two checkpoints. Playouts pause while one is made.
    pub every: Duration,
    /// Identifies this search: game, formula and its parameters. Position and settings are added.
    pub label: String,
    /// Labels that such a search had in the past; checkpoints with one of these are read too.
    pub former_labels: Vec<String>,
}

impl Options {
    /// Descents for each rank, if there are several. Measured in docs/results/tds.md.
    pub const DESCENTS_PER_RANK: u32 = 8;
    /// Playouts before a report, if there are several ranks.
    pub const ALLOWANCE: u32 = 8;

    /// Sensible options for this many ranks. One rank does the same as a search without ranks.
    #[must_use]
    pub fn new(ranks: usize) -> Self {
        let (patience, label) = (Duration::from_secs(60), String::new());
        if ranks <= 1 {
            return Self { in_flight: 1, allowance: 1, patience, label, checkpoint: None, stop: None };
        }
        let in_flight = Self::DESCENTS_PER_RANK.saturating_mul(u32::try_from(ranks).unwrap_or(u32::MAX));
        Self { in_flight, allowance: Self::ALLOWANCE, patience, label, checkpoint: None, stop: None }
    }

    /// Sets [`Options::in_flight`], from the number of descents per rank, and [`Options::allowance`], if they are given.
    #[must_use]
    pub fn with(mut self, ranks: usize, descents_per_rank: Option<u32>, allowance: Option<u32>) -> Self {
        if let Some(each) = descents_per_rank {
            self.in_flight = each.saturating_mul(u32::try_from(ranks).unwrap_or(u32::MAX));
        }
        self.allowance = allowance.unwrap_or(self.allowance);
        self
    }
}
