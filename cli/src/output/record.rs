//! What programs read: JSON objects with their fields in a fixed order.

use std::time::Duration;

use files::json_on_one_line;
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

/// One JSON object on a line.
pub(crate) fn object(record: &impl Serialize) -> String {
    json_on_one_line(&serde_json::to_string(record).expect("strings and numbers can be written")) + "\n"
}

/// A span of time in seconds, to the microsecond.
pub(crate) fn seconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1e6
}

/// The fields of an object, in their order, each with its value as JSON.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fields(Vec<(&'static str, Box<RawValue>)>);

impl Fields {
    /// These and another one.
    pub(crate) fn with(mut self, name: &'static str, value: &impl Serialize) -> Self {
        self.0.push((name, to_raw_value(value).expect("strings and numbers can be written")));
        self
    }

    /// These and those of another object; `None` has none.
    pub(crate) fn and(mut self, others: impl Into<Option<Self>>) -> Self {
        self.0.extend(others.into().unwrap_or_default().0);
        self
    }
}

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// An object of these fields, in this order: `fields! { "board": "4x4", "nodes": 7 }`. `..` includes the fields of
/// another object: `fields! { ..other, "nodes": 7 }`; `None` has none.
macro_rules! fields {
    (@ $all:expr;) => { $all };
    (@ $all:expr; ..$others:expr $(, $($rest:tt)*)?) => {
        crate::output::fields!(@ $all.and($others); $($($rest)*)?)
    };
    (@ $all:expr; $name:literal: $value:expr $(, $($rest:tt)*)?) => {
        crate::output::fields!(@ $all.with($name, &$value); $($($rest)*)?)
    };
    ($($fields:tt)*) => { crate::output::fields!(@ crate::output::Fields::default(); $($fields)*) };
}

pub(crate) use fields;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_keep_their_order() {
        let inner = fields! { "b": 1.5, "a": None::<u32> };
        let outer = fields! { ..inner, "list": [fields! { "z": true }], ..None, "c": f64::NAN };
        assert_eq!(object(&outer), "{\"b\":1.5,\"a\":null,\"list\":[{\"z\":true}],\"c\":null}\n");
        assert_eq!(object(&fields! {}), "{}\n");
    }
}
