//! How results become JSON: boards and players by their names, times in seconds, intervals as three numbers.

use std::fmt::Display;
use std::time::Duration;

use mcts::measure::Interval;
use serde::{Serialize, Serializer};
use solver::{Mode, Scoring, Start};

/// By its text.
pub(crate) fn text<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// By its name.
pub(crate) fn start<S: Serializer>(start: &Start, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(start.name())
}

/// By its name.
pub(crate) fn scoring<S: Serializer>(scoring: &Scoring, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(scoring.name())
}

/// By its name.
pub(crate) fn labels<S: Serializer>(labels: &Mode, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(labels.name())
}

/// In seconds, to the microsecond.
pub(crate) fn seconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_micros() as f64 / 1e6)
}

/// As value and limits; infinity becomes null.
pub(crate) fn interval<S: Serializer>(interval: &Interval, serializer: S) -> Result<S::Ok, S::Error> {
    Limits::from(*interval).serialize(serializer)
}

/// The same for an interval that may be missing.
pub(crate) fn maybe_interval<S: Serializer>(interval: &Option<Interval>, serializer: S) -> Result<S::Ok, S::Error> {
    interval.map(Limits::from).serialize(serializer)
}

#[derive(Serialize)]
struct Limits {
    value: Option<f64>,
    lower: Option<f64>,
    upper: Option<f64>,
}

impl From<Interval> for Limits {
    fn from(interval: Interval) -> Self {
        let finite = |number: f64| number.is_finite().then_some(number);
        Self { value: finite(interval.value), lower: finite(interval.lower), upper: finite(interval.upper) }
    }
}
