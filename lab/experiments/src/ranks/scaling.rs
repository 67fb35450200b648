//! Playouts per second when playouts sleep, so that more ranks than cores can be measured.

use std::time::{Duration, Instant};

use mcts::games::ArtificialTree;
use mcts::parallel::{self, Merge, Scheme, Task};
use mcts::playout::{Delayed, Uniform};
use mcts::select::Ucb1;
use mcts::{Blind, Budget, Reward, Settings};
use serde::Serialize;

use super::{Teamwork, Totals, sleeping};
use crate::error::ExperimentError;
use crate::record;
use crate::schemes::TREE_SHAPE;
use bench::clock::process_time;

/// What to measure.
#[derive(Clone, Debug)]
pub struct ScalingTest {
    /// Numbers of ranks.
    pub ranks: Vec<usize>,
    /// How ranks work together.
    pub teamwork: Teamwork,
    /// How long each playout sleeps.
    pub delay: Duration,
    /// Duration of each measurement.
    pub time: Duration,
    /// Weight of exploration in UCB1; rewards are the scores, scaled to 0 … 1.
    pub exploration: f64,
    /// Seed of the artificial game.
    pub seed: u64,
    /// Parts of the game whose moves commute, a divisor of the number of moves: with more than one there are
    /// transpositions, which share a node.
    pub parts: u8,
}

/// After how many plies to count the paths to a position.
const WAYS_PLIES: u8 = 5;

/// The speed of one number of ranks. As JSON it is what `solve mcts tds scaling --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RankScaling {
    /// Number of ranks.
    pub ranks: usize,
    /// Descents in flight at once, on all ranks together.
    pub in_flight: u32,
    /// The most playouts before a report.
    pub allowance: u32,
    /// Playouts per second of wall-clock time, counting only those that slept.
    pub playouts_per_second: f64,
    /// The same as a share of the ideal: the speed per rank in the first measurement, times the number of ranks.
    pub of_ideal: f64,
    /// Playouts per second of root parallelization with as many threads.
    pub root_parallel_per_second: f64,
    /// The same as a share of the ideal.
    pub root_parallel_of_ideal: f64,
    /// Nodes of the tree.
    pub nodes: usize,
    /// Nodes of the trees of root parallelization.
    pub root_parallel_nodes: usize,
    /// Wall-clock time.
    #[serde(rename = "seconds", serialize_with = "record::seconds")]
    pub time: Duration,
    /// CPU time.
    #[serde(rename = "cpu_seconds", serialize_with = "record::seconds")]
    pub cpu_time: Duration,
    /// Parts of the game.
    pub parts: u8,
    /// Paths to a position after five plies, on average: 1 in a tree.
    pub ways: f64,
    /// What all ranks have done.
    pub totals: Totals,
}

impl ScalingTest {
    /// Measures each number of ranks, and root parallelization with as many threads, when the iterator comes to it. The first
    /// measurement is the baseline of the others.
    pub fn run(&self) -> impl Iterator<Item = Result<RankScaling, ExperimentError>> + '_ {
        let mut base = None;
        self.ranks.iter().map(move |&ranks| {
            let mut found = self.measured(ranks)?;
            let ideal = *base.get_or_insert(found.playouts_per_second / ranks as f64) * ranks as f64;
            found.of_ideal = found.playouts_per_second / ideal;
            found.root_parallel_of_ideal = found.root_parallel_per_second / ideal;
            Ok(found)
        })
    }

    /// Everything except what needs another measurement.
    fn measured(&self, ranks: usize) -> Result<RankScaling, ExperimentError> {
        match self.parts {
            8.. => self.measured_in::<8>(ranks),
            4.. => self.measured_in::<4>(ranks),
            2.. => self.measured_in::<2>(ranks),
            _ => self.measured_in::<1>(ranks),
        }
    }

    fn measured_in<const PARTS: usize>(&self, ranks: usize) -> Result<RankScaling, ExperimentError> {
        let (moves, depth) = TREE_SHAPE;
        let game = &ArtificialTree::<PARTS>::in_parts(self.seed, moves / PARTS as u8, depth);
        let (state, ways) = (game.root(), if PARTS == 1 { 1.0 } else { game.ways(WAYS_PLIES) });
        let settings = Settings { reward: Reward::Margin, is_graph: self.parts > 1, ..Settings::default() };
        let (select, budget) = (Ucb1 { c: self.exploration }, Budget::time(self.time));
        let task = Task { game, state, select, evaluation: &Blind, settings, budget, seed: self.seed };
        let options = sleeping(&self.teamwork.options(ranks), self.delay);
        let playout = || Delayed { inner: Uniform, each: self.delay };
        let cpu = process_time();
        let found = tds::search(&task, ranks, self.teamwork.latency, &options, |_| playout())?;
        let cpu_time = process_time().saturating_sub(cpu);
        let begin = Instant::now();
        let scheme = Scheme::Forest { trees: ranks, threads: 1, merge: Merge::Sum };
        let forest = parallel::search(&task, scheme, |_| playout());
        let per_second = |playouts: u64, time: Duration| playouts as f64 / time.as_secs_f64();
        let totals = Totals::of(&found.ranks);
        Ok(RankScaling {
            ranks,
            in_flight: options.in_flight,
            allowance: options.allowance,
            // Only playouts that slept: those from positions with a known score cost nothing.
            playouts_per_second: per_second(totals.playouts, found.elapsed),
            of_ideal: 1.0,
            root_parallel_per_second: per_second(forest.playouts, begin.elapsed()),
            root_parallel_of_ideal: 1.0,
            nodes: found.searched.nodes,
            root_parallel_nodes: forest.nodes,
            time: found.elapsed,
            cpu_time,
            parts: self.parts,
            ways,
            totals,
        })
    }
}
