//! A whole game: what is known of every position of it.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use solver::Start;
use solver::notation::play_moves;
use utoipa::ToSchema;

use super::error::{ApiError, ErrorRecord};
use super::question::{Asked, PositionQuery, Setup};
use super::records::{DiscsRecord, ValueRecord, joined};
use super::words;
use crate::client::Client;
use crate::lookup::{Books, Subject};
use crate::state::Explorer;

/// A position of a game.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PlyRecord {
    /// The move that led here; null for the first position.
    #[serde(rename = "move")]
    chosen: Option<String>,
    /// The squares in row order and the side to move.
    position: String,
    /// Side to move: X (Black) or O (White).
    #[schema(schema_with = words::side)]
    side: char,
    /// Discs on the board.
    discs: DiscsRecord,
    /// What the position is worth.
    #[serde(flatten)]
    value: ValueRecord,
}

/// A game.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct GameRecord {
    /// ROWSxCOLUMNS.
    board: String,
    /// Name of the start; null where the first position was given by its squares.
    start: Option<&'static str>,
    /// Who gets the empties.
    #[schema(schema_with = words::scoring)]
    scoring: &'static str,
    /// The moves in one text.
    moves: String,
    /// The first position and the one after each move.
    plies: Vec<PlyRecord>,
}

/// Every position of a game with what is known of its value; nothing is searched
#[utoipa::path(get, path = "/api/game", params(PositionQuery), responses(
    (status = 200, body = GameRecord),
    (status = 400, body = ErrorRecord, description = "What is wrong with the game"),
))]
pub(super) async fn game(
    State(explorer): State<Explorer>,
    client: Client,
    Asked(query): Asked<PositionQuery>,
) -> Result<Json<GameRecord>, ApiError> {
    let setup = query.setup()?;
    let record = explorer.shared.look(client, move |shared| record(&shared.books, &setup)).await;
    record.ok_or(ApiError::Internal)?.map(Json)
}

fn record(books: &Books, setup: &Setup) -> Result<GameRecord, ApiError> {
    let board = setup.base.board();
    let table = books.table(board, setup.scoring);
    let mut position = setup.base;
    let mut plies = Vec::with_capacity(setup.moves.len() + 1);
    for ply in 0..=setup.moves.len() {
        let chosen = ply.checked_sub(1).map(|before| setup.moves[before]);
        if let Some(chosen) = chosen {
            position = play_moves(position, &[chosen]).map_err(|error| ApiError::Bad(error.to_string()))?;
        }
        let (known, _) = books.moves(&table, &Subject { position, scoring: setup.scoring });
        if known.bounds.contradict() {
            return Err(ApiError::Table(position));
        }
        plies.push(PlyRecord {
            chosen: chosen.map(|chosen| chosen.display(board).to_string()),
            position: position.to_string(),
            side: position.side().symbol(),
            discs: DiscsRecord::of(&position),
            value: ValueRecord::of(known.bounds, known.basis),
        });
    }
    Ok(GameRecord {
        board: board.to_string(),
        start: setup.start.map(Start::name),
        scoring: setup.scoring.name(),
        moves: joined(board, &setup.moves),
        plies,
    })
}
