//! The books that come with the program, in front of whatever table there is.

use std::sync::Arc;

use ::books::{BookTable, shipped_for};
use solver::{Board, Bounds, Position, ProofTable, Question, Scoring};

/// A table that several threads use.
pub(crate) type SharedTable = Arc<dyn ProofTable + Send>;

/// A table behind the books of its board and scoring, if they are wanted and there are any.
pub(super) fn behind_books(
    is_wanted: bool,
    board: Board,
    scoring: Scoring,
    table: Option<SharedTable>,
) -> Option<Arc<dyn ProofTable>> {
    let books = if is_wanted { shipped_for(board, scoring) } else { Vec::new() };
    match BookTable::new(books, table.clone()) {
        Some(behind) => Some(Arc::new(behind)),
        None => table.map(|table| table as Arc<dyn ProofTable>),
    }
}

/// What the books know of a position.
pub(super) fn look_up(position: &Position, scoring: Scoring) -> Option<Bounds> {
    let known = |book: &Arc<::books::Book>| book.look_up(position).ok().flatten();
    shipped_for(position.board(), scoring).iter().find_map(known).map(|(bounds, _)| bounds)
}

/// Whether the books answer a question.
pub(super) fn answer(question: &Question) -> bool {
    look_up(&question.position, question.scoring).is_some_and(|bounds| question.mode.settled(bounds))
}
