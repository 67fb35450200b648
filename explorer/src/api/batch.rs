//! Many positions in one request.

use std::sync::Arc;
use std::time::{Duration, Instant};

use answers::question::PositionQuery;
use answers::records::PositionRecord;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::error::{ApiError, ErrorRecord};
use super::position::record;
use crate::client::Client;
use crate::state::Explorer;
use crate::turns::Ticket;

/// Positions to look up.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Batch {
    /// The positions, each as in /api/position, with `time_ms` 0 by default.
    positions: Vec<PositionQuery>,
}

/// The answers, in the order of the positions.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct BatchRecord {
    /// One for each position.
    positions: Vec<PositionRecord>,
}

/// A large answer's ticket, which is kept until the answer has been read.
#[derive(Clone)]
pub(crate) struct Weight(#[expect(dead_code, reason = "held for its drop")] Arc<Ticket>);

/// Many positions at once, each as in /api/position
///
/// Nothing is searched unless a position has a `time_ms`; all of them together may take no longer than a single one.
#[utoipa::path(post, path = "/api/positions", request_body = Batch, responses(
    (status = 200, body = BatchRecord),
    (status = 400, body = ErrorRecord, description = "What is wrong with which position"),
    (status = 413, body = ErrorRecord, description = "The body is too large"),
    (status = 503, body = ErrorRecord, description = "Too many searches are waiting; try again after Retry-After seconds"),
))]
pub(super) async fn positions(
    State(explorer): State<Explorer>,
    client: Client,
    batch: Result<Json<Batch>, JsonRejection>,
) -> Result<(Extension<Weight>, Json<BatchRecord>), ApiError> {
    let Json(Batch { positions }) = batch?;
    let weight = Weight(Arc::new(explorer.shared.large.ticket(client)?));
    let limits = explorer.shared.limits;
    if positions.len() > limits.batch {
        return Err(ApiError::Bad(format!(
            "{} positions in one batch are too many: {} is the most",
            positions.len(),
            limits.batch
        )));
    }
    let named = |index: usize, error| match error {
        ApiError::Bad(sentence) => ApiError::Bad(format!("position {}: {sentence}", index + 1)),
        other => other,
    };
    // All are read before the first is searched.
    let mut questions = Vec::with_capacity(positions.len());
    for (index, query) in positions.iter().enumerate() {
        let setup = query.setup().map_err(|error| named(index, error.into()))?;
        let time = query.time(Duration::ZERO, limits.time).map_err(|error| named(index, error.into()))?;
        questions.push((setup, time));
    }
    let begin = Instant::now();
    let mut records = Vec::with_capacity(questions.len());
    for (setup, time) in questions {
        let left = limits.time.saturating_sub(begin.elapsed());
        records.push(record(&explorer.shared, client, setup, time.min(left)).await?);
    }
    Ok((Extension(weight), Json(BatchRecord { positions: records })))
}
