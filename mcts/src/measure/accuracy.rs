//! How often a player is right, where the truth is known.

use solver::{Discs, Move, Score};

use super::intervals::{Interval, bootstrap, wilson};
use crate::baselines::Exact;
use crate::game::Game;
use crate::games::Othello;

/// A position with the exact value of each of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelled {
    /// The position.
    pub discs: Discs,
    /// Every legal move with its value in discs, for the side that makes it.
    pub moves: Vec<(Move, Score)>,
}

impl Labelled {
    /// The value of the position: that of its best move; `None` without moves.
    #[must_use]
    pub fn value(&self) -> Option<Score> {
        self.moves.iter().map(|&(_, value)| value).max()
    }

    /// Whether a move wins and another loses: what the problem sets of Hashimoto et al. 2013 are made of.
    #[must_use]
    pub fn is_problem(&self) -> bool {
        self.moves.iter().any(|&(_, value)| value > 0) && self.moves.iter().any(|&(_, value)| value < 0)
    }

    /// What a move is worth beside the best; `None` if it is not among the labelled ones.
    #[must_use]
    pub fn judge(&self, chosen: Move) -> Option<Verdict> {
        let best = self.value()?;
        let &(_, value) = self.moves.iter().find(|&&(one, _)| one == chosen)?;
        Some(Verdict { value, best })
    }
}

/// Finds the exact value of every move by solving; nothing when the game is over.
pub fn label(game: &Othello, discs: Discs, exact: &mut Exact) -> Labelled {
    let mut moves = Vec::new();
    game.moves(&discs, &mut moves);
    let mut value = |chosen| {
        let next = game.apply(&discs, chosen);
        -exact.best(game, next).map_or_else(|| game.score(&next), |(_, value)| value)
    };
    Labelled { discs, moves: moves.into_iter().map(|chosen| (chosen, value(chosen))).collect() }
}

/// What a move is worth, and what could be had. In discs, for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Value of the move.
    pub value: Score,
    /// Value of the best move.
    pub best: Score,
}

impl Verdict {
    /// 1 if the move wins, ½ if it draws, 0 if it loses.
    #[must_use]
    pub fn credit(self) -> f64 {
        f64::from(self.value.signum() + 1) / 2.0
    }

    /// Discs that the move gives away.
    #[must_use]
    pub fn regret(self) -> Score {
        self.best - self.value
    }

    /// Whether the outcome is as good as can be had.
    #[must_use]
    pub fn keeps_outcome(self) -> bool {
        self.value.signum() == self.best.signum()
    }
}

/// Verdicts on many positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Accuracy {
    verdicts: Vec<Verdict>,
}

/// What verdicts come to, with 95 % intervals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// Number of positions.
    pub positions: usize,
    /// (correct + draws / 2) / positions, as in Hashimoto et al. 2013: a move is correct if it wins. The paper's sets
    /// have only positions in which a move wins; elsewhere 1 cannot be reached. By bootstrap.
    pub accuracy: Interval,
    /// Share of moves after which the outcome is still the best that can be had. Wilson's interval.
    pub keeping: Interval,
    /// Share of moves with the best value. Wilson's interval.
    pub optimal: Interval,
    /// Discs given away by a move, on average. By bootstrap.
    pub regret: Interval,
}

/// Resamples of a bootstrap.
const ROUNDS: usize = 2000;

impl Accuracy {
    /// Adds a verdict.
    pub fn add(&mut self, verdict: Verdict) {
        self.verdicts.push(verdict);
    }

    /// All verdicts, in the order in which they came.
    #[must_use]
    pub fn verdicts(&self) -> &[Verdict] {
        &self.verdicts
    }

    /// Asks for a move in every position; `choose` gets its number too. A move that is not among the labelled ones, or
    /// none, is left out and counted in the second result.
    pub fn of(positions: &[Labelled], mut choose: impl FnMut(usize, Discs) -> Option<Move>) -> (Self, usize) {
        let mut accuracy = Self::default();
        for (number, position) in positions.iter().enumerate() {
            if let Some(verdict) = choose(number, position.discs).and_then(|chosen| position.judge(chosen)) {
                accuracy.add(verdict);
            }
        }
        let missing = positions.len() - accuracy.verdicts.len();
        (accuracy, missing)
    }

    /// The numbers; `seed` is for the bootstrap.
    #[must_use]
    pub fn summary(&self, seed: u64) -> Summary {
        let all = self.verdicts.len() as f64;
        let share = |has: fn(&Verdict) -> bool| wilson(self.verdicts.iter().filter(|one| has(one)).count() as f64, all);
        let mean = |of: fn(&Verdict) -> f64| bootstrap(&self.verdicts.iter().map(of).collect::<Vec<_>>(), ROUNDS, seed);
        Summary {
            positions: self.verdicts.len(),
            accuracy: mean(|one| one.credit()),
            keeping: share(|one| one.keeps_outcome()),
            optimal: share(|one| one.regret() == 0),
            regret: mean(|one| f64::from(one.regret())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labelled(values: &[Score]) -> Labelled {
        let moves = values.iter().enumerate().map(|(index, &value)| (Move::Place(index as u8), value)).collect();
        Labelled { discs: Discs::default(), moves }
    }

    #[test]
    fn numbers_are_as_in_the_paper() {
        let sets = [labelled(&[4, -2]), labelled(&[4, 8, -2]), labelled(&[0, 6, -6]), labelled(&[2, -10])];
        let chosen = [0, 0, 0, 1];
        let (accuracy, missing) = Accuracy::of(&sets, |number, _| Some(Move::Place(chosen[number])));
        let found = accuracy.summary(1);
        assert_eq!((found.positions, missing), (4, 0));
        // Two win, one draws, one loses.
        assert_eq!(found.accuracy.value, 2.5 / 4.0);
        assert_eq!((found.keeping.value, found.optimal.value), (0.5, 0.25));
        assert_eq!(found.regret.value, (4.0 + 6.0 + 12.0) / 4.0);
        assert!(found.accuracy.lower < found.accuracy.value && found.accuracy.value < found.accuracy.upper);
    }

    #[test]
    fn what_is_no_labelled_move_is_missing() {
        let sets = [labelled(&[4, -2]), labelled(&[])];
        let (accuracy, missing) = Accuracy::of(&sets, |_, _| Some(Move::Pass));
        assert_eq!((accuracy.verdicts().len(), missing), (0, 2));
        assert!(labelled(&[4, -2]).is_problem() && !labelled(&[4, 0]).is_problem() && !labelled(&[]).is_problem());
    }
}
