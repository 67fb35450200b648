//! Positions and games: what is known, what a search finds, opponents, and the forms in which people keep them.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use answers::game::GameRecord;
use answers::opponents::{self, OPPONENTS, Opponent, PlayQuery, ReplyRecord};
use answers::question::{GameQuery, PositionQuery, Setup, USUAL_TIME};
use answers::records::PositionRecord;
use answers::search::{ProgressRecord, is_finished};
use answers::texts::{self, TextQuery, TextRecord};
use axum::extract::{Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::sse::{Event, KeepAlive};
use axum::response::{IntoResponse, Sse};
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};
use tokio_stream::wrappers::ReceiverStream;
use tokio_stream::{Stream, StreamExt};
use utoipa::ToSchema;

use super::asked::{Asked, Object, Sent};
use crate::error::{ApiError, ErrorRecord};
use crate::pool::News;
use crate::state::Explorer;

/// How often an empty comment goes out when nothing else does, so that a dead connection is noticed.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// Plain text, whatever a browser might take it for.
const TEXT: &str = "text/plain; charset=utf-8";

/// A position with its value, its moves with theirs, and perfect play
///
/// What is known is answered at once; the rest, perfect play to its end included, is searched for at most `time_ms` (default 1000).
#[utoipa::path(get, path = "/api/position", params(PositionQuery), responses(
    (status = 200, body = PositionRecord),
    (status = 400, body = ErrorRecord, description = "What is wrong with the question"),
    (status = 503, body = ErrorRecord, description = "Too many searches are waiting; try again after Retry-After seconds"),
))]
pub(super) async fn position(
    State(explorer): State<Arc<Explorer>>,
    Extension(client): Extension<IpAddr>,
    query: Asked<PositionQuery>,
) -> Result<Json<PositionRecord>, ApiError> {
    let Query(query) = query?;
    let setup = query.setup()?;
    let time = query.time(USUAL_TIME, explorer.limits.time)?;
    record(&explorer, client, setup, time).await.map(Json)
}

/// What is known of a position, its moves and perfect play, after a search if something is not known.
async fn record(
    explorer: &Arc<Explorer>,
    client: IpAddr,
    setup: Setup,
    time: Duration,
) -> Result<PositionRecord, ApiError> {
    let mut view = explorer.view(setup.subject()).await?;
    if is_finished(&view) || time.is_zero() {
        explorer.metrics.known.inc();
    } else {
        view = explorer.find(client, &setup, None, time).await?.view;
    }
    Ok(PositionRecord::of(&setup, &view))
}

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
    (status = 413, body = ErrorRecord, description = "The body is too large"),
    (status = 415, body = ErrorRecord, description = "The content type is not application/json"),
    (status = 503, body = ErrorRecord, description = "Too many searches are waiting; try again after Retry-After seconds"),
))]
pub(super) async fn positions(
    State(explorer): State<Arc<Explorer>>,
    Extension(client): Extension<IpAddr>,
    batch: Sent<Batch>,
) -> Result<Json<BatchRecord>, ApiError> {
    let Json(Object(Batch { positions })) = batch?;
    let limits = explorer.limits;
    if positions.len() > limits.batch {
        let (count, most) = (positions.len(), limits.batch);
        return Err(ApiError::Bad(format!("{count} positions in one batch are too many: {most} is the most")));
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
        records.push(record(&explorer, client, setup, time.min(left)).await?);
    }
    Ok(Json(BatchRecord { positions: records }))
}

/// A search for the values of a position and its moves, as server-sent events
///
/// Events `progress` (see ProgressRecord) tell how far it is, each event `position` holds all that is known by then (as in
/// /api/position), and `done` (see DoneRecord) comes last. Closing the connection stops the search. `time_ms` is the server's
/// limit if nothing is said.
#[utoipa::path(get, path = "/api/solve", params(PositionQuery), responses(
    (status = 200, content_type = "text/event-stream", body = ProgressRecord),
    (status = 400, body = ErrorRecord, description = "What is wrong with the question"),
    (status = 503, body = ErrorRecord, description = "Too many searches are waiting; try again after Retry-After seconds"),
))]
pub(super) async fn solve(
    State(explorer): State<Arc<Explorer>>,
    Extension(client): Extension<IpAddr>,
    query: Asked<PositionQuery>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let Query(query) = query?;
    let setup = query.setup()?;
    let limit = explorer.limits.time;
    let time = query.time(limit, limit)?;
    let news = explorer.search(client, setup, None, time, true).await?;
    let events = ReceiverStream::new(news).filter_map(|news| match news {
        News::Event(name, data) => Some(Ok(Event::default().event(name).data(data))),
        News::End(_) => None,
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)))
}

