//! What an address's query asks.

use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::error::ApiError;

/// The query of an address, with one sentence for everything that is wrong with it.
#[derive(Clone, Debug)]
pub(crate) struct Asked<Q>(pub(crate) Q);

impl<Q: DeserializeOwned, S: Sync> FromRequestParts<S> for Asked<Q> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let Query(query) = Query::try_from_uri(&parts.uri).map_err(|error| {
            let text = error.body_text();
            let (_, reason) = text.split_once(": ").unwrap_or(("", &text));
            ApiError::Bad(format!("query: {reason}"))
        })?;
        Ok(Self(query))
    }
}
