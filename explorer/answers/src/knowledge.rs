//! What is proven already, wherever it is kept.

use solver::{Board, Scoring};
pub use store::{Counts, SharedTable, Store, TableName};

/// Where proven values come from. Every method may be called from any thread, and may read the disk.
pub trait Knowledge: Send + Sync {
    /// All that is known for a scoring and a board, or the board's transpose if that has fewer rows.
    fn table(&self, board: Board, scoring: Scoring) -> Option<SharedTable>;

    /// All tables.
    fn tables(&self) -> Vec<TableName>;

    /// What a table holds. May read all of it; `None` if that fails, or once `goes_on` returns false.
    fn count(&self, table: TableName, goes_on: &dyn Fn() -> bool) -> Option<Counts>;

    /// Whether to record in the tables what searches prove.
    fn learns(&self) -> bool;

    /// Whether something in the tables has turned out false or cannot be read.
    fn has_failed(&self) -> bool;
}

impl Knowledge for Store {
    fn table(&self, board: Board, scoring: Scoring) -> Option<SharedTable> {
        self.table(board, scoring).map(|table| table as SharedTable)
    }

    fn tables(&self) -> Vec<TableName> {
        self.tables()
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