/// Every position of a game with what is known about its value; nothing is searched
#[utoipa::path(get, path = "/api/game", params(GameQuery), responses(
    (status = 200, body = GameRecord),
    (status = 400, body = ErrorRecord, description = "What is wrong with the game"),
))]
pub(super) async fn game(
    State(explorer): State<Arc<Explorer>>,
    query: Asked<GameQuery>,
) -> Result<Json<GameRecord>, ApiError> {
    let setup = query?.0.setup()?;
    let record = explorer.look(move |explorer| GameRecord::of(&explorer.books, &setup)).await?;
    record.map(Json).map_err(ApiError::Table)
}

/// The players you can play against, weakest first
#[utoipa::path(get, path = "/api/players", responses((status = 200, body = [Opponent])))]
pub(super) async fn players() -> Json<[Opponent; OPPONENTS.len()]> {
    Json(OPPONENTS)
}

/// A player's move in a position
#[utoipa::path(get, path = "/api/play", params(PlayQuery), responses(
    (status = 200, body = ReplyRecord),
    (status = 400, body = ErrorRecord, description = "What is wrong with the question"),
    (status = 503, body = ErrorRecord, description = "Too many searches are waiting; try again after Retry-After seconds"),
))]
pub(super) async fn play(
    State(explorer): State<Arc<Explorer>>,
    Extension(client): Extension<IpAddr>,
    query: Asked<PlayQuery>,
) -> Result<Json<ReplyRecord>, ApiError> {
    let (opponent, query) = query?.0.read()?;
    let setup = query.setup()?;
    let subject = setup.subject();
    let time = query.time(opponents::USUAL_TIME, explorer.limits.time)?;
    let known = explorer.look(move |explorer| opponent.known(&explorer.books, &subject)).await?;
    let reply = match known {
        Some(reply) => Some(reply),
        None => explorer.find(client, &setup, Some(opponent), time).await?.reply,
    };
    reply.map(Json).ok_or(ApiError::Internal)
}

/// Games and positions of a text: moves, GGF or OBF
#[utoipa::path(post, path = "/api/read", request_body = TextQuery, responses(
    (status = 200, body = TextRecord),
    (status = 400, body = ErrorRecord, description = "What is wrong with the text, and on which line"),
    (status = 413, body = ErrorRecord, description = "The body is too large"),
    (status = 415, body = ErrorRecord, description = "The content type is not application/json"),
))]
pub(super) async fn read(text: Sent<TextQuery>) -> Result<Json<TextRecord>, ApiError> {
    let Json(Object(text)) = text?;
    Ok(Json(text.read()?))
}

/// A game in GGF
#[utoipa::path(get, path = "/api/game.ggf", params(GameQuery), responses(
    (status = 200, body = String, content_type = "text/plain"),
    (status = 400, body = ErrorRecord, description = "What is wrong with the game"),
))]
pub(super) async fn game_ggf(query: Asked<GameQuery>) -> Result<impl IntoResponse, ApiError> {
    Ok(([(CONTENT_TYPE, TEXT)], texts::game_ggf(&query?.0.setup()?)))
}

/// A position with the known values of its moves in OBF
#[utoipa::path(get, path = "/api/position.obf", params(GameQuery), responses(
    (status = 200, body = String, content_type = "text/plain"),
    (status = 400, body = ErrorRecord, description = "What is wrong with the position"),
))]
pub(super) async fn position_obf(
    State(explorer): State<Arc<Explorer>>,
    query: Asked<GameQuery>,
) -> Result<impl IntoResponse, ApiError> {
    let setup = query?.0.setup()?;
    let known = explorer.view(setup.subject()).await?;
    Ok(([(CONTENT_TYPE, TEXT)], texts::position_obf(&setup, &known)))
}
