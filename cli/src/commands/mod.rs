//! One file for each command.

use crate::args::{Cli, Command};
use crate::exit::{Failure, Status};

mod bench;
mod manual;
mod mcts;
mod perft;
mod play;
mod positions;
mod solve;
mod train;

/// Does what was asked.
///
/// # Errors
/// Whatever keeps the command from its end.
pub(crate) fn run(cli: Cli) -> Result<Status, Failure> {
    match cli.command {
        None => solve::run(&cli.solve),
        Some(Command::Positions(args)) => positions::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Train(args)) => train::run(&args),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Mcts(args)) => mcts::run(&args.command),
        Some(Command::Completions(args)) => manual::completions(&args),
        Some(Command::Man(args)) => manual::page(&args),
    }
}
