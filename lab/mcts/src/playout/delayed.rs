//! Playouts that take longer than they need, to measure parallel schemes.

use std::thread;
use std::time::Duration;

use super::amaf::AmafTally;
use super::policy::Playout;
use crate::game::Game;
use crate::random::Random;
use crate::reward::Tally;

/// Another playout with a sleep of the given time for each.
///
/// A thread that sleeps leaves its core to others, so that more workers than cores can be told from more work.
#[derive(Clone, Debug)]
pub struct Delayed<P> {
    inner: P,
    each: Duration,
}

impl<P> Delayed<P> {
    /// `inner`, each playout so much longer.
    #[must_use]
    pub fn new(inner: P, each: Duration) -> Self {
        Self { inner, each }
    }
}

impl<G: Game, P: Playout<G>> Playout<G> for Delayed<P> {
    fn play(
        &mut self,
        game: &G,
        state: &G::State,
        count: u32,
        random: &mut Random,
        amaf: Option<&mut AmafTally>,
    ) -> Tally {
        thread::sleep(self.each.saturating_mul(count));
        self.inner.play(game, state, count, random, amaf)
    }
}
