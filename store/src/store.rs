//! Opens books and tables, and hands out what they know.

use std::sync::Arc;

use ::books::BookTable;
use solver::{Board, Scoring};

use crate::books::Books;
use crate::disk::{Disk, TableError};
use crate::layers::Layers;
use crate::options::Options;
use crate::{Counts, SharedTable, TableName};

/// Books and tables.
#[derive(Debug, Default)]
pub struct Store {
    books: Books,
    disk: Option<Disk>,
    shows: bool,
}

impl Store {
    /// Opens what the options name.
    ///
    /// # Errors
    /// The directory cannot be used, or the program was built without tables and a directory is named.
    pub fn open(options: Options) -> Result<Self, TableError> {
        let disk = Disk::open(&options)?;
        Ok(Self { books: options.books, disk, shows: options.shows })
    }

    /// The same with other books; with none, for work that must prove its results by search.
    #[must_use]
    pub fn with_books(self, books: Books) -> Self {
        Self { books, ..self }
    }

    /// The books.
    #[must_use]
    pub fn books(&self) -> &Books {
        &self.books
    }

    /// The tables on the disk, if there are any.
    #[must_use]
    pub fn disk(&self) -> Option<&Disk> {
        self.disk.as_ref()
    }

    /// The same, to be closed.
    #[must_use]
    pub fn into_disk(self) -> Option<Disk> {
        self.disk
    }

    /// All that is known of a board, or its transpose if that has fewer rows, under a scoring; `None` if there is neither a
    /// book nor a table for it.
    #[must_use]
    pub fn table(&self, board: Board, scoring: Scoring) -> Option<Arc<Layers>> {
        let board = board.landscape();
        let bounds = self.disk.as_ref().and_then(|disk| disk.bounds(board, scoring));
        let kept = usize::from(bounds.is_some());
        let mut tables: Vec<SharedTable> = bounds.into_iter().collect();
        if let Some(disk) = self.disk.as_ref().filter(|_| self.shows) {
            tables.extend(disk.tablebases(board, scoring));
        }
        let books = BookTable::new(self.books.of(board), scoring);
        tables.extend(books.map(|books| Arc::new(books) as SharedTable));
        tables.extend(self.books.starts(board, scoring).map(|starts| Arc::new(starts) as SharedTable));
        let layers = (!tables.is_empty()).then(|| Layers::new(board, scoring, tables, kept))?;
        Some(Arc::new(if self.shows { layers.dropping_false_claims() } else { layers }))
    }

    /// All tables on the disk.
    #[must_use]
    pub fn tables(&self) -> Vec<TableName> {
        self.disk.as_ref().map_or_else(Vec::new, Disk::names)
    }

    /// What a table holds. Reads all of it; `None` if that fails, or once `goes_on` returns false.
    pub fn count(&self, name: TableName, goes_on: &dyn Fn() -> bool) -> Option<Counts> {
        self.disk.as_ref()?.count(name, goes_on)
    }

    /// Whether what is recorded is kept.
    #[must_use]
    pub fn learns(&self) -> bool {
        self.disk.as_ref().is_some_and(Disk::is_written)
    }

    /// Whether something in the tables has turned out false or cannot be read.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.disk.as_ref().is_some_and(Disk::has_failed)
    }

    /// Waits until everything recorded before is on the disk itself.
    ///
    /// # Errors
    /// Something could not be read or written, now or before.
    pub fn flush(&self) -> Result<(), TableError> {
        self.disk.as_ref().map_or(Ok(()), |disk| disk.flush())
    }
}
