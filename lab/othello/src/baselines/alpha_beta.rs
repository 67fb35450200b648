//! Alpha-beta with the learned evaluation at its leaves.

use std::time::{Duration, Instant};

use solver::evaluation::Evaluation;
use solver::evaluation::lookahead::{Choice, Lookahead};
use solver::{Discs, Progress};

use crate::game::Othello;

/// The best move by alpha-beta search to this many plies with an evaluation at its leaves; `None` when the game is over, or if
/// `progress` stops the search.
#[must_use]
pub fn alpha_beta(
    game: &Othello,
    evaluation: &Evaluation,
    discs: Discs,
    plies: u32,
    progress: &Progress,
) -> Option<Choice> {
    Lookahead::new(evaluation, game.scoring()).watched_by(progress).best(discs, plies)
}

/// The same in a given time, by iterative deepening: it searches one ply deeper as long as that, estimated at five times the
/// last search, would end in time. At least one ply, at most `most_plies` or to the end of the game. Its nodes are those of
/// all these searches.
#[must_use]
pub fn alpha_beta_in(
    game: &Othello,
    evaluation: &Evaluation,
    discs: Discs,
    most_plies: u32,
    time: Duration,
    progress: &Progress,
) -> Option<Choice> {
    const GROWTH: u32 = 5;
    let begin = Instant::now();
    let mut best: Option<Choice> = None;
    for plies in 1..=game.empties(discs).min(most_plies).max(1) {
        let before = begin.elapsed();
        let nodes = best.map_or(0, |best| best.nodes);
        let found = alpha_beta(game, evaluation, discs, plies, progress)?;
        best = Some(Choice { nodes: nodes + found.nodes, ..found });
        let now = begin.elapsed();
        if now + GROWTH * (now - before) > time {
            break;
        }
    }
    best
}
