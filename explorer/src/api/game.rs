//! A whole game: what is known about each of its positions.

use answers::game::GameRecord;
use answers::question::GameQuery;
use axum::Json;
use axum::extract::State;

use super::asked::Asked;
use super::error::{ApiError, ErrorRecord};
use crate::client::Client;
use crate::state::Explorer;

/// Every position of a game with what is known about its value; nothing is searched
#[utoipa::path(get, path = "/api/game", params(GameQuery), responses(
    (status = 200, body = GameRecord),
    (status = 400, body = ErrorRecord, description = "What is wrong with the game"),
))]
pub(super) async fn game(
    State(explorer): State<Explorer>,
    client: Client,
    Asked(query): Asked<GameQuery>,
) -> Result<Json<GameRecord>, ApiError> {
    let setup = query.setup()?;
    let record = explorer.shared.look(client, move |shared| GameRecord::of(&shared.books, &setup)).await;
    record.ok_or(ApiError::Internal)?.map(Json).map_err(ApiError::Table)
}
