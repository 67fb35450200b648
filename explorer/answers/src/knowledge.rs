//! What is proven already, wherever it is kept.

use std::sync::Arc;

use serde::Serialize;
use solver::{Board, Position, ProofTable, Score, Scoring, Start};
use utoipa::ToSchema;

/// A table of proven bounds that any thread may query.
pub type SharedTable = Arc<dyn ProofTable + Send + Sync>;

/// Where proven values come from. Every method may be called from any thread, and may read the disk.
pub trait Knowledge: Send + Sync {
    /// The table of proven bounds for a scoring and a board, or the board's transpose if that has fewer rows.
    fn table(&self, _board: Board, _scoring: Scoring) -> Option<SharedTable> {
        None
    }

    /// The value of a position for the side to move, if a tablebase or a book has it.
    fn whole(&self, _position: &Position, _scoring: Scoring) -> Option<Score> {
        None
    }

    /// All tables.
    fn tables(&self) -> Vec<TableName> {
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

/// One table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TableName {
    /// Its board; it has at most as many rows as columns.
    pub board: Board,
    /// Its scoring.
    pub scoring: Scoring,
    /// For a tablebase, the start from which all its positions can be reached; `None` for a table of proven bounds.
    pub whole_from: Option<Start>,
}

/// What a table holds. Symmetric positions count once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CountsRecord)]
pub struct Counts {
    /// Positions.
    pub entries: u64,
    /// Number of positions with an exact value.
    pub exact: u64,
    /// Number of positions of which only the outcome is known.
    pub decided: u64,
    /// Number of positions with limits that came from elsewhere and have not been verified here.
    pub unverified: u64,
    /// Number of positions by empty squares, from none upwards.
    pub by_empties: Vec<u64>,
    /// Bytes on disk.
    pub bytes: u64,
}

/// No knowledge at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nothing;

impl Knowledge for Nothing {}
