//! Proven values are kept in RocksDB by the crate `tables`, in one directory for all boards and scorings.

use std::env;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use directories::ProjectDirs;
use problems::sources::Span;
use solver::{Board, Bounds, Discs, Position, ProofTable, Question, Scoring, Side, Start, Symmetries};
use tables::{Search, TableError, Tables};

use crate::exit::{Failure, complain};

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
    /// Look values up but keep nothing; others may use the table at the same time
    #[arg(long, conflicts_with = "no_table")]
    table_read_only: bool,
    /// Go on without the table, with a warning, where it cannot be used
    #[arg(long, conflicts_with = "no_table")]
    table_optional: bool,
}

/// The directory of the tables: the one named by an option, by the environment, or the platform's.
///
/// # Errors
/// None is named, and there is no home directory.
pub(crate) fn directory(named: Option<&PathBuf>) -> Result<PathBuf, Failure> {
    let named = named.cloned().or_else(|| env::var_os(VARIABLE).filter(|name| !name.is_empty()).map(Into::into));
    let usual = || ProjectDirs::from("", "", "solve").map(|project| project.data_dir().join("table"));
    let unknown = || Failure::Run("table: no home directory is known here; give --table DIR or --no-table".into());
    named.or_else(usual).ok_or_else(unknown)
}

/// The tables on disk, if any are wanted.
#[derive(Debug)]
pub(crate) struct Store {
    tables: Option<Tables>,
    /// Whether a search goes on when they fail.
    is_optional: bool,
}

impl Store {
    /// Opens or creates the tables.
    ///
    /// # Errors
    /// The directory cannot be used: unreadable, foreign, in use by another process.
    pub(crate) fn open(args: &TableArgs) -> Result<Self, Failure> {
        let is_optional = args.table_optional;
        if args.no_table {
            return Ok(Self::none());
        }
        let open = |directory: &PathBuf| {
            if args.table_read_only { Tables::open_read_only(directory) } else { Tables::open(directory) }
        };
        match directory(args.table.as_ref()).and_then(|directory| open(&directory).map_err(failed)) {
            Ok(tables) => Ok(Self { tables: Some(tables), is_optional }),
            Err(Failure::Run(reason)) if is_optional => {
                complain(&format!("warning: {reason}; going on without it"));
                Ok(Self::none())
            }
            Err(failure) => Err(failure),
        }
    }

    /// The tables of a directory, or none.
    ///
    /// # Errors
    /// The directory cannot be used.
    pub(crate) fn of_directory(directory: Option<&PathBuf>) -> Result<Self, Failure> {
        let tables = directory.map(|directory| Tables::open(directory)).transpose().map_err(failed)?;
        Ok(Self { tables, is_optional: false })
    }

    /// No tables, whatever the options and the environment say.
    pub(crate) fn none() -> Self {
        Self { tables: None, is_optional: false }
    }

    /// The table of one board and scoring.
    ///
    /// # Errors
    /// It cannot be read or created.
    pub(crate) fn table(&self, board: Board, scoring: Scoring) -> Result<Option<Arc<dyn ProofTable>>, Failure> {
        let Some(tables) = &self.tables else { return Ok(None) };
        match tables.table(board, scoring) {
            Ok(table) => Ok(Some(table)),
            Err(error) if self.is_optional => {
                complain(&format!("warning: {error}; going on without it"));
                Ok(None)
            }
            Err(error) => Err(failed(error)),
        }
    }

