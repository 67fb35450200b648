//! What programs read: one JSON object on a line.

use std::time::Duration;

use serde::Serialize;

/// One JSON object on a line.
pub(crate) fn object(record: &impl Serialize) -> String {
    serde_json::to_string(record).expect("strings and numbers can be written") + "\n"
}

/// A span of time in seconds, to the microsecond.
pub(super) fn seconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1e6
}
