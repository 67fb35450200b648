//! A search to watch, by server-sent events.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use answers::progress::{DoneRecord, ProgressRecord, Sought, seconds};
use answers::question::{PositionQuery, Setup};
use answers::records::PositionRecord;
use answers::work::{Step, Wanted, is_finished};
use axum::extract::State;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive, KeepAliveStream};
use serde::Serialize;
use tokio::sync::mpsc::{self, error::TrySendError};
use tokio::time::MissedTickBehavior;
use tokio_stream::wrappers::ReceiverStream;

use super::asked::Asked;
use super::error::{ApiError, ErrorRecord};
use super::position::view;
use crate::client::Client;
use crate::search::{self, Patience, Search};
use crate::state::{Explorer, Shared};

/// What a client is sent.
type Events = ReceiverStream<Result<Event, Infallible>>;

/// How often the client hears about the search's progress.
const TICK: Duration = Duration::from_millis(150);
/// The most events on their way to a client that reads slowly.
const BUFFER: usize = 8;
/// How long a client may take to read one of them.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often an empty comment goes out when nothing else does, so that a dead connection is noticed.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

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
) -> Result<Sse<KeepAliveStream<Events>>, ApiError> {
    let setup = query.setup()?;
    let limit = explorer.shared.limits.time;
    let time = query.time(limit, limit)?;
    let search = Search::begin(&explorer.shared, client, setup.subject(), Wanted::Moves)?;
    let (sender, events) = mpsc::channel(BUFFER);
    let patience = Patience { wait: limit, run: time };
    let telling = Telling { shared: explorer.shared, client, setup, sender, patience, sought: Sought::default() };
    tokio::spawn(telling.run(search));
    Ok(Sse::new(ReceiverStream::new(events)).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)))
}

/// The client is gone.
struct Gone;

/// Reports a search to a client.
struct Telling {
    shared: Arc<Shared>,
    client: Client,
    setup: Setup,
    sender: mpsc::Sender<Result<Event, Infallible>>,
    patience: Patience,
    sought: Sought,
}

impl Telling {
    /// Runs until the search ends or the client is gone, which ends the search.
    async fn run(mut self, mut search: Search) {
        let _ = self.follow(&mut search).await;
    }

    async fn follow(&mut self, search: &mut Search) -> Result<(), Gone> {
        let shared = Arc::clone(&self.shared);
        let ends = shared.ends();
        tokio::pin!(ends);
        let mut reason = "solved";
        let mut ticks = tokio::time::interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
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
                    Some(search::Event::Begun) => self.sought = Sought::Position,
                    Some(search::Event::Paused) => {}
                    Some(search::Event::Step(Step::Move(chosen))) => self.sought = Sought::Move(chosen),
                    Some(search::Event::Step(Step::Line)) => self.sought = Sought::Line,
                    Some(search::Event::Step(Step::Settled)) => {
                        self.tell_position().await?;
                    }
                    Some(search::Event::Step(Step::Contradiction(_))) => reason = "table",
                    Some(search::Event::Displaced) => reason = "busy",
                },
                _ = ticks.tick() => {
                    if reason == "solved" && search.is_late(self.patience) {
                        reason = "time";
                        search.stop();
                    }
                    self.tell_progress(search)?;
                }
            }
        }
        match self.tell_position().await? {
            // The limit may have come just as the last value was found.
            Some(true) if matches!(reason, "time" | "busy") => reason = "solved",
            None if reason == "solved" => reason = "table",
            _ => {}
        }
        let snapshot = search.snapshot();
        let done = DoneRecord { reason, nodes: snapshot.nodes, seconds: seconds(snapshot.ran) };
        self.tell("done", &done).await
    }

    /// Reports progress, unless the client has yet to read earlier reports.
    fn tell_progress(&self, search: &Search) -> Result<(), Gone> {
        let record = ProgressRecord::of(&search.snapshot(), self.sought, self.setup.position.board());
        match self.sender.try_send(Ok(event("progress", &record)?)) {
            Ok(()) | Err(TrySendError::Full(_)) => Ok(()),
            Err(TrySendError::Closed(_)) => Err(Gone),
        }
    }

    /// Reports all that is known, and returns whether that is everything; `None` if what is known is contradictory.
    async fn tell_position(&self) -> Result<Option<bool>, Gone> {
        match view(&self.shared, self.client, self.setup.subject()).await {
            Ok(view) => {
                self.tell("position", &PositionRecord::of(&self.setup, &view)).await?;
                Ok(Some(is_finished(&view)))
            }
            Err(ApiError::Table(_)) => Ok(None),
            Err(_) => Ok(Some(false)),
        }
    }

    async fn tell(&self, name: &str, data: &impl Serialize) -> Result<(), Gone> {
        // A client that does not read would keep the search past its time limit.
        self.sender.send_timeout(Ok(event(name, data)?), PATIENCE).await.map_err(|_| Gone)
    }
}

fn event(name: &str, data: &impl Serialize) -> Result<Event, Gone> {
    let data = serde_json::to_string(data).map_err(|_| Gone)?;
    Ok(Event::default().event(name).data(data))
}
