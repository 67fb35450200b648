//! One file for each command.

use crate::args::{Cli, Command};
use crate::exit::{Failure, Status};

mod bench;
mod book;
#[cfg(feature = "campaign")]
mod campaign;
#[cfg(feature = "mcts")]
mod chart;
mod check;
#[cfg(feature = "tables")]
mod exhaust;
#[cfg(feature = "explorer")]
mod explore;
mod manual;
#[cfg(feature = "mcts")]
pub(crate) mod mcts;
mod perft;
#[cfg(feature = "mcts")]
mod play;
mod positions;
#[cfg(feature = "problems")]
mod problems;
mod prove;
mod solve;
#[cfg(feature = "tables")]
mod table;
#[cfg(feature = "train")]
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
        #[cfg(feature = "train")]
        Some(Command::Train(args)) => train::run(&args),
        #[cfg(feature = "tables")]
        Some(Command::Exhaust(args)) => exhaust::run(&args),
        #[cfg(feature = "tables")]
        Some(Command::Table(args)) => table::run(&args.action),
        Some(Command::Prove(args)) => prove::run(&args),
        Some(Command::Check(args)) => check::run(&args),
        Some(Command::Verify(args)) => verify::run(&args),
        #[cfg(feature = "problems")]
        Some(Command::Problems(args)) => problems::run(&args),
        #[cfg(feature = "mcts")]
        Some(Command::Play(args)) => play::run(&args),
        #[cfg(feature = "mcts")]
        Some(Command::Mcts(args)) => mcts::run(&args.command),
        #[cfg(feature = "mcts")]
        Some(Command::Chart(args)) => chart::run(&args),
        #[cfg(feature = "campaign")]
        Some(Command::Campaign(args)) => campaign::run(&args),
        #[cfg(feature = "explorer")]
        Some(Command::Explore(args)) => explore::run(&args),
        Some(Command::Completions(args)) => manual::completions(&args),
        Some(Command::Man(args)) => manual::page(&args),
    }
}
