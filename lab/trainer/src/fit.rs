//! Sparse linear least squares by conjugate gradients (Hestenes & Stiefel 1952; Shewchuk 1994).

use std::ops::Range;

use rayon::prelude::*;

/// Rows are split into at most this many parts, whose sums are added in order, so the result does not depend on the threads.
const MAX_PARTS: usize = 8;
/// The fewest rows of a part.
const MIN_PART_ROWS: usize = 4096;
/// Penalty on the squared distance of a parameter from its start, in squared errors: it keeps rare configurations from
/// moving far.
const RIDGE: f64 = 3.0;
/// Penalty on the squared sum of the parameters of a configuration and its colour-swapped twin, which nearly cancel.
const TIE: f64 = 10.0;
/// Conjugate-gradient steps; with more, errors on unseen positions hardly fall.
const STEPS: u32 = 40;

/// A linear system whose rows have a few entries, all of them 1.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    /// The parameters of all rows, one row after the other.
    pub(crate) active: Vec<u32>,
    /// The end of each row in `active`.
    pub(crate) ends: Vec<usize>,
    /// What the parameters of each row should sum to.
    pub(crate) targets: Vec<f32>,
    /// How much the squared error of each row counts.
    pub(crate) weights: Vec<f32>,
}

impl Rows {
    fn len(&self) -> usize {
        self.targets.len()
    }

    fn row(&self, index: usize) -> &[u32] {
        let begin = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.active[begin..self.ends[index]]
    }

    /// Applies `each` to all parts in parallel.
    fn parts<T: Send>(&self, each: impl Fn(Range<usize>) -> T + Sync + Send) -> Vec<T> {
        let size = self.len().div_ceil(MAX_PARTS).max(MIN_PART_ROWS);
        let ranges: Vec<Range<usize>> =
            (0..self.len()).step_by(size).map(|from| from..(from + size).min(self.len())).collect();
        ranges.into_par_iter().map(each).collect()
    }

    /// The sum of each row's parameters.
    fn sums(&self, parameters: &[f64]) -> Vec<f64> {
        let sum = |index: usize| self.row(index).iter().map(|&active| parameters[active as usize]).sum::<f64>();
        self.parts(|range| range.map(sum).collect::<Vec<f64>>()).concat()
    }

    /// For each of this many parameters, the weighted sum of the values of its rows.
    fn spread(&self, parameters: usize, values: &[f64]) -> Vec<f64> {
        let parts = self.parts(|range| {
            let mut sums = vec![0.0; parameters];
            for index in range {
                let value = values[index] * f64::from(self.weights[index]);
                for &active in self.row(index) {
                    sums[active as usize] += value;
                }
            }
            sums
        });
        let mut sums = vec![0.0; parameters];
        for part in parts {
            sums.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
        }
        sums
    }

    /// The left-hand side of the normal equations (rows, [`RIDGE`] and [`TIE`]) applied to a direction.
    fn normal(&self, direction: &[f64], opposites: &[u32]) -> Vec<f64> {
        let mut image = self.spread(direction.len(), &self.sums(direction));
        for (index, image) in image.iter_mut().enumerate() {
            *image += RIDGE * direction[index];
            let opposite = opposites[index] as usize;
            if opposite != index {
                *image += TIE * (direction[index] + direction[opposite]);
            }
        }
        image
    }
}

/// Moves parameters from their current values towards the weighted least squares. `opposites` is that of
/// [`solver::evaluation::Layout::opposites`].
pub(crate) fn fit(rows: &Rows, opposites: &[u32], parameters: &mut [f64]) {
    let count = parameters.len();
    let squares = rows.spread(count, &vec![1.0; rows.len()]);
    let diagonal: Vec<f64> = squares.into_iter().map(|square| square + RIDGE + TIE).collect();
    let scaled = |vector: &[f64]| -> Vec<f64> { vector.iter().zip(&diagonal).map(|(x, d)| x / d).collect() };
    let sums = rows.sums(parameters);
    let errors: Vec<f64> = rows.targets.iter().zip(sums).map(|(&target, sum)| f64::from(target) - sum).collect();
    let mut residual = rows.spread(count, &errors);
    let mut direction = scaled(&residual);
    let mut size = dot(&residual, &direction);
    for _ in 0..STEPS {
        if size <= 0.0 {
            break;
        }
        let image = rows.normal(&direction, opposites);
        let step = size / dot(&direction, &image);
        parameters.iter_mut().zip(&direction).for_each(|(parameter, d)| *parameter += step * d);
        residual.iter_mut().zip(&image).for_each(|(r, image)| *r -= step * image);
        let next = scaled(&residual);
        let next_size = dot(&residual, &next);
        let turn = next_size / size;
        direction.iter_mut().zip(&next).for_each(|(d, next)| *d = next + turn * *d);
        size = next_size;
    }
}

fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of two parameters out of three, whose sums are known.
    fn rows(weight: f32) -> Rows {
        let repeat = 5000;
        Rows {
            active: [0, 1, 1, 2, 0, 2].repeat(repeat),
            ends: (1..=3 * repeat).map(|row| 2 * row).collect(),
            targets: [3.0, 5.0, 4.0].repeat(repeat),
            weights: vec![weight; 3 * repeat],
        }
    }

    #[test]
    fn many_rows_find_their_parameters() {
        let mut parameters = [0.0; 4];
        fit(&rows(1.0), &[0, 1, 2, 3], &mut parameters);
        for (found, wanted) in parameters.into_iter().zip([1.0, 2.0, 3.0, 0.0]) {
            assert!((found - wanted).abs() < 0.01, "{parameters:?}");
        }
    }

    #[test]
    fn rows_without_weight_move_nothing() {
        let mut parameters = [1.0, -2.0, 3.0, 4.0];
        fit(&rows(0.0), &[3, 1, 2, 0], &mut parameters);
        assert_eq!(parameters, [1.0, -2.0, 3.0, 4.0]);
    }

    #[test]
    fn the_result_does_not_depend_on_the_threads() {
        let fitted = |threads: usize| {
            let mut parameters = [0.0; 4];
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| fit(&rows(0.7), &[0, 2, 1, 3], &mut parameters));
            parameters.map(f64::to_bits)
        };
        assert_eq!(fitted(1), fitted(3));
    }
}
