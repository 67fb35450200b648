//! Many positions in one request.

use std::time::{Duration, Instant};

use answers::question::PositionQuery;
use answers::records::PositionRecord;
use axum::extract::State;
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::asked::{Object, Sent};
use super::error::{ApiError, ErrorRecord};
use super::position::record;
use super::weight::Weight;
use crate::client::Client;
use crate::state::Explorer;

/// Positions to look up.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Batch {
    /// The positions, each as in /api/position, with `time_ms` 0 by default.
    #[schema(value_type = Vec<PositionQuery>)]
    positions: Vec<Object<PositionQuery>>,
}

/// The answers, in the order of the positions.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct BatchRecord {
    /// One for each position.
    positions: Vec<PositionRecord>,
}

/// Many positions at once, each as in /api/position
///
/// Nothing is searched unless a position has a `time_ms`; all of them together may take no longer than a single one.
#[utoipa::path(post, path = "/api/positions", request_body = Batch, responses(
    (status = 200, body = BatchRecord),
    (status = 400, body = ErrorRecord, description = "What is wrong with which position"),
    (status = 408, body = ErrorRecord, description = "The body takes too long to come"),
    (status = 413, body = ErrorRecord, description = "The body is too large"),
    (status = 415, body = ErrorRecord, description = "The content type is not application/json"),
    (status = 503, body = ErrorRecord, description = "Too many searches are waiting, or too many large answers are unread; try again after Retry-After seconds"),
))]
pub(super) async fn positions(
    State(explorer): State<Explorer>,
    client: Client,
    Sent(Batch { positions }): Sent<Batch>,
) -> Result<(Extension<Weight>, Json<BatchRecord>), ApiError> {
    let weight = Weight::of(&explorer.shared, client)?;
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
    // Read all before searching the first.
    let mut questions = Vec::with_capacity(positions.len());
    for (index, Object(query)) in positions.iter().enumerate() {
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
