//! Values without a line are those with one.

use solver::{Board, Mode, Position, Progress, Question, Resources, Scoring, Solver, Start};

#[test]
fn a_value_alone_is_that_of_the_whole_answer() {
    for board in ["3x3", "4x4", "5x3", "4x6", "6x4"] {
        let board: Board = board.parse().unwrap();
        for start in Start::ALL {
            for scoring in Scoring::ALL {
                for mode in [Mode::Wld, Mode::Exact] {
                    let question = Question::new(Position::start(board, start), mode, scoring);
                    let fresh = || Solver::new(Resources { memory_bytes: 1 << 20, ..Resources::default() });
                    let whole = fresh().solve(&question, None, &Progress::default());
                    let value = fresh().value(&question, None, &Progress::default());
                    assert_eq!(value.bounds, whole.bounds, "{board} {start} {scoring}");
                    assert!(value.complete && value.line.is_empty() && value.nodes <= whole.nodes, "{board} {start}");
                }
            }
        }
    }
}
