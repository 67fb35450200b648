//! Random games against what can be computed: the exact expectation of a position on 4x4.

use std::collections::HashMap;

use mcts::playout::{LanePlayouts, Uniform};
use mcts::{Othello, Playout, Random, Tally};
use solver::simd::Level;
use solver::{Board, Discs, Geometry, Move, Position, Scoring, Start, rules};

/// What a random game is worth on average: `(score, share of wins, share of draws)` for the side to move.
type Expected = [f64; 3];

/// The exact expectation, by the plain rules, over everything that can happen.
fn expectation(geometry: &Geometry, scoring: Scoring, discs: Discs, known: &mut HashMap<Discs, Expected>) -> Expected {
    if let Some(&found) = known.get(&discs) {
        return found;
    }
    let moves = rules::moves(geometry, discs);
    let mut sum = [0.0; 3];
    for &chosen in &moves {
        let next = match chosen {
            Move::Pass => discs.passed(),
            Move::Place(square) => discs.played(square, rules::flips(geometry, discs, square)),
        };
        let [score, wins, draws] = expectation(geometry, scoring, next, known);
        let share = 1.0 / moves.len() as f64;
        sum[0] -= share * score;
        sum[1] += share * (1.0 - wins - draws);
        sum[2] += share * draws;
    }
    if moves.is_empty() {
        let score = scoring.final_score(discs, geometry.squares());
        sum = [f64::from(score), f64::from(u8::from(score > 0)), f64::from(u8::from(score == 0))];
    }
    known.insert(discs, sum);
    sum
}

/// Fails if a mean is more than five standard deviations away from what it must be.
#[track_caller]
fn check(tally: Tally, expected: Expected, whose: &str) {
    let count = f64::from(tally.playouts);
    let variance = tally.squares as f64 / count - tally.mean().powi(2);
    let near =
        |found: f64, wanted: f64, variance: f64| (found - wanted).abs() <= 5.0 * (variance / count).sqrt() + 1e-9;
    let (wins, draws) = (f64::from(tally.wins) / count, f64::from(tally.draws) / count);
    assert!(near(tally.mean(), expected[0], variance), "{whose}: {tally:?} {expected:?}");
    assert!(near(wins, expected[1], wins * (1.0 - wins)), "{whose}: {tally:?} {expected:?}");
    assert!(near(draws, expected[2], draws * (1.0 - draws)), "{whose}: {tally:?} {expected:?}");
}

#[test]
fn a_million_playouts_have_the_mean_that_4x4_says_they_must_have() {
    let board: Board = "4x4".parse().unwrap();
    let geometry = Geometry::new(board);
    for scoring in Scoring::ALL {
        let start = Position::start(board, Start::Othello).discs;
        let expected = expectation(&geometry, scoring, start, &mut HashMap::new());
        for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
            let game = Othello::with_level(board, scoring, level);
            let tally = LanePlayouts::new(&game).play_from(start, 1_000_000, &mut Random::new(1, 0));
            assert_eq!(tally.playouts, 1_000_000);
            check(tally, expected, &format!("{scoring} {level:?} in lanes"));
            let tally = Uniform.play(&game, &start, 200_000, &mut Random::new(2, 0), None);
            check(tally, expected, &format!("{scoring} {level:?} one by one"));
        }
    }
}

#[test]
fn many_starts_at_once_have_a_mean_each() {
    let board: Board = "4x4".parse().unwrap();
    let geometry = Geometry::new(board);
    let game = Othello::new(board, Scoring::Discs);
    let mut known = HashMap::new();
    let root = Position::start(board, Start::Reversi).discs;
    expectation(&geometry, Scoring::Discs, root, &mut known);
    let mut starts: Vec<Discs> = known.keys().copied().collect();
    starts.sort_unstable();
    let starts: Vec<Discs> = starts.into_iter().step_by(997).collect();
    assert!(starts.len() > 20, "{}", starts.len());
    let mut tallies = vec![Tally::default(); starts.len()];
    LanePlayouts::new(&game).play_all(&starts, 10_000, &mut Random::new(3, 0), &mut tallies);
    for (start, tally) in starts.iter().zip(tallies) {
        assert_eq!(tally.playouts, 10_000);
        check(tally, known[start], &format!("{start:?}"));
    }
}
