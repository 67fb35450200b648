//! ε-greedy: the move that the evaluation likes best, now and then a random one.

use super::amaf::AmafTally;
use super::policy::{Playout, repeated};
use crate::evaluate::Evaluate;
use crate::game::{Game, Score};
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

    fn game<G: Game>(&self, game: &G, start: &G::State, random: &mut Random, mut trace: Option<&mut Vec<u16>>) -> Score
    where
        E: Evaluate<G>,
    {
        let (mut now, mut sign, mut moves) = (start.clone(), 1, Vec::new());
        loop {
            moves.clear();
            game.moves(&now, &mut moves);
            if moves.is_empty() {
                return sign * game.score(&now);
            }
            let chosen = if moves.len() == 1 || random.unit() < self.epsilon {
                moves[random.below(moves.len() as u32) as usize]
            } else {
                self.best(game, &now, &mut moves, random)
            };
            if let Some(trace) = &mut trace {
                trace.push(game.kind(chosen) as u16);
            }
            now = game.apply(&now, chosen);
            sign = -sign;
        }
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
        repeated(count, amaf, |trace| self.game(game, state, random, trace))
    }
}
