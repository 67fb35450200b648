//! Books and tables that a search may consult.

use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Arc, OnceLock};

use ::books::known_starts;
use ::solver::{Board, Bounds, Move, Question, Score, Scoring};
use ::store::{Books, Layers, Options, Store};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{failed, wrong};
use crate::named;
use crate::pool::PerProcess;

/// What a user named.
pub(crate) struct Shelf {
    books: Books,
    /// The tables of a directory, behind the books.
    tables: Option<PerProcess<Store>>,
}

impl Shelf {
    /// Opens a directory, if one is named, and the books for a user's True, False or path of a file.
    ///
    /// # Errors
    /// The directory cannot be used, or the file cannot be read or is not a book.
    pub(crate) fn open(
        py: Python<'_>,
        directory: Option<&Path>,
        read_only: bool,
        book: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let books = book.map_or_else(|| Ok(Books::shipped_if(true)), books)?;
        let Some(directory) = directory else { return Ok(Self { books, tables: None }) };
        if !cfg!(feature = "tables") {
            return Err(wrong(
                "table: this package was built without tables; build it with --config-settings=build-args='--features tables'",
            ));
        }
        // RocksDB has threads for all tables, in the process that opened the first.
        static OPENED_BY: OnceLock<u32> = OnceLock::new();
        if *OPENED_BY.get_or_init(process::id) != process::id() {
            return Err(forked());
        }
        let (directory, tables) = (Some(directory.to_owned()), PerProcess::new());
        let options = Options { directory, is_read_only: read_only, books: books.clone(), ..Options::default() };
        tables.get(py, || Store::open(options).map_err(wrong))?;
        Ok(Self { books, tables: Some(tables) })
    }

    fn store(&self, py: Python<'_>) -> PyResult<Option<Arc<Store>>> {
        self.tables.as_ref().map(|tables| tables.get(py, || Err(forked()))).transpose()
    }

    /// What they know of a board and a scoring.
    pub(crate) fn table(&self, py: Python<'_>, board: Board, scoring: Scoring) -> PyResult<Option<Arc<Layers>>> {
        Ok(match self.store(py)? {
            Some(store) => store.table(board, scoring),
            None => Store::default().with_books(self.books.clone()).table(board, scoring),
        })
    }

    /// Whether the books alone answer a question.
    pub(crate) fn has_in_books(&self, question: &Question) -> bool {
        self.books.answer(question)
    }

    /// Writes to disk what has been proven.
    pub(crate) fn flush(&self, py: Python<'_>) -> PyResult<()> {
        let store = self.store(py)?;
        py.detach(|| store.map_or(Ok(()), |store| store.flush())).map_err(failed)
    }
}

/// The books for a user's True, False or path of a file.
fn books(given: &Bound<'_, PyAny>) -> PyResult<Books> {
    if let Ok(wanted) = given.extract::<bool>() {
        return Ok(Books::shipped_if(wanted));
    }
    Books::default().and_own(Some(&given.extract::<PathBuf>()?)).map_err(wrong)
}

/// The error of a process whose parent had opened a table.
fn forked() -> PyErr {
    failed(
        "table: this process was forked after a table was opened, and the table's threads stayed behind; \
         begin processes with multiprocessing's method \"spawn\", or before any table is opened",
    )
}

/// What the package knows without a search of the starts of boards that take a long one: of all, or of one board in either
/// orientation.
///
/// Each is a dictionary: board, start, scoring; value, lower and upper bound, in discs for Black, who is to move (value is None
/// where the bounds differ); game, a perfect game or its beginning; moves, the bounds after each first move but symmetric ones,
/// for Black; evidence, on what all that rests, in words. `solve known --json` prints the same.
///
/// >>> import exact_othello as eo
/// >>> [(known["start"], known["value"]) for known in eo.known("5x8") if known["scoring"] == "discs"]
/// [('othello', 15), ('reversi', 25), ('reversi-rows', -18)]
#[pyfunction]
#[pyo3(signature = (board=None))]
pub(crate) fn known<'py>(py: Python<'py>, board: Option<&Bound<'py, PyAny>>) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let wanted = board.map(named::board).transpose()?.map(Board::landscape);
    let all = known_starts().iter().filter(|known| wanted.is_none_or(|wanted| wanted == known.board));
    let limits = |into: &Bound<'py, PyDict>, bounds: Bounds| {
        into.set_item("lower", bounds.lower.discs())?;
        into.set_item("upper", bounds.upper.discs())
    };
    all.map(|known| {
        let name = |chosen: Move| chosen.display(known.board).to_string();
        let found = PyDict::new(py);
        found.set_item("board", known.board.to_string())?;
        found.set_item("start", known.start.name())?;
        found.set_item("scoring", known.scoring.name())?;
        found.set_item("value", known.bounds.exact().map(Score::discs))?;
        limits(&found, known.bounds)?;
        found.set_item("game", known.game.iter().map(|&chosen| name(chosen)).collect::<Vec<_>>())?;
        let moves = known.moves.iter().map(|&(chosen, bounds)| {
            let found = PyDict::new(py);
            found.set_item("move", name(chosen))?;
            limits(&found, bounds).map(|()| found)
        });
        found.set_item("moves", moves.collect::<PyResult<Vec<_>>>()?)?;
        found.set_item("evidence", known.evidence)?;
        Ok(found)
    })
    .collect()
}
