//! What only the root's home knows: the budget, and what is in flight.

use std::time::Instant;

use mcts::budget::MOST_PLAYOUTS;
use mcts::{Budget, Meter};

use crate::statistics::RankStatistics;

/// What the search is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Descents begin and come back.
    Searching,
    /// No new descents begin; once all are back, the ranks save.
    Gathering,
    /// All ranks save; this many have yet to confirm.
    Saving(usize),
    /// All ranks send their farewell; this many have yet to.
    Ending(usize),
}

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
            ranks,
        }
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
