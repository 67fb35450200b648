//! Games and positions as people keep them: moves, GGF, OBF.

use answers::question::PositionQuery;
use answers::texts::{self, TextQuery, TextRecord};
use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;

use super::asked::Asked;
use super::error::{ApiError, ErrorRecord};
use super::position::view;
use crate::client::Client;
use crate::state::Explorer;

/// Only text, whatever a browser would make of it.
const TEXT: &str = "text/plain; charset=utf-8";

/// Games and positions of a text: moves, GGF or OBF
#[utoipa::path(post, path = "/api/read", request_body = TextQuery, responses(
    (status = 200, body = TextRecord),
    (status = 400, body = ErrorRecord, description = "What is wrong with the text, and on which line"),
    (status = 413, body = ErrorRecord, description = "The body is too large"),
))]
pub(super) async fn read(text: Result<Json<TextQuery>, JsonRejection>) -> Result<Json<TextRecord>, ApiError> {
    let Json(text) = text?;
    Ok(Json(text.read()?))
}

/// A game in GGF
#[utoipa::path(get, path = "/api/game.ggf", params(PositionQuery), responses(
    (status = 200, body = String, content_type = "text/plain"),
    (status = 400, body = ErrorRecord, description = "What is wrong with the game"),
))]
pub(super) async fn game_ggf(Asked(query): Asked<PositionQuery>) -> Result<impl IntoResponse, ApiError> {
    Ok(([(CONTENT_TYPE, TEXT)], texts::game_ggf(&query.setup()?)))
}

/// A position with the known values of its moves in OBF
#[utoipa::path(get, path = "/api/position.obf", params(PositionQuery), responses(
    (status = 200, body = String, content_type = "text/plain"),
    (status = 400, body = ErrorRecord, description = "What is wrong with the position"),
))]
pub(super) async fn position_obf(
    State(explorer): State<Explorer>,
    client: Client,
    Asked(query): Asked<PositionQuery>,
) -> Result<impl IntoResponse, ApiError> {
    let setup = query.setup()?;
    let known = view(&explorer.shared, client, setup.subject()).await?;
    Ok(([(CONTENT_TYPE, TEXT)], texts::position_obf(&setup, &known)))
}
