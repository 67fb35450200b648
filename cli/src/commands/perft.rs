//! `solve perft`: the leaves of the game tree.

use solver::perft::{Counter, Ply, Positions};

use crate::args::PerftArgs;
use crate::exit::{Failure, Status};
use crate::output::{fields, print_result};
use crate::setup::Setup;
use crate::threads;

/// Prints the number of leaves for every number of plies up to the one asked for, each as soon as it is known.
///
/// # Errors
/// Wrong usage, no threads, output that cannot be written.
pub(crate) fn run(args: &PerftArgs) -> Result<Status, Failure> {
    let position = Setup::from_args(&args.position)?.position;
    threads::on(args.threads, || {
        let mut counter = Counter::new(position.board(), position.discs(), args.passes, args.memory);
        for _ in 0..=args.depth {
            let ply = counter.next_ply();
            if ply.depth < args.depth.min(1) {
                continue;
            }
            let Ply { depth, leaves, positions } = ply;
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
    })?
}
