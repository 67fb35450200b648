//! Health and counters, for monitoring.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use super::error::ApiError;
use crate::state::Explorer;

/// Whether the server is healthy.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct HealthRecord {
    /// `ok`, or `table` if an entry of a table has turned out false or cannot be read.
    status: &'static str,
    /// Version of the program.
    version: &'static str,
}

/// Whether the server is healthy
#[utoipa::path(get, path = "/healthz", responses(
    (status = 200, body = HealthRecord),
    (status = 500, body = HealthRecord, description = "A table has failed"),
))]
pub(super) async fn health(State(explorer): State<Explorer>) -> Response {
    let has_failed = explorer.shared.books.knowledge.has_failed();
    let (code, status) = if has_failed { (StatusCode::INTERNAL_SERVER_ERROR, "table") } else { (StatusCode::OK, "ok") };
    (code, Json(HealthRecord { status, version: env!("CARGO_PKG_VERSION") })).into_response()
}

/// The server's counters, in the text format of Prometheus
#[utoipa::path(get, path = "/metrics", responses((status = 200, content_type = "application/openmetrics-text", body = String)))]
pub(super) async fn metrics(State(explorer): State<Explorer>) -> Result<Response, ApiError> {
    let text = explorer.shared.metrics.text().map_err(|_| ApiError::Internal)?;
    Ok(([(CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")], text).into_response())
}
