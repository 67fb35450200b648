//! What the tests of tables share.
#![allow(dead_code, reason = "each test program uses a part of it")]

use std::path::Path;

use solver::{
    Basis, Board, Bounds, Discs, Mode, Position, Proven, Question, Resources, Scoring, Solver, Start, Technique,
};
use tables::{Table, Tables};

pub(crate) fn board(text: &str) -> Board {
    text.parse().unwrap()
}

pub(crate) fn proven(lower: i32, upper: i32) -> Proven {
    Proven { bounds: Bounds::new(lower, upper), best: None, effort: 0, basis: Basis::Proof }
}

/// All entries of a table.
pub(crate) fn entries(table: &Table) -> Vec<(Discs, Proven)> {
    table.entries().map(|entry| entry.expect("it is whole")).collect()
}

/// The same as a claim.
pub(crate) fn claimed(proven: Proven) -> Proven {
    Proven { basis: Basis::Claim, ..proven }
}

/// Solves the start of a board with a table in `directory`, which this fills. A hunt by proof numbers would prove too
/// little on its way.
pub(crate) fn fill(directory: &Path, shape: &str, scoring: Scoring) {
    let tables = Tables::open(directory).unwrap();
    let table = tables.table(board(shape), scoring);
    let question = Question::new(Position::start(board(shape), Start::Othello), Mode::Exact, scoring);
    let without = [Technique::ProofNumbers].into_iter().collect();
    let mut solver = Solver::new(Resources { memory_bytes: 16 << 20, without, ..Resources::default() });
    let answer = solver.with_table(&table).solve(&question).unwrap();
    assert!(answer.complete);
    tables.flush().unwrap();
}
