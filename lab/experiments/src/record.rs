//! How results become JSON: boards and players by their names, times in seconds. Infinite limits of intervals become null.

use std::fmt::Display;
use std::time::Duration;

use serde::Serializer;
use solver::Mode;

/// By its text.
pub(crate) fn text<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// By its name.
pub(crate) fn labels<S: Serializer>(labels: &Mode, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(labels.name())
}

/// In seconds, to the microsecond.
pub(crate) fn seconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_micros() as f64 / 1e6)
}
