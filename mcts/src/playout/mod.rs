//! How a game goes on below the tree.

use crate::game::Game;
use crate::random::Random;
use crate::reward::Tally;

mod cut;
mod delayed;
mod greedy;
pub mod lanes;
mod uniform;

pub use cut::Cut;
pub use delayed::Delayed;
pub use greedy::Greedy;
pub use lanes::LanePlayouts;
pub use uniform::Uniform;

/// Plays games on from a position and says what they came to.
pub trait Playout<G: Game>: Send {
    /// `count` playouts; their scores are for the side to move in `state`.
    ///
    /// If there is a `trace`, the kinds of all moves of the last playout go into it. Only playouts that say so with
    /// [`Playout::traces`] do that.
    fn play(
        &mut self,
        game: &G,
        state: &G::State,
        count: u32,
        random: &mut Random,
        trace: Option<&mut Vec<u16>>,
    ) -> Tally;

    /// Whether a trace is written, which "all moves as first" needs.
    fn traces(&self) -> bool {
        true
    }
}

impl<G: Game, P: Playout<G> + ?Sized> Playout<G> for Box<P> {
    fn play(
        &mut self,
        game: &G,
        state: &G::State,
        count: u32,
        random: &mut Random,
        trace: Option<&mut Vec<u16>>,
    ) -> Tally {
        (**self).play(game, state, count, random, trace)
    }

    fn traces(&self) -> bool {
        (**self).traces()
    }
}

/// `count` playouts, one after the other, traced if there is something to trace into.
fn repeated(count: u32, mut trace: Option<&mut Vec<u16>>, mut one: impl FnMut(Option<&mut Vec<u16>>) -> i32) -> Tally {
    let mut tally = Tally::default();
    for _ in 0..count {
        if let Some(trace) = &mut trace {
            trace.clear();
        }
        tally.add(one(trace.as_deref_mut()));
    }
    tally
}
