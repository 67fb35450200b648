//! What programs read: JSON objects with their fields in a fixed order.

use std::time::Duration;

use files::json_on_one_line;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// One JSON object on a line.
pub(crate) fn object(record: &impl Serialize) -> String {
    json_on_one_line(&serde_json::to_string(record).expect("strings and numbers can be written")) + "\n"
}

/// A span of time in seconds, to the microsecond.
pub(crate) fn seconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1e6
}

/// An object of these fields, in this order: `fields! { "board": "4x4", "nodes": 7 }`. `..` includes the fields of
/// another object: `fields! { ..other, "nodes": 7 }`; `None` has none.
macro_rules! fields {
    () => { crate::output::record::Object(()) };
    (..$other:expr $(, $($rest:tt)*)?) => {
        crate::output::record::Object(crate::output::record::Then($other, crate::output::record::fields!($($($rest)*)?)))
    };
    ($name:literal: $value:expr $(, $($rest:tt)*)?) => {
        crate::output::record::fields!(..crate::output::record::Field($name, $value) $(, $($rest)*)?)
    };
}

pub(crate) use fields;

/// Fields that can be written one after the other.
pub(crate) trait Fields {
    /// Writes them.
    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error>;
}

/// A field with its name.
pub(crate) struct Field<T>(pub(crate) &'static str, pub(crate) T);

/// Fields and then others.
pub(crate) struct Then<A, B>(pub(crate) A, pub(crate) B);

/// An object of its fields.
pub(crate) struct Object<F>(pub(crate) F);

impl Fields for () {
    fn write<M: SerializeMap>(&self, _: &mut M) -> Result<(), M::Error> {
        Ok(())
    }
}

impl<T: Serialize> Fields for Field<T> {
    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry(self.0, &self.1)
    }
}

impl<A: Fields, B: Fields> Fields for Then<A, B> {
    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        self.0.write(map)?;
        self.1.write(map)
    }
}

impl<F: Fields> Fields for Option<F> {
    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        self.as_ref().map_or(Ok(()), |fields| fields.write(map))
    }
}

impl<F: Fields> Fields for Object<F> {
    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        self.0.write(map)
    }
}

impl<F: Fields> Serialize for Object<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.0.write(&mut map)?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_keep_their_order() {
        let inner = fields! { "b": 1.5, "a": None::<u32> };
        let outer = fields! { ..inner, "list": [fields! { "z": true }], ..None::<Field<u8>>, "c": f64::NAN };
        assert_eq!(object(&outer), "{\"b\":1.5,\"a\":null,\"list\":[{\"z\":true}],\"c\":null}\n");
        assert_eq!(object(&fields! {}), "{}\n");
    }
}
