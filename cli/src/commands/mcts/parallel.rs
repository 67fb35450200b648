//! `solve mcts parallel`: the parallel schemes, by number of workers.

use mcts::games::ArtificialTree;
use mcts::parallel::{self, Merge, Scheme, Searched, Task};
use mcts::playout::{Delayed, Uniform};
use mcts::select::Ucb1;
use mcts::{Blind, Budget, Settings};
use othello::Othello;
use othello::measure::{Accuracy, position_seed};

use super::material::{self, Material};
use crate::args::ParallelArgs;
use crate::exit::{Failure, Status};
use crate::interrupt::Interrupt;
use crate::output;
use crate::output::mcts::{ParallelRow, parallel_heading};
use crate::progress::Display;

/// Width and depth of the artificial tree.
const SHAPE: (u8, u8) = (8, 12);

/// Measures every scheme with every number of workers: how fast it is when playouts sleep, and how good its moves are
/// when all workers together have the same number of playouts.
///
/// # Errors
/// There are no such positions, output that cannot be written.
pub(crate) fn run(args: &ParallelArgs) -> Result<Status, Failure> {
    let interrupt = Interrupt::install()?;
    let display = Display::new(args.output.quiet);
    let Some(materials) = material::read(args.game, &args.problems, display, &interrupt)? else {
        return Ok(Status::Interrupted);
    };
    for material in &materials {
        if !args.output.json {
            output::print(&parallel_heading(args, material))?;
        }
        if !measure(args, material, &interrupt)? {
            return Ok(Status::Interrupted);
        }
    }
    Ok(Status::Done)
}

/// Shows every scheme on one set; whether that came to its end before Ctrl-C.
fn measure(args: &ParallelArgs, material: &Material, interrupt: &Interrupt) -> Result<bool, Failure> {
    let mut single = None;
    for &workers in &args.workers {
        for (name, scheme, per_leaf) in schemes(workers, &args.per_leaf) {
            let per_second = scaling(args, scheme, per_leaf);
            if interrupt.requested() {
                return Ok(false);
            }
            let (accuracy, bytes) = quality(args, material, scheme, per_leaf);
            let summary = accuracy.summary(args.game.seed);
            let speed_up = per_second / *single.get_or_insert(per_second);
            let (name, playouts) = (&name, args.playouts);
            let row = ParallelRow { material, playouts, name, workers, per_second, speed_up, summary, bytes };
            output::print(&if args.output.json { row.json() } else { row.text() })?;
            if interrupt.requested() {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Every scheme with so many threads that play out, and its playouts from each leaf.
fn schemes(workers: usize, per_leaf: &[u32]) -> Vec<(String, Scheme, u32)> {
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

/// Playouts a second of time on the wall, in an artificial tree whose playouts sleep.
fn scaling(args: &ParallelArgs, scheme: Scheme, per_leaf: u32) -> f64 {
    let tree = ArtificialTree::new(args.game.seed, SHAPE.0, SHAPE.1);
    let settings = Settings { playouts_per_leaf: per_leaf, ..Settings::default() };
    let budget = Budget::time(args.time);
    let (state, select, seed) = (tree.root(), Ucb1 { c: 1.0 }, args.game.seed);
    let task = Task { game: &tree, state, select, evaluation: &Blind, settings, budget, seed };
    let begin = std::time::Instant::now();
    let found = parallel::search(&task, scheme, |_| Delayed::new(Uniform, args.delay));
    found.playouts as f64 / begin.elapsed().as_secs_f64()
}

/// How good the moves are, and the mean memory of a search in bytes.
fn quality(args: &ParallelArgs, material: &Material, scheme: Scheme, per_leaf: u32) -> (Accuracy, usize) {
    let game = Othello::new(material.board, material.scoring);
    let settings = Settings { playouts_per_leaf: per_leaf, ..Settings::default() };
    let mut bytes = 0;
    let (accuracy, _) = Accuracy::of(&material.positions, |_, state| {
        let seed = position_seed(args.game.seed, state);
        let (select, budget) = (Ucb1 { c: 1.0 }, Budget::playouts(u64::from(args.playouts)));
        let task = Task { game: &game, state, select, evaluation: &Blind, settings, budget, seed };
        let found: Searched<_> = parallel::search(&task, scheme, |_| Uniform);
        bytes += found.bytes;
        found.chosen.map(|best| best.chosen)
    });
    (accuracy, bytes / material.positions.len().max(1))
}
