//! Weights from labelled positions: linear discriminant analysis, and what it makes of an evaluation for UCT+.
//!
//! Hashimoto et al. 2013 take the scale of the evaluation that UCT+ adds from a discriminant analysis of some 8,000 moves of
//! problem positions: from the ratio of the coefficients in one function of the win rate and the evaluation.

use solver::{Board, Move, Score};
use thiserror::Error;

use crate::evaluate::{Evaluate, Learned};
use crate::game::Game;
use crate::games::Othello;
use crate::measure::{Labelled, position_seed};
use crate::playout::{LanePlayouts, Playout};
use crate::random::Random;
use crate::reward::Reward;

/// A linear function that tells two classes apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Discriminant {
    /// Weight of each feature.
    pub weights: Vec<f64>,
    /// What is added to the weighted sum. With normal classes of one covariance the sum is the logarithm of the odds
    /// that a sample is of the first class.
    pub offset: f64,
}

/// Why nothing can be fitted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FitError {
    /// One class is missing.
    #[error("fit: {first} samples of one class and {second} of the other; at least two of each are needed")]
    OneClass {
        /// Samples of the first class.
        first: usize,
        /// Samples of the second.
        second: usize,
    },
    /// Samples with different numbers of features.
    #[error("fit: a sample with {found} features among those with {wanted}")]
    Features {
        /// How many one has.
        found: usize,
        /// How many the first has.
        wanted: usize,
    },
    /// A feature is a sum of others, or always the same.
    #[error("fit: the features depend on one another, so their weights cannot be told apart")]
    Dependent,
    /// What is to rise with the outcome does not, beside the other.
    #[error("fit: the {0} does not rise with the outcome, so there is no scale")]
    Backwards(&'static str),
}

impl Discriminant {
    /// Fisher's linear discriminant (Fisher 1936) of samples, each its features and whether it is of the first class;
    /// both classes are taken to be spread alike and to be as frequent as in the samples.
    ///
    /// # Errors
    /// Fewer than two samples of a class, different numbers of features, or features that depend on one another.
    pub fn fit(samples: &[(Vec<f64>, bool)]) -> Result<Self, FitError> {
        let of = |class: bool| samples.iter().filter(move |sample| sample.1 == class).map(|sample| &sample.0[..]);
        let (first, second) = (of(true).count(), of(false).count());
        if first < 2 || second < 2 {
            return Err(FitError::OneClass { first, second });
        }
        let wanted = samples[0].0.len();
        if let Some(odd) = samples.iter().find(|sample| sample.0.len() != wanted) {
            return Err(FitError::Features { found: odd.0.len(), wanted });
        }
        let means = [mean(of(true), wanted), mean(of(false), wanted)];
        let mut covariance = vec![vec![0.0; wanted]; wanted];
        for (features, is_first) in samples {
            let mean = &means[usize::from(!is_first)];
            for (row, line) in covariance.iter_mut().enumerate() {
                for (column, entry) in line.iter_mut().enumerate() {
                    *entry += (features[row] - mean[row]) * (features[column] - mean[column]);
                }
            }
        }
        let freedom = (samples.len() - 2) as f64;
        covariance.iter_mut().flatten().for_each(|entry| *entry /= freedom);
        let apart: Vec<f64> = means[0].iter().zip(&means[1]).map(|(one, other)| one - other).collect();
        let weights = solve(covariance, apart).ok_or(FitError::Dependent)?;
        let middle: f64 = (0..wanted).map(|index| weights[index] * (means[0][index] + means[1][index]) / 2.0).sum();
        let offset = (first as f64 / second as f64).ln() - middle;
        Ok(Self { weights, offset })
    }

    /// The weighted sum of some features, above 0 for the first class.
    #[must_use]
    pub fn value(&self, features: &[f64]) -> f64 {
        self.offset + self.weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum::<f64>()
    }

    /// Share of the samples that are put into their class.
    #[must_use]
    pub fn accuracy(&self, samples: &[(Vec<f64>, bool)]) -> f64 {
        let right = samples.iter().filter(|(features, is_first)| (self.value(features) > 0.0) == *is_first).count();
        right as f64 / samples.len().max(1) as f64
    }
}

