//! What only the root's home knows: the budget, what is in flight, and who has not answered.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use mcts::budget::MOST_PLAYOUTS;
use mcts::{Budget, Meter};

use crate::statistics::RankStatistics;
use crate::transport::Rank;

/// What the search is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Descents begin and come back.
    Searching,
    /// No new descents begin; once all are back, the ranks save.
    Gathering,
    /// All ranks save and confirm it.
    Saving,
    /// All ranks send their farewell.
    Ending,
}

/// How much longer other ranks may take to read or write files than rank 0.
const SLOWER: u32 = 8;

/// The root's home.
#[derive(Debug)]
pub(super) struct Root {
    budget: Budget,
    meter: Meter<'static>,
    pub(super) phase: Phase,
    /// Descents in flight.
    pub(super) in_flight: u32,
    /// Playouts taken from the budget but not made.
    pub(super) spare: u64,
    /// Playouts made, including those before a checkpoint.
    pub(super) playouts: u64,
    /// Playouts already in the checkpoint from which the search resumed.
    pub(super) resumed: u64,
    /// Number of the last checkpoint.
    pub(super) generation: u64,
    pub(super) saved: Instant,
    /// Whether the search ends after the current checkpoint.
    pub(super) is_last: bool,
    /// When the last message arrived.
    pub(super) heard: Instant,
    /// The ranks that have yet to answer what all were told.
    pub(super) silent: BTreeSet<Rank>,
    /// How long they may take for it, besides the patience of [`crate::Options`].
    grace: Duration,
    pub(super) ranks: Vec<RankStatistics>,
}

impl Root {
    /// Before the beginning.
    pub(super) fn new(budget: Budget, ranks: usize) -> Self {
        let now = Instant::now();
        let ranks = vec![RankStatistics::default(); ranks];
        Self {
            budget,
            meter: Meter::new(budget),
            phase: Phase::Searching,
            in_flight: 0,
            spare: 0,
            playouts: 0,
            resumed: 0,
            generation: 0,
            saved: now,
            is_last: false,
            heard: now,
            silent: BTreeSet::new(),
            grace: Duration::ZERO,
            ranks,
        }
    }

    /// From now on every other rank has to answer once. Rank 0 took `own` for the same.
    pub(super) fn expect_answers(&mut self, own: Duration) {
        self.silent = (1..self.ranks.len()).collect();
        (self.grace, self.heard) = (own.saturating_mul(SLOWER), Instant::now());
    }

    /// A rank that has been silent for too long at this time, if any has.
    pub(super) fn lost(&self, now: Instant, patience: Duration) -> Option<(Rank, Duration)> {
        let waited = now.saturating_duration_since(self.heard);
        let is_too_long = waited >= patience.saturating_add(self.grace);
        self.silent.first().filter(|_| is_too_long).map(|&rank| (rank, waited))
    }

    /// Continues a search that has made this many playouts.
    pub(super) fn resume(&mut self, playouts: u64) {
        (self.playouts, self.resumed) = (playouts, playouts);
        // However often the search resumes: the counters have no room for more.
        let most = self.budget.playouts.min(MOST_PLAYOUTS);
        self.meter = Meter::new(Budget { playouts: most.saturating_sub(playouts), ..self.budget });
    }

    /// Hands out no more playouts.
    pub(super) fn stop(&mut self) {
        self.meter.stop();
        self.spare = 0;
    }

    /// Takes up to this many playouts from the budget; 0 if nothing is left.
    pub(super) fn take(&mut self, most: u32) -> u32 {
        let spare = u64::from(most).min(self.spare);
        self.spare -= spare;
        if spare > 0 { spare as u32 } else { self.meter.take(most).unwrap_or(0) }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_search_that_goes_on_again_and_again_has_room_in_its_counters() {
        let mut root = Root::new(Budget::time(Duration::from_secs(3600)), 2);
        root.resume(MOST_PLAYOUTS - 5);
        assert_eq!([root.take(3), root.take(3), root.take(3)], [3, 2, 0]);
        root.resume(MOST_PLAYOUTS + 5);
        assert_eq!(root.take(3), 0);
        let mut root = Root::new(Budget::playouts(10), 2);
        root.resume(8);
        assert_eq!([root.take(3), root.take(3)], [2, 0]);
    }
}
