//! The commands about tables on disk, for a build that has them.

use crate::args::tables::TableCommand;
use crate::exit::{Failure, Status};

mod counts;
mod exhaust;
mod table;

/// Runs the command.
///
/// # Errors
/// Whatever keeps the command from finishing.
pub(crate) fn run(command: &TableCommand) -> Result<Status, Failure> {
    match command {
        TableCommand::Exhaust(args) => exhaust::run(args),
        TableCommand::Table(args) => table::run(&args.action),
    }
}
