//! What the explorer knows in a build without tables: books.

use std::sync::Arc;

use ::books::known;
use explorer::{Counts, Knowledge, Nothing, SharedTable, TableName};
use solver::{Board, Position, Score, Scoring};

use crate::persistence::books::Books;
use crate::persistence::claimed::Claimed;
use super::store::refuse;
use crate::args::ShelfArgs;
use crate::exit::Failure;

/// No tables, only books.
pub(crate) struct Shelf {
    books: Books,
}

impl Shelf {
    /// Opens nothing.
    ///
    /// # Errors
    /// A directory is named, the missing table is to learn, or the file of a book cannot be used.
    pub(crate) fn open(args: &ShelfArgs) -> Result<Self, Failure> {
        if args.learn {
            return Err(Failure::Usage(
                "built without tables; leave --learn out, or build with the feature 'tables'".into(),
            ));
        }
        refuse(args.table.as_ref())?;
        Ok(Self { books: Books::shipped_if(!args.no_book).and_own(args.books.book.as_ref())? })
    }

    /// Where values come from, in a few words.
    pub(crate) fn description(&self) -> &str {
        "without a table"
    }

    /// Does nothing.
    ///
    /// # Errors
    /// Never.
    pub(crate) fn close(&self) -> Result<(), Failure> {
        Ok(())
    }
}

impl Knowledge for Shelf {
    fn table(&self, board: Board, scoring: Scoring) -> Option<SharedTable> {
        let own = Arc::clone(self.books.own_of(board)?);
        let claim = move |position: &Position| known(std::slice::from_ref(&own), position, scoring);
        Some(Arc::new(Claimed { board: board.landscape(), scoring, claim: Arc::new(claim), table: None }))
    }

    fn whole(&self, position: &Position, scoring: Scoring) -> Option<Score> {
        self.books.proven(position, scoring)?.exact()
    }

    fn tables(&self) -> Vec<TableName> {
        Nothing.tables()
    }

    fn count(&self, table: TableName, goes_on: &dyn Fn() -> bool) -> Option<Counts> {
        Nothing.count(table, goes_on)
    }

    fn learns(&self) -> bool {
        Nothing.learns()
    }

    fn has_failed(&self) -> bool {
        Nothing.has_failed()
    }
}
