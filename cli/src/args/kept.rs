//! Options of where proven values are kept. A build without tables has some of them too, so that a script can be written for
//! both.

use std::path::PathBuf;

use clap::Args;

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
}
