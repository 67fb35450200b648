//! The options of a build with tables that a script for both may use.

use std::path::PathBuf;

use clap::Args;

/// Where proven values would be kept.
#[derive(Clone, Debug, Args)]
pub(crate) struct TableArgs {
    /// Refused.
    #[arg(help_heading = "Table", long, value_name = "DIR", hide = true, conflicts_with = "no_table")]
    pub(crate) table: Option<PathBuf>,
    /// Use no table, as this program never does: it was built without them
    #[arg(help_heading = "Table", long)]
    pub(crate) no_table: bool,
    /// Ignore the books of exact values that ship with the program
    #[arg(help_heading = "Table", long)]
    pub(crate) no_book: bool,
}
