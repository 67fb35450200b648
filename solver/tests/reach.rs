//! Whether a score is reached, and by which moves, against the mailbox board.

#[path = "../../rules/tests/support/mod.rs"]
mod support;

use std::collections::HashMap;
use std::sync::Mutex;

use solver::random::Random;
use solver::{
    Basis, Board, Bounds, Discs, Position, Progress, ProofTable, Proven, Reached, Resources, Score, Scoring,
    SolveError, Solver, Symmetries, Target,
};
use support::{board, mailbox, mailbox_scoring, played, scattered, shapes, shown};

fn solver(threads: usize) -> Solver {
    Solver::new(Resources { threads, memory_bytes: 1 << 20, ..Resources::default() })
}

fn mailbox_value(position: &Position, scoring: Scoring) -> Score {
    Score::new(checker::value(&mailbox(position), mailbox_scoring(scoring)))
}

/// Asks for every score around the value and at both ends, and checks all moves in the answers.
fn check(solver: &mut Solver, position: Position) {
    let most = position.board().squares() as i32;
    for scoring in Scoring::ALL {
        let value = mailbox_value(&position, scoring);
        let exact = value.discs();
        let around = [-3, -1, 0, 1, 4].map(|more| exact + more);
        for at_least in [-most - 1, -most, most, most + 1].into_iter().chain(around).map(Score::new) {
            let case = format!("{} {scoring} at least {at_least}, is {value}", shown(&position));
            let reached = solver.reaches(&Target { position, at_least, scoring });
            let Ok(Reached::Yes(moves)) = reached else {
                assert!(reached == Ok(Reached::No) && at_least > value, "{case}: {reached:?}");
                continue;
            };
            assert!(at_least <= value, "{case}");
            assert_eq!(moves.is_empty(), position.is_over(), "{case}");
            for chosen in moves {
                let next = position.play(chosen).unwrap();
                assert!(-mailbox_value(&next, scoring) >= at_least, "{case}: {chosen:?} does not");
            }
        }
    }
}

#[test]
fn every_score_is_judged_as_by_the_mailbox_and_every_move_named_keeps_it() {
    let mut random = Random::new(81, 0);
    let (mut one, mut many) = (solver(1), solver(3));
    for board in shapes() {
        for empties in [0, 1, 4, 7, 10] {
            let empties = empties.min(board.squares() - 4);
            check(&mut one, played(board, empties, &mut random));
            check(&mut many, scattered(board, empties.min(8), &mut random));
        }
    }
}

#[test]
fn with_as_many_empties_as_are_searched_deep() {
    let mut random = Random::new(82, 0);
    for name in ["4x4", "5x4", "4x5", "6x6"] {
        for _ in 0..3 {
            check(&mut solver(1), played(board(name), 12, &mut random));
        }
    }
}

#[test]
fn a_stopped_search_says_so() {
    let progress = Progress::default();
    progress.stop();
    let position = Position::start(board("6x6"), solver::Start::Othello);
    let target = Target { position, at_least: Score::new(0), scoring: Scoring::Discs };
    assert_eq!(solver(1).watched_by(&progress).reaches(&target), Err(SolveError::Stopped));
}

/// A table of 4x5 that always says the same, and knows one position only.
struct Liar(Mutex<HashMap<Discs, Proven>>);

impl ProofTable for Liar {
    fn board(&self) -> Board {
        board("4x5")
    }

    fn scoring(&self) -> Scoring {
        Scoring::Discs
    }

    fn probe(&self, canonical: Discs) -> Option<Proven> {
        self.0.lock().unwrap().get(&canonical).copied()
    }

    fn record(&self, _: Discs, _: Proven) {}
}

#[test]
fn a_table_that_promises_too_much_is_found_out() {
    let mut random = Random::new(83, 0);
    let position = played(board("4x5"), 10, &mut random);
    let too_much = Score::new(mailbox_value(&position, Scoring::Discs).discs() + 1);
    let canonical = Symmetries::new(position.board()).canonical(position.discs()).0;
    let bounds = Bounds::new(too_much, 20);
    let liar =
        Liar(Mutex::new(HashMap::from([(canonical, Proven { bounds, best: None, effort: 1, basis: Basis::Proof })])));
    let target = Target { position, at_least: too_much, scoring: Scoring::Discs };
    let reached = solver(1).with_table(&liar).reaches(&target);
    assert_eq!(reached, Err(SolveError::Contradiction(position)));
}
