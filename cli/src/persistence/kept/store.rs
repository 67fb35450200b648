//! Keeps proven values in RocksDB with the crate `tables`, in one directory for all boards and scorings.

use std::env;
use std::ffi::OsString;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use directories::ProjectDirs;
use solver::{Board, Bounds, Discs, ProofTable, Question, Scoring, Start};
use tables::{Run, Spent, TableError, Tables, Trust};

use crate::args::TableArgs;
use crate::exit::{Failure, complain};
use crate::persistence::books::{Books, SharedTable};

/// The environment variable that names the directory if no option does.
const VARIABLE: &str = "SOLVE_TABLE";

/// The directory of the tables: the one named by an option, by the environment, or the platform's.
///
/// # Errors
/// None is named, and there is no home directory.
pub(crate) fn directory(named: Option<&PathBuf>) -> Result<PathBuf, Failure> {
    let named = named.cloned().or_else(|| by_environment().map(Into::into));
    let usual = || ProjectDirs::from("", "", "solve").map(|project| project.data_dir().join("table"));
    let unknown = || Failure::Run("table: no home directory is known here; give --table DIR or --no-table".into());
    named.or_else(usual).ok_or_else(unknown)
}

/// The directory that the environment names.
fn by_environment() -> Option<OsString> {
    env::var_os(VARIABLE).filter(|name| !name.is_empty())
}

/// Whether the user has named a directory, by an option or in the environment.
fn is_named(by_option: Option<&PathBuf>) -> bool {
    by_option.is_some() || by_environment().is_some()
}

/// The tables on disk, if any are used.
#[derive(Debug)]
pub(crate) struct Store {
    tables: Option<Tables>,
    /// Whether a search continues when they fail.
    is_optional: bool,
    /// The books that are asked first.
    books: Books,
}

impl Store {
    /// Opens or creates the tables.
    ///
    /// # Errors
    /// The directory cannot be used: unreadable, foreign, in use by another process.
    pub(crate) fn open(args: &TableArgs) -> Result<Self, Failure> {
        Self::open_with(args, args.trust.table_trust.unwrap_or_default())
    }

    /// The same for work whose results others see without their basis, so that they may rest only on what was proven
    /// here.
    ///
    /// # Errors
    /// The same, or more trust is asked for.
    pub(crate) fn open_own(args: &TableArgs) -> Result<Self, Failure> {
        match args.trust.table_trust {
            Some(Trust::All) => Err(Failure::Usage(
                "--table-trust all is not for this command: its results would rest on entries that nobody has verified"
                    .to_owned(),
            )),
            Some(Trust::Own) | None => Self::open_with(args, Trust::Own),
        }
    }

    fn open_with(args: &TableArgs, trust: Trust) -> Result<Self, Failure> {
        let is_optional = args.table_optional;
        let bare = Self { books: Books::shipped_if(!args.no_book), ..Self::none() };
        if args.no_table {
            return Ok(bare);
        }
        let open = |directory: &PathBuf| match args.table_read_only {
            true => Tables::open_read_only(directory),
            false => Tables::open(directory),
        };
        let failed = |error: TableError| match hint(&error, args.table_read_only) {
            Some(hint) if !is_optional => Failure::Run(format!("{error}; {hint}")),
            _ => error.into(),
        };
        let found = directory(args.table.as_ref());
        let opened = found.and_then(|directory| match open(&directory) {
            // Nobody has asked for this directory, so nobody needs to know how to get around the other process.
            Err(TableError::InUse { .. }) if !is_named(args.table.as_ref()) => Ok(beside_another(&directory)),
            opened => opened.map(Some).map_err(failed),
        });
        match opened {
            Ok(tables) => Ok(Self { tables: tables.map(|tables| tables.with_trust(trust)), is_optional, ..bare }),
            Err(Failure::Run(reason)) if is_optional => {
                complain(&format!("warning: {reason}; going on without it"));
                Ok(bare)
            }
            Err(failure) => Err(failure),
        }
    }

    /// The tables of a directory, limited to what was proven here, or none.
    ///
    /// # Errors
    /// The directory cannot be used.
    pub(crate) fn of_directory(directory: Option<&PathBuf>) -> Result<Self, Failure> {
        let tables = directory.map(|directory| Tables::open(directory)).transpose()?;
        Ok(Self { tables: tables.map(|tables| tables.with_trust(Trust::Own)), ..Self::none() })
    }

    /// The same with other books; with none, for work that must prove its results by search.
    pub(crate) fn with_books(self, books: Books) -> Self {
        Self { books, ..self }
    }

    /// Neither tables nor books, whatever the options and the environment say.
    pub(crate) fn none() -> Self {
        Self { tables: None, is_optional: false, books: Books::default() }
    }

    /// The table of one board and scoring, behind the books.
    ///
    /// # Errors
    /// It cannot be read or created.
    pub(crate) fn table(&self, board: Board, scoring: Scoring) -> Result<Option<Arc<dyn ProofTable>>, Failure> {
        let table = match self.tables.as_ref().map(|tables| tables.table(board, scoring)) {
            None => None,
            Some(Ok(table)) => Some(table as SharedTable),
            Some(Err(error)) if self.is_optional => {
                complain(&format!("warning: {error}; going on without it"));
                None
            }
            Some(Err(error)) => return Err(error.into()),
        };
        Ok(self.books.before(board, scoring, table))
    }

    /// Whether the books answer a question.
    pub(crate) fn has_in_books(&self, question: &Question) -> bool {
        self.books.answer(question)
    }

