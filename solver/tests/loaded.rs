//! Weights that a process loads in the place of those that come with the program. Alone in its process, since they stay.

use std::sync::Arc;

use solver::evaluation::{Evaluation, Layout, Stage, Weights, WeightsError};
use solver::random::Random;
use solver::{Board, Mode, Position, Question, Resources, Scoring, Solver, Start};

/// Random weights of one stage.
fn weights(board: Board) -> Weights {
    let mut random = Random::new(3, 0);
    let mut stage = |parameters: usize| {
        let weights = (0..parameters).map(|_| random.below(41) as i16 - 20).collect();
        vec![Stage { max_empties: board.squares() as u8, weights }]
    };
    let stages = stage(Layout::of_board(board).parameters());
    let outline = stage(Layout::outline(board).parameters());
    Weights { board: Some(board), seed: 3, positions: 0, stages, outline }
}

#[test]
fn loaded_weights_order_the_moves_and_change_no_value() {
    let [tall, wide, square]: [Board; 3] = ["7x4", "4x7", "6x6"].map(|board| board.parse().unwrap());
    let solved = |without| {
        let mut solver = Solver::new(Resources { memory_bytes: 1 << 20, without, ..Resources::default() });
        let question = Question::new(Position::start(tall, Start::Othello), Mode::Exact, Scoring::Discs);
        let answer = solver.solve(&question).unwrap();
        (answer.bounds, answer.nodes)
    };
    assert!(!Evaluation::has_learned(tall));
    let before = solved(Resources::default().without);
    // Nothing has used the evaluation of 4x7 as one of its own, so that it can still be loaded.
    assert_eq!(Evaluation::load(weights(wide)), Ok(()));
    assert!(Evaluation::has_learned(tall) && Evaluation::for_board(wide).is_learned());
    let position = Position::start(tall, Start::Othello);
    let score = Evaluation::for_board(tall).score(position.discs());
    assert_eq!(score, Evaluation::new(tall, &weights(wide)).score(position.discs()));
    assert!(Arc::ptr_eq(&Evaluation::for_board(tall), &Evaluation::learned(tall).unwrap()));
    let after = solved(Resources::default().without);
    assert_eq!(after.0, before.0);
    assert_ne!(after.1, before.1, "random weights order the moves otherwise");
    assert_eq!(Evaluation::load(weights(wide)), Err(WeightsError::Chosen(wide)));
    let common = Weights { board: None, ..weights(wide) };
    assert_eq!(Evaluation::load(common), Err(WeightsError::Common));
    assert!(Evaluation::for_board(square).is_learned());
    assert_eq!(Evaluation::load(weights(square)), Err(WeightsError::Chosen(square)), "it is in use");
}