    /// Goes through the positions of a whole table, in canonical form on this board.
    ///
    /// # Errors
    /// There is no such table, or it cannot be read.
    pub(crate) fn whole(
        &self,
        board: Board,
        start: Start,
        scoring: Scoring,
        span: Span,
        take: &mut dyn FnMut(Discs),
    ) -> Result<(), Failure> {
        let whole = self.tables.as_ref().map(|tables| tables.exhaustive(board, start, scoring)).transpose();
        let missing = || {
            let make = format!("solve exhaust --board {board} --start {start} --scoring {scoring} -o DIR");
            Failure::Run(format!("there is no whole table of {board} {scoring} from {start}; make one with {make}"))
        };
        let table = whole.map_err(failed)?.flatten().ok_or_else(missing)?;
        let wide = table.board();
        for empties in (span.least..=span.most).rev() {
            for entry in table.positions_with(wide.squares() - empties) {
                let (discs, _) = entry.map_err(failed)?;
                let position = Position { board: wide, discs, side: Side::Black };
                take(if wide == board { discs } else { position.transposed().discs });
            }
        }
        Ok(())
    }

    /// What was spent on a position before this run.
    pub(crate) fn begin_search(&self, question: &Question) -> SearchLog {
        let wide = wide(question.position);
        let canonical = Symmetries::new(wide.board).canonical(wide.discs).0;
        let earlier = self.tables.as_ref().and_then(|tables| {
            // One that cannot be read counts as none: it is a note, not a proof.
            tables.search(wide.board, question.scoring, canonical).ok().flatten()
        });
        SearchLog { board: wide.board, scoring: question.scoring, canonical, earlier }
    }

    /// Notes how far a search has come, to be written with what it has proven so far.
    pub(crate) fn note(&self, log: &SearchLog, bounds: Option<Bounds>, nodes: u64, time: Duration, is_complete: bool) {
        let Some(tables) = &self.tables else { return };
        let unknown = Bounds::unknown(log.board.squares());
        let earlier = log.earlier.unwrap_or(Search {
            bounds: unknown,
            is_complete: false,
            runs: 0,
            nodes: 0,
            time: Duration::ZERO,
        });
        let bounds = bounds.unwrap_or(unknown).intersect(earlier.bounds);
        let search = Search {
            bounds,
            is_complete,
            runs: earlier.runs.saturating_add(1),
            nodes: earlier.nodes.saturating_add(nodes),
            time: earlier.time.saturating_add(time),
        };
        tables.note(log.board, log.scoring, log.canonical, search);
    }

    /// Number of records written since the tables were opened; `None` without tables.
    pub(crate) fn written(&self) -> Option<u64> {
        self.tables.as_ref().map(Tables::written)
    }

    /// Whether the tables have failed, so that going on would lose what is proven, and nobody said that it may. An entry
    /// that cannot be read is no such case: it is proven anew, and [`Store::close`] tells of it.
    pub(crate) fn has_failed(&self) -> bool {
        let failure = self.failure().filter(|_| !self.is_optional);
        failure.is_some_and(|failure| !matches!(failure, TableError::Corrupt { .. } | TableError::Contradiction { .. }))
    }

    /// Whether something in the tables is false: a proof contradicts an entry.
    pub(crate) fn is_doubted(&self) -> bool {
        matches!(self.failure(), Some(TableError::Contradiction { .. }))
    }

    fn failure(&self) -> Option<TableError> {
        self.tables.as_ref().and_then(Tables::failure)
    }

    /// Brings everything to disk.
    ///
    /// # Errors
    /// Something could not be read or written, now or before. Where tables are optional that is a warning, unless
    /// something in them is false.
    pub(crate) fn close(self) -> Result<(), Failure> {
        let Some(tables) = self.tables else { return Ok(()) };
        match tables.flush() {
            Err(error) if self.is_optional && !matches!(error, TableError::Contradiction { .. }) => {
                complain(&format!("warning: {error}"));
                Ok(())
            }
            result => result.map_err(failed),
        }
    }
}

/// The position as tables know it: with at most as many rows as columns.
fn wide(position: Position) -> Position {
    if position.board.rows() > position.board.cols() { position.transposed() } else { position }
}

/// A search whose progress is noted.
#[derive(Debug)]
pub(crate) struct SearchLog {
    board: Board,
    scoring: Scoring,
    canonical: Discs,
    earlier: Option<Search>,
}

fn failed(error: TableError) -> Failure {
    Failure::Run(error.to_string())
}