    /// Goes through the positions of a tablebase with this many empty squares, in canonical form on this board, as long
    /// as
    /// `take` says so. Warns if nobody has proven the tablebase here.
    ///
    /// # Errors
    /// There is no such table, or it cannot be read.
    pub(crate) fn whole(
        &self,
        board: Board,
        start: Start,
        scoring: Scoring,
        empties: RangeInclusive<u32>,
        take: &mut dyn FnMut(Discs) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Failure> {
        let whole = self.tables.as_ref().map(|tables| tables.exhaustive(board, start, scoring)).transpose()?;
        let missing = || {
            let make = format!("solve exhaust --board {board} --start {start} --scoring {scoring} -o DIR");
            Failure::Run(format!("there is no tablebase of {board} {scoring} from {start}; make one with {make}"))
        };
        let whole = whole.flatten().ok_or_else(missing)?;
        if !whole.is_proven_here() {
            let prove = format!("solve exhaust --board {board} --start {start} --scoring {scoring} -o DIR --verify");
            complain(&format!(
                "warning: an earlier version made the tablebase, or it came from elsewhere; positions may be missing, or none \
                 that a game reaches (labels are searched anew); {prove} proves it"
            ));
        }
        Ok(whole.visit(board, empties, take)?)
    }

    /// Begins to record the effort spent on a question.
    pub(crate) fn begin_search(&self, question: &Question) -> SearchLog {
        let tables = self.tables.as_ref();
        SearchLog(tables.map(|tables| tables.begin_run(&question.position, question.scoring)))
    }

    /// Notes how far a search has come, to be written with what it has proven so far.
    pub(crate) fn note(&self, log: &SearchLog, bounds: Option<Bounds>, nodes: u64, time: Duration, is_complete: bool) {
        if let (Some(tables), Some(run)) = (&self.tables, &log.0) {
            tables.note(run, Spent { bounds, is_complete, nodes, time });
        }
    }

    /// Number of records written since the tables were opened; `None` without tables.
    pub(crate) fn written(&self) -> Option<u64> {
        self.tables.as_ref().map(Tables::written)
    }

    /// Whether the tables have failed, so that going on would lose proofs, and no option permits that. An unreadable
    /// entry does not count: it is proven again, and [`Store::close`] reports it.
    pub(crate) fn has_failed(&self) -> bool {
        !self.is_optional && self.tables.as_ref().is_some_and(Tables::has_stopped)
    }

    /// Whether something in the tables is false: a proof contradicts an entry.
    pub(crate) fn is_doubted(&self) -> bool {
        self.tables.as_ref().is_some_and(Tables::is_doubted)
    }

    /// Flushes everything to disk.
    ///
    /// # Errors
    /// Something could not be read or written, now or before. If tables are optional, that is only a warning, unless
    /// something in them is false.
    pub(crate) fn close(self) -> Result<(), Failure> {
        let Some(tables) = self.tables else { return Ok(()) };
        let flushed = tables.flush();
        let (refuted, count) = tables.refuted();
        let closed = flushed.and_then(|()| tables.close());
        refuted.iter().for_each(|claim| complain(&format!("warning: {claim}")));
        if count > refuted.len() as u64 {
            complain(&format!("warning: {count} claims in the table were false and are removed; these were the first"));
        }
        match closed {
            Err(error) if self.is_optional && !matches!(error, TableError::Contradiction { .. }) => {
                complain(&format!("warning: {error}"));
                Ok(())
            }
            result => Ok(result?),
        }
    }
}

/// The tables of a directory that another process is writing, to look values up; `None` if there is nothing to read yet.
fn beside_another(directory: &Path) -> Option<Tables> {
    let tables = Tables::open_read_only(directory).ok();
    let meanwhile = match tables {
        Some(_) => "looks values up there and keeps none",
        None => "uses no table",
    };
    complain(&format!("warning: another process uses the table in {}; this run {meanwhile}", directory.display()));
    tables
}

/// The options that help where the tables cannot be opened.
fn hint(error: &TableError, is_read_only: bool) -> Option<&'static str> {
    let may_not_write = |reason: &str| reason.contains("Permission denied") || reason.contains("Read-only file system");
    match error {
        TableError::InUse { .. } if !is_read_only => {
            Some("--table-read-only reads it meanwhile, --table-optional goes on without it")
        }
        TableError::Inaccessible { reason, .. } if !is_read_only && may_not_write(reason) => {
            Some("--table-read-only needs only the right to read, --table DIR names another, --no-table uses none")
        }
        TableError::Create { .. }
        | TableError::NoTable { .. }
        | TableError::NotADirectory { .. }
        | TableError::Inaccessible { .. }
        | TableError::Foreign { .. }
        | TableError::OlderFormat { .. }
        | TableError::NewerFormat { .. }
        | TableError::Damaged { .. } => Some("--table DIR names another, --no-table uses none"),
        _ => None,
    }
}

/// A search whose effort is recorded.
#[derive(Debug)]
pub(crate) struct SearchLog(Option<Run>);

impl SearchLog {
    /// The nodes and the time that earlier runs, if any, have spent on the question without answering it.
    pub(crate) fn unfinished(&self) -> Option<(u64, Duration)> {
        let earlier = self.0.as_ref()?.earlier().filter(|earlier| !earlier.is_complete)?;
        Some((earlier.nodes, earlier.time))
    }
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Self {
        let more =
            if matches!(error, TableError::Missing { .. }) { "; solve table info names those it has" } else { "" };
        Self::Run(format!("{error}{more}"))
    }
}
