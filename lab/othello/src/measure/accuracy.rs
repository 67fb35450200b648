//! How often a player is right, where the truth is known.

use mcts::Game;
use mcts::measure::{Interval, bootstrap, mean_share, wilson};
use mcts::random::mix;
use solver::{Discs, Mode, Move};

use crate::baselines::Exact;
use crate::game::Othello;

/// A position with the exact value, or the outcome, of each of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelled {
    /// The position.
    pub discs: Discs,
    /// Every legal move with what it is worth to the side that makes it: with [`Mode::Exact`] its value in discs, with
    /// [`Mode::Wld`] 1 for a win, 0 for a draw and −1 for a loss.
    pub moves: Vec<(Move, i32)>,
    /// What is known of the moves.
    pub labels: Mode,
}

impl Labelled {
    /// The value of the position, as far as it is known: that of its best move; `None` without moves.
    #[must_use]
    pub fn value(&self) -> Option<i32> {
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
        Some(Verdict { value, best, labels: self.labels })
    }
}

/// Where the random numbers of a player begin that is asked about a position: the same whatever was asked before, and on
/// whichever thread.
#[must_use]
pub fn position_seed(seed: u64, discs: Discs) -> u64 {
    mix(mix(mix(seed) ^ discs.player().bits()).wrapping_add(discs.opponent().bits()))
}

/// Finds the exact value of every move by solving; nothing when the game is over.
pub fn label(game: &Othello, discs: Discs, exact: &mut Exact) -> Labelled {
    let mut moves = Vec::new();
    game.moves(&discs, &mut moves);
    let mut value = |chosen| {
        let next = game.apply(&discs, chosen);
        -exact.best(game, next).map_or_else(|| game.score(&next), |(_, value)| value.discs())
    };
    let moves = moves.into_iter().map(|chosen| (chosen, value(chosen))).collect();
    Labelled { discs, moves, labels: Mode::Exact }
}

/// What a move is worth, and what could be had, for the side that makes it; in discs or as outcomes, as [`Labelled`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Value of the move.
    pub value: i32,
    /// Value of the best move.
    pub best: i32,
    /// Whether these are values or outcomes.
    pub labels: Mode,
}

impl Verdict {
    /// 1 if the move wins, ½ if it draws, 0 if it loses.
    #[must_use]
    pub fn credit(self) -> f64 {
        f64::from(self.value.signum() + 1) / 2.0
    }

    /// Discs that the move gives away; `None` where only outcomes are known.
    #[must_use]
    pub fn regret(self) -> Option<i32> {
        (self.labels == Mode::Exact).then_some(self.best - self.value)
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
    /// Share of moves with the best value, if all values are known. Wilson's interval.
    pub optimal: Option<Interval>,
    /// Discs given away by a move, on average, if all values are known. By bootstrap.
    pub regret: Option<Interval>,
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
        let all = self.verdicts.len();
        let share = |successes: usize| wilson(successes as f64, all as f64);
        let mean = |numbers: Vec<f64>| bootstrap(&numbers, ROUNDS, seed);
        let regrets: Option<Vec<i32>> = self.verdicts.iter().map(|one| one.regret()).collect();
        Summary {
            positions: all,
            accuracy: mean_share(&self.verdicts.iter().map(|one| one.credit()).collect::<Vec<f64>>(), ROUNDS, seed),
            keeping: share(self.verdicts.iter().filter(|one| one.keeps_outcome()).count()),
            optimal: regrets.as_ref().map(|regrets| share(regrets.iter().filter(|&&regret| regret == 0).count())),
            regret: regrets.map(|regrets| mean(regrets.into_iter().map(f64::from).collect())),
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
    use solver::Square;

    use super::*;

    fn labelled(values: &[i32]) -> Labelled {
        let moves = values
            .iter()
            .enumerate()
            .map(|(index, &value)| (Move::Place(Square::new(index as u8).unwrap()), value))
            .collect();
        Labelled { discs: Discs::default(), moves, labels: Mode::Exact }
    }

    #[test]
    fn numbers_are_as_in_the_paper() {
        let sets = [labelled(&[4, -2]), labelled(&[4, 8, -2]), labelled(&[0, 6, -6]), labelled(&[2, -10])];
        let chosen = [0, 0, 0, 1];
        let (accuracy, missing) =
            Accuracy::of(&sets, |number, _| Some(Move::Place(Square::new(chosen[number]).unwrap())));
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
        let right: Accuracy =
            (0..30).filter_map(|_| labelled(&[4, -2]).judge(Move::Place(Square::new(0).unwrap()))).collect();
        let found = right.summary(1).accuracy;
        assert_eq!((found.value, found.upper), (1.0, 1.0));
        assert!((0.85..0.95).contains(&found.lower), "{found:?}");
    }

    #[test]
    fn of_outcomes_no_discs_are_told() {
        let outcomes = Labelled { labels: Mode::Wld, ..labelled(&[1, 0, -1]) };
        let (accuracy, _) = Accuracy::of(&[outcomes.clone(), outcomes], |number, _| {
            Some(Move::Place(Square::new(number as u8).unwrap()))
        });
        let found = accuracy.summary(1);
        assert_eq!((found.accuracy.value, found.keeping.value), (0.75, 0.5));
        assert_eq!((found.optimal, found.regret), (None, None));
        let mixed: Accuracy = accuracy
            .verdicts()
            .iter()
            .copied()
            .chain(labelled(&[4]).judge(Move::Place(Square::new(0).unwrap())))
            .collect();
        assert_eq!(mixed.summary(1).regret, None);
    }

    #[test]
    fn what_is_no_labelled_move_is_missing() {
        let sets = [labelled(&[4, -2]), labelled(&[])];
        let (accuracy, missing) = Accuracy::of(&sets, |_, _| Some(Move::Pass));
        assert_eq!((accuracy.verdicts().len(), missing), (0, 2));
        assert!(labelled(&[4, -2]).is_problem() && !labelled(&[4, 0]).is_problem() && !labelled(&[]).is_problem());
    }
}