/// A move of a labelled position, as the two things that UCT+ adds up see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Mean reward of playouts after the move, for the side that makes it.
    pub reward: f64,
    /// What the evaluation says of the position after it, in points for the side that makes it.
    pub points: f64,
    /// Whether it wins; else it loses.
    pub wins: bool,
}

impl Sample {
    /// Both features, and the class.
    #[must_use]
    pub fn features(self) -> (Vec<f64>, bool) {
        (vec![self.reward, self.points], self.wins)
    }
}

/// The scale of UCT+ (see [`crate::select::UctPlus`]): how many points of the evaluation say as much about the outcome as
/// a whole reward, as the ratio of their coefficients in one discriminant function (Hashimoto et al. 2013, section 5.2).
///
/// # Errors
/// Fewer than two wins or losses, or a reward or an evaluation that says nothing of the outcome that the other does not
/// say.
pub fn uct_plus_scale(samples: &[Sample]) -> Result<f64, FitError> {
    let samples: Vec<(Vec<f64>, bool)> = samples.iter().map(|sample| sample.features()).collect();
    let weights = Discriminant::fit(&samples)?.weights;
    match weights[..] {
        [reward, points] if reward > 0.0 && points > 0.0 => Ok(reward / points),
        [_, points] if points > 0.0 => Err(FitError::Backwards("reward of playouts")),
        _ => Err(FitError::Backwards("evaluation")),
    }
}

/// Samples for [`uct_plus_scale`] from labelled positions: each move that wins or loses, after `playouts` random games.
/// The random numbers of a position depend on it and on `seed` alone.
#[must_use]
pub fn samples(game: &Othello, evaluation: &Learned, positions: &[Labelled], playouts: u32, seed: u64) -> Vec<Sample> {
    let mut lanes = LanePlayouts::new(game);
    let mut of = |position: &Labelled| {
        let mut random = Random::new(position_seed(seed, position.discs), 0);
        let moves = position.moves.iter().filter(|&&(_, value)| value != 0);
        let sample = |&(chosen, value): &(Move, Score)| {
            let next = game.apply(&position.discs, chosen);
            let tally = lanes.play(game, &next, playouts, &mut random, None);
            let reward = 1.0 - tally.rewards(Reward::Outcome, game.most()).sum / f64::from(tally.playouts.max(1));
            Sample { reward, points: -evaluation.points(game, &next), wins: value > 0 }
        };
        moves.map(sample).collect::<Vec<_>>()
    };
    positions.iter().flat_map(&mut of).collect()
}

/// The scale of boards that have none of their own, from the middle of [`SCALES`].
///
/// The paper divides Zebra's evaluation by 30 and does not say in which unit that is. In discs it would be a scale of 30;
/// in the hundred-and-twenty-eighths of a disc that Zebra counts in, 0.23.
const COMMON_SCALE: f64 = 11.0;

/// Rows, columns and the scale of boards that have weights of their own, each by
/// `solve mcts fit --seed 1000 --positions 300 --board RxC --empties N` with N of 16, 14 (4x8) and 18 (8x8).
const SCALES: [(u32, u32, f64); 4] = [(4, 8, 13.1), (4, 10, 11.5), (6, 6, 11.5), (8, 8, 8.6)];

/// The scale of UCT+ on a board unless told otherwise: as fitted, else the common one.
#[must_use]
pub fn default_scale(board: Board) -> f64 {
    let sides = (board.rows().min(board.cols()), board.rows().max(board.cols()));
    let fitted = SCALES.iter().find(|&&(rows, cols, _)| (rows, cols) == sides);
    fitted.map_or(COMMON_SCALE, |&(_, _, scale)| scale)
}

fn mean<'a>(samples: impl Iterator<Item = &'a [f64]>, features: usize) -> Vec<f64> {
    let (mut sum, mut count) = (vec![0.0; features], 0.0);
    for sample in samples {
        count += 1.0;
        sum.iter_mut().zip(sample).for_each(|(sum, feature)| *sum += feature);
    }
    sum.into_iter().map(|sum| sum / count).collect()
}

