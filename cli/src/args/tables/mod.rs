//! Options of the commands about tables on disk, for a build that has them.

use clap::Subcommand;

mod exhaust;
mod table;

pub(crate) use exhaust::ExhaustArgs;
pub(crate) use table::{
    Action, DirectoryArgs, DropArgs, EachArgs, ExportArgs, GetArgs, ImportArgs, IncomingArgs, InfoArgs, Level,
    MergeArgs, PickArgs, ReproveArgs, TableCommandArgs, TableVerifyArgs,
};

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum TableCommand {
    /// Solve every reachable position of a small board, and look positions up
    Exhaust(ExhaustArgs),
    /// Inspect, verify, export, import and merge the tables on disk
    Table(TableCommandArgs),
}
