//! ε-greedy: the move that the evaluation likes best, now and then a random one.

use super::amaf::AmafTally;
use super::policy::{Playout, repeated};
use crate::evaluate::Evaluate;
use crate::game::{Game, any, played};
use crate::random::Random;
use crate::reward::Tally;

/// With probability `epsilon` a random legal move, else the move after which the evaluation is best for the side that
/// makes it.
#[derive(Clone, Debug)]
pub struct Greedy<E> {
    evaluation: E,
    epsilon: f64,
}

impl<E> Greedy<E> {
    /// Playouts by an evaluation; `epsilon` from 0 (always greedy) to 1 (always random).
    #[must_use]
    pub fn new(evaluation: E, epsilon: f64) -> Self {
        Self { evaluation, epsilon: epsilon.clamp(0.0, 1.0) }
    }

    /// The move after which the evaluation is lowest for the other side; ties are broken at random.
    fn best<G: Game>(&self, game: &G, state: &G::State, moves: &mut [G::Move], random: &mut Random) -> G::Move
    where
        E: Evaluate<G>,
    {
        random.shuffle(moves);
        let mut best = (f64::INFINITY, moves[0]);
        for &chosen in moves.iter() {
            let points = self.evaluation.points(game, &game.apply(state, chosen));
            if points < best.0 {
                best = (points, chosen);
            }
        }
        best.1
    }
}

impl<G: Game, E: Evaluate<G>> Playout<G> for Greedy<E> {
    fn play(
        &mut self,
        game: &G,
        state: &G::State,
        count: u32,
        random: &mut Random,
        amaf: Option<&mut AmafTally>,
    ) -> Tally {
        repeated(count, amaf, |trace| {
            let choose = |now: &G::State, moves: &mut [G::Move]| match moves.len() == 1 || random.unit() < self.epsilon
            {
                true => any(moves, random),
                false => self.best(game, now, moves, random),
            };
            let (end, sign) = played(game, state, u32::MAX, trace, choose);
            sign * game.score(&end)
        })
    }
}
