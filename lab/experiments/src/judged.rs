//! How often moves were right, whoever chose them.

use mcts::measure::{Interval, mean_loss, wilson};
use serde::Serialize;
use solver::{Board, Mode, Scoring, Start};

use crate::labelled::Verdict;
use crate::material::Material;
use crate::record;

/// Bootstrap resamples.
const ROUNDS: usize = 2000;

/// How often a player's moves were right, on positions with known labels, with 95 % intervals.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Judged {
    /// The name of the positions.
    pub set: String,
    /// SHA-256 of the set's checksums.
    pub checksum: Option<String>,
    /// The board.
    #[serde(serialize_with = "record::text")]
    pub board: Board,
    /// The first position of games.
    #[serde(serialize_with = "record::text")]
    pub start: Start,
    /// Who gets the squares that stay empty.
    #[serde(serialize_with = "record::text")]
    pub scoring: Scoring,
    /// What is known about the moves.
    #[serde(serialize_with = "record::labels")]
    pub labels: Mode,
    /// Seed of the random numbers: of the players, and of the bootstrap behind the interval of the regret.
    pub seed: u64,
    /// Fewest and most empty squares.
    pub empties: (u32, u32),
    /// Number of positions.
    pub positions: usize,
    /// The player.
    pub player: String,
    /// (correct + draws / 2) / positions, as in Hashimoto et al. 2013: a move is correct if it wins. In the paper's sets
    /// every position has a winning move; elsewhere 1 may be out of reach. Wilson's interval.
    pub accuracy: Interval,
    /// Share of the moves that keep the best possible outcome. Wilson's interval.
    pub keeping: Interval,
    /// Share of the moves with the best value, if all values are known. Wilson's interval.
    pub optimal: Option<Interval>,
    /// Mean number of discs given away per move, if all values are known. See [`mean_loss`]; the size of a loss that never
    /// happened is the mean difference of best and worst move.
    pub regret: Option<Interval>,
}

impl Judged {
    /// Sums up the verdicts on a player's moves; `seed` is also for the bootstrap.
    pub(crate) fn of(material: &Material, player: String, seed: u64, verdicts: &[Verdict]) -> Self {
        let count = |is_one: fn(&Verdict) -> bool| {
            wilson(verdicts.iter().filter(|one| is_one(one)).count() as f64, verdicts.len() as f64)
        };
        let regrets: Option<Vec<f64>> = verdicts.iter().map(|one| one.regret().map(f64::from)).collect();
        let size =
            verdicts.iter().map(|one| f64::from(one.best - one.worst)).sum::<f64>() / verdicts.len().max(1) as f64;
        Self {
            set: material.name.clone(),
            checksum: material.checksum.clone(),
            board: material.board,
            start: material.start,
            scoring: material.scoring,
            labels: material.labels,
            seed,
            empties: material.empties,
            positions: verdicts.len(),
            player,
            accuracy: accuracy(verdicts.iter().map(|one| one.credit())),
            keeping: count(|one| one.keeps_outcome()),
            optimal: regrets.as_ref().map(|_| count(|one| one.value == one.best)),
            regret: regrets.map(|regrets| mean_loss(&regrets, size, ROUNDS, seed)),
        }
    }
}

/// The mean of what moves earned ([`Verdict::credit`]), as a share.
pub(crate) fn accuracy(credits: impl Iterator<Item = f64> + Clone) -> Interval {
    wilson(credits.clone().sum(), credits.count() as f64)
}

#[cfg(test)]
mod tests {
    use mcts::Score;
    use solver::{Discs, Move, Square};

    use super::*;
    use crate::labelled::Labelled;

    fn labelled(values: &[Score]) -> Labelled {
        let moves = values.iter().enumerate().map(|(index, &value)| (square(index), value)).collect();
        Labelled { position: Discs::default(), moves, labels: Mode::Exact }
    }

    fn square(index: usize) -> Move {
        Move::Place(Square::new(index as u8).unwrap())
    }

    fn summary(verdicts: &[Verdict]) -> Judged {
        let material = Material {
            name: "some".to_owned(),
            checksum: None,
            board: "4x4".parse().unwrap(),
            start: Start::Othello,
            scoring: Scoring::Discs,
            empties: (1, 1),
            labels: Mode::Exact,
            positions: Vec::new(),
        };
        Judged::of(&material, "somebody".to_owned(), 1, verdicts)
    }

    #[test]
    fn numbers_are_as_in_the_paper() {
        let sets = [labelled(&[4, -2]), labelled(&[4, 8, -2]), labelled(&[0, 6, -6]), labelled(&[2, -10])];
        let verdicts = [0, 1, 2, 3].map(|set| sets[set].judge(square(usize::from(set == 3))).unwrap());
        let found = summary(&verdicts);
        assert_eq!(found.positions, 4);
        // Two win, one draws, one loses.
        assert_eq!(found.accuracy.value, 2.5 / 4.0);
        assert_eq!((found.keeping.value, found.optimal.unwrap().value), (0.5, 0.25));
        assert_eq!(found.regret.unwrap().value, (4.0 + 6.0 + 12.0) / 4.0);
        assert!(found.accuracy.lower < found.accuracy.value && found.accuracy.value < found.accuracy.upper);
    }

    #[test]
    fn a_few_right_moves_do_not_make_sure_of_all() {
        let verdicts = |wrong: usize| -> Vec<Verdict> {
            (0..30).map(|number| labelled(&[4, -2]).judge(square(usize::from(number < wrong))).unwrap()).collect()
        };
        let found = summary(&verdicts(0));
        assert_eq!((found.accuracy.value, found.accuracy.upper), (1.0, 1.0));
        assert!((0.85..0.95).contains(&found.accuracy.lower), "{found:?}");
        let regret = found.regret.unwrap();
        assert!(regret.value == 0.0 && regret.lower == 0.0 && (0.3..0.9).contains(&regret.upper), "{found:?}");
        // One error among as many gives less confidence, not more.
        let less = summary(&verdicts(1)).accuracy;
        assert!(less.lower < found.accuracy.lower && less.upper < 1.0, "{less:?}");
    }

    #[test]
    fn of_outcomes_no_points_are_told() {
        let outcomes = Labelled { labels: Mode::Wld, ..labelled(&[1, 0, -1]) };
        let verdicts = [0, 1].map(|index| outcomes.judge(square(index)).unwrap());
        let found = summary(&verdicts);
        assert_eq!((found.accuracy.value, found.keeping.value), (0.75, 0.5));
        assert_eq!((found.optimal, found.regret), (None, None));
        let mixed = [verdicts[0], verdicts[1], labelled(&[4]).judge(square(0)).unwrap()];
        assert_eq!(summary(&mixed).regret, None);
    }

    #[test]
    fn what_is_no_labelled_move_has_no_verdict() {
        assert_eq!((labelled(&[4, -2]).judge(square(9)), labelled(&[]).judge(square(9))), (None, None));
        assert!(labelled(&[4, -2]).is_problem() && !labelled(&[4, 0]).is_problem() && !labelled(&[]).is_problem());
    }
}
