//! One position: what is known, and what a short search finds.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;

use super::error::{ApiError, ErrorRecord};
use super::question::{Asked, PositionQuery, Setup};
use super::records::PositionRecord;
use crate::lookup::{Subject, View};
use crate::search::{Search, Wanted};
use crate::state::{Explorer, Shared};

/// How long to search if nothing is said.
pub(super) const USUAL_TIME: Duration = Duration::from_secs(1);

/// A position with its value, its moves with theirs, and perfect play
///
/// What is known is answered at once; for the rest a search of at most `time_ms` follows (1000 if nothing is said).
#[utoipa::path(get, path = "/api/position", params(PositionQuery), responses(
    (status = 200, body = PositionRecord),
    (status = 400, body = ErrorRecord, description = "What is wrong with the question"),
    (status = 503, body = ErrorRecord, description = "Too many searches wait; try again after Retry-After seconds"),
))]
pub(super) async fn position(
    State(explorer): State<Explorer>,
    Asked(query): Asked<PositionQuery>,
) -> Result<Json<PositionRecord>, ApiError> {
    let setup = query.setup()?;
    let time = query.time(USUAL_TIME, explorer.shared.limits.time)?;
    record(&explorer, setup, Wanted::Moves, time).await.map(Json)
}

/// What is known of a position, after a search if it is not known.
pub(super) async fn record(
    explorer: &Explorer,
    setup: Setup,
    wanted: Wanted,
    time: Duration,
) -> Result<PositionRecord, ApiError> {
    let shared = &explorer.shared;
    let view = view(explorer, setup.subject()).await?;
    let is_known = match wanted {
        Wanted::Moves => view.is_complete(),
        Wanted::Value => view.bounds.exact().is_some(),
    };
    if is_known || time.is_zero() {
        shared.metrics.known.inc();
        return Ok(PositionRecord::of(&setup, &view));
    }
    let search = begin(shared, setup.subject(), wanted)?;
    let is_sound = tokio::select! {
        is_sound = search.finish(shared.limits.time, time) => is_sound,
        () = shared.ends() => true,
    };
    if !is_sound {
        return Err(ApiError::Table);
    }
    let view = self::view(explorer, setup.subject()).await?;
    Ok(PositionRecord::of(&setup, &view))
}

/// Begins a search, and counts it.
pub(super) fn begin(shared: &Shared, subject: Subject, wanted: Wanted) -> Result<Search, ApiError> {
    Search::begin(&shared.pool, &shared.books, subject, wanted, &shared.metrics).map_err(|full| {
        shared.metrics.refused.inc();
        full.into()
    })
}

/// What is known of a position; looked up on a thread that may wait for the disk.
pub(super) async fn view(explorer: &Explorer, subject: Subject) -> Result<View, ApiError> {
    let books = Arc::clone(&explorer.shared.books);
    let look = move || books.view(&subject, true);
    let view = tokio::task::spawn_blocking(look).await.map_err(|_| ApiError::Internal)?;
    let is_false = view.bounds.contradict() || view.moves.iter().any(|one| one.bounds.contradict());
    if is_false { Err(ApiError::Table) } else { Ok(view) }
}
