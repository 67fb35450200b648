//! Positions of numbers on an axis, and its tick labels.

use std::ops::Range;

use crate::{Axis, Scale};

/// An axis has at most about this many ticks.
const TICKS: f64 = 8.0;
/// Larger numbers cannot be drawn: even their differences could overflow.
const MOST: f64 = 1e100;
/// The least length of an axis relative to the numbers on it; closer numbers share a place.
const LEAST_LENGTH: f64 = 1e-9;

impl Axis {
    /// Whether a number can be drawn.
    pub(crate) fn has_place(&self, number: f64) -> bool {
        number.abs() <= MOST && (self.scale == Scale::Linear || number > 0.0)
    }

    /// The place of a number.
    pub(crate) fn place(&self, number: f64) -> f64 {
        match self.scale {
            Scale::Linear => number,
            Scale::Log2 => number.log2(),
            Scale::Log10 => number.log10(),
        }
    }

    /// The range of the axis for these numbers, with some room at its open ends.
    pub(crate) fn range(&self, numbers: impl Iterator<Item = f64>) -> Range<f64> {
        if !self.names.is_empty() {
            return -0.6..self.names.len() as f64 - 0.4;
        }
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for place in numbers.map(|number| self.place(number)) {
            (least, most) = (least.min(place), most.max(place));
        }
        let room = if differ(least, most) { (most - least) * 0.05 } else { room_around(least) };
        let end = |wanted: Option<f64>, open: f64| {
            wanted.filter(|&number| self.has_place(number)).map_or(open, |number| self.place(number))
        };
        let (least, most) = (end(self.least, least - room), end(self.most, most + room));
        if differ(least, most) { least..most } else { least - room_around(least)..least + room_around(least) }
    }

    /// The places of the ticks.
    pub(crate) fn ticks(&self, range: &Range<f64>) -> Vec<f64> {
        let step = if self.names.is_empty() { self.step(range.end - range.start) } else { 1.0 };
        let first = (range.start / step).ceil();
        let count = ((range.end / step).floor() - first).max(0.0) as usize;
        (0..=count).map(|index| (first + index as f64) * step).collect()
    }

    /// The distance between ticks: 1, 2 or 5 times a power of ten, and whole if places are logarithms.
    fn step(&self, length: f64) -> f64 {
        let power = 10f64.powf((length / TICKS).log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
        let step = steps.into_iter().find(|step| length / step <= TICKS).unwrap_or(steps[3]);
        if self.scale == Scale::Linear { step } else { step.max(1.0).round() }
    }

    /// The label at a place.
    pub(crate) fn text(&self, place: f64) -> String {
        if !self.names.is_empty() {
            let name = |index: f64| self.names.get(index as usize).filter(|_| index >= 0.0);
            return name(place.round()).cloned().unwrap_or_default();
        }
        let number = match self.scale {
            Scale::Linear => place,
            Scale::Log2 => place.exp2(),
            Scale::Log10 => 10f64.powf(place),
        };
        short(number)
    }
}

/// Whether two places are far enough apart for an axis.
fn differ(least: f64, most: f64) -> bool {
    most - least > least.abs().max(most.abs()) * LEAST_LENGTH + 1.0 / MOST
}

/// The room on each side of a single place.
fn room_around(place: f64) -> f64 {
    (place.abs() * 0.05).max(0.5)
}

/// A number with at most three decimal places; large ones with k, M or G.
fn short(number: f64) -> String {
    let (number, unit) = match number.abs() {
        1e9.. => (number / 1e9, " G"),
        1e6.. => (number / 1e6, " M"),
        1e4.. => (number / 1e3, " k"),
        _ => (number, ""),
    };
    let text = format!("{number:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    // A sum of steps may miss 0 by a hair.
    let text = if text == "-0" { "0" } else { text };
    format!("{}{unit}", text.replace('-', "−"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_numbers_within_the_axis() {
        let axis = Axis::default();
        let texts = |axis: &Axis, numbers: &[f64]| -> Vec<String> {
            let range = axis.range(numbers.iter().copied());
            axis.ticks(&range).into_iter().map(|place| axis.text(place)).collect()
        };
        assert_eq!(texts(&axis, &[0.0, 100.0]), ["0", "20", "40", "60", "80", "100"]);
        assert_eq!(texts(&axis, &[-0.2, 0.3]), ["−0.2", "−0.1", "0", "0.1", "0.2", "0.3"]);
        assert_eq!(texts(&axis, &[3.0]), ["2.6", "2.8", "3", "3.2", "3.4"]);
        // Numbers that cannot be distinguished share a place.
        assert_eq!(texts(&axis, &[-5e-324, 5e-324]), ["−0.4", "−0.2", "0", "0.2", "0.4"]);
        assert_eq!(texts(&axis, &[1e17, 1e17]).len(), 5);
        assert_eq!(texts(&axis, &[1e16, 1e16 + 2.0]).len(), 5);
        assert_eq!(texts(&axis, &[-1e100, 1e100]).len(), 5);
        assert!(axis.has_place(-1e100) && !axis.has_place(1e101) && !axis.has_place(f64::NAN));
        let powers = Axis { scale: Scale::Log2, ..Axis::default() };
        assert_eq!(texts(&powers, &[1.0, 128.0]), ["1", "2", "4", "8", "16", "32", "64", "128"]);
        let tens = Axis { scale: Scale::Log10, least: Some(1.0), most: Some(1e9), ..Axis::default() };
        assert_eq!(texts(&tens, &[5.0]), ["1", "100", "10 k", "1 M", "100 M"]);
        let names = Axis { names: vec!["a".into(), "b".into()], ..Axis::default() };
        assert_eq!(texts(&names, &[]), ["a", "b"]);
    }
}
