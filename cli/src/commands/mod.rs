//! One file for each command.

use crate::args::{Cli, Command};
use crate::exit::{Failure, Status};

mod bench;
mod book;
mod check;
mod manual;
mod perft;
mod positions;
mod prove;
mod solve;
mod verify;
#[cfg(feature = "whole")]
mod whole;

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
        Some(Command::Prove(args)) => prove::run(&args),
        Some(Command::Check(args)) => check::run(&args),
        Some(Command::Verify(args)) => verify::run(&args),
        #[cfg(feature = "whole")]
        Some(Command::Whole(command)) => whole::run(command),
        Some(Command::Completions(args)) => manual::completions(&args),
        Some(Command::Man(args)) => manual::page(&args),
    }
}
