//! Reads what an address, its query and a body ask, and puts every error in one sentence.

use std::fmt;
use std::marker::PhantomData;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::error::ApiError;

/// The query of an address.
#[derive(Clone, Debug)]
pub(crate) struct Asked<Q>(pub(crate) Q);

impl<Q: DeserializeOwned, S: Sync> FromRequestParts<S> for Asked<Q> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let Query(query) = Query::try_from_uri(&parts.uri)
            .map_err(|error| ApiError::Bad(format!("query: {}", reason(&error.body_text()))))?;
        Ok(Self(query))
    }
}

/// The name in an address. If it is not text, there is nothing by that name.
#[derive(Clone, Debug)]
pub(crate) struct Named(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for Named {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let named = Path::from_request_parts(parts, state).await;
        named.map(|Path(name)| Self(name)).map_err(|_| ApiError::NotFound)
    }
}

/// A body that is an object in JSON.
#[derive(Clone, Debug)]
pub(crate) struct Sent<B>(pub(crate) B);

impl<B: DeserializeOwned, S: Send + Sync> FromRequest<S> for Sent<B> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let sent = Json::<Object<B>>::from_request(request, state).await;
        sent.map(|Json(Object(body))| Self(body)).map_err(|rejection| match rejection {
            JsonRejection::MissingJsonContentType(_) => ApiError::NoJson,
            JsonRejection::JsonDataError(_) | JsonRejection::JsonSyntaxError(_) => {
                ApiError::Bad(format!("body: {}", reason(&rejection.body_text())))
            }
            JsonRejection::BytesRejection(rejection) if rejection.status() != StatusCode::PAYLOAD_TOO_LARGE => {
                ApiError::Bad("body: it breaks off, or takes too long to come".to_owned())
            }
            _ => ApiError::TooLarge,
        })
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
