//! How often a player is right, on positions whose exact values are known.

use super::intervals::{Interval, mean_loss, wilson};
use crate::game::Score;

/// What is known about the moves of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Labels {
    /// Their exact values, in the game's own units.
    Values,
    /// Only their outcomes: 1 for a win, 0 for a draw, −1 for a loss.
    Outcomes,
}

/// A position with the exact value, or the outcome, of each of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelled<P, M> {
    /// The position.
    pub position: P,
    /// Every legal move with its value or outcome ([`Labelled::labels`] says which) for the side that makes it.
    pub moves: Vec<(M, Score)>,
    /// What is known about the moves.
    pub labels: Labels,
}

impl<P, M: Copy + PartialEq> Labelled<P, M> {
    /// The value (or outcome) of the position for the side to move, which is that of its best move; `None` without moves.
    #[must_use]
    pub fn value(&self) -> Option<Score> {
        self.moves.iter().map(|&(_, value)| value).max()
    }

    /// Whether some move wins and another loses, as in the problem sets of Hashimoto et al. 2013.
    #[must_use]
    pub fn is_problem(&self) -> bool {
        self.moves.iter().any(|&(_, value)| value > 0) && self.moves.iter().any(|&(_, value)| value < 0)
    }

    /// A move compared with the best; `None` if it is not among the labelled ones.
    #[must_use]
    pub fn judge(&self, chosen: M) -> Option<Verdict> {
        let best = self.value()?;
        let worst = self.moves.iter().map(|&(_, value)| value).min()?;
        let &(_, value) = self.moves.iter().find(|&&(one, _)| one == chosen)?;
        Some(Verdict { value, best, worst, labels: self.labels })
    }
}

/// What a move is worth, and what the best and the worst would have been worth, for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Value of the move.
    pub value: Score,
    /// Value of the best move.
    pub best: Score,
    /// Value of the worst move.
    pub worst: Score,
    /// Whether these are values or outcomes.
    pub labels: Labels,
}

impl Verdict {
    /// 1 if the move wins, ½ if it draws, 0 if it loses.
    #[must_use]
    pub fn credit(self) -> f64 {
        f64::from(self.value.signum() + 1) / 2.0
    }

    /// Points of the game that the move gives away; `None` if only outcomes are known.
    #[must_use]
    pub fn regret(self) -> Option<Score> {
        (self.labels == Labels::Values).then_some(self.best - self.value)
    }

    /// Whether the outcome is the best possible.
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

/// Verdicts summed up, with 95 % intervals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// Number of positions.
    pub positions: usize,
    /// (correct + draws / 2) / positions, as in Hashimoto et al. 2013: a move is correct if it wins. In the paper's sets
    /// every position has a winning move; elsewhere 1 may be out of reach. Wilson's interval.
    pub accuracy: Interval,
    /// Share of moves that keep the best possible outcome. Wilson's interval.
    pub keeping: Interval,
    /// Share of moves with the best value, if all values are known. Wilson's interval.
    pub optimal: Option<Interval>,
    /// Mean number of points given away per move, if all values are known. See [`mean_loss`]; the size of a loss
    /// that never happened is the mean difference of best and worst move.
    pub regret: Option<Interval>,
}

/// Bootstrap resamples.
const ROUNDS: usize = 2000;

impl Accuracy {
    /// Adds a verdict.
    pub fn add(&mut self, verdict: Verdict) {
        self.verdicts.push(verdict);
    }

    /// All verdicts, in the order they were added.
    #[must_use]
    pub fn verdicts(&self) -> &[Verdict] {
        &self.verdicts
    }

    /// Asks for a move in every position; `choose` also gets the position's number. The second result counts the positions
    /// left out: those where it returned no move, or one that is not labelled.
    pub fn of<P, M: Copy + PartialEq>(
        positions: &[Labelled<P, M>],
        mut choose: impl FnMut(usize, &P) -> Option<M>,
    ) -> (Self, usize) {
        let mut accuracy = Self::default();
        for (number, labelled) in positions.iter().enumerate() {
            if let Some(verdict) = choose(number, &labelled.position).and_then(|chosen| labelled.judge(chosen)) {
                accuracy.add(verdict);
            }
        }
        let missing = positions.len() - accuracy.verdicts.len();
        (accuracy, missing)
    }

