//! Options of where proven values are kept. A build without tables has some of them too, so that a script can be written for
//! both.

use std::path::PathBuf;

use clap::Args;

#[cfg(feature = "tables")]
use super::groups::one_of;

/// Whose knowledge is used.
#[cfg(feature = "tables")]
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Table")]
pub(crate) struct TrustArgs {
    /// Whose entries of the table are used: all, or own, those that were proven here
    ///
    /// What came by an import or a merge, or was proven with its help, is unverified until somebody verifies it; so is
    /// whatever was written by versions that did not note where it came from. With all, an answer that rests on such
    /// entries says so; own ignores them.
    #[arg(long, value_name = "WHOSE", value_parser = one_of([("all", tables::Trust::All), ("own", tables::Trust::Own)]))]
    pub(crate) table_trust: Option<tables::Trust>,
}

/// Where proven values are kept.
#[cfg(feature = "tables")]
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Table")]
pub(crate) struct TableArgs {
    /// Directory in which proven values are kept and looked up [default: $SOLVE_TABLE, else the platform's data directory]
    ///
    /// One directory serves all boards and scorings; it is made if it is not there. The platform's data directory is for
    /// example ~/.local/share/solve/table on Linux.
    #[arg(long, value_name = "DIR", conflicts_with = "no_table")]
    pub(crate) table: Option<PathBuf>,
    /// Neither look values up nor keep them
    #[arg(long)]
    pub(crate) no_table: bool,
    /// Look values up but keep nothing; others may use the table at the same time
    #[arg(long, conflicts_with = "no_table")]
    pub(crate) table_read_only: bool,
    /// Go on without the table, with a warning, where it cannot be used
    #[arg(long, conflicts_with = "no_table")]
    pub(crate) table_optional: bool,
    /// Whose entries are used.
    #[command(flatten)]
    pub(crate) trust: TrustArgs,
    /// Do not ask the books of exact values that come with the program
    #[arg(long)]
    pub(crate) no_book: bool,
}

/// Where proven values would be kept.
#[cfg(not(feature = "tables"))]
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Table")]
pub(crate) struct TableArgs {
    /// Refused.
    #[arg(long, value_name = "DIR", hide = true, conflicts_with = "no_table")]
    pub(crate) table: Option<PathBuf>,
    /// Neither look values up nor keep them, which this program never does: it was built without tables
    #[arg(long)]
    pub(crate) no_table: bool,
    /// Do not ask the books of exact values that come with the program
    #[arg(long)]
    pub(crate) no_book: bool,
}
