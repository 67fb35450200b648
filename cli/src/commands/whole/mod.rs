//! The commands that only the whole program has.

use crate::args::WholeCommand;
use crate::exit::{Failure, Status};

mod campaign;
mod chart;
mod exhaust;
mod explore;
pub(crate) mod mcts;
mod play;
mod problems;
mod table;
mod train;

/// Runs the command.
///
/// # Errors
/// Whatever keeps the command from finishing.
pub(crate) fn run(command: WholeCommand) -> Result<Status, Failure> {
    match command {
        WholeCommand::Train(args) => train::run(&args),
        WholeCommand::Problems(args) => problems::run(&args),
        WholeCommand::Play(args) => play::run(&args),
        WholeCommand::Mcts(args) => mcts::run(&args.command),
        WholeCommand::Chart(args) => chart::run(&args),
        WholeCommand::Campaign(args) => campaign::run(&args),
        WholeCommand::Explore(args) => explore::run(&args),
        WholeCommand::Exhaust(args) => exhaust::run(&args),
        WholeCommand::Table(args) => table::run(&args.action),
    }
}
