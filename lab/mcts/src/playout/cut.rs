//! UCTbreak (Hashimoto et al. 2013): a short playout, scored by the evaluation.

use super::amaf::AmafTally;
use super::policy::{Playout, repeated};
use crate::evaluate::Evaluate;
use crate::game::{Game, Score, any, played};
use crate::random::Random;
use crate::reward::Tally;

/// Random moves for some plies; then the evaluation, rounded away from 0 to whole points, serves as the score, and its
/// sign as the outcome. A game that ends earlier counts its real score.
#[derive(Clone, Debug)]
pub struct Cut<E> {
    /// The evaluation.
    pub evaluation: E,
    /// How many plies; 10 in the paper, 0 to judge the leaf itself.
    pub plies: u32,
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
        repeated(count, amaf, |trace| {
            let (end, sign) = played(game, state, self.plies, trace, |_, moves| any(moves, random));
            sign * rounded(self.evaluation.points(game, &end)).clamp(-game.max_score(), game.max_score())
        })
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
