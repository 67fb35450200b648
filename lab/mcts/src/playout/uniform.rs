//! Uniformly random moves to the end of the game.

use super::amaf::AmafTally;
use super::policy::{Playout, repeated};
use crate::game::Game;
use crate::random::Random;
use crate::reward::Tally;

/// Random games, one after the other (see [`Game::random_game`]).
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<G: Game> Playout<G> for Uniform {
    fn play(
        &mut self,
        game: &G,
        state: &G::State,
        count: u32,
        random: &mut Random,
        amaf: Option<&mut AmafTally>,
    ) -> Tally {
        repeated(count, amaf, |trace| game.random_game(state, random, trace))
    }
}
