//! One position: what is known, and what a short search finds.

use std::sync::Arc;
use std::time::Duration;

use answers::lookup::{Subject, View};
use answers::question::{PositionQuery, Setup};
use answers::records::PositionRecord;
use answers::work::{Wanted, is_finished};
use axum::Json;
use axum::extract::State;

use super::asked::Asked;
use super::error::{ApiError, ErrorRecord};
use crate::client::Client;
use crate::search::{End, Patience, Search};
use crate::state::{Explorer, Shared};

/// Default time to search.
pub(super) const USUAL_TIME: Duration = Duration::from_secs(1);

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
pub(super) async fn record(
    shared: &Arc<Shared>,
    client: Client,
    setup: Setup,
    time: Duration,
) -> Result<PositionRecord, ApiError> {
    let subject = setup.subject();
    let known = view(shared, client, subject).await?;
    if is_finished(&known) || time.is_zero() {
        shared.metrics.known.inc();
        return Ok(PositionRecord::of(&setup, &known));
    }
    finish(shared, client, subject, Wanted::Moves, time).await?;
    let found = view(shared, client, subject).await?;
    Ok(PositionRecord::of(&setup, &found))
}

/// Searches for this long; the books keep what is found.
pub(super) async fn finish(
    shared: &Arc<Shared>,
    client: Client,
    subject: Subject,
    wanted: Wanted,
    time: Duration,
) -> Result<(), ApiError> {
    let search = Search::begin(shared, client, subject, wanted)?;
    match search.finish(Patience { wait: shared.limits.time, run: time }).await {
        End::Sound => Ok(()),
        End::Contradiction(position) => Err(ApiError::Table(position)),
        End::Displaced => Err(ApiError::Busy),
    }
}

/// What is known of a position.
pub(crate) async fn view(shared: &Arc<Shared>, client: Client, subject: Subject) -> Result<View, ApiError> {
    let view = shared.look(client, move |shared| shared.books.view(&subject, true)).await.ok_or(ApiError::Internal)?;
    let is_false = view.bounds.contradict() || view.moves.iter().any(|one| one.bounds.contradict());
    if is_false { Err(ApiError::Table(subject.position)) } else { Ok(view) }
}
