//! The tables and books of a search.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ::store::{Disk, Options, Run};
use solver::{Basis, Board, Bounds, ProofTable, Question, Scoring};

use super::Books;
use crate::exit::{Failure, complain};

/// The tables on disk, if any are used, and the books.
#[derive(Debug, Default)]
pub(crate) struct Store {
    pub(super) inner: ::store::Store,
    /// Whether a search continues when the tables fail.
    pub(super) is_optional: bool,
}

/// The books that come with the program, if they are wanted, and the one of a file. That must be of the board that is asked
/// about, if there is only one: a book of another one would say nothing.
///
/// # Errors
/// The file cannot be read, or is not a book, or not one of this board.
pub(crate) fn books(has_shipped: bool, own: Option<&PathBuf>, board: Option<Board>) -> Result<Books, Failure> {
    let books = Books::shipped_if(has_shipped).and_own(own.map(PathBuf::as_path)).map_err(Failure::Run)?;
    match (books.own_board(), board) {
        (Some(own), Some(board)) if own != board.landscape() => {
            Err(Failure::Run(format!("--book: a book of {own} says nothing about {board}")))
        }
        _ => Ok(books),
    }
}

impl Store {
    /// Neither tables nor books, whatever the options and the environment say.
    pub(crate) fn none() -> Self {
        Self::default()
    }

    /// The tables of a directory, limited to what was proven here, or none.
    ///
    /// # Errors
    /// The directory cannot be used.
    pub(crate) fn of_directory(directory: Option<&PathBuf>) -> Result<Self, Failure> {
        let options = Options { directory: directory.cloned(), trusts_own_only: true, ..Options::default() };
        Ok(Self { inner: ::store::Store::open(options)?, is_optional: false })
    }

    /// The same with other books; with none, for work that must prove its results by search.
    pub(crate) fn with_books(self, books: Books) -> Self {
        Self { inner: self.inner.with_books(books), ..self }
    }

    /// What is known of one board and scoring.
    pub(crate) fn table(&self, board: Board, scoring: Scoring) -> Option<Arc<dyn ProofTable>> {
        self.inner.table(board, scoring).map(|table| table as Arc<dyn ProofTable>)
    }

    /// What comes with the program of the starts of a question's board.
    pub(crate) fn starts(&self, question: &Question) -> Option<books::KnownTable> {
        self.inner.books().starts(question.position.board(), question.scoring)
    }

    /// Whether the books answer a question on this ground: claims are only in a book from a file.
    pub(crate) fn has_in_books(&self, question: &Question, basis: Basis) -> bool {
        let books = self.inner.books();
        let is_own = books.own_board() == Some(question.position.board().landscape());
        (is_own || basis == Basis::Proof) && books.answer(question)
    }

    /// Begins to record the effort spent on a question, if there are tables.
    pub(crate) fn begin_search(&self, question: &Question) -> Option<Run> {
        self.inner.disk().map(|disk| disk.begin(question))
    }

    /// Notes how far a search has come.
    pub(crate) fn note(&self, run: &Run, bounds: Option<Bounds>, nodes: u64, time: Duration, is_complete: bool) {
        if let Some(disk) = self.inner.disk() {
            disk.note(run, bounds, nodes, time, is_complete);
        }
    }

    /// Number of records written since the tables were opened; `None` without tables.
    pub(crate) fn written(&self) -> Option<u64> {
        self.inner.disk().map(|disk| disk.written())
    }

    /// Whether the tables have failed, so that going on would lose proofs, and no option permits that. An unreadable
    /// entry does not count: it is proven again, and [`Store::close`] reports it.
    pub(crate) fn has_failed(&self) -> bool {
        !self.is_optional && self.inner.disk().is_some_and(|disk| disk.has_stopped())
    }

    /// Whether something in the tables is false: a proof contradicts an entry.
    pub(crate) fn is_doubted(&self) -> bool {
        self.inner.disk().is_some_and(|disk| disk.is_doubted())
    }

    /// Flushes everything to disk.
    ///
    /// # Errors
    /// Something could not be read or written, now or before. If tables are optional, that is only a warning, unless
    /// something in them is false.
    pub(crate) fn close(self) -> Result<(), Failure> {
        let is_warning = self.is_optional && !self.is_doubted();
        let Some((closed, refuted)) = self.inner.into_disk().map(Disk::close) else { return Ok(()) };
        refuted.iter().for_each(|claim| complain(&format!("warning: {claim}")));
        match closed {
            Err(error) if is_warning => {
                complain(&format!("warning: {error}"));
                Ok(())
            }
            result => Ok(result?),
        }
    }
}
