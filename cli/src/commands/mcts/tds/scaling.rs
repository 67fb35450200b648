//! `solve mcts tds scaling`: playouts a second when playouts sleep, so that more ranks than cores can be measured.

use std::time::{Duration, Instant};

use mcts::games::ArtificialTree;
use mcts::parallel::{self, Merge, Scheme, Task};
use mcts::playout::{Delayed, Uniform};
use mcts::select::Ucb1;
use mcts::{Blind, Budget, Reward, Settings};

use super::super::cpu_time;
use super::options;
use crate::args::TdsScalingArgs;
use crate::exit::{Failure, Status};
use crate::interrupt::Interrupt;
use crate::output;
use crate::output::tds::{ScalingRow, scaling_heading};

/// Width and depth of the artificial tree.
const SHAPE: (u8, u8) = (8, 12);

/// Measures each number of ranks, and root parallel with as many threads.
///
/// # Errors
/// Output that cannot be written.
pub(super) fn run(args: &TdsScalingArgs) -> Result<Status, Failure> {
    let interrupt = Interrupt::install()?;
    if !args.output.json {
        output::print(&scaling_heading(args, SHAPE))?;
    }
    let mut base = None;
    for &ranks in &args.ranks {
        let row = measured(args, ranks)?;
        let base = *base.get_or_insert(row.per_second / ranks as f64);
        output::print(&if args.output.json { row.json(base) } else { row.text(base) })?;
        if interrupt.requested() {
            return Ok(Status::Interrupted);
        }
    }
    Ok(Status::Done)
}

fn measured(args: &TdsScalingArgs, ranks: usize) -> Result<ScalingRow, Failure> {
    let tree = ArtificialTree::new(args.seed, SHAPE.0, SHAPE.1);
    let settings = Settings { reward: Reward::Margin, ..Settings::default() };
    let (select, budget) = (Ucb1 { c: args.exploration }, Budget::time(args.time));
    let task = Task { game: &tree, state: tree.root(), select, evaluation: &Blind, settings, budget, seed: args.seed };
    let options = options(args.how, ranks);
    let playout = || Delayed::new(Uniform, args.delay);
    let (cpu, latency) = (cpu_time(), args.how.latency.unwrap_or_default());
    let found = tds::search(&task, ranks, latency, &options, |_| playout());
    let found = found.map_err(|error| Failure::Run(error.to_string()))?;
    let cpu = cpu_time().saturating_sub(cpu);
    let begin = Instant::now();
    let scheme = Scheme::Forest { trees: ranks, threads: 1, merge: Merge::Sum };
    let forest = parallel::search(&task, scheme, |_| playout());
    let per_second = |playouts: u64, time: Duration| playouts as f64 / time.as_secs_f64();
    Ok(ScalingRow {
        ranks,
        // Only playouts that slept: those whose end the tree knew already cost nothing.
        per_second: per_second(found.ranks.iter().map(|rank| rank.playouts).sum(), found.elapsed),
        root_per_second: per_second(forest.playouts, begin.elapsed()),
        root_nodes: forest.nodes,
        found,
        cpu,
        options,
    })
}
