//! Values without a line are the same as with one.

#[path = "../../rules/tests/support/mod.rs"]
mod support;

use solver::random::Random;
use solver::{Board, Mode, Position, Question, Resources, Scoring, Solver, Start};
use support::{board, mailbox, mailbox_scoring, played};

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

#[test]
fn a_best_move_without_a_line_is_one_that_keeps_the_value() {
    let mut random = Random::new(12, 0);
    for board in ["3x5", "4x4", "5x5", "4x7", "6x6"].map(board) {
        for number in 0..30 {
            let position = played(board, 6 + number % 8, &mut random);
            for mode in [Mode::Wld, Mode::Exact] {
                let question = Question::new(position, mode, Scoring::Discs);
                let fresh = || Solver::new(Resources { memory_bytes: 1 << 20, ..Resources::default() });
                let whole = fresh().solve(&question).unwrap();
                let answer = fresh().best_move(&question).unwrap();
                let what = || format!("{board} {mode:?} {:?}", position.discs());
                assert_eq!((answer.bounds, answer.best), (whole.bounds, whole.best), "{}", what());
                assert_eq!((answer.line.len(), answer.end, answer.complete), (0, position, true), "{}", what());
                assert!(answer.nodes <= whole.nodes, "{}", what());
                let Some(chosen) = answer.best else { continue };
                let next = fresh().value(&Question { position: position.play(chosen).unwrap(), ..question }).unwrap();
                match mode {
                    Mode::Exact => assert_eq!(next.bounds.negated(), answer.bounds, "{}", what()),
                    Mode::Wld => assert_eq!(next.bounds.negated().outcome(), answer.bounds.outcome(), "{}", what()),
                }
            }
        }
    }
}

/// Every move has the value that a separate search gives the position after it.
#[test]
fn moves_have_the_values_and_outcomes_of_what_they_lead_to() {
    let mut random = Random::new(13, 0);
    let mut solver = Solver::new(Resources { memory_bytes: 1 << 20, ..Resources::default() });
    for board in ["3x5", "5x3", "4x4", "4x7", "6x6"].map(board) {
        for number in 0..20 {
            let position = played(board, 4 + number % 7, &mut random);
            for scoring in Scoring::ALL {
                let values = solver.move_values(&Question::exact(position).scored(scoring)).unwrap();
                let outcomes = solver.move_outcomes(&Question::wld(position).scored(scoring)).unwrap();
                let moves: Vec<_> = position.legal_moves().into_iter().collect();
                assert_eq!(values.iter().map(|&(chosen, _)| chosen).collect::<Vec<_>>(), moves);
                assert_eq!(
                    outcomes,
                    values.iter().map(|&(chosen, value)| (chosen, value.outcome())).collect::<Vec<_>>()
                );
                for (chosen, value) in values {
                    let next = position.play(chosen).unwrap();
                    let mailbox = -checker::value(&mailbox(&next), mailbox_scoring(scoring));
                    assert_eq!(value.discs(), mailbox, "{board} {scoring} {:?} {chosen:?}", position.discs());
                }
            }
        }
    }
}

/// The move in an answer without a line reaches the value, like the move from a table.
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

/// Limits under one scoring imply only true limits under the other, and the winner is the same.
#[test]
fn a_value_under_one_scoring_limits_that_under_the_other() {
    let mut random = Random::new(13, 0);
    let mut differ = 0;
    for board in ["3x3", "3x5", "4x4", "5x5", "4x7", "6x6", "7x3", "8x8"].map(board) {
        for number in 0..40 {
            let position = played(board, 4 + number % 8, &mut random);
            let [discs, wof] = Scoring::ALL.map(|scoring| {
                let mut solver = Solver::new(Resources { memory_bytes: 1 << 20, ..Resources::default() });
                solver.value(&Question::exact(position).scored(scoring)).unwrap().bounds
            });
            for (from, to, value, wanted) in
                [(Scoring::Discs, Scoring::Wof, discs, wof), (Scoring::Wof, Scoring::Discs, wof, discs)]
            {
                let limits = value.converted(from, to, board.squares());
                let what = || format!("{position}: {from} {value}, {to} {wanted}, {limits}");
                assert!(limits.lower <= wanted.lower && wanted.upper <= limits.upper, "{}", what());
                assert_eq!(limits.outcome(), wanted.outcome(), "{}", what());
            }
            differ += u32::from(discs != wof);
        }
    }
    assert!(differ > 10, "{differ}");
}
