//! Artificially slow playouts, to measure parallel schemes.

use std::thread;
use std::time::Duration;

use super::amaf::AmafTally;
use super::policy::Playout;
use crate::game::Game;
use crate::random::Random;
use crate::reward::Tally;

/// Another policy, with a sleep of the given time for each playout.
///
/// A sleeping thread leaves its core to others, so the effect of more workers can be measured even beyond the number of
/// cores.
#[derive(Clone, Debug)]
pub struct Delayed<P> {
    /// The other policy.
    pub inner: P,
    /// How much longer each playout takes.
    pub each: Duration,
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
