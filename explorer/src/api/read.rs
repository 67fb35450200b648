//! Games and positions as people keep them: moves, GGF, OBF.

use answers::question::GameQuery;
use answers::texts::{self, TextQuery, TextRecord};
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use super::asked::{Asked, Sent};
use super::error::{ApiError, ErrorRecord};
use super::position::view;
use super::weight::weighed;
use crate::client::Client;
use crate::state::Explorer;

/// Plain text, whatever a browser might take it for.
const TEXT: &str = "text/plain; charset=utf-8";

/// Games and positions of a text: moves, GGF or OBF
#[utoipa::path(post, path = "/api/read", request_body = TextQuery, responses(
    (status = 200, body = TextRecord),
    (status = 400, body = ErrorRecord, description = "What is wrong with the text, and on which line"),
    (status = 408, body = ErrorRecord, description = "The body takes too long to come"),
    (status = 413, body = ErrorRecord, description = "The body is too large"),
    (status = 415, body = ErrorRecord, description = "The content type is not application/json"),
    (status = 503, body = ErrorRecord, description = "Too many large answers are unread; try again after Retry-After seconds"),
))]
pub(super) async fn read(
    State(explorer): State<Explorer>,
    client: Client,
    Sent(text): Sent<TextQuery>,
) -> Result<Response, ApiError> {
    weighed(&explorer.shared, client, &text.read()?)
}

/// A game in GGF
#[utoipa::path(get, path = "/api/game.ggf", params(GameQuery), responses(
    (status = 200, body = String, content_type = "text/plain"),
    (status = 400, body = ErrorRecord, description = "What is wrong with the game"),
))]
pub(super) async fn game_ggf(Asked(query): Asked<GameQuery>) -> Result<impl IntoResponse, ApiError> {
    Ok(([(CONTENT_TYPE, TEXT)], texts::game_ggf(&query.setup()?)))
}

/// A position with the known values of its moves in OBF
#[utoipa::path(get, path = "/api/position.obf", params(GameQuery), responses(
    (status = 200, body = String, content_type = "text/plain"),
    (status = 400, body = ErrorRecord, description = "What is wrong with the position"),
))]
pub(super) async fn position_obf(
    State(explorer): State<Explorer>,
    client: Client,
    Asked(query): Asked<GameQuery>,
) -> Result<impl IntoResponse, ApiError> {
    let setup = query.setup()?;
    let known = view(&explorer.shared, client, setup.subject()).await?;
    Ok(([(CONTENT_TYPE, TEXT)], texts::position_obf(&setup, &known)))
}
