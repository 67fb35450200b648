//! How certain a measured number is: 95 % intervals.

use serde::Serialize;

use crate::random::Random;

/// 95 % of a normal distribution lie within this many standard deviations of the mean.
const Z: f64 = 1.959_963_984_540_054;
/// Share of the resamples on either side of an interval.
const TAIL: f64 = 0.025;

/// A number and the limits of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The number as measured.
    pub value: f64,
    /// Lower limit.
    pub lower: f64,
    /// Upper limit.
    pub upper: f64,
}

/// The share of `successes` in `trials`, with Wilson's interval (Wilson 1927). Draws may count as half a success; the
/// interval is then a little too wide. Without trials it is all of 0 to 1.
#[must_use]
pub fn wilson(successes: f64, trials: f64) -> Interval {
    if trials <= 0.0 {
        return Interval { value: 0.0, lower: 0.0, upper: 1.0 };
    }
    let share = successes / trials;
    let shrink = 1.0 + Z * Z / trials;
    let centre = (share + Z * Z / (2.0 * trials)) / shrink;
    let half = Z / shrink * (share * (1.0 - share) / trials + Z * Z / (4.0 * trials * trials)).sqrt();
    // At the ends the formula gives 0 and 1 but for rounding errors.
    let lower = if share > 0.0 { (centre - half).max(0.0) } else { 0.0 };
    let upper = if share < 1.0 { (centre + half).min(1.0) } else { 1.0 };
    Interval { value: share, lower, upper }
}

/// The mean of `numbers`, with the percentile interval of the means of `rounds` samples drawn with replacement (Efron
/// 1979). The same seed gives the same interval. 0 without numbers.
#[must_use]
pub fn bootstrap(numbers: &[f64], rounds: usize, seed: u64) -> Interval {
    let Some(count) = u32::try_from(numbers.len()).ok().filter(|&count| count > 0 && rounds > 0) else {
        return Interval { value: 0.0, lower: 0.0, upper: 0.0 };
    };
    let mean = |sum: f64| sum / f64::from(count);
    let mut random = Random::new(seed, 0);
    let mut resample = |_| mean((0..count).map(|_| numbers[random.below(count) as usize]).sum());
    let mut means: Vec<f64> = (0..rounds).map(&mut resample).collect();
    means.sort_unstable_by(f64::total_cmp);
    let at = |share: f64| means[((rounds - 1) as f64 * share).round() as usize];
    Interval { value: mean(numbers.iter().sum()), lower: at(TAIL), upper: at(1.0 - TAIL) }
}

/// The mean of numbers from 0 up, most of which may be 0, with its [`bootstrap`] interval, but at least with that of their size
/// times the share that is not 0 ([`wilson`]): resampling shows no spread where all are equal, and too little where few are
/// not. Their size is their mean or, if all are 0, `size`.
#[must_use]
pub fn mean_loss(numbers: &[f64], size: f64, rounds: usize, seed: u64) -> Interval {
    let found = bootstrap(numbers, rounds, seed);
    let losses = numbers.iter().filter(|&&number| number != 0.0).count() as f64;
    let share = wilson(losses, numbers.len() as f64);
    let size = if losses > 0.0 { numbers.iter().sum::<f64>() / losses } else { size };
    Interval { lower: found.lower.min(share.lower * size), upper: found.upper.max(share.upper * size), ..found }
}

/// The Elo difference that a share of points corresponds to; infinite at 0 and 1.
#[must_use]
pub fn elo(share: Interval) -> Interval {
    let points = |share: f64| 400.0 * (share / (1.0 - share)).log10();
    Interval { value: points(share.value), lower: points(share.lower), upper: points(share.upper) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_as_published() {
        // Newcombe 1998, table I: 81 of 263 and 0 of 20.
        let found = wilson(81.0, 263.0);
        assert!((found.lower - 0.2553).abs() < 5e-5 && (found.upper - 0.3662).abs() < 5e-5, "{found:?}");
        let found = wilson(0.0, 20.0);
        assert!(found.lower == 0.0 && (found.upper - 0.1611).abs() < 5e-5, "{found:?}");
        assert_eq!(wilson(0.0, 0.0), Interval { value: 0.0, lower: 0.0, upper: 1.0 });
    }

    #[test]
    fn a_bootstrap_is_about_as_wide_as_theory_says() {
        let numbers: Vec<f64> = (0..400).map(|index| f64::from(index % 4)).collect();
        let found = bootstrap(&numbers, 2000, 1);
        // Mean 1.5, deviation √1.25, 400 numbers.
        let half = 1.96 * 1.25f64.sqrt() / 20.0;
        assert_eq!(found.value, 1.5);
        assert!((found.lower - 1.5 + half).abs() < 0.02 && (found.upper - 1.5 - half).abs() < 0.02, "{found:?}");
        assert_eq!(found, bootstrap(&numbers, 2000, 1));
        assert_eq!(bootstrap(&[], 100, 1).value, 0.0);
        assert_eq!(bootstrap(&[3.0], 100, 1), Interval { value: 3.0, lower: 3.0, upper: 3.0 });
    }

    #[test]
    fn equal_numbers_leave_room_for_others() {
        let found = mean_loss(&[0.0; 20], 10.0, 100, 1);
        assert!(found.value == 0.0 && found.lower == 0.0 && (found.upper - 1.611).abs() < 5e-4, "{found:?}");
        // One loss of that size among as many is more, not less.
        let losses: Vec<f64> = (0..20).map(|index| if index == 0 { 10.0 } else { 0.0 }).collect();
        let more = mean_loss(&losses, 10.0, 100, 1);
        assert!(more.value == 0.5 && more.lower < 0.1 && more.upper > found.upper, "{more:?}");
        let one = mean_loss(&[4.0], 10.0, 100, 1);
        assert_eq!(one, Interval { value: 4.0, lower: 4.0 * wilson(1.0, 1.0).lower, upper: 4.0 });
        let many: Vec<f64> = (0..400).map(|index| f64::from(index % 9)).collect();
        let (wide, plain) = (mean_loss(&many, 10.0, 2000, 1), bootstrap(&many, 2000, 1));
        assert!(
            (wide.upper - plain.upper).abs() < 0.05 && (wide.lower - plain.lower).abs() < 0.05,
            "{wide:?} {plain:?}"
        );
        assert_eq!(mean_loss(&[], 10.0, 100, 1), Interval { value: 0.0, lower: 0.0, upper: 10.0 });
    }

    #[test]
    fn ten_to_one_is_four_hundred_points() {
        let found = elo(Interval { value: 10.0 / 11.0, lower: 0.5, upper: 1.0 });
        assert!((found.value - 400.0).abs() < 1e-9 && found.lower == 0.0 && found.upper == f64::INFINITY);
    }
}
