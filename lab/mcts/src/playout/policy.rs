//! The trait of all playout policies.

use super::amaf::AmafTally;
use crate::game::Game;
use crate::random::Random;
use crate::reward::Tally;

/// Plays games to the end from a position and tallies their scores.
pub trait Playout<G: Game>: Send {
    /// `count` playouts; their scores are for the side to move in `state`.
    ///
    /// Adds every playout and the kinds of its moves to `amaf`, if there is one. Forced moves may be missing from it.
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

/// `count` playouts in sequence; each writes down its moves if it gets a buffer for them.
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
