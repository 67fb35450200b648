//! Keeps nothing: the program was built without tables. It uses the books that come with it.

use std::ops::{ControlFlow, RangeInclusive};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use solver::{Board, Bounds, Discs, ProofTable, Question, Scoring, Start};

use crate::args::TableArgs;
use crate::exit::Failure;
use crate::persistence::books::Books;

/// Keeps nothing.
#[derive(Debug)]
pub(crate) struct Store {
    /// The books to use.
    books: Books,
}

/// A search whose effort is not recorded.
#[derive(Debug)]
pub(crate) struct SearchLog(());

impl SearchLog {
    /// Always `None`.
    pub(crate) fn unfinished(&self) -> Option<(u64, Duration)> {
        None
    }
}

impl Store {
    /// Opens nothing.
    ///
    /// # Errors
    /// A directory is named.
    pub(crate) fn open(args: &TableArgs) -> Result<Self, Failure> {
        refuse(args.table.as_ref()).map(|()| Self { books: Books::shipped_if(!args.no_book) })
    }

    /// Opens nothing.
    ///
    /// # Errors
    /// A directory is named.
    pub(crate) fn open_own(args: &TableArgs) -> Result<Self, Failure> {
        Self::open(args)
    }

    /// Opens nothing.
    ///
    /// # Errors
    /// A directory is named.
    pub(crate) fn of_directory(directory: Option<&PathBuf>) -> Result<Self, Failure> {
        Self::open(&TableArgs { table: directory.cloned(), no_table: false, no_book: true })
    }

    /// The same with other books; with none, for work that must prove its results by search.
    pub(crate) fn with_books(self, books: Books) -> Self {
        Self { books }
    }

    /// Neither tables nor books.
    pub(crate) fn none() -> Self {
        Self { books: Books::default() }
    }

    /// The books, if there are any for this board and scoring.
    ///
    /// # Errors
    /// Never.
    pub(crate) fn table(&self, board: Board, scoring: Scoring) -> Result<Option<Arc<dyn ProofTable>>, Failure> {
        Ok(self.books.before(board, scoring, None))
    }

    /// Whether the books answer a question.
    pub(crate) fn has_in_books(&self, question: &Question) -> bool {
        self.books.answer(question)
    }

    /// Always an error: there is no table.
    ///
    /// # Errors
    /// Says so.
    pub(crate) fn whole(
        &self,
        _: Board,
        _: Start,
        _: Scoring,
        _: RangeInclusive<u32>,
        _: &mut dyn FnMut(Discs) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Failure> {
        Err(Failure::Usage("built without tables, so there is no tablebase".to_owned()))
    }

    /// Nothing was spent before.
    pub(crate) fn begin_search(&self, _: &Question) -> SearchLog {
        SearchLog(())
    }

    /// Does nothing.
    pub(crate) fn note(&self, _: &SearchLog, _: Option<Bounds>, _: u64, _: Duration, _: bool) {}

    /// Always `None`.
    pub(crate) fn written(&self) -> Option<u64> {
        None
    }

    /// Never.
    pub(crate) fn has_failed(&self) -> bool {
        false
    }

    /// Never.
    pub(crate) fn is_doubted(&self) -> bool {
        false
    }

    /// Does nothing.
    ///
    /// # Errors
    /// Never.
    pub(crate) fn close(self) -> Result<(), Failure> {
        Ok(())
    }
}

/// Refuses a named directory.
pub(super) fn refuse(directory: Option<&PathBuf>) -> Result<(), Failure> {
    match directory {
        Some(directory) => Err(Failure::Usage(format!(
            "built without tables; nothing can be kept in '{}': leave --table out, or build the whole program (scripts/solve)",
            directory.display()
        ))),
        None => Ok(()),
    }
}
