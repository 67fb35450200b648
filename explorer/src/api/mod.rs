//! The JSON API. Each file has the routes of one kind; the OpenAPI description is generated from the routes themselves.

use axum::Router;
use axum::body::Bytes;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::Explorer;

mod asked;
mod atlas;
mod batch;
mod boards;
mod campaign_records;
mod campaigns;
mod error;
mod game;
mod health;
mod play;
mod position;
mod read;
mod refusals;
mod solve;
mod weight;
mod words;

pub(crate) use asked::Asked;
pub(crate) use error::ApiError;
pub(crate) use position::view;
pub(crate) use weight::Weight;

/// What OpenAPI is told of the whole.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "solve explorer",
        description = "Proven values of Othello positions on boards of at most 64 squares. Values and limits are disc differences for the side to move in their position; the value of a move is for the side that makes it. Everything is proven: if a value is not known, the answer has its proven limits. What is wrong comes as JSON with `error`, a sentence; for other addresses than these with status 404, for other methods with 405. Only what cannot be read as HTTP (400, 431) and what takes far too long (504) is answered without a body."
    ),
    components(schemas(answers::progress::DoneRecord))
)]
struct Whole;

/// The routes, each with its description.
fn routes() -> OpenApiRouter<Explorer> {
    OpenApiRouter::with_openapi(Whole::openapi())
        .routes(routes!(position::position))
        .routes(routes!(batch::positions))
        .routes(routes!(solve::solve))
        .routes(routes!(game::game))
        .routes(routes!(read::read))
        .routes(routes!(read::game_ggf))
        .routes(routes!(read::position_obf))
        .routes(routes!(play::players))
        .routes(routes!(play::play))
        .routes(routes!(boards::boards))
        .routes(routes!(boards::certificate))
        .routes(routes!(atlas::atlas))
        .routes(routes!(campaigns::campaigns))
        .routes(routes!(campaigns::campaign))
        .routes(routes!(campaigns::tree))
        .routes(routes!(health::health))
        .routes(routes!(health::metrics))
}

/// All routes of the API.
pub(crate) fn router() -> Router<Explorer> {
    let (router, mut description) = routes().split_for_parts();
    refusals::describe(&mut description);
    // All answers share one copy.
    let text = Bytes::from(description.to_pretty_json().unwrap_or_default());
    let described = move || async move { json(text) };
    router.route("/api/openapi.json", get(described))
}

fn json(text: Bytes) -> Response {
    ([("content-type", "application/json")], text).into_response()
}
