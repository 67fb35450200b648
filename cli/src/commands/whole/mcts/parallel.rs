//! `solve mcts parallel`.

use std::time::Duration;

use clap::Args;
use experiments::Material;
use experiments::schemes::{SchemeResult, SchemeTest};

use super::{MEASUREMENT_STOPPED, ProblemArgs, materials, percent};
use crate::args::{GameArgs, OutputArgs, values};
use crate::exit::{Failure, Status};
use crate::interrupt::Interrupt;
use crate::output::{Columns, compact, elapsed, print, print_result};
use crate::progress::Steps;

/// Measure the parallel schemes: scaling with sleeping playouts, quality at equal playouts
#[derive(Debug, Args)]
pub(crate) struct ParallelArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    problems: ProblemArgs,
    /// Numbers of workers
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "1,2,4,8", value_parser = values::number("workers"))]
    workers: Vec<usize>,
    /// Playouts from each leaf, for the leaf parallel scheme
    #[arg(long, value_name = "K", value_delimiter = ',', default_value = "1,16", value_parser = clap::value_parser!(u32).range(1..=4096))]
    per_leaf: Vec<u32>,
    /// Playouts per position, all workers together
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..))]
    playouts: u32,
    /// Sleep of each playout when scaling is measured
    #[arg(long, value_name = "TIME", default_value = "1ms", value_parser = values::parse_duration)]
    delay: Duration,
    /// Duration of each scaling measurement
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = values::parse_duration)]
    time: Duration,
    #[command(flatten)]
    output: OutputArgs,
}

/// Measures every parallel scheme with every number of workers, on each set.
pub(super) fn run(args: &ParallelArgs) -> Result<Status, Failure> {
    let interrupt = Interrupt::install()?;
    interrupt.insist(MEASUREMENT_STOPPED);
    let steps = Steps::new(&interrupt, args.output.quiet);
    let test = SchemeTest {
        workers: args.workers.clone(),
        per_leaf: args.per_leaf.clone(),
        playouts: args.playouts,
        delay: args.delay,
        time: args.time,
        seed: args.game.seed,
    };
    let materials = materials(args.game, &args.problems, &steps)?;
    drop(steps);
    let quiet = Steps::new(&interrupt, true);
    for material in &materials {
        if !args.output.json {
            print(&heading(&test, material))?;
        }
        for result in test.run(material, &quiet) {
            print_result(args.output.json, &result?, |found| SCHEMES.row(found))?;
            if interrupt.requested() {
                return Err(Failure::Stopped);
            }
        }
    }
    Ok(Status::Done)
}

/// The heading above the schemes.
fn heading(test: &SchemeTest, material: &Material) -> String {
    format!(
        "Speed: playouts a second in an artificial tree whose playouts sleep {}; a sleeping worker needs no core\n\
         Accuracy in %, with 95 % intervals, and memory, {} playouts of all workers together on\n\
         {material}\n{}",
        elapsed(test.delay),
        test.playouts,
        SCHEMES.heading()
    )
}

/// Each scheme with each number of workers.
const SCHEMES: Columns<'static, SchemeResult> = Columns(
    "  ",
    &[
        ("workers", 7, |found| found.workers.to_string()),
        ("scheme", -18, |found| found.scheme.to_string()),
        ("playouts/s", 10, |found| compact(found.playouts_per_second)),
        ("speed-up", 8, |found| format!("{:.2}", found.speed_up)),
        ("accuracy", 22, |found| percent(found.accuracy)),
        ("memory", 10, |found| format!("{} KiB", found.bytes >> 10)),
    ],
);
