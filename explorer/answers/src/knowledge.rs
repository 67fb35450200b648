//! What is proven already, wherever it is kept.

use solver::{Board, Scoring};
pub use store::{Counts, KnownStart, Layers, SharedTable, Store, TableName};

/// Where proven values come from. Every method may be called from any thread, and may read the disk.
pub trait Knowledge: Send + Sync {
    /// All that is known for a scoring and a board, or the board's transpose if that has fewer rows.
    fn table(&self, _board: Board, _scoring: Scoring) -> Option<SharedTable> {
        None
    }

    /// All tables.
    fn tables(&self) -> Vec<TableName> {
        Vec::new()
    }

    /// The starts that take a long search and are known all the same.
    fn starts(&self) -> Vec<&'static KnownStart> {
        Vec::new()
    }

    /// What a table holds. May read all of it; `None` if that fails, or once `goes_on` returns false.
    fn count(&self, _table: TableName, _goes_on: &dyn Fn() -> bool) -> Option<Counts> {
        None
    }

    /// Whether to record in the tables what searches prove.
    fn learns(&self) -> bool {
        false
    }

    /// Whether something in the tables has turned out false or cannot be read.
    fn has_failed(&self) -> bool {
        false
    }
}

impl Knowledge for Store {
    fn table(&self, board: Board, scoring: Scoring) -> Option<SharedTable> {
        self.table(board, scoring).map(|table| table as SharedTable)
    }

    fn tables(&self) -> Vec<TableName> {
        self.tables()
    }

    fn starts(&self) -> Vec<&'static KnownStart> {
        self.books().known_starts().collect()
    }

    fn count(&self, table: TableName, goes_on: &dyn Fn() -> bool) -> Option<Counts> {
        self.count(table, goes_on)
    }

    fn learns(&self) -> bool {
        self.learns()
    }

    fn has_failed(&self) -> bool {
        self.has_failed()
    }
}
