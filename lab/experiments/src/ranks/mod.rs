//! Distributed search, with threads for ranks: one search, how good its moves are, and how fast it is.

use std::time::Duration;

use mcts::Select;
use mcts::parallel::Task;
use othello::players::{Playouts, Searcher, TreeSpec};
use othello::{Learned, Othello};
use solver::Move;
use tds::{Found, Options, TdsError};

pub use accuracy::{RankAccuracy, RankSurvey};
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
    /// Descents under way at once for each rank; what is sensible if `None`.
    pub in_flight: Option<u32>,
    /// The most playouts that a node makes before it reports to its parent; what is sensible if `None`.
    pub allowance: Option<u32>,
    /// Simulated time that a message takes from one rank to another.
    pub latency: Duration,
}

impl Teamwork {
    /// The options of a search on this many ranks.
    fn options(self, ranks: usize) -> Options {
        Options::new(ranks).with(ranks, self.in_flight, self.allowance)
    }
}

/// Does the searches of players on ranks.
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
        _: &TreeSpec,
        playout: &(dyn Fn() -> Playouts + Sync),
    ) -> Self::Found {
        tds::search(task, self.ranks, self.latency, self.options, |_| playout())
    }
}
