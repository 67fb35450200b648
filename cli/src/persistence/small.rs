//! The options of a build without tables: those that a script for both builds may use. Nothing is kept.

use std::path::PathBuf;

use ::store::{Options, TableError};
use clap::Args;

use super::{Books, Store};
use crate::exit::Failure;
pub(crate) use TableArgs as ShelfArgs;

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

impl Store {
    /// Opens the books.
    ///
    /// # Errors
    /// A directory is named.
    pub(crate) fn open(args: &TableArgs) -> Result<Self, Failure> {
        let (directory, books) = (args.table.clone(), Books::shipped_if(!args.no_book));
        let inner = ::store::Store::open(Options { directory, books, ..Options::default() })?;
        Ok(Self { inner, is_optional: false })
    }
}

/// What the explorer shows, and where it comes from, in a few words.
///
/// # Errors
/// A directory is named.
pub(crate) fn shelf(args: &ShelfArgs, books: Books) -> Result<(::store::Store, String), Failure> {
    let options = Options { directory: args.table.clone(), books, ..Options::default() };
    Ok((::store::Store::open(options)?, "without a table".to_owned()))
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Self {
        Self::Usage(format!("{error}: leave --table out, or build the whole program (scripts/solve)"))
    }
}
