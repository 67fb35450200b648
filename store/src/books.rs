//! Which books are asked.

use std::path::Path;
use std::sync::Arc;

use ::books::{Book, BookError, KnownStart, KnownTable, MOST_BYTES, known, known_starts, shipped_for};
use files::read_bounded;
use solver::{Board, ProofTable, Question, Scoring};

/// Those that come with the program, those that the user names, or both.
#[derive(Clone, Debug, Default)]
pub struct Books {
    /// Whether those that come with the program are among them.
    has_shipped: bool,
    /// One from a file, which nobody here has verified. On its board it takes the place of the others: if they excluded
    /// each other, their values together would make no sense.
    own: Option<Arc<Book>>,
}

impl Books {
    /// The books that come with the program, if they are wanted.
    #[must_use]
    pub fn shipped_if(is_wanted: bool) -> Self {
        Self { has_shipped: is_wanted, own: None }
    }

    /// The same and the one of a file.
    ///
    /// # Errors
    /// The file cannot be read, or is not a book: in words for people, with the file's name.
    pub fn and_own(self, file: Option<&Path>) -> Result<Self, String> {
        let read = |file: &Path| {
            let wrong = |error: BookError| format!("{}: {error}", file.display());
            let book = Book::from_bytes(&read_bounded(file, MOST_BYTES).map_err(|error| error.to_string())?);
            let book = book.map_err(wrong)?;
            book.layers().map_err(wrong)?;
            Ok::<_, String>(Arc::new(book))
        };
        Ok(Self { own: file.map(read).transpose()?, ..self })
    }

    /// The board of the user's own book, in landscape.
    #[must_use]
    pub fn own_board(&self) -> Option<Board> {
        self.own.as_ref().map(|book| book.plan().board)
    }

    /// Those of a board.
    #[must_use]
    pub fn of(&self, board: Board) -> Vec<Arc<Book>> {
        match &self.own {
            Some(own) if own.plan().board == board.landscape() => vec![Arc::clone(own)],
            _ if self.has_shipped => shipped_for(board),
            _ => Vec::new(),
        }
    }

    /// Whether what comes with the program counts on a board.
    fn has_shipped_on(&self, board: Board) -> bool {
        self.has_shipped && self.own_board() != Some(board.landscape())
    }

    /// What comes with the program of the starts of a board, if anything does.
    #[must_use]
    pub fn starts(&self, board: Board, scoring: Scoring) -> Option<KnownTable> {
        KnownTable::new(board, scoring).filter(|_| self.has_shipped_on(board))
    }

    /// All known starts.
    pub fn known_starts(&self) -> impl Iterator<Item = &'static KnownStart> {
        known_starts().iter().filter(|known| self.has_shipped_on(known.board))
    }

    /// Whether they answer a question.
    #[must_use]
    pub fn answer(&self, question: &Question) -> bool {
        let Question { position, mode, scoring } = *question;
        let in_books = known(&self.of(position.board()), &position, scoring);
        let in_starts = self.starts(position.board(), scoring).and_then(|starts| starts.look_up(&position));
        in_books.into_iter().chain(in_starts.map(|known| known.bounds)).any(|bounds| mode.settled(bounds))
    }
}
