//! Opponents, and their moves.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::error::{ApiError, ErrorRecord};
use super::position::finish;
use super::question::{Asked, PositionQuery, text_or_number};
use crate::client::Client;
use crate::lookup::Subject;
use crate::opponents::{self, OPPONENTS, Opponent, Reply};
use crate::search::Wanted;
use crate::state::{Explorer, Shared};
use crate::turns::Full;

/// How long the solver looks for a perfect move before it plays another, if nothing is said.
const USUAL_TIME: Duration = Duration::from_secs(5);

/// Somebody to play against.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PlayerRecord {
    /// What `player` is to say.
    name: &'static str,
    /// Its name for people.
    title: &'static str,
    /// What it does.
    about: &'static str,
}

/// A position and who is to move in it.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(super) struct PlayQuery {
    /// One of /api/players.
    player: Option<String>,
    /// As in /api/position.
    board: Option<String>,
    /// As in /api/position.
    start: Option<String>,
    /// As in /api/position.
    position: Option<String>,
    /// As in /api/position.
    moves: Option<String>,
    /// As in /api/position.
    scoring: Option<String>,
    /// How long the player `solver` looks for a perfect move, in milliseconds.
    #[serde(deserialize_with = "text_or_number")]
    #[param(value_type = Option<u64>)]
    time_ms: Option<String>,
}

/// A player's move.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ReplyRecord {
    /// A square, or `pass`; null when the game is over.
    #[serde(rename = "move")]
    chosen: Option<String>,
    /// Whether it is proven that no other move is better.
    best: bool,
    /// Whether that rests on entries of a table that came from elsewhere and that nobody here has verified.
    unverified: bool,
}

/// Who can be played against, the weakest first
#[utoipa::path(get, path = "/api/players", responses((status = 200, body = [PlayerRecord])))]
pub(super) async fn players() -> Json<Vec<PlayerRecord>> {
    let record = |one: Opponent| PlayerRecord { name: one.name, title: one.title, about: one.about };
    Json(OPPONENTS.map(record).into())
}

/// A player's move in a position
#[utoipa::path(get, path = "/api/play", params(PlayQuery), responses(
    (status = 200, body = ReplyRecord),
    (status = 400, body = ErrorRecord, description = "What is wrong with the question"),
    (status = 503, body = ErrorRecord, description = "Too many searches wait; try again after Retry-After seconds"),
))]
pub(super) async fn play(
    State(explorer): State<Explorer>,
    client: Client,
    Asked(query): Asked<PlayQuery>,
) -> Result<Json<ReplyRecord>, ApiError> {
    let PlayQuery { player, board, start, position, moves, scoring, time_ms } = query;
    let opponent = Opponent::named(player.as_deref().unwrap_or("solver")).map_err(ApiError::Bad)?;
    let query = PositionQuery { board, start, position, moves, scoring, time_ms };
    let setup = query.setup()?;
    let (shared, subject) = (&explorer.shared, setup.subject());
    let time = query.time(USUAL_TIME, shared.limits.time)?;
    let mut reply = None;
    if opponent.is_perfect {
        reply = proven(shared, client, subject).await?;
        if reply.is_none() && !time.is_zero() {
            finish(shared, client, subject, Wanted::Value, time).await?;
            reply = proven(shared, client, subject).await?;
        }
    }
    let reply = match reply {
        Some(reply) => reply,
        None => choose(shared, client, opponent, subject).await?,
    };
    let text = |chosen: solver::Move| chosen.display(subject.position.board()).to_string();
    Ok(Json(ReplyRecord { chosen: reply.chosen.map(text), best: reply.is_proven, unverified: reply.basis.is_claim() }))
}

async fn proven(shared: &Arc<Shared>, client: Client, subject: Subject) -> Result<Option<Reply>, ApiError> {
    let look = move |shared: &Shared| opponents::proven(&shared.books, &subject);
    shared.look(client, look).await.ok_or(ApiError::Internal)
}

/// Has a player choose, in a turn on a thread of the pool.
async fn choose(shared: &Arc<Shared>, client: Client, opponent: Opponent, subject: Subject) -> Result<Reply, ApiError> {
    let refused = |_: &Full| {
        shared.metrics.refused.inc();
    };
    let ticket = shared.pool.ticket(client).inspect_err(refused)?;
    let turn = ticket.turn().await.inspect_err(refused)?;
    let chosen = shared.pool.run(turn, move |_| opponent.choose(&subject.position, subject.scoring)).await;
    chosen.map(|(_, reply)| reply).map_err(|_| ApiError::Internal)
}
