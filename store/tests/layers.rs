//! What a solver makes of several tables that say different things.

use std::sync::Arc;

use books::{Book, BookTable, Plan};
use solver::{
    Basis, Board, Bounds, Discs, Position, ProofTable, Proven, Question, Resources, Score, Scoring, Solver, Start,
};
use store::{Layers, SharedTable};

/// A table with one value.
#[derive(Debug)]
struct One(Position, i32);

impl ProofTable for One {
    fn board(&self) -> Board {
        self.0.board()
    }

    fn scoring(&self) -> Scoring {
        Scoring::Discs
    }

    fn probe(&self, canonical: Discs) -> Option<Proven> {
        let is_it = canonical == solver::CanonicalPosition::of(&self.0).discs();
        is_it.then_some(Proven { bounds: Bounds::at(self.1), best: None, effort: 0, basis: Basis::Proof })
    }

    fn record(&self, _: Discs, _: Proven) {}
}

#[test]
fn a_claim_does_not_hide_a_proof() {
    let board: Board = "4x4".parse().unwrap();
    let start = Position::start(board, Start::Othello);
    let said = |claim: i32| {
        let mut book = Book::new(Plan { board, start: Start::Othello, scoring: Scoring::Discs, discs: 8 }).unwrap();
        let count = book.values().len();
        book.learn((0..count).map(|place| (place, Score::new(claim))), Basis::Claim);
        let book = BookTable::new(vec![Arc::new(book)], Scoring::Discs).unwrap();
        let claimed = book.look_up(&start).unwrap().bounds;
        let tables: Vec<SharedTable> = vec![Arc::new(One(start, -8)), Arc::new(book)];
        let layers = Layers::new(board, Scoring::Discs, tables, 0);
        let mut solver = Solver::new(Resources { memory_bytes: 1 << 20, ..Resources::default() });
        (claimed, solver.with_table(&layers).value(&Question::exact(start)).unwrap())
    };
    let (claimed, answer) = said(2);
    assert_ne!(claimed, Bounds::at(-8));
    assert_eq!((answer.contradiction, answer.complete), (Some(start), false));
    let (claimed, answer) = said(-8);
    assert_eq!((claimed, answer.bounds, answer.basis), (Bounds::at(-8), Bounds::at(-8), Basis::Proof));
}
