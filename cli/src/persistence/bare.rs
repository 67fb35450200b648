//! What the explorer knows in a build without tables: the books that come with the program.

use explorer::{Counts, Knowledge, Nothing, SharedTable, TableName};
use solver::{Board, Position, Score, Scoring};

use super::books::Books;
use super::forgotten::refuse;
use crate::args::ShelfArgs;
use crate::exit::Failure;

/// No tables, only the books that come with the program.
pub(crate) struct Shelf {
    /// Whether to use the books that come with the program.
    books: Books,
}

impl Shelf {
    /// Opens nothing.
    ///
    /// # Errors
    /// A directory is named, or the missing table is to learn.
    pub(crate) fn open(args: &ShelfArgs) -> Result<Self, Failure> {
        if args.learn {
            return Err(Failure::Usage(
                "built without tables; leave --learn out, or build with the feature 'tables'".into(),
            ));
        }
        refuse(args.table.as_ref()).map(|()| Self { books: Books::shipped_if(!args.no_book) })
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
        Nothing.table(board, scoring)
    }

    fn whole(&self, position: &Position, scoring: Scoring) -> Option<Score> {
        self.books.look_up(position, scoring)?.exact()
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
