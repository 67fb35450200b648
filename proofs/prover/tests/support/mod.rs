//! What the tests share: certificates, positions on the mailbox board, games of random moves.
#![allow(dead_code, reason = "each test uses a part of it")]

use checker::Certificate;
use prover::{Claim, Cut, Request, SILENT, prove};
use solver::random::Random;
use solver::{Board, Mode, Position, Progress, Question, Resources, Score, Scoring, Solver, Start};

/// A fresh solver with little memory.
pub(crate) fn solver() -> Solver {
    Solver::new(Resources { memory_bytes: 1 << 20, ..Resources::default() })
}

/// The same position on the mailbox board.
pub(crate) fn mailbox(position: &Position) -> checker::Position {
    let (rows, cols) = (position.board().rows() as usize, position.board().cols() as usize);
    checker::Position::parse(rows, cols, &position.without_board().to_string()).unwrap()
}

/// The same scoring on the mailbox board.
pub(crate) fn mailbox_scoring(scoring: Scoring) -> checker::Scoring {
    checker::Scoring::named(scoring.name()).expect("both know it by the same name")
}

/// The value by the mailbox board.
pub(crate) fn value(position: &Position, scoring: Scoring) -> i32 {
    checker::value(&mailbox(position), mailbox_scoring(scoring))
}

/// The value by the solver, where the mailbox board takes too long.
pub(crate) fn solved(position: Position) -> i32 {
    let question = Question::new(position, Mode::Exact, Scoring::Discs);
    solver().solve(&question).unwrap().bounds.exact().unwrap().discs()
}

/// The bytes of a certificate.
pub(crate) fn bytes(position: Position, scoring: Scoring, claim: Claim, cut: Option<Cut>) -> Vec<u8> {
    let request = Request { position, scoring, claim, cut };
    let made = prove(&mut solver(), &request, None, &Progress::default(), SILENT);
    made.unwrap_or_else(|error| panic!("{} {}: {error}", position.board(), position.without_board())).bytes
}

/// A certificate as the checker reads it.
pub(crate) fn made(position: Position, scoring: Scoring, claim: Claim, cut: Option<Cut>) -> Certificate {
    Certificate::from_bytes(&bytes(position, scoring, claim, cut)).unwrap()
}

/// Makes certificates of true claims about a position of this value, and checks that the checker accepts them as what
/// they are.
pub(crate) fn check_one(position: Position, scoring: Scoring, value: i32, cut: Option<Cut>) {
    let outcome = match value.signum() {
        1 => Claim::Win,
        0 => Claim::Draw,
        _ => Claim::Loss,
    };
    let squares = position.board().squares() as i32;
    let (low, high) = ((value - 2).max(-squares), (value + 3).min(squares));
    for claim in
        [Claim::Exactly(Score::new(value)), outcome, Claim::AtLeast(Score::new(low)), Claim::AtMost(Score::new(high))]
    {
        let request = Request { position, scoring, claim, cut };
        let case = format!("{} {} {scoring} {claim} {cut:?}", position.board(), position.without_board());
        let made = prove(&mut solver(), &request, None, &Progress::default(), SILENT);
        let made = made.unwrap_or_else(|error| panic!("{case}: {error}"));
        let certificate = Certificate::from_bytes(&made.bytes).unwrap_or_else(|error| panic!("{case}: {error}"));
        let report = checker::check(&certificate, 1, None, &()).unwrap_or_else(|error| panic!("{case}: {error}"));
        let counts = report.counts;
        assert_eq!(certificate.root, mailbox(&position), "{case}");
        assert_eq!(
            [counts.prover_nodes, counts.other_nodes, counts.leaves],
            [made.prover_nodes, made.other_nodes, made.leaves],
            "{case}"
        );
        let statement = certificate.statement();
        assert!(statement.lower.is_none_or(|lower| lower <= value), "{case}");
        assert!(statement.upper.is_none_or(|upper| upper >= value), "{case}");
        if claim == Claim::Exactly(Score::new(value)) {
            assert_eq!((statement.lower, statement.upper), (Some(value), Some(value)), "{case}");
        }
    }
}

/// All positions of a game of random moves.
pub(crate) fn positions_of_a_game(board: Board, seed: u64) -> Vec<Position> {
    let mut random = Random::new(seed, 0);
    let mut positions = vec![Position::start(board, Start::ALL[random.index(3)])];
    loop {
        let now = positions[positions.len() - 1];
        let moves = now.legal_moves();
        if moves.is_empty() {
            return positions;
        }
        positions.push(now.play(moves[random.index(moves.len())]).unwrap());
    }
}
