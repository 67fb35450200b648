//! UCTbreak (Hashimoto et al. 2013): a short playout, scored by the evaluation.

use super::amaf::AmafTally;
use super::policy::{Playout, repeated};
use crate::evaluate::Evaluate;
use crate::game::{Game, Score};
use crate::random::Random;
use crate::reward::Tally;

/// Random moves for some plies; then the evaluation, rounded away from 0 to whole points, serves as the score, and its
/// sign as the outcome. A game that ends earlier counts its real score.
#[derive(Clone, Debug)]
pub struct Cut<E> {
    evaluation: E,
    plies: u32,
}

impl<E> Cut<E> {
    /// Playouts of this many plies; 10 in the paper, 0 to judge the leaf itself.
    #[must_use]
    pub fn new(evaluation: E, plies: u32) -> Self {
        Self { evaluation, plies }
    }

    fn game<G: Game>(&self, game: &G, start: &G::State, random: &mut Random, mut trace: Option<&mut Vec<u16>>) -> Score
    where
        E: Evaluate<G>,
    {
        let (mut now, mut sign, mut moves) = (start.clone(), 1, Vec::new());
        for _ in 0..self.plies {
            moves.clear();
            game.moves(&now, &mut moves);
            if moves.is_empty() {
                break;
            }
            let chosen = moves[random.below(moves.len() as u32) as usize];
            if let Some(trace) = &mut trace {
                trace.push(game.kind(chosen) as u16);
            }
            now = game.apply(&now, chosen);
            sign = -sign;
        }
        sign * rounded(self.evaluation.points(game, &now)).clamp(-game.max_score(), game.max_score())
    }
}

/// A score with the sign of the points: rounds away from 0, since rounding to nearest would turn less than half a point
/// into a draw.
fn rounded(points: f64) -> Score {
    if points > 0.0 { points.ceil() as Score } else { points.floor() as Score }
}

impl<G: Game, E: Evaluate<G>> Playout<G> for Cut<E> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_of_a_point_keeps_its_sign() {
        assert_eq!([0.01, -0.01, 0.0, 2.0, -2.0, 2.5].map(rounded), [1, -1, 0, 2, -2, 3]);
    }
}
