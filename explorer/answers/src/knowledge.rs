//! What is proven already, wherever it is kept.

use std::sync::Arc;

use solver::{Board, Position, ProofTable, Score, Scoring, Start};

/// A table of proven bounds that any thread may ask.
pub type SharedTable = Arc<dyn ProofTable + Send + Sync>;

/// Where proven values come from. All of it may be called from any thread, and may read the disk.
pub trait Knowledge: Send + Sync {
    /// The table of proven bounds of a board, or of its transpose if that has fewer rows, and a scoring.
    fn table(&self, board: Board, scoring: Scoring) -> Option<SharedTable>;

    /// The value of a position, for the side to move, where a table of all positions of its board has it.
    fn whole(&self, position: &Position, scoring: Scoring) -> Option<Score>;

    /// All tables there are.
    fn tables(&self) -> Vec<TableName>;

    /// What a table holds. May read all of it; `None` if that cannot be done, or if `goes_on` said no meanwhile.
    fn count(&self, table: TableName, goes_on: &dyn Fn() -> bool) -> Option<Counts>;

    /// Whether what a search proves is to be recorded in the tables.
    fn learns(&self) -> bool;

    /// Whether something in the tables has turned out false or cannot be read. Answers then say nothing of what is kept.
    fn has_failed(&self) -> bool;
}

/// One table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TableName {
    /// Its board; it has at most as many rows as columns.
    pub board: Board,
    /// Its scoring.
    pub scoring: Scoring,
    /// The start from which all its positions can be reached, of a table that has all of them; `None` of a table of proven
    /// bounds.
    pub whole_from: Option<Start>,
}

/// What a table holds, in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions, symmetric ones once.
    pub entries: u64,
    /// Number of positions with an exact value.
    pub exact: u64,
    /// Those of which only who wins, or that nobody does, is known.
    pub decided: u64,
    /// Those of which more is claimed than was proven here; nobody has verified it.
    pub unverified: u64,
    /// Number of positions by empty squares, from none upwards.
    pub by_empties: Vec<u64>,
    /// Bytes on disk.
    pub bytes: u64,
}

/// Nothing is kept anywhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nothing;

impl Knowledge for Nothing {
    fn table(&self, _: Board, _: Scoring) -> Option<SharedTable> {
        None
    }

    fn whole(&self, _: &Position, _: Scoring) -> Option<Score> {
        None
    }

    fn tables(&self) -> Vec<TableName> {
        Vec::new()
    }

    fn count(&self, _: TableName, _: &dyn Fn() -> bool) -> Option<Counts> {
        None
    }

    fn learns(&self) -> bool {
        false
    }

    fn has_failed(&self) -> bool {
        false
    }
}