/// Solves `matrix · x = right` by elimination with the largest pivot; `None` if there is not one solution.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    let largest = matrix.iter().flatten().fold(0.0f64, |most, entry| most.max(entry.abs()));
    for column in 0..size {
        let pivot = (column..size).max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        if matrix[pivot][column].abs() <= 1e-12 * largest {
            return None;
        }
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        for row in (0..size).filter(|&row| row != column) {
            let factor = matrix[row][column] / matrix[column][column];
            let line = matrix[column].clone();
            matrix[row].iter_mut().zip(&line).for_each(|(entry, above)| *entry -= factor * above);
            right[row] -= factor * right[column];
        }
    }
    Some((0..size).map(|row| right[row] / matrix[row][row]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// A normally distributed number (Box & Muller 1958).
    fn normal(random: &mut Random) -> f64 {
        (-2.0 * (1.0 - random.unit()).ln()).sqrt() * (std::f64::consts::TAU * random.unit()).cos()
    }

    #[test]
    fn weights_of_two_known_distributions_are_found() {
        // Covariance (4 0; 0 1), means 2 and 1 apart: weights 2/4 and 1/1.
        let mut random = Random::new(1, 0);
        let mut sample = |is_first: bool| {
            let sign = if is_first { 0.5 } else { -0.5 };
            (vec![2.0 * normal(&mut random) + 2.0 * sign + 7.0, normal(&mut random) + sign], is_first)
        };
        let samples: Vec<_> = (0..40_000).map(|index| sample(index % 2 == 0)).collect();
        let found = Discriminant::fit(&samples).unwrap();
        assert!((found.weights[0] - 0.5).abs() < 0.03 && (found.weights[1] - 1.0).abs() < 0.03, "{found:?}");
        assert!((found.offset + 3.5).abs() < 0.25, "{found:?}");
        // The distance of the means is √2 deviations: Φ(√2 / 2) of the samples are on their side.
        assert!((found.accuracy(&samples) - 0.760).abs() < 0.01, "{}", found.accuracy(&samples));
    }

    #[test]
    fn the_scale_is_the_ratio_of_what_both_say() {
        // Rewards of deviation 0.2, means 0.08 apart: weight 2. Points of deviation 10, means 10 apart: weight 0.1.
        let mut random = Random::new(2, 0);
        let samples: Vec<Sample> = (0..100_000)
            .map(|index| {
                let (wins, sign) = (index % 2 == 0, if index % 2 == 0 { 0.5 } else { -0.5 });
                let reward = 0.5 + 0.2 * normal(&mut random) + 0.08 * sign;
                Sample { reward, points: 10.0 * normal(&mut random) + 10.0 * sign, wins }
            })
            .collect();
        let scale = uct_plus_scale(&samples).unwrap();
        assert!((scale - 20.0).abs() < 1.0, "{scale}");
        let turned = |turn: fn(Sample) -> Sample| samples.iter().copied().map(turn).collect::<Vec<Sample>>();
        let points = turned(|sample| Sample { points: -sample.points, ..sample });
        assert_eq!(uct_plus_scale(&points), Err(FitError::Backwards("evaluation")));
        let rewards = turned(|sample| Sample { reward: -sample.reward, ..sample });
        assert_eq!(uct_plus_scale(&rewards), Err(FitError::Backwards("reward of playouts")));
    }

    #[test]
    fn a_tall_board_has_the_scale_of_the_wide_one_and_others_the_common_one() {
        let scale = |name: &str| default_scale(name.parse().unwrap());
        assert_eq!((scale("10x4"), scale("4x10"), scale("5x5")), (11.5, 11.5, 11.0));
    }

    #[test]
    fn what_cannot_be_fitted_is_said() {
        let samples = |features: [[f64; 2]; 4]| -> Vec<(Vec<f64>, bool)> {
            features.iter().enumerate().map(|(index, one)| (one.to_vec(), index < 2)).collect()
        };
        let dependent = samples([[1.0, 2.0], [2.0, 4.0], [4.0, 8.0], [8.0, 16.0]]);
        assert_eq!(Discriminant::fit(&dependent), Err(FitError::Dependent));
        assert_eq!(Discriminant::fit(&dependent[..2]), Err(FitError::OneClass { first: 2, second: 0 }));
        let mut odd = samples([[1.0, 2.0], [2.0, 5.0], [4.0, 1.0], [8.0, 0.0]]);
        odd[3].0.pop();
        assert_eq!(Discriminant::fit(&odd), Err(FitError::Features { found: 1, wanted: 2 }));
    }
}
