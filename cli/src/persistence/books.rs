//! The books that come with the program, in front of whatever table there is.

use std::sync::Arc;

use ::books::{BookTable, known, shipped_for};
use solver::{Board, Bounds, Position, ProofTable, Question, Scoring};

/// A table that several threads use.
pub(crate) type SharedTable = Arc<dyn ProofTable + Send>;

/// A table behind the books of its board, if they are wanted and there are any.
pub(crate) fn behind_books(
    is_wanted: bool,
    board: Board,
    scoring: Scoring,
    table: Option<SharedTable>,
) -> Option<Arc<dyn ProofTable>> {
    let books = if is_wanted { shipped_for(board) } else { Vec::new() };
    match BookTable::new(books, scoring, table.clone()) {
        Some(behind) => Some(Arc::new(behind)),
        None => table.map(|table| table as Arc<dyn ProofTable>),
    }
}

/// What the books know about a position.
pub(super) fn look_up(position: &Position, scoring: Scoring) -> Option<Bounds> {
    known(&shipped_for(position.board()), position, scoring)
}

/// Whether the books answer a question.
pub(super) fn answer(question: &Question) -> bool {
    look_up(&question.position, question.scoring).is_some_and(|bounds| question.mode.settled(bounds))
}
