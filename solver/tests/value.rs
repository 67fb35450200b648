//! Values without a line are those with one.

mod support;

use solver::random::Random;
use solver::{Board, Mode, Position, Question, Resources, Scoring, Solver, Start};
use support::{board, played};

#[test]
fn a_value_alone_is_that_of_the_whole_answer() {
    for board in ["3x3", "4x4", "5x3", "4x6", "6x4"] {
        let board: Board = board.parse().unwrap();
        for start in Start::ALL {
            for scoring in Scoring::ALL {
                for mode in [Mode::Wld, Mode::Exact] {
                    let question = Question::new(Position::start(board, start), mode, scoring);
                    let fresh = || Solver::new(Resources { memory_bytes: 1 << 20, ..Resources::default() });
                    let whole = fresh().solve(&question).unwrap();
                    let value = fresh().value(&question).unwrap();
                    assert_eq!(value.bounds, whole.bounds, "{board} {start} {scoring}");
                    assert!(value.complete && value.line.is_empty() && value.nodes <= whole.nodes, "{board} {start}");
                }
            }
        }
    }
}

/// The move that an answer without a line comes with is one that reaches the value, as that of a table is.
#[test]
fn the_move_of_a_value_alone_reaches_it() {
    let mut random = Random::new(11, 0);
    let mut moves = 0;
    let mut solver = Solver::new(Resources { memory_bytes: 4 << 20, ..Resources::default() });
    for board in ["6x6", "4x8", "5x6", "7x5", "8x8"].map(board) {
        for number in 0..60 {
            let position = played(board, 10 + number % 6, &mut random);
            let mut value = |position| {
                let question = Question::new(position, Mode::Exact, Scoring::Discs);
                solver.value(&question).unwrap()
            };
            let answer = value(position);
            if let Some(chosen) = answer.best {
                let next = value(position.play(chosen).unwrap());
                assert_eq!(next.bounds.negated(), answer.bounds, "{board} {:?} {chosen:?}", position.discs());
                moves += 1;
            }
        }
    }
    assert!(moves > 200, "{moves}");
}
