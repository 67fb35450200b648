//! What the explorer knows.

use std::path::PathBuf;

use clap::Args;

use super::groups::OwnBookArgs;
use crate::persistence::TrustArgs;

/// What is known.
#[derive(Debug, Args)]
pub(crate) struct ShelfArgs {
    /// Directory of the tables [default: $SOLVE_TABLE, else the platform's data directory, if there is a table]
    ///
    /// The server reads them as they are when it starts; other programs may use them at the same time.
    #[arg(help_heading = "Table", long, value_name = "DIR", conflicts_with = "no_table")]
    pub(crate) table: Option<PathBuf>,
    /// Use no table: solve every position anew
    #[arg(help_heading = "Table", long)]
    pub(crate) no_table: bool,
    /// Ignore the books of exact values that ship with the program
    #[arg(help_heading = "Table", long)]
    pub(crate) no_book: bool,
    #[command(flatten)]
    pub(crate) books: OwnBookArgs,
    /// Keep newly proven values in the table; no other program can write to it meanwhile
    #[arg(help_heading = "Table", long, conflicts_with = "no_table")]
    pub(crate) learn: bool,
    #[command(flatten)]
    pub(crate) trust: TrustArgs,
    /// Directory of certificates (*.cert) to offer for download beside the values they claim; they are not checked
    #[arg(help_heading = "Table", long, value_name = "DIR")]
    pub(crate) certificates: Option<PathBuf>,
}
