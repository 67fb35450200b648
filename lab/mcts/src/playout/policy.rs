//! What every playout policy does.

use super::amaf::AmafTally;
use crate::game::Game;
use crate::random::Random;
use crate::reward::Tally;

/// Plays games on from a position and says what they came to.
pub trait Playout<G: Game>: Send {
    /// `count` playouts; their scores are for the side to move in `state`.
    ///
    /// If there is `amaf`, every playout and the kinds of its moves are added there. A move that there was no other to
    /// choose instead of may be missing.
    fn play(
        &mut self,
        game: &G,
        state: &G::State,
        count: u32,
        random: &mut Random,
        amaf: Option<&mut AmafTally>,
    ) -> Tally;
}

impl<G: Game, P: Playout<G> + ?Sized> Playout<G> for Box<P> {
    fn play(
        &mut self,
        game: &G,
        state: &G::State,
        count: u32,
        random: &mut Random,
        amaf: Option<&mut AmafTally>,
    ) -> Tally {
        (**self).play(game, state, count, random, amaf)
    }
}

/// `count` playouts, one after the other, each of which writes its moves down if it is given a place to.
pub(super) fn repeated(
    count: u32,
    mut amaf: Option<&mut AmafTally>,
    mut one: impl FnMut(Option<&mut Vec<u16>>) -> i32,
) -> Tally {
    let mut tally = Tally::default();
    for _ in 0..count {
        tally.add(match &mut amaf {
            Some(amaf) => amaf.record(|trace| one(Some(trace))),
            None => one(None),
        });
    }
    tally
}
