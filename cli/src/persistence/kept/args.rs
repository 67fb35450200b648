//! Options of where proven values are kept.

use std::path::PathBuf;

use clap::Args;
use tables::Trust;

use crate::args::groups::one_of;

/// Whose knowledge is used.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct TrustArgs {
    /// Which entries of the table to trust: all, or own (those proven here)
    ///
    /// Imported and merged entries, and all that was proven with their help, count as unverified until `table verify`
    /// proves them again; so do entries of old versions, which did not record their origin. With all, an answer that
    /// rests on unverified entries says so; own ignores them.
    #[arg(help_heading = "Table", long, value_name = "WHOSE")]
    #[arg(value_parser = one_of([("all", Trust::All), ("own", Trust::Own)]))]
    pub(crate) table_trust: Option<Trust>,
}

/// Where proven values are kept.
#[derive(Clone, Debug, Args)]
pub(crate) struct TableArgs {
    /// Directory of the tables of proven values [default: $SOLVE_TABLE, else the platform's data directory]
    ///
    /// One directory serves all boards and scorings, and is created if it is missing. On Linux, for example, the
    /// platform's data directory is ~/.local/share/solve/table.
    #[arg(help_heading = "Table", long, value_name = "DIR", conflicts_with = "no_table")]
    pub(crate) table: Option<PathBuf>,
    /// Use no table: neither look values up nor keep them
    #[arg(help_heading = "Table", long)]
    pub(crate) no_table: bool,
    /// Look values up but keep none; other programs may use the table at the same time
    #[arg(help_heading = "Table", long, conflicts_with = "no_table")]
    pub(crate) table_read_only: bool,
    /// If the table cannot be used, warn and go on without it
    #[arg(help_heading = "Table", long, conflicts_with = "no_table")]
    pub(crate) table_optional: bool,
    /// Whose entries are used.
    #[command(flatten)]
    pub(crate) trust: TrustArgs,
    /// Ignore the books of exact values that ship with the program
    #[arg(help_heading = "Table", long)]
    pub(crate) no_book: bool,
}
