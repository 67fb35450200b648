//! Books and tables that a search may consult.

use std::path::PathBuf;
use std::sync::Arc;

use ::books::{Book, BookTable, MOST_BYTES, known, shipped_for};
use ::files::read_bounded;
use ::solver::{Board, ProofTable, Question, Scoring};
use pyo3::prelude::*;

use crate::errors::wrong;

/// A table that several threads may query.
pub(crate) type Table = Arc<dyn ProofTable + Send>;

/// Which books to use: those that come with the package, none, or one from a file.
pub(crate) enum Books {
    Shipped,
    None,
    Own(Arc<Book>),
}

impl Books {
    /// The books for a user's True, False or path of a file.
    ///
    /// # Errors
    /// The file cannot be read or is not a book.
    pub(crate) fn open(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(wanted) = given.extract::<bool>() {
            return Ok(if wanted { Self::Shipped } else { Self::None });
        }
        let path: PathBuf = given.extract()?;
        let named = |error: &dyn std::fmt::Display| wrong(format!("{}: {error}", path.display()));
        let bytes = read_bounded(&path, MOST_BYTES).map_err(wrong)?;
        let book = Book::from_bytes(&bytes).map_err(|error| named(&error))?;
        book.layers().map_err(|error| named(&error))?;
        Ok(Self::Own(Arc::new(book)))
    }

    /// The books for a board.
    fn fitting(&self, board: Board) -> Vec<Arc<Book>> {
        match self {
            Self::Shipped => shipped_for(board),
            Self::None => Vec::new(),
            Self::Own(book) => (book.plan().board == board.landscape()).then(|| Arc::clone(book)).into_iter().collect(),
        }
    }

    /// Whether the books alone answer a question.
    pub(crate) fn answer(&self, question: &Question) -> bool {
        let books = self.fitting(question.position.board());
        known(&books, &question.position, question.scoring).is_some_and(|bounds| question.mode.settled(bounds))
    }

    /// The books for a board and a scoring in front of a table.
    pub(crate) fn before(&self, board: Board, scoring: Scoring, table: Option<Table>) -> Option<Table> {
        match BookTable::new(self.fitting(board), scoring, table.clone()) {
            Some(behind) => Some(Arc::new(behind)),
            None => table,
        }
    }
}

#[cfg(feature = "tables")]
pub(crate) use kept::Tables;

/// Tables on disk.
#[cfg(feature = "tables")]
mod kept {
    use std::path::Path;
    use std::process;
    use std::sync::{Arc, OnceLock};

    use ::solver::{Board, Scoring};
    use pyo3::{PyErr, PyResult, Python};

    use super::Table;
    use crate::errors::{failed, wrong};
    use crate::pool::PerProcess;

    /// The tables of a directory.
    pub(crate) struct Tables(PerProcess<::tables::Tables>);

    impl Tables {
        /// Opens a directory, for writing or read-only.
        pub(crate) fn open(py: Python<'_>, directory: &Path, read_only: bool) -> PyResult<Self> {
            // RocksDB has threads for all tables, in the process that opened the first.
            static OPENED_BY: OnceLock<u32> = OnceLock::new();
            if *OPENED_BY.get_or_init(process::id) != process::id() {
                return Err(forked());
            }
            let open = if read_only { ::tables::Tables::open_read_only } else { ::tables::Tables::open };
            let tables = Self(PerProcess::new());
            tables.0.get(py, || open(directory).map_err(wrong))?;
            Ok(tables)
        }

        /// The table of a board and a scoring; a read-only directory may have none.
        pub(crate) fn table(
            &self,
            py: Python<'_>,
            board: Board,
            scoring: Scoring,
            read_only: bool,
        ) -> PyResult<Option<Table>> {
            let (tables, board) = (self.0.get(py, || Err(forked()))?, board.landscape());
            if read_only && !tables.has(board, scoring) {
                return Ok(None);
            }
            let table = tables.table(board, scoring).map_err(failed)?;
            Ok(Some(Arc::clone(&table) as Table))
        }

        /// Writes to disk what has been proven.
        pub(crate) fn flush(&self, py: Python<'_>) -> PyResult<()> {
            let tables = self.0.get(py, || Err(forked()))?;
            py.detach(|| tables.flush()).map_err(failed)
        }
    }

    /// The error of a process whose parent had opened a table.
    fn forked() -> PyErr {
        failed(
            "table: this process was forked after a table was opened, and the table's threads stayed behind; \
             begin processes with multiprocessing's method \"spawn\", or before any table is opened",
        )
    }
}

/// Stands in for the real one where the package was built without tables.
#[cfg(not(feature = "tables"))]
pub(crate) struct Tables;

#[cfg(not(feature = "tables"))]
#[expect(clippy::unnecessary_wraps, clippy::unused_self, reason = "as with the feature")]
impl Tables {
    pub(crate) fn open(_: Python<'_>, _: &std::path::Path, _: bool) -> PyResult<Self> {
        Err(wrong(
            "table: this package was built without tables; build it with --config-settings=build-args='--features tables'",
        ))
    }

    pub(crate) fn table(&self, _: Python<'_>, _: Board, _: Scoring, _: bool) -> PyResult<Option<Table>> {
        Ok(None)
    }

    pub(crate) fn flush(&self, _: Python<'_>) -> PyResult<()> {
        Ok(())
    }
}
