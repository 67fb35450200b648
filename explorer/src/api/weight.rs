//! Large answers: only a few may be on their way at the same time.

use std::sync::Arc;

use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::error::ApiError;
use crate::client::Client;
use crate::state::Shared;
use crate::turns::Ticket;

/// An answer of at most this many bytes is not large: every connection may leave one unread.
const LIGHT_BYTES: usize = 32 << 10;

/// A large answer's ticket, which is kept until the answer has been read.
#[derive(Clone)]
pub(crate) struct Weight(#[expect(dead_code, reason = "held for its drop")] Arc<Ticket>);

impl Weight {
    /// A ticket for a client.
    ///
    /// # Errors
    /// Too many large answers are on their way, in all or to this client.
    pub(crate) fn of(shared: &Shared, client: Client) -> Result<Self, ApiError> {
        let ticket = shared.large.ticket(client).map_err(|_| ApiError::Laden)?;
        Ok(Self(Arc::new(ticket)))
    }
}

/// A record as JSON, with a ticket if it is large.
///
/// # Errors
/// It is large, and there is no ticket for it.
pub(super) fn weighed(shared: &Shared, client: Client, record: &impl Serialize) -> Result<Response, ApiError> {
    let text = serde_json::to_vec(record).map_err(|_| ApiError::Internal)?;
    let weight = if text.len() > LIGHT_BYTES { Some(Weight::of(shared, client)?) } else { None };
    let mut response = ([(CONTENT_TYPE, "application/json")], text).into_response();
    if let Some(weight) = weight {
        response.extensions_mut().insert(weight);
    }
    Ok(response)
}
