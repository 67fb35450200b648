//! Linear discriminant analysis.

use std::array::from_fn as array;

use crate::error::ExperimentError;

/// A linear function that separates two classes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Discriminant<const N: usize> {
    /// Weight of each feature.
    pub(super) weights: [f64; N],
    /// Constant added to the weighted sum. If both classes are normal with the same covariance, the total is the log odds
    /// that a sample belongs to the first class.
    offset: f64,
}

impl<const N: usize> Discriminant<N> {
    /// Fisher's linear discriminant (Fisher 1936). A sample is its features and whether it belongs to the first class. The
    /// classes are assumed to have the same covariance, and to be as frequent as in the samples.
    ///
    /// # Errors
    /// Fewer than two samples of a class, or linearly dependent features.
    pub(super) fn fit(samples: &[([f64; N], bool)]) -> Result<Self, ExperimentError> {
        let of = |class: bool| samples.iter().filter(move |sample| sample.1 == class).map(|sample| &sample.0);
        let (first, second) = (of(true).count(), of(false).count());
        if first < 2 || second < 2 {
            let few = format!("{first} samples of one class and {second} of the other");
            return Err(ExperimentError::Unsuitable(format!("fit: {few}; at least two of each are needed")));
        }
        let means = [mean(of(true)), mean(of(false))];
        let mut covariance = [[0.0; N]; N];
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
        let apart = array(|index| means[0][index] - means[1][index]);
        let dependent = "fit: the features depend on one another, so their weights cannot be told apart";
        let weights = solve(covariance, apart).ok_or_else(|| ExperimentError::Unsuitable(dependent.to_owned()))?;
        let middle: f64 = (0..N).map(|index| weights[index] * (means[0][index] + means[1][index]) / 2.0).sum();
        let offset = (first as f64 / second as f64).ln() - middle;
        Ok(Self { weights, offset })
    }

    /// The weighted sum of some features and the offset; above 0 for the first class.
    fn value(&self, features: &[f64; N]) -> f64 {
        self.offset + self.weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum::<f64>()
    }

    /// Share of the samples that it classifies correctly.
    pub(super) fn accuracy(&self, samples: &[([f64; N], bool)]) -> f64 {
        let right = samples.iter().filter(|(features, is_first)| (self.value(features) > 0.0) == *is_first).count();
        right as f64 / samples.len().max(1) as f64
    }
}

fn mean<'a, const N: usize>(samples: impl Iterator<Item = &'a [f64; N]>) -> [f64; N] {
    let (mut sum, mut count) = ([0.0; N], 0.0);
    for sample in samples {
        count += 1.0;
        sum.iter_mut().zip(sample).for_each(|(sum, feature)| *sum += feature);
    }
    sum.map(|sum| sum / count)
}

/// Solves `matrix · x = right` by elimination with partial pivoting; `None` if there is no unique solution.
fn solve<const N: usize>(mut matrix: [[f64; N]; N], mut right: [f64; N]) -> Option<[f64; N]> {
    let largest = matrix.iter().flatten().fold(0.0f64, |most, entry| most.max(entry.abs()));
    for column in 0..N {
        let pivot = (column..N).max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        if matrix[pivot][column].abs() <= 1e-12 * largest {
            return None;
        }
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        for row in (0..N).filter(|&row| row != column) {
            let factor = matrix[row][column] / matrix[column][column];
            let line = matrix[column];
            matrix[row].iter_mut().zip(&line).for_each(|(entry, above)| *entry -= factor * above);
            right[row] -= factor * right[column];
        }
    }
    Some(array(|row| right[row] / matrix[row][row]))
}

#[cfg(test)]
pub(super) mod tests {
    use mcts::Random;

    use super::*;

    /// A normally distributed number (Box & Muller 1958).
    pub(in super::super) fn normal(random: &mut Random) -> f64 {
        (-2.0 * (1.0 - random.unit()).ln()).sqrt() * (std::f64::consts::TAU * random.unit()).cos()
    }

    #[test]
    fn weights_of_two_known_distributions_are_found() {
        // Covariance (4 0; 0 1), means 2 and 1 apart: weights 2/4 and 1/1.
        let mut random = Random::new(1, 0);
        let mut sample = |is_first: bool| {
            let sign = if is_first { 0.5 } else { -0.5 };
            ([2.0 * normal(&mut random) + 2.0 * sign + 7.0, normal(&mut random) + sign], is_first)
        };
        let samples: Vec<_> = (0..40_000).map(|index| sample(index % 2 == 0)).collect();
        let found = Discriminant::fit(&samples).unwrap();
        assert!((found.weights[0] - 0.5).abs() < 0.03 && (found.weights[1] - 1.0).abs() < 0.03, "{found:?}");
        assert!((found.offset + 3.5).abs() < 0.25, "{found:?}");
        // The means are √2 standard deviations apart, so Φ(√2 / 2) of the samples are on the right side.
        assert!((found.accuracy(&samples) - 0.760).abs() < 0.01, "{}", found.accuracy(&samples));
    }

    #[test]
    fn what_cannot_be_fitted_is_said() {
        let features = [[1.0, 2.0], [2.0, 4.0], [4.0, 8.0], [8.0, 16.0]];
        let dependent: Vec<_> = features.into_iter().enumerate().map(|(index, one)| (one, index < 2)).collect();
        let error = |samples: &[_]| Discriminant::fit(samples).unwrap_err().to_string();
        assert!(error(&dependent).starts_with("fit: the features depend on one another"));
        assert!(error(&dependent[..2]).starts_with("fit: 2 samples of one class and 0 of the other"));
    }
}
