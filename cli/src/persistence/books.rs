//! Books in front of whatever table there is: those that come with the program, and those that the user names.

use std::path::PathBuf;
use std::sync::Arc;

use ::books::{Book, BookError, BookTable, MOST_BYTES, known, shipped_for};
use files::read_bounded;
use solver::{Board, Bounds, Position, ProofTable, Question, Scoring};

use crate::exit::Failure;

/// A table that several threads use.
pub(crate) type SharedTable = Arc<dyn ProofTable + Send>;

/// The books that a command uses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Books {
    /// Whether those that come with the program are among them.
    has_shipped: bool,
    /// One from a file, which nobody here has verified. On its board it takes the place of the others: if they excluded
    /// each other, their values together would make no sense.
    own: Option<Arc<Book>>,
}

impl Books {
    /// The books that come with the program, if they are wanted.
    pub(crate) fn shipped_if(is_wanted: bool) -> Self {
        Self { has_shipped: is_wanted, own: None }
    }

    /// The same and the one of a file.
    ///
    /// # Errors
    /// The file cannot be read, or is not a book.
    pub(crate) fn and_own(self, file: Option<&PathBuf>) -> Result<Self, Failure> {
        let read = |file: &PathBuf| {
            let wrong = |error: BookError| Failure::Run(format!("{}: {error}", file.display()));
            let bytes = read_bounded(file, MOST_BYTES).map_err(|error| Failure::Run(error.to_string()))?;
            let book = Book::from_bytes(&bytes).map_err(wrong)?;
            book.layers().map_err(wrong)?;
            Ok::<_, Failure>(Arc::new(book))
        };
        Ok(Self { own: file.map(read).transpose()?, ..self })
    }

    /// Checks that the one from a file is of this board: a book of another one would say nothing.
    ///
    /// # Errors
    /// It is not.
    pub(crate) fn all_of(self, board: Board) -> Result<Self, Failure> {
        match self.own.iter().map(|book| book.plan().board).find(|&own| own != board.landscape()) {
            Some(other) => Err(Failure::Run(format!("--book: a book of {other} says nothing about {board}"))),
            None => Ok(self),
        }
    }

    /// Those of a board.
    fn of(&self, board: Board) -> Vec<Arc<Book>> {
        match self.own_of(board) {
            Some(own) => vec![Arc::clone(own)],
            None if self.has_shipped => shipped_for(board),
            None => Vec::new(),
        }
    }

    /// A table behind the books of its board, if there are any.
    pub(crate) fn before(
        &self,
        board: Board,
        scoring: Scoring,
        table: Option<SharedTable>,
    ) -> Option<Arc<dyn ProofTable>> {
        match BookTable::new(self.of(board), scoring, table.clone()) {
            Some(behind) => Some(Arc::new(behind)),
            None => table.map(|table| table as Arc<dyn ProofTable>),
        }
    }

    /// What the books that come with the program know about a position, unless the user's own takes their place.
    pub(crate) fn proven(&self, position: &Position, scoring: Scoring) -> Option<Bounds> {
        match self.own_of(position.board()) {
            Some(_) => None,
            None => known(&self.of(position.board()), position, scoring),
        }
    }

    /// The user's own book, if it is of this board.
    pub(super) fn own_of(&self, board: Board) -> Option<&Arc<Book>> {
        self.own.as_ref().filter(|book| book.plan().board == board.landscape())
    }

    /// Whether the books answer a question.
    pub(crate) fn answer(&self, question: &Question) -> bool {
        let known = known(&self.of(question.position.board()), &question.position, question.scoring);
        known.is_some_and(|bounds| question.mode.settled(bounds))
    }
}
