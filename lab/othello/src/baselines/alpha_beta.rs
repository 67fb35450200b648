//! Alpha-beta with the learned evaluation at its leaves.

use std::time::{Duration, Instant};

use solver::evaluation::Evaluation;
use solver::evaluation::lookahead::{Choice, Lookahead};
use solver::{Discs, Progress};

use crate::game::Othello;

/// In a given time, it searches one ply deeper as long as that, estimated at this many times the last search, would end in time.
const GROWTH: u32 = 5;

/// The best move by alpha-beta search with an evaluation at its leaves, to this many plies; in a given time by iterative
/// deepening: at least one ply, at most `plies` or to the end of the game, and its nodes are those of all these searches. `None`
/// when the game is over, or if `progress` stops the search.
#[must_use]
pub fn alpha_beta(
    game: &Othello,
    evaluation: &Evaluation,
    discs: Discs,
    plies: u32,
    time: Option<Duration>,
    progress: &Progress,
) -> Option<Choice> {
    let to = |plies| Lookahead::new(evaluation, game.scoring()).watched_by(progress).best(discs, plies);
    let Some(time) = time else { return to(plies) };
    let begin = Instant::now();
    let mut best: Option<Choice> = None;
    for plies in 1..=game.empties(discs).min(plies).max(1) {
        let before = begin.elapsed();
        let nodes = best.map_or(0, |best| best.nodes);
        let found = to(plies)?;
        best = Some(Choice { nodes: nodes + found.nodes, ..found });
        let now = begin.elapsed();
        if now + GROWTH * (now - before) > time {
            break;
        }
    }
    best
}
