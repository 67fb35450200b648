//! Players that search no tree of playouts, to compare with.

use std::time::{Duration, Instant};

use solver::evaluation::Evaluation;
use solver::evaluation::lookahead::Lookahead;
use solver::{Discs, Move};

use crate::final_move::{FinalMove, RootMove};
use crate::game::Game;
use crate::games::Othello;
use crate::playout::Playout;
use crate::random::Random;
use crate::reward::Reward;

mod exact;

pub use exact::Exact;

/// Any legal move, each equally likely; `None` when the game is over.
pub fn random_move<G: Game>(game: &G, state: &G::State, random: &mut Random) -> Option<G::Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    (!moves.is_empty()).then(|| moves[random.below(moves.len() as u32) as usize])
}

/// Flat Monte Carlo: as many playouts from the position after each move, and the move with the best mean reward.
///
/// Returns all moves in random order, from which [`FinalMove::Mean`] chooses; nothing when the game is over.
pub fn flat_monte_carlo<G: Game>(
    game: &G,
    state: &G::State,
    each: u32,
    reward: Reward,
    playout: &mut impl Playout<G>,
    random: &mut Random,
) -> Vec<RootMove<G::Move>> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    random.shuffle(&mut moves);
    let most = reward.most(game.most());
    let mut tried = |chosen| {
        let tally = playout.play(game, &game.apply(state, chosen), each, random, None);
        let sums = tally.rewards(reward, game.most()).turned();
        let statistics = crate::Statistics { visits: sums.playouts, sum: sums.sum, squares: sums.squares };
        RootMove { chosen, statistics, bounds: solver::Bounds { lower: -most, upper: most } }
    };
    moves.into_iter().map(&mut tried).collect()
}

/// The move of [`flat_monte_carlo`].
pub fn flat_move<M: Copy>(tried: &[RootMove<M>]) -> Option<RootMove<M>> {
    FinalMove::Mean.choose(tried)
}

/// The move of an alpha-beta search of so many plies with an evaluation at its leaves, and its value in discs.
#[must_use]
pub fn alpha_beta(game: &Othello, evaluation: &Evaluation, discs: Discs, plies: u32) -> Option<(Move, f64)> {
    let best = Lookahead::new(evaluation, game.scoring()).best(discs, plies);
    best.map(|(chosen, value)| (chosen, f64::from(value) / f64::from(solver::evaluation::DISC)))
}

/// The same in a given time: the depth grows by a ply as long as the next search, which takes five times as long as the
/// one before, would end in time. At least one ply, at most `most_plies` or to the end of the game.
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
