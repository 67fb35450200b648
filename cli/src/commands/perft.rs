//! `solve perft`: the leaves of the game tree.

use clap::Args;
use solver::perft::{Counter, Passes, Ply, Positions};

use crate::args::PositionArgs;
use crate::args::values::{one_of, parse_memory, parse_plies, parse_threads};
use crate::exit::{Failure, Status};
use crate::output::{fields, print_result};
use crate::threads;

const HELP: &str = "\
Prints two numbers per line: a depth in plies, and the leaves at that depth. A
game that ends earlier is one leaf. From the start of 8x8: 4, 12, 56, 244,
1396, 8200, 55092, 390216, 3005288, 24571284. While the positions of a ply fit
into --memory, equal and symmetric ones are followed once; below that, moves
are counted one by one. Positions that differ only by colour are equal.

Examples:
  solve perft --board 8x8 --depth 9
  solve perft --board 8x8 --depth 9 --passes skip
All games of 4x5, each of which takes at most 30 plies:
  solve perft --board 4x5 --depth 30 --positions";

/// Count the leaves of the game tree
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Number of plies to look ahead, at most 128
    #[arg(long, value_name = "PLIES", value_parser = parse_plies)]
    depth: u32,
    /// Whether a pass is a ply: `count` or `skip`
    #[arg(long, value_name = "HOW", default_value = "count", value_parser = one_of([("count", Passes::Count), ("skip", Passes::Skip)]))]
    passes: Passes,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<usize>,
    /// Memory for the positions of a ply; while they fit, equal and symmetric ones are followed once
    #[arg(long, value_name = "SIZE", default_value = "512MiB", value_parser = parse_memory)]
    memory: usize,
    /// While positions are kept, also print how many leaves are finished games, and how many other positions are
    /// distinct
    #[arg(long)]
    positions: bool,
    /// Print JSON, one object per number of plies
    #[arg(long)]
    json: bool,
}

/// Prints the number of leaves for every number of plies up to the one asked for, each as soon as it is known.
pub(crate) fn run(args: &PerftArgs) -> Result<Status, Failure> {
    let position = args.position.position()?;
    threads::on(args.threads, || {
        let mut counter = Counter::new(position.board(), position.discs(), args.passes, args.memory);
        for _ in 0..=args.depth {
            let Ply { depth, leaves, positions } = counter.next_ply();
            if depth < args.depth.min(1) {
                continue;
            }
            let more = positions.filter(|_| args.positions);
            let record = fields! {
                "depth": depth,
                "leaves": leaves,
                ..more.map(|Positions { over, open }| fields! { "over": over, "open": open }),
            };
            print_result(args.json, &record, |_| {
                let more = more.map_or(String::new(), |Positions { over, open }| format!(" {over} {open}"));
                format!("{depth} {leaves}{more}\n")
            })?;
        }
        Ok(Status::Done)
    })
}
