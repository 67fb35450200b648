//! A search so small that even Miri finishes it: `scripts/sanitize`.

use solver::{Position, Question, Resources, Solver, Start};

#[test]
fn a_small_board_has_its_value_on_one_thread_and_on_two() {
    for threads in [1, 2] {
        let resources = Resources { threads, memory_bytes: 1 << 12, ..Resources::default() };
        let start = Position::start("3x4".parse().unwrap(), Start::Othello);
        let answer = Solver::new(resources).solve(&Question::exact(start)).unwrap();
        assert!(answer.complete);
        assert_eq!((answer.bounds.lower.discs(), answer.bounds.upper.discs()), (12, 12));
    }
}
