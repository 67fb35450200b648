//! Proven values are kept in RocksDB by the crate `tables`, in one directory for all boards and scorings.

use std::env;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use directories::ProjectDirs;
use solver::{Board, ProofTable, Scoring};
use tables::{TableError, Tables};

use crate::exit::Failure;

/// The environment variable that names the directory when no option does.
const VARIABLE: &str = "SOLVE_TABLE";

/// Where proven values are kept.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Table")]
pub(crate) struct TableArgs {
    /// Directory in which proven values are kept and looked up [default: $SOLVE_TABLE, else the platform's data directory]
    ///
    /// One directory serves all boards and scorings; it is made if it is not there. The platform's data directory is for
    /// example ~/.local/share/solve/table on Linux.
    #[arg(long, value_name = "DIR", conflicts_with = "no_table")]
    table: Option<PathBuf>,
    /// Neither look values up nor keep them
    #[arg(long)]
    no_table: bool,
}

impl TableArgs {
    /// The directory that is meant; `None` for none.
    fn directory(&self) -> Result<Option<PathBuf>, Failure> {
        if self.no_table {
            return Ok(None);
        }
        let named =
            self.table.clone().or_else(|| env::var_os(VARIABLE).filter(|name| !name.is_empty()).map(Into::into));
        let usual = || ProjectDirs::from("", "", "solve").map(|project| project.data_dir().join("table"));
        let unknown = || Failure::Run("table: no home directory is known here; give --table DIR or --no-table".into());
        named.or_else(usual).map(Some).ok_or_else(unknown)
    }
}

/// The tables on disk, if any are wanted.
#[derive(Debug)]
pub(crate) struct Store(Option<Tables>);

impl Store {
    /// Opens or creates the tables.
    ///
    /// # Errors
    /// The directory cannot be used: unreadable, foreign, in use by another process.
    pub(crate) fn open(args: &TableArgs) -> Result<Self, Failure> {
        let directory = args.directory()?;
        Ok(Self(directory.map(|directory| Tables::open(&directory)).transpose().map_err(failed)?))
    }

    /// No tables, whatever the options and the environment say.
    pub(crate) fn none() -> Self {
        Self(None)
    }

    /// The table of one board and scoring.
    ///
    /// # Errors
    /// It cannot be read or created.
    pub(crate) fn table(&self, board: Board, scoring: Scoring) -> Result<Option<Arc<dyn ProofTable>>, Failure> {
        let Some(tables) = &self.0 else { return Ok(None) };
        Ok(Some(tables.table(board, scoring).map_err(failed)?))
    }

    /// Number of records written since the tables were opened; `None` without tables.
    pub(crate) fn written(&self) -> Option<u64> {
        self.0.as_ref().map(Tables::written)
    }

    /// Whether the tables have failed, so that going on would lose what is proven. An entry that cannot be read is no
    /// such case: it is proven anew, and [`Store::close`] tells of it.
    pub(crate) fn has_failed(&self) -> bool {
        let failure = self.failure();
        failure.is_some_and(|failure| !matches!(failure, TableError::Corrupt { .. } | TableError::Contradiction { .. }))
    }

    /// Whether something in the tables is false: a proof contradicts an entry.
    pub(crate) fn is_doubted(&self) -> bool {
        matches!(self.failure(), Some(TableError::Contradiction { .. }))
    }

    fn failure(&self) -> Option<TableError> {
        self.0.as_ref().and_then(Tables::failure)
    }

    /// Brings everything to disk.
    ///
    /// # Errors
    /// Something could not be read or written, now or before.
    pub(crate) fn close(self) -> Result<(), Failure> {
        self.0.map_or(Ok(()), |tables| tables.flush().map_err(failed))
    }
}

fn failed(error: TableError) -> Failure {
    Failure::Run(error.to_string())
}
