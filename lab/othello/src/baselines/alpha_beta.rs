//! Alpha-beta with the learned evaluation at its leaves.

use std::time::{Duration, Instant};

use solver::evaluation::lookahead::Lookahead;
use solver::evaluation::{DISC, Evaluation};
use solver::{Discs, Move};

use crate::game::Othello;

/// The best move by alpha-beta search to this many plies with an evaluation at its leaves, and its value in discs.
#[must_use]
pub fn alpha_beta(game: &Othello, evaluation: &Evaluation, discs: Discs, plies: u32) -> Option<(Move, f64)> {
    let best = Lookahead::new(evaluation, game.scoring()).best(discs, plies);
    best.map(|(chosen, value)| (chosen, f64::from(value) / f64::from(DISC)))
}

/// The same in a given time, by iterative deepening: it searches one ply deeper as long as that, estimated at five times the
/// last search, would end in time. At least one ply, at most `most_plies` or to the end of the game.
#[must_use]
pub fn alpha_beta_in(
    game: &Othello,
    evaluation: &Evaluation,
    discs: Discs,
    most_plies: u32,
    time: Duration,
) -> Option<(Move, f64)> {
    const GROWTH: u32 = 5;
    let begin = Instant::now();
    let mut best = None;
    for plies in 1..=game.empties(discs).min(most_plies).max(1) {
        let before = begin.elapsed();
        best = alpha_beta(game, evaluation, discs, plies);
        let now = begin.elapsed();
        if now + GROWTH * (now - before) > time {
            break;
        }
    }
    best
}
