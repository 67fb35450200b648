//! Players that build no search tree, for comparison.

use crate::bounds::ScoreBounds;
use crate::final_move::RootMove;
use crate::game::{Game, any};
use crate::playout::Playout;
use crate::random::Random;
use crate::reward::Reward;

/// A uniformly random legal move; `None` when the game is over.
pub fn random_move<G: Game>(game: &G, state: &G::State, random: &mut Random) -> Option<G::Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    (!moves.is_empty()).then(|| any(&moves, random))
}

/// Flat Monte Carlo: the same number of playouts after each move, then the move with the best mean reward.
///
/// Returns all moves in random order, from which [`crate::FinalMove::Mean`] chooses; nothing when the game is over.
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
    let bounds = ScoreBounds::unknown(reward.max_score(game.max_score()));
    let mut tried = |chosen| {
        let tally = playout.play(game, &game.apply(state, chosen), each, random, None);
        let statistics = tally.rewards(reward, game.max_score()).turned();
        RootMove { chosen, statistics, bounds }
    };
    moves.into_iter().map(&mut tried).collect()
}
