//! A search that is watched: server-sent events.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive, KeepAliveStream};
use serde::Serialize;
use solver::{Bounds, Move};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use utoipa::ToSchema;

use super::error::{ApiError, ErrorRecord};
use super::position::{begin, view};
use super::question::{Asked, PositionQuery, Setup};
use super::records::PositionRecord;
use super::words;
use crate::search::{self, Search, Wanted};
use crate::state::Explorer;

/// What a client is sent.
type Events = ReceiverStream<Result<Event, Infallible>>;

/// How often the client is told how far the search is.
const TICK: Duration = Duration::from_millis(150);
/// Events on their way to a client that reads slowly.
const BUFFER: usize = 8;
/// So long a client may take to read one of these.
const PATIENCE: Duration = Duration::from_secs(10);
/// A line without meaning goes out so often where nothing else does, so that a dead connection is noticed.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// How far a search is; the data of an event `progress`.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ProgressRecord {
    /// Whether the search still waits for its turn.
    waiting: bool,
    /// The move that is being looked at; null for the position itself.
    #[serde(rename = "move")]
    chosen: Option<String>,
    /// What the search is busy with, in a word or two.
    phase: &'static str,
    /// The value of what is being looked at is at least this, for the side to move of the position.
    lower: Option<i32>,
    /// It is at most this.
    upper: Option<i32>,
    /// Nodes searched so far.
    nodes: u64,
    /// Seconds since the search has begun.
    seconds: f64,
}

/// How a search ended; the data of the event `done`.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DoneRecord {
    /// `solved`, `time` (the limit came first), `stopped` (the server ends) or `table` (a table holds something false).
    #[schema(schema_with = words::reason)]
    reason: &'static str,
    /// Nodes searched.
    nodes: u64,
    /// Seconds it took, without waiting.
    seconds: f64,
}

/// A search for the values of a position and its moves, as server-sent events
///
/// Events `progress` (see ProgressRecord) tell how far it is, each event `position` holds all that is known by then (as in
/// /api/position), and `done` (see DoneRecord) comes last. Closing the connection stops the search. `time_ms` is the server's
/// limit if nothing is said.
#[utoipa::path(get, path = "/api/solve", params(PositionQuery), responses(
    (status = 200, content_type = "text/event-stream", body = ProgressRecord),
    (status = 400, body = ErrorRecord, description = "What is wrong with the question"),
    (status = 503, body = ErrorRecord, description = "Too many searches wait; try again after Retry-After seconds"),
))]
pub(super) async fn solve(
    State(explorer): State<Explorer>,
    Asked(query): Asked<PositionQuery>,
) -> Result<Sse<KeepAliveStream<Events>>, ApiError> {
    let setup = query.setup()?;
    let limit = explorer.shared.limits.time;
    let time = query.time(limit, limit)?;
    let search = begin(&explorer.shared, setup.subject(), Wanted::Moves)?;
    let (sender, events) = mpsc::channel(BUFFER);
    let telling = Telling { explorer, setup, sender, time, begun: None, chosen: None };
    tokio::spawn(telling.run(search));
    Ok(Sse::new(ReceiverStream::new(events)).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)))
}

/// The client is gone.
struct Gone;

/// Tells a client of a search.
struct Telling {
    explorer: Explorer,
    setup: Setup,
    sender: mpsc::Sender<Result<Event, Infallible>>,
    time: Duration,
    begun: Option<Instant>,
    chosen: Option<Move>,
}

impl Telling {
    /// Goes on until the search ends, or the client is gone, which ends the search.
    async fn run(mut self, mut search: Search) {
        let _ = self.follow(&mut search).await;
    }

    async fn follow(&mut self, search: &mut Search) -> Result<(), Gone> {
        let shared = Arc::clone(&self.explorer.shared);
        let ends = shared.ends();
        tokio::pin!(ends);
        let mut reason = "solved";
        let waits_until = Instant::now() + self.explorer.shared.limits.time;
        let mut ticks = tokio::time::interval(TICK);
        self.tell_position().await?;
        loop {
            tokio::select! {
                () = &mut ends, if reason != "stopped" => {
                    reason = "stopped";
                    search.stop();
                }
                () = self.sender.closed() => return Err(Gone),
                event = search.next() => match event {
                    None => break,
                    Some(search::Event::Begun) => self.begun = Some(Instant::now()),
                    Some(search::Event::Move(chosen)) => self.chosen = Some(chosen),
                    Some(search::Event::Settled) => {
                        self.tell_position().await?;
                    }
                    Some(search::Event::Contradiction) => reason = "table",
                },
                _ = ticks.tick() => {
                    let is_late = self.begun.map_or(Instant::now() > waits_until, |begun| begun.elapsed() > self.time);
                    if is_late && reason == "solved" {
                        reason = "time";
                        search.stop();
                    }
                    self.tell_progress(search).await?;
                }
            }
        }
        // The limit may have come while the last of it was found.
        if self.tell_position().await? && reason == "time" {
            reason = "solved";
        }
        let done = DoneRecord { reason, nodes: search.snapshot().nodes, seconds: self.seconds() };
        self.tell("done", &done).await
    }

    fn seconds(&self) -> f64 {
        self.begun.map_or(0.0, |begun| begun.elapsed().as_millis() as f64 / 1e3)
    }

    async fn tell_progress(&self, search: &Search) -> Result<(), Gone> {
        let snapshot = search.snapshot();
        // Of a move the search sees the position behind it, with the other side to move.
        let seen = |bounds: Bounds| if self.chosen.is_some() { bounds.negated() } else { bounds };
        let bounds = snapshot.bounds.filter(|_| self.begun.is_some()).map(seen);
        let record = ProgressRecord {
            waiting: self.begun.is_none(),
            chosen: self.chosen.map(|chosen| chosen.display(self.setup.position.board()).to_string()),
            phase: snapshot.phase.name(),
            lower: bounds.map(|bounds| bounds.lower.discs()),
            upper: bounds.map(|bounds| bounds.upper.discs()),
            nodes: snapshot.nodes,
            seconds: self.seconds(),
        };
        self.tell("progress", &record).await
    }

    /// Tells all that is known; whether that is everything.
    async fn tell_position(&self) -> Result<bool, Gone> {
        match view(&self.explorer, self.setup.subject()).await {
            Ok(view) => {
                self.tell("position", &PositionRecord::of(&self.setup, &view)).await?;
                Ok(view.is_complete())
            }
            Err(_) => Ok(false),
        }
    }

    async fn tell(&self, name: &str, data: &impl Serialize) -> Result<(), Gone> {
        let data = serde_json::to_string(data).map_err(|_| Gone)?;
        let event = Event::default().event(name).data(data);
        // Who does not read would keep the search from its time limit.
        self.sender.send_timeout(Ok(event), PATIENCE).await.map_err(|_| Gone)
    }
}
