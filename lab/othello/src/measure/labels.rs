//! Positions of Othello with exact values.

use mcts::measure::Labels;
use mcts::random::mix;
use mcts::{Game, Score};
use solver::{Discs, Mode, Move};

use crate::baselines::Exact;
use crate::game::Othello;

/// A position, seen from the side to move, with the exact value in discs, or the outcome, of each of its moves.
pub type Labelled = mcts::measure::Labelled<Discs, Move>;

/// What a solver knows about moves in a mode.
#[must_use]
pub fn labels_of(mode: Mode) -> Labels {
    match mode {
        Mode::Exact => Labels::Values,
        Mode::Wld => Labels::Outcomes,
    }
}

/// The seed for a player that is asked about a position: the same whatever was asked before, and on any thread.
#[must_use]
pub fn position_seed(seed: u64, discs: Discs) -> u64 {
    mix(mix(mix(seed) ^ discs.player().bits()).wrapping_add(discs.opponent().bits()))
}

/// Solves every move for its exact value, in discs for the side that makes it; no moves when the game is over.
pub fn label(game: &Othello, discs: Discs, exact: &mut Exact) -> Labelled {
    let mut moves = Vec::new();
    game.moves(&discs, &mut moves);
    let mut value = |chosen| -> Score {
        let next = game.apply(&discs, chosen);
        -exact.best(game, next).map_or_else(|| game.score(&next), |(_, value)| value.discs())
    };
    let moves = moves.into_iter().map(|chosen| (chosen, value(chosen))).collect();
    Labelled { position: discs, moves, labels: Labels::Values }
}
