//! Reads what an address, its query and a body ask, and puts every error in one sentence.

use std::fmt;
use std::marker::PhantomData;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{Path, Query};
use axum::http::StatusCode;
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::error::ApiError;

/// The query of an address.
pub(crate) type Asked<Q> = Result<Query<Q>, QueryRejection>;

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> Self {
        Self::Bad(format!("query: {}", reason(&rejection.body_text())))
    }
}

/// The name in an address.
pub(super) type Named = Result<Path<String>, PathRejection>;

/// If the name is not text, there is nothing by that name.
impl From<PathRejection> for ApiError {
    fn from(_: PathRejection) -> Self {
        Self::NotFound
    }
}

/// A body that is an object in JSON.
pub(super) type Sent<B> = Result<Json<Object<B>>, JsonRejection>;

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> Self {
        match rejection {
            JsonRejection::MissingJsonContentType(_) => Self::NoJson,
            JsonRejection::JsonDataError(_) | JsonRejection::JsonSyntaxError(_) => {
                Self::Bad(format!("body: {}", reason(&rejection.body_text())))
            }
            JsonRejection::BytesRejection(rejection) if rejection.status() != StatusCode::PAYLOAD_TOO_LARGE => {
                Self::Bad("body: it breaks off, or takes too long to come".to_owned())
            }
            _ => Self::TooLarge,
        }
    }
}

/// Accepts only an object; for a structure, serde would also accept a list of its fields.
#[derive(Clone, Debug)]
pub(super) struct Object<T>(pub(super) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Fields<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
            type Value = T;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<T, M::Error> {
                T::deserialize(MapAccessDeserializer::new(map))
            }
        }
        from.deserialize_map(Fields(PhantomData)).map(Self)
    }
}

/// The error without axum's prefix, and with an unknown field named once: axum names it by its path, and serde again.
fn reason(text: &str) -> String {
    let (_, reason) = text.split_once(": ").unwrap_or(("", text));
    let unknown = "unknown field `";
    let Some((path, (name, rest))) =
        reason.split_once(&format!(": {unknown}")).and_then(|(path, rest)| Some((path, rest.split_once('`')?)))
    else {
        return reason.to_owned();
    };
    match path.strip_suffix(name).map(|path| path.trim_end_matches('.')) {
        Some("") => format!("{unknown}{name}`{rest}"),
        Some(path) => format!("{path}: {unknown}{name}`{rest}"),
        None => reason.to_owned(),
    }
}
