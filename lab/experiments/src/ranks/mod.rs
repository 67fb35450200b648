//! Distributed search, with threads as ranks: a single search, the quality of the moves, and the speed.

use std::time::Duration;

use mcts::Select;
use mcts::parallel::Task;
use othello::players::{Playouts, Searcher, TreeSpec};
use othello::{Learned, Othello};
use solver::Move;
use tds::{Found, Options, TdsError};

pub use accuracy::{RankAccuracy, rank_accuracy};
pub use scaling::{RankScaling, ScalingTest};
pub use search::{SearchResult, SearchTest, SearchedMove};
pub use totals::{RankTotals, Totals};

mod accuracy;
mod scaling;
mod search;
mod totals;

/// How ranks work together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Teamwork {
    /// Descents in flight at once per rank; `None` for the default.
    pub in_flight: Option<u32>,
    /// The most playouts that a node makes before it reports to its parent; `None` for the default.
    pub allowance: Option<u32>,
    /// Simulated travel time of a message from one rank to another.
    pub latency: Duration,
}

/// The most messages of a descent before rank 0 hears of it: one down and one up for each ply of the longest game.
const MOST_MESSAGES: u32 = 256;

impl Teamwork {
    /// The options of a search on this many ranks.
    fn options(self, ranks: usize) -> Options {
        let mut options = Options::new(ranks).with(ranks, self.in_flight, self.allowance);
        options.patience = options.patience.saturating_add(self.latency.saturating_mul(MOST_MESSAGES));
        options
    }
}

/// The same options for playouts of a leaf that sleep this long: a sleeping rank is not gone.
fn sleeping(options: &Options, leaf: Duration) -> Options {
    Options { patience: options.patience.saturating_add(leaf.saturating_mul(2)), ..options.clone() }
}

/// Runs the searches of players on ranks.
struct Ranks<'a> {
    ranks: usize,
    latency: Duration,
    options: &'a Options,
}

impl Searcher for Ranks<'_> {
    type Found = Result<Found<Move>, TdsError>;

    fn search<S: Select>(
        &self,
        task: &Task<'_, Othello, S, Learned>,
        tree: &TreeSpec,
        playout: &(dyn Fn() -> Playouts + Sync),
    ) -> Self::Found {
        let options = sleeping(self.options, tree.delay.saturating_mul(tree.settings.playouts_per_leaf));
        tds::search(task, self.ranks, self.latency, &options, |_| playout())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_only_takes_long_is_not_taken_for_gone() {
        let plain = Teamwork::default().options(2);
        let slow = Teamwork { latency: Duration::from_secs(60), ..Teamwork::default() }.options(2);
        assert!(slow.patience > 100 * plain.patience);
        let leaf = Duration::from_secs(3600);
        assert!(sleeping(&plain, leaf).patience > leaf);
        assert_eq!(sleeping(&plain, Duration::ZERO).patience, plain.patience);
        assert_eq!(sleeping(&slow, Duration::MAX).patience, Duration::MAX);
    }
}
