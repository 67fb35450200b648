//! Opponents, and their moves.

use std::sync::Arc;

use answers::lookup::Subject;
use answers::opponents::{self, Opponent, Reply};
use answers::play::{self, PlayQuery, PlayerRecord, ReplyRecord, USUAL_TIME};
use answers::work::Wanted;
use axum::Json;
use axum::extract::State;

use super::asked::Asked;
use super::error::{ApiError, ErrorRecord};
use super::position::finish;
use crate::client::Client;
use crate::state::{Explorer, Shared};
use crate::turns::Full;

/// The players you can play against, weakest first
#[utoipa::path(get, path = "/api/players", responses((status = 200, body = [PlayerRecord])))]
pub(super) async fn players() -> Json<Vec<PlayerRecord>> {
    Json(play::players())
}

/// A player's move in a position
#[utoipa::path(get, path = "/api/play", params(PlayQuery), responses(
    (status = 200, body = ReplyRecord),
    (status = 400, body = ErrorRecord, description = "What is wrong with the question"),
    (status = 503, body = ErrorRecord, description = "Too many searches are waiting; try again after Retry-After seconds"),
))]
pub(super) async fn play(
    State(explorer): State<Explorer>,
    client: Client,
    Asked(query): Asked<PlayQuery>,
) -> Result<Json<ReplyRecord>, ApiError> {
    let (opponent, query) = query.read()?;
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
    Ok(Json(ReplyRecord::of(subject.position.board(), &reply)))
}

async fn proven(shared: &Arc<Shared>, client: Client, subject: Subject) -> Result<Option<Reply>, ApiError> {
    let look = move |shared: &Shared| opponents::proven(&shared.books, &subject);
    shared.look(client, look).await.ok_or(ApiError::Internal)
}

/// Lets a player choose, in a turn on a thread of the pool.
async fn choose(shared: &Arc<Shared>, client: Client, opponent: Opponent, subject: Subject) -> Result<Reply, ApiError> {
    let refused = |_: &Full| {
        shared.metrics.refused.inc();
    };
    let ticket = shared.pool.ticket(client).inspect_err(refused)?;
    let turn = ticket.turn().await.inspect_err(refused)?;
    let chosen = shared.pool.run(turn, move |_| opponent.choose(&subject.position, subject.scoring)).await;
    chosen.map(|(_, reply)| reply).map_err(|_| ApiError::Internal)
}
