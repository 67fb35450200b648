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
    use std::sync::Arc;

    use ::solver::{Board, Scoring};
    use pyo3::PyResult;

    use super::Table;
    use crate::errors::{failed, wrong};

    /// The tables of a directory.
    pub(crate) struct Tables(::tables::Tables);

    impl Tables {
        /// Opens a directory, for writing or read-only.
        pub(crate) fn open(directory: &Path, read_only: bool) -> PyResult<Self> {
            let open = if read_only { ::tables::Tables::open_read_only } else { ::tables::Tables::open };
            open(directory).map(Self).map_err(wrong)
        }

        /// The table of a board and a scoring; a read-only directory may have none.
        pub(crate) fn table(&self, board: Board, scoring: Scoring, read_only: bool) -> PyResult<Option<Table>> {
            let board = board.landscape();
            if read_only && !self.0.has(board, scoring) {
                return Ok(None);
            }
            let table = self.0.table(board, scoring).map_err(failed)?;
            Ok(Some(Arc::clone(&table) as Table))
        }

        /// Writes to disk what has been proven.
        pub(crate) fn flush(&self) -> PyResult<()> {
            self.0.flush().map_err(failed)
        }
    }
}

/// Stands in for the real one where the package was built without tables.
#[cfg(not(feature = "tables"))]
pub(crate) struct Tables;

#[cfg(not(feature = "tables"))]
#[expect(clippy::unnecessary_wraps, clippy::unused_self, reason = "as with the feature")]
impl Tables {
    pub(crate) fn open(_: &std::path::Path, _: bool) -> PyResult<Self> {
        Err(wrong(
            "table: this package was built without tables; build it with --config-settings=build-args='--features tables'",
        ))
    }

    pub(crate) fn table(&self, _: Board, _: Scoring, _: bool) -> PyResult<Option<Table>> {
        Ok(None)
    }

    pub(crate) fn flush(&self) -> PyResult<()> {
        Ok(())
    }
}
