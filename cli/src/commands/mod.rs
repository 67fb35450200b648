//! One file for each command.

use crate::args::{Cli, Command};
use crate::exit::{Failure, Status};

mod bench;
mod book;
mod campaign;
mod chart;
mod check;
mod explore;
mod manual;
pub(crate) mod mcts;
mod perft;
mod play;
mod positions;
mod problems;
mod prove;
mod solve;
#[cfg(feature = "tables")]
mod tables;
mod train;
mod verify;

/// Runs the command.
///
/// # Errors
/// Whatever keeps the command from finishing.
pub(crate) fn run(cli: Cli) -> Result<Status, Failure> {
    match cli.command {
        None => solve::run(&cli.solve),
        Some(Command::Positions(args)) => positions::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Book(args)) => book::run(&args.command),
        Some(Command::Train(args)) => train::run(&args),
        #[cfg(feature = "tables")]
        Some(Command::Tables(command)) => tables::run(&command),
        Some(Command::Prove(args)) => prove::run(&args),
        Some(Command::Check(args)) => check::run(&args),
        Some(Command::Verify(args)) => verify::run(&args),
        Some(Command::Problems(args)) => problems::run(&args),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Mcts(args)) => mcts::run(&args.command),
        Some(Command::Chart(args)) => chart::run(&args),
        Some(Command::Campaign(args)) => campaign::run(&args),
        Some(Command::Explore(args)) => explore::run(&args),
        Some(Command::Completions(args)) => manual::completions(&args),
        Some(Command::Man(args)) => manual::page(&args),
    }
}
