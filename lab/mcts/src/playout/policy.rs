//! How a game goes on below the tree.

use crate::game::Game;
use crate::random::Random;
use crate::reward::Tally;

mod cut;
mod delayed;
mod greedy;
pub mod lanes;
mod made;
mod uniform;

pub use cut::Cut;
pub use delayed::Delayed;
pub use greedy::Greedy;
pub use lanes::LanePlayouts;
pub use made::Made;
pub use uniform::Uniform;

/// Plays games on from a position and says what they came to.
pub trait Playout<G: Game>: Send {
    /// `count` playouts; their scores are for the side to move in `state`.
    ///
    /// If there is `made`, every playout and the kinds of its moves are added there. A move that there was no other to
    /// choose instead of may be missing.
    fn play(&mut self, game: &G, state: &G::State, count: u32, random: &mut Random, made: Option<&mut Made>) -> Tally;
}

impl<G: Game, P: Playout<G> + ?Sized> Playout<G> for Box<P> {
    fn play(&mut self, game: &G, state: &G::State, count: u32, random: &mut Random, made: Option<&mut Made>) -> Tally {
        (**self).play(game, state, count, random, made)
    }
}

/// `count` playouts, one after the other, each of which writes its moves down if it is given a place to.
fn repeated(count: u32, mut made: Option<&mut Made>, mut one: impl FnMut(Option<&mut Vec<u16>>) -> i32) -> Tally {
    let mut tally = Tally::default();
    for _ in 0..count {
        tally.add(match &mut made {
            Some(made) => made.record(|trace| one(Some(trace))),
            None => one(None),
        });
    }
    tally
}
