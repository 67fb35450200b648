//! Positions and games: what is known, what a search finds, opponents, and the forms in which people keep them.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use answers::game::GameRecord;
use answers::opponents::{self, OPPONENTS, Opponent, PlayQuery, ReplyRecord};
use answers::question::{GameQuery, PositionQuery, Setup, USUAL_TIME};
use answers::records::PositionRecord;
use answers::search::{Goal, ProgressRecord, is_finished};
use answers::texts::{self, TextQuery, TextRecord};
use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::sse::{Event, KeepAlive};
use axum::response::{IntoResponse, Sse};
use serde::{Deserialize, Serialize};
use tokio_stream::wrappers::ReceiverStream;
use tokio_stream::{Stream, StreamExt};
use utoipa::ToSchema;

use super::asked::{Asked, Object, Sent};
use crate::client::Client;
use crate::error::{ApiError, ErrorRecord};
use crate::pool::News;
use crate::state::{Explorer, Shared};

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
    State(explorer): State<Explorer>,
    client: Client,
    Asked(query): Asked<PositionQuery>,
) -> Result<Json<PositionRecord>, ApiError> {
    let setup = query.setup()?;
    let time = query.time(USUAL_TIME, explorer.shared.limits.time)?;
    record(&explorer.shared, client, setup, time).await.map(Json)
}

/// What is known of a position, its moves and perfect play, after a search if something is not known.
async fn record(
    shared: &Arc<Shared>,
    client: Client,
    setup: Setup,
    time: Duration,
) -> Result<PositionRecord, ApiError> {
    let mut view = shared.view(setup.subject()).await?;
    if is_finished(&view) || time.is_zero() {
        shared.metrics.known.inc();
    } else {
        view = shared.find(client, (setup.clone(), Goal::Moves), time).await?.view;
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
    State(explorer): State<Explorer>,
    client: Client,
    Sent(Batch { positions }): Sent<Batch>,
) -> Result<Json<BatchRecord>, ApiError> {
    let limits = explorer.shared.limits;
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
        records.push(record(&explorer.shared, client, setup, time.min(left)).await?);
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
    State(explorer): State<Explorer>,
    client: Client,
    Asked(query): Asked<PositionQuery>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let setup = query.setup()?;
    let limit = explorer.shared.limits.time;
    let time = query.time(limit, limit)?;
    let news = explorer.shared.search(client, (setup, Goal::Moves), time, true).await?;
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
    State(explorer): State<Explorer>,
    Asked(query): Asked<GameQuery>,
) -> Result<Json<GameRecord>, ApiError> {
    let setup = query.setup()?;
    let record = explorer.shared.look(move |shared| GameRecord::of(&shared.books, &setup)).await?;
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
    State(explorer): State<Explorer>,
    client: Client,
    Asked(query): Asked<PlayQuery>,
) -> Result<Json<ReplyRecord>, ApiError> {
    let (opponent, query) = query.read()?;
    let setup = query.setup()?;
    let (shared, subject) = (&explorer.shared, setup.subject());
    let time = query.time(opponents::USUAL_TIME, shared.limits.time)?;
    let known = shared.look(move |shared| opponent.known(&shared.books, &subject)).await?;
    let reply = match known {
        Some(reply) => Some(reply),
        None => shared.find(client, (setup, Goal::Reply(opponent)), time).await?.reply,
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
pub(super) async fn read(Sent(text): Sent<TextQuery>) -> Result<Json<TextRecord>, ApiError> {
    Ok(Json(text.read()?))
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
    Asked(query): Asked<GameQuery>,
) -> Result<impl IntoResponse, ApiError> {
    let setup = query.setup()?;
    let known = explorer.shared.view(setup.subject()).await?;
    Ok(([(CONTENT_TYPE, TEXT)], texts::position_obf(&setup, &known)))
}
