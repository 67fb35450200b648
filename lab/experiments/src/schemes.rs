//! The parallel schemes of tree search, by number of workers.

use std::time::{Duration, Instant};

use mcts::games::ArtificialTree;
use mcts::measure::Interval;
use mcts::parallel::{self, Merge, Scheme, Task};
use mcts::playout::{Delayed, Uniform};
use mcts::select::Ucb1;
use mcts::{Blind, Budget, Settings};
use othello::Othello;
use serde::Serialize;
use solver::Observer;

use crate::error::ExperimentError;
use crate::judged::accuracy;
use crate::material::Material;

/// Width and depth of the artificial tree for measuring the speed.
pub const TREE_SHAPE: (u8, u8) = (8, 12);

/// What to measure: how fast each scheme is when playouts sleep, so that more workers than cores can be measured, and how
/// good its moves are when all workers together have the same number of playouts.
#[derive(Clone, Debug)]
pub struct SchemeTest {
    /// Numbers of workers.
    pub workers: Vec<usize>,
    /// Playouts from each leaf, for leaf parallel schemes.
    pub per_leaf: Vec<u32>,
    /// Playouts for each position, all workers together.
    pub playouts: u32,
    /// How long a playout sleeps when the speed is measured.
    pub delay: Duration,
    /// Duration of each speed measurement.
    pub time: Duration,
    /// Seed of the random numbers.
    pub seed: u64,
}

/// One scheme with one number of workers. As JSON it is what `solve mcts parallel --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SchemeResult {
    /// The name of the positions.
    pub set: String,
    /// Number of positions.
    pub positions: usize,
    /// Playouts for each position, all workers together.
    pub playouts: u32,
    /// The scheme.
    pub scheme: String,
    /// Number of workers.
    pub workers: usize,
    /// Playouts per second of wall-clock time.
    pub playouts_per_second: f64,
    /// The same relative to the first scheme measured.
    pub speed_up: f64,
    /// Moves that win, and half of those that draw, as a share.
    pub accuracy: Interval,
    /// Memory of a search in bytes, on average.
    pub bytes: usize,
}

/// A scheme with its name and the playouts from each leaf.
type Named = (String, Scheme, u32);

impl SchemeTest {
    /// Measures every scheme with every number of workers, each when the iterator comes to it.
    ///
    /// The iterator ends with [`ExperimentError::Stopped`] once the observer asks to stop.
    pub fn run<'a>(
        &'a self,
        material: &'a Material,
        observer: &'a dyn Observer,
    ) -> impl Iterator<Item = Result<SchemeResult, ExperimentError>> + 'a {
        let all = self
            .workers
            .iter()
            .flat_map(|&workers| schemes(workers, &self.per_leaf).into_iter().map(move |scheme| (workers, scheme)));
        let mut first = None;
        all.map(move |(workers, (scheme, how, per_leaf))| {
            let speed = self.speed(how, per_leaf);
            if observer.is_stopped() {
                return Err(ExperimentError::Stopped);
            }
            let (accuracy, bytes) = self.quality(material, how, per_leaf);
            Ok(SchemeResult {
                set: material.name.clone(),
                positions: material.positions.len(),
                playouts: self.playouts,
                scheme,
                workers,
                playouts_per_second: speed,
                speed_up: speed / *first.get_or_insert(speed),
                accuracy,
                bytes,
            })
        })
    }

    /// Playouts per second of wall-clock time, in an artificial tree with playouts that sleep.
    fn speed(&self, scheme: Scheme, per_leaf: u32) -> f64 {
        let tree = ArtificialTree::new(self.seed, TREE_SHAPE.0, TREE_SHAPE.1);
        let settings = Settings { playouts_per_leaf: per_leaf, ..Settings::default() };
        let budget = Budget::time(self.time);
        let (state, select, seed) = (tree.root(), Ucb1 { c: 1.0 }, self.seed);
        let task = Task { game: &tree, state, select, evaluation: &Blind, settings, budget, seed };
        let begin = Instant::now();
        let found = parallel::search(&task, scheme, |_| Delayed { inner: Uniform, each: self.delay });
        found.playouts as f64 / begin.elapsed().as_secs_f64()
    }

    /// How good the moves are, and the mean memory of a search in bytes.
    fn quality(&self, material: &Material, scheme: Scheme, per_leaf: u32) -> (Interval, usize) {
        let game = Othello::new(material.board, material.scoring);
        let settings = Settings { playouts_per_leaf: per_leaf, ..Settings::default() };
        let (mut bytes, mut credits) = (0, Vec::new());
        for position in &material.positions {
            let (seed, state) = (position.seed(self.seed), position.position);
            let (select, budget) = (Ucb1 { c: 1.0 }, Budget::playouts(u64::from(self.playouts)));
            let task = Task { game: &game, state, select, evaluation: &Blind, settings, budget, seed };
            let found = parallel::search(&task, scheme, |_| Uniform);
            bytes += found.bytes;
            let verdict = found.chosen.and_then(|best| position.judge(best.chosen));
            credits.extend(verdict.map(|verdict| verdict.credit()));
        }
        (accuracy(credits.into_iter()), bytes / material.positions.len().max(1))
    }
}

/// Every scheme, with this many threads that make playouts.
fn schemes(workers: usize, per_leaf: &[u32]) -> Vec<Named> {
    let leaf = Scheme::Leaf { workers, ahead: 1 };
    let forest = |trees, threads, merge| Scheme::Forest { trees, threads, merge };
    let mut all = vec![("tree".to_owned(), forest(1, workers, Merge::Sum), 1)];
    all.extend(per_leaf.iter().map(|&each| (format!("leaf, {each} from each"), leaf, each)));
    if workers > 1 {
        all.extend(Merge::ALL.map(|merge| (format!("root, {}", merge.name()), forest(workers, 1, merge), 1)));
    }
    if workers > 2 && workers.is_multiple_of(2) {
        let name = format!("root × tree, {} × {}", workers / 2, 2);
        all.push((name, forest(workers / 2, 2, Merge::Sum), 1));
    }
    all
}
