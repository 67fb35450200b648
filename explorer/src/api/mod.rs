//! The JSON API. Each file has the routes of one kind; the OpenAPI description is generated from the routes themselves.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::Serialize;
use utoipa::openapi::{Components, Content, ContentBuilder, Ref, RefOr, ResponseBuilder};
use utoipa::{OpenApi, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::error::ApiError;
use crate::state::Explorer;

mod asked;
mod atlas;
mod boards;
mod campaign_records;
mod campaigns;
mod questions;

pub(crate) use asked::Asked;

/// What OpenAPI is told of the whole.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "solve explorer",
        description = "Proven values of Othello positions on boards of at most 64 squares. Values and limits are disc differences for the side to move in their position; the value of a move is for the side that makes it. Everything is proven: if a value is not known, the answer has its proven limits. What is wrong comes as JSON with `error`, a sentence; for other addresses than these with status 404, for other methods with 405. Only what cannot be read as HTTP (400, 431) and what takes far too long (504) is answered without a body."
    ),
    components(schemas(answers::search::DoneRecord))
)]
struct Whole;

/// Refusals that any request may get instead of its answer: status, name in the description, meaning, and whether the
/// body is an error in JSON.
const REFUSALS: [(&str, &str, &str, bool); 6] = [
    ("400", "Unreadable", "The request cannot be read, or does not say by one readable Host whom it asks", true),
    ("403", "Elsewhere", "A page from elsewhere asks", true),
    ("421", "Misdirected", "Another server is asked for", true),
    ("431", "LargeHead", "The head of the request is too large", false),
    ("500", "Failed", "The server has failed, or what a table says is false", true),
    ("504", "Late", "The answer takes far too long", false),
];

/// All routes of the API.
pub(crate) fn router() -> Router<Arc<Explorer>> {
    let (router, mut description) = OpenApiRouter::with_openapi(Whole::openapi())
        .routes(routes!(questions::position))
        .routes(routes!(questions::positions))
        .routes(routes!(questions::solve))
        .routes(routes!(questions::game))
        .routes(routes!(questions::read))
        .routes(routes!(questions::game_ggf))
        .routes(routes!(questions::position_obf))
        .routes(routes!(questions::players))
        .routes(routes!(questions::play))
        .routes(routes!(boards::boards))
        .routes(routes!(boards::certificate))
        .routes(routes!(atlas::atlas))
        .routes(routes!(campaigns::campaigns))
        .routes(routes!(campaigns::campaign))
        .routes(routes!(campaigns::tree))
        .routes(routes!(health))
        .routes(routes!(metrics))
        .split_for_parts();
    describe_refusals(&mut description);
    // All answers share one copy.
    let text = Bytes::from(description.to_pretty_json().unwrap_or_default());
    let described = move || async move { ([(CONTENT_TYPE, "application/json")], text) };
    router.route("/api/openapi.json", get(described))
}

/// Adds the refusals to each operation that does not describe an answer of that status itself.
fn describe_refusals(api: &mut utoipa::openapi::OpenApi) {
    let components = api.components.get_or_insert_with(Components::new);
    for (_, name, about, is_json) in REFUSALS {
        let error: Content = ContentBuilder::new().schema(Some(Ref::from_schema_name("ErrorRecord"))).build();
        let builder = ResponseBuilder::new().description(about);
        let builder = if is_json { builder.content("application/json", error) } else { builder };
        components.responses.insert(name.to_owned(), RefOr::T(builder.build()));
    }
    let items = api.paths.paths.values_mut();
    for operation in items.flat_map(|item| [&mut item.get, &mut item.post]).flatten() {
        for (status, name, ..) in REFUSALS {
            let responses = &mut operation.responses.responses;
            responses.entry(status.to_owned()).or_insert_with(|| RefOr::Ref(Ref::from_response_name(name)));
        }
    }
}

/// Whether the server is healthy.
#[derive(Debug, Serialize, ToSchema)]
struct HealthRecord {
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
async fn health(State(explorer): State<Arc<Explorer>>) -> Response {
    let has_failed = explorer.books.knowledge.has_failed();
    let (code, status) = if has_failed { (StatusCode::INTERNAL_SERVER_ERROR, "table") } else { (StatusCode::OK, "ok") };
    (code, Json(HealthRecord { status, version: env!("CARGO_PKG_VERSION") })).into_response()
}

/// The server's counters, in the text format of Prometheus
#[utoipa::path(get, path = "/metrics", responses((status = 200, content_type = "application/openmetrics-text", body = String)))]
async fn metrics(State(explorer): State<Arc<Explorer>>) -> Result<Response, ApiError> {
    let open = explorer.limits.connections.saturating_sub(explorer.places.available_permits());
    let text = explorer.metrics.text(explorer.pool.busy(), open).map_err(|_| ApiError::Internal)?;
    Ok(([(CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")], text).into_response())
}