    /// The summary; `seed` is for the bootstrap.
    #[must_use]
    pub fn summary(&self, seed: u64) -> Summary {
        let all = self.verdicts.len();
        let share = |successes: f64| wilson(successes, all as f64);
        let count = |is_one: fn(&Verdict) -> bool| share(self.verdicts.iter().filter(|one| is_one(one)).count() as f64);
        let regrets: Option<Vec<f64>> = self.verdicts.iter().map(|one| one.regret().map(f64::from)).collect();
        let size = self.verdicts.iter().map(|one| f64::from(one.best - one.worst)).sum::<f64>() / all.max(1) as f64;
        Summary {
            positions: all,
            accuracy: share(self.verdicts.iter().map(|one| one.credit()).sum()),
            keeping: count(|one| one.keeps_outcome()),
            optimal: regrets.as_ref().map(|_| count(|one| one.value == one.best)),
            regret: regrets.map(|regrets| mean_loss(&regrets, size, ROUNDS, seed)),
        }
    }
}

impl FromIterator<Verdict> for Accuracy {
    fn from_iter<T: IntoIterator<Item = Verdict>>(verdicts: T) -> Self {
        Self { verdicts: verdicts.into_iter().collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labelled(values: &[Score]) -> Labelled<(), usize> {
        let moves = values.iter().copied().enumerate().collect();
        Labelled { position: (), moves, labels: Labels::Values }
    }

    #[test]
    fn numbers_are_as_in_the_paper() {
        let sets = [labelled(&[4, -2]), labelled(&[4, 8, -2]), labelled(&[0, 6, -6]), labelled(&[2, -10])];
        let chosen = [0, 0, 0, 1];
        let (accuracy, missing) = Accuracy::of(&sets, |number, ()| Some(chosen[number]));
        let found = accuracy.summary(1);
        assert_eq!((found.positions, missing), (4, 0));
        // Two win, one draws, one loses.
        assert_eq!(found.accuracy.value, 2.5 / 4.0);
        assert_eq!((found.keeping.value, found.optimal.unwrap().value), (0.5, 0.25));
        assert_eq!(found.regret.unwrap().value, (4.0 + 6.0 + 12.0) / 4.0);
        assert!(found.accuracy.lower < found.accuracy.value && found.accuracy.value < found.accuracy.upper);
    }

    #[test]
    fn a_few_right_moves_do_not_make_sure_of_all() {
        let right: Accuracy = (0..30).filter_map(|_| labelled(&[4, -2]).judge(0)).collect();
        let found = right.summary(1);
        assert_eq!((found.accuracy.value, found.accuracy.upper), (1.0, 1.0));
        assert!((0.85..0.95).contains(&found.accuracy.lower), "{found:?}");
        let regret = found.regret.unwrap();
        assert!(regret.value == 0.0 && regret.lower == 0.0 && (0.3..0.9).contains(&regret.upper), "{found:?}");
        // One error among as many gives less confidence, not more.
        let one_wrong: Accuracy =
            (0..30).filter_map(|number| labelled(&[4, -2]).judge(usize::from(number == 0))).collect();
        let less = one_wrong.summary(1).accuracy;
        assert!(less.lower < found.accuracy.lower && less.upper < 1.0, "{less:?}");
    }

    #[test]
    fn of_outcomes_no_points_are_told() {
        let outcomes = Labelled { labels: Labels::Outcomes, ..labelled(&[1, 0, -1]) };
        let (accuracy, _) = Accuracy::of(&[outcomes.clone(), outcomes], |number, ()| Some(number));
        let found = accuracy.summary(1);
        assert_eq!((found.accuracy.value, found.keeping.value), (0.75, 0.5));
        assert_eq!((found.optimal, found.regret), (None, None));
        let mixed: Accuracy = accuracy.verdicts().iter().copied().chain(labelled(&[4]).judge(0)).collect();
        assert_eq!(mixed.summary(1).regret, None);
    }

    #[test]
    fn what_is_no_labelled_move_is_missing() {
        let sets = [labelled(&[4, -2]), labelled(&[])];
        let (accuracy, missing) = Accuracy::of(&sets, |_, ()| Some(9));
        assert_eq!((accuracy.verdicts().len(), missing), (0, 2));
        assert!(labelled(&[4, -2]).is_problem() && !labelled(&[4, 0]).is_problem() && !labelled(&[]).is_problem());
    }
}
