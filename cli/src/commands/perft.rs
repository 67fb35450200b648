//! `solve perft`: the leaves of the game tree.

use solver::Geometry;
use solver::perft::perft;

use crate::args::PerftArgs;
use crate::exit::{Failure, Status};
use crate::output;
use crate::setup::Setup;

/// Prints the number of leaves for every number of plies up to the one asked for, each as soon as it is known.
///
/// # Errors
/// Wrong usage, output that cannot be written.
pub(crate) fn run(args: &PerftArgs) -> Result<Status, Failure> {
    let position = Setup::from_args(&args.position)?.position;
    let geometry = Geometry::new(position.board());
    for depth in args.depth.min(1)..=args.depth {
        let leaves = perft(&geometry, position.discs(), depth, args.passes);
        output::print(&format!("{depth} {leaves}\n"))?;
    }
    Ok(Status::Done)
}
