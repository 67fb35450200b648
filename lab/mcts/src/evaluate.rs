//! What a search may ask of an evaluation.

use crate::game::Game;

/// Guesses the score of a position.
pub trait Evaluate<G: Game>: Send + Sync {
    /// The expected score for the side to move, in points of the game; for a finished game the actual score.
    fn points(&self, game: &G, state: &G::State) -> f64;
}

/// Knows nothing: every position is a draw. For searches that need no evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl<G: Game> Evaluate<G> for Blind {
    fn points(&self, _game: &G, _state: &G::State) -> f64 {
        0.0
    }
}
