//! Random games checked against the exact expectation of a position on 4x4.

use std::collections::HashMap;

use mcts::playout::Uniform;
use mcts::{Playout, Random, Tally};
use othello::{LanePlayouts, Othello};
use solver::simd::Level;
use solver::{Board, Discs, Geometry, Move, Position, Score, Scoring, Start, rules};

/// The expectation of a random game: `(score, share of wins, share of draws)` for the side to move.
type Expected = [f64; 3];

/// The exact expectation, by the plain rules, over all games.
fn expectation(geometry: &Geometry, scoring: Scoring, discs: Discs, known: &mut HashMap<Discs, Expected>) -> Expected {
    if let Some(&found) = known.get(&discs) {
        return found;
    }
    let moves = rules::moves(geometry, discs);
    let mut sum = [0.0; 3];
    for &chosen in &moves {
        let next = rules::after(geometry, discs, chosen);
        let [score, wins, draws] = expectation(geometry, scoring, next, known);
        let share = 1.0 / moves.len() as f64;
        sum[0] -= share * score;
        sum[1] += share * (1.0 - wins - draws);
        sum[2] += share * draws;
    }
    if moves.is_empty() {
        let score = scoring.final_score(discs, geometry.squares());
        sum = [
            f64::from(score.discs()),
            f64::from(u8::from(score > Score::DRAW)),
            f64::from(u8::from(score == Score::DRAW)),
        ];
    }
    known.insert(discs, sum);
    sum
}

/// Fails if a mean is more than five standard deviations from its expectation.
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
        let start = Position::start(board, Start::Othello).discs();
        let expected = expectation(&geometry, scoring, start, &mut HashMap::new());
        for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
            let game = Othello::with_level(board, scoring, level);
            let tally = LanePlayouts::new(&game).play(&game, &start, 1_000_000, &mut Random::new(1, 0), None);
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
    let root = Position::start(board, Start::Reversi).discs();
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

/// The probability of each final score, for the side to move, from −16 to 16.
type Distribution = [f64; 33];

/// The exact distribution of the scores of random games, by the plain rules.
fn distribution(geometry: &Geometry, discs: Discs, known: &mut HashMap<Discs, Distribution>) -> Distribution {
    if let Some(&found) = known.get(&discs) {
        return found;
    }
    let moves = rules::moves(geometry, discs);
    let mut all = [0.0; 33];
    for &chosen in &moves {
        let next = rules::after(geometry, discs, chosen);
        for (score, share) in distribution(geometry, next, known).into_iter().enumerate() {
            all[32 - score] += share / moves.len() as f64;
        }
    }
    if moves.is_empty() {
        all[(Scoring::Discs.final_score(discs, geometry.squares()).discs() + 16) as usize] = 1.0;
    }
    known.insert(discs, all);
    all
}

/// Pearson's statistic of counts against shares, and its degrees of freedom. Pools rare scores.
fn chi_square(counts: &[u64; 33], shares: &Distribution) -> (f64, f64) {
    let all = counts.iter().sum::<u64>() as f64;
    let (mut statistic, mut classes, mut rare) = (0.0, 0.0, (0.0, 0.0));
    for (&count, &share) in counts.iter().zip(shares) {
        let (seen, expected) = (count as f64, all * share);
        if expected < 10.0 {
            rare = (rare.0 + seen, rare.1 + expected);
        } else {
            statistic += (seen - expected).powi(2) / expected;
            classes += 1.0;
        }
    }
    assert!(rare.1 > 0.0 || rare.0 == 0.0, "a score that cannot be");
    (statistic, classes - 1.0)
}

#[test]
fn scores_of_games_in_lanes_are_distributed_as_4x4_says_they_must_be() {
    const GAMES: usize = 400_000;
    let board: Board = "4x4".parse().unwrap();
    let geometry = Geometry::new(board);
    for start in [Start::Othello, Start::Reversi] {
        let start = Position::start(board, start).discs();
        let shares = distribution(&geometry, start, &mut HashMap::new());
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
            let game = Othello::with_level(board, Scoring::Discs, level);
            let mut tallies = vec![Tally::default(); GAMES];
            LanePlayouts::new(&game).play_all(&vec![start; GAMES], 1, &mut Random::new(5, 0), &mut tallies);
            let mut lanes = [0; 33];
            tallies.iter().for_each(|tally| lanes[(tally.sum + 16) as usize] += 1);
            let mut single = [0; 33];
            let mut random = Random::new(6, 0);
            for _ in 0..GAMES / 4 {
                single[(Uniform.play(&game, &start, 1, &mut random, None).sum + 16) as usize] += 1;
            }
            for (counts, how) in [(lanes, "in lanes"), (single, "one by one")] {
                let (statistic, freedom) = chi_square(&counts, &shares);
                // Five standard deviations of a chi-square distribution; with this many games, a bias would be far beyond that.
                let most = freedom + 5.0 * (2.0 * freedom).sqrt();
                assert!(freedom >= 10.0 && statistic < most, "{how}, {level:?}: {statistic} {freedom} {counts:?}");
            }
        }
    }
}

#[test]
fn a_generator_that_prefers_the_first_move_is_found_out() {
    let board: Board = "4x4".parse().unwrap();
    let geometry = Geometry::new(board);
    let start = Position::start(board, Start::Othello).discs();
    let shares = distribution(&geometry, start, &mut HashMap::new());
    let (mut counts, mut random) = ([0; 33], Random::new(7, 0));
    for _ in 0..100_000 {
        let (mut now, mut sign) = (start, 1);
        loop {
            let moves = rules::moves(&geometry, now);
            if moves.is_empty() {
                break;
            }
            // Of three moves the first has 40 % instead of 33 %, and so on.
            let index = if random.unit() < 0.1 { 0 } else { random.below(moves.len() as u32) as usize };
            now = match moves[index] {
                Move::Pass => now.passed(),
                Move::Place(square) => rules::placed(&geometry, now, square),
            };
            sign = -sign;
        }
        counts[(sign * Scoring::Discs.final_score(now, geometry.squares()).discs() + 16) as usize] += 1;
    }
    let (statistic, freedom) = chi_square(&counts, &shares);
    assert!(statistic > freedom + 5.0 * (2.0 * freedom).sqrt(), "{statistic} {freedom}");
}
