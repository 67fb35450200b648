//! Answers questions at the addresses of the explorer's API, for one client on one thread and without a server: the
//! page that solves in the browser has a desk of its own.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use solver::{Board, Position, Progress};

use crate::game::GameRecord;
use crate::knowledge::Store;
use crate::lookup::{Books, Subject, View};
use crate::opponents::{self, Reply};
use crate::play::{self, PlayQuery, ReplyRecord};
use crate::progress::{DoneRecord, ProgressRecord, Snapshot, Sought, seconds};
use crate::question::{GameQuery, PositionQuery, Setup, Wrong};
use crate::records::PositionRecord;
use crate::texts::{self, TextQuery};
use crate::work::{Bench, Step, Wanted, Work, is_finished};

/// Default time to search for a position.
const USUAL_TIME: Duration = Duration::from_secs(1);
/// How often the client hears about the progress of a search.
const TICK: Duration = Duration::from_millis(150);

/// The surroundings of a desk: a clock, and a listener.
pub trait Host: Send + Sync {
    /// Time since some fixed moment.
    fn now(&self) -> Duration;

    /// Receives news of a running search: an event `position`, `progress` or `done`, with its data as JSON.
    fn tell(&self, event: &str, data: &str);
}

/// What a desk may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Means {
    /// Memory of the search's table, in bytes; what is kept between searches takes at most as much again.
    pub memory_bytes: usize,
    /// Number of positions whose proven bounds are remembered.
    pub remembered: usize,
    /// The longest time that a search may take.
    pub time: Duration,
}

/// A question.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The address, such as `/api/position`.
    pub path: String,
    /// Its query.
    #[serde(default)]
    pub query: HashMap<String, String>,
    /// The body, if the request has one.
    #[serde(default)]
    pub body: Value,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Response {
    /// JSON as text.
    Json(String),
    /// Text for people.
    Text(String),
    /// Why there is no answer.
    Error(String),
}

/// What is known, and what it takes to find out more.
pub struct Desk {
    host: Arc<dyn Host>,
    means: Means,
    books: Books,
    bench: Bench,
}

impl Desk {
    /// A desk with the books that come with the program.
    #[must_use]
    pub fn new(host: Arc<dyn Host>, means: Means) -> Self {
        let shipped = Store::default().with_books(store::Books::shipped_if(true));
        let books = Books::new(Arc::new(shipped), means.remembered, means.memory_bytes);
        Self { host, means, books, bench: Bench::new(1, means.memory_bytes) }
    }

    /// Answers a question written as JSON.
    pub fn answer(&mut self, request: &str) -> Response {
        let answered = match serde_json::from_str(request) {
            Ok(request) => self.answered(request),
            Err(error) => Err(Wrong(format!("request: {error}"))),
        };
        answered.unwrap_or_else(|wrong| Response::Error(wrong.to_string()))
    }

    fn answered(&mut self, Request { path, query, body }: Request) -> Result<Response, Wrong> {
        match path.as_str() {
            "/api/position" => json(&self.position(&read(query)?)?),
            "/api/solve" => self.solve(&read(query)?),
            "/api/game" => {
                let setup = read::<GameQuery>(query)?.setup()?;
                json(&GameRecord::of(&self.books, &setup).map_err(false_table)?)
            }
            "/api/players" => json(&play::players()),
            "/api/play" => json(&self.play(read(query)?)?),
            "/api/read" => {
                let text: TextQuery = serde_json::from_value(body).map_err(|error| Wrong(format!("body: {error}")))?;
                json(&text.read()?)
            }
            "/api/game.ggf" => Ok(Response::Text(texts::game_ggf(&read::<GameQuery>(query)?.setup()?))),
            "/api/position.obf" => {
                let setup = read::<GameQuery>(query)?.setup()?;
                Ok(Response::Text(texts::position_obf(&setup, &self.view(&setup)?)))
            }
            _ => Err(Wrong("there is nothing here without a server".to_owned())),
        }
    }

    fn view(&self, setup: &Setup) -> Result<View, Wrong> {
        let view = self.books.view(&setup.subject(), true);
        let is_false = view.bounds.contradict() || view.moves.iter().any(|one| one.bounds.contradict());
        if is_false { Err(false_table(setup.position)) } else { Ok(view) }
    }

    fn position(&mut self, query: &PositionQuery) -> Result<PositionRecord, Wrong> {
        let setup = query.setup()?;
        let time = query.time(USUAL_TIME, self.means.time)?;
        let known = self.view(&setup)?;
        if is_finished(&known) || time.is_zero() {
            return Ok(PositionRecord::of(&setup, &known));
        }
        self.search(&setup.subject(), Wanted::Moves, time);
        Ok(PositionRecord::of(&setup, &self.view(&setup)?))
    }

    /// Searches without reporting progress.
    fn search(&mut self, subject: &Subject, wanted: Wanted, time: Duration) {
        let (host, end) = (Arc::clone(&self.host), self.host.now().saturating_add(time));
        let progress = Progress::default().with_pulse(move |progress| {
            if host.now() > end {
                progress.stop();
            }
        });
        Work { books: &self.books, progress: &progress, tell: &|_| {} }.run(&mut self.bench, subject, wanted);
    }

    fn play(&mut self, query: PlayQuery) -> Result<ReplyRecord, Wrong> {
        let (opponent, query) = query.read()?;
        let setup = query.setup()?;
        let (subject, board) = (setup.subject(), setup.position.board());
        let time = query.time(play::USUAL_TIME, self.means.time)?;
        let mut reply: Option<Reply> = None;
        if opponent.is_perfect {
            reply = opponents::proven(&self.books, &subject);
            if reply.is_none() && !time.is_zero() {
                self.search(&subject, Wanted::Value, time);
                reply = opponents::proven(&self.books, &subject);
            }
        }
        let reply = reply.unwrap_or_else(|| opponent.choose(&subject.position, subject.scoring));
        Ok(ReplyRecord::of(board, &reply))
    }

    /// Searches, and reports progress as it goes.
    fn solve(&mut self, query: &PositionQuery) -> Result<Response, Wrong> {
        let setup = query.setup()?;
        let time = query.time(self.means.time, self.means.time)?;
        let host = Arc::clone(&self.host);
        let watch = Arc::new(Watch::new(Arc::clone(&host), setup.position.board(), time));
        let told = Arc::clone(&watch);
        let progress = Progress::default().with_pulse(move |progress| told.pulse(progress));
        let is_false = AtomicBool::new(false);
        let tell_position = || -> Result<bool, Wrong> {
            let view = self.books.view(&setup.subject(), true);
            host.tell("position", &text(&PositionRecord::of(&setup, &view))?);
            Ok(is_finished(&view))
        };
        tell_position()?;
        let tell = |step: Step| match step {
            Step::Move(chosen) => watch.look_at(Sought::Move(chosen)),
            Step::Line => watch.look_at(Sought::Line),
            // Records of plain numbers and texts always serialize.
            Step::Settled => drop(tell_position()),
            Step::Contradiction(_) => is_false.store(true, Ordering::Relaxed),
        };
        let work = Work { books: &self.books, progress: &progress, tell: &tell };
        work.run(&mut self.bench, &setup.subject(), Wanted::Moves);
        let is_finished = tell_position()?;
        let reason = match (is_false.into_inner(), is_finished) {
            (true, _) => "table",
            (_, true) => "solved",
            _ if progress.is_stopped() => "time",
            // The browser lacks the memory for the search.
            _ => "stopped",
        };
        let done = DoneRecord { reason, nodes: progress.nodes(), seconds: seconds(watch.ran()) };
        host.tell("done", &text(&done)?);
        json(&done)
    }
}

/// Watches a search, reports its progress, and stops it when its time is up.
struct Watch {
    host: Arc<dyn Host>,
    board: Board,
    begun: Duration,
    time: Duration,
    state: Mutex<Seen>,
}

/// What a watch keeps.
struct Seen {
    /// What the search looks at.
    sought: Sought,
    /// When the client last heard of progress.
    told: Duration,
}

impl Watch {
    fn new(host: Arc<dyn Host>, board: Board, time: Duration) -> Self {
        let begun = host.now();
        Self { host, board, begun, time, state: Mutex::new(Seen { sought: Sought::default(), told: begun }) }
    }

    fn ran(&self) -> Duration {
        self.host.now().saturating_sub(self.begun)
    }

    fn look_at(&self, sought: Sought) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).sought = sought;
    }

    fn pulse(&self, progress: &Progress) {
        let now = self.host.now();
        let ran = now.saturating_sub(self.begun);
        if ran > self.time {
            progress.stop();
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if now.saturating_sub(state.told) < TICK {
            return;
        }
        state.told = now;
        let (phase, bounds, nodes) = (progress.phase(), progress.bounds(), progress.nodes());
        let snapshot = Snapshot { is_waiting: false, phase, bounds, nodes, ran };
        if let Ok(data) = text(&ProgressRecord::of(&snapshot, state.sought, self.board)) {
            self.host.tell("progress", &data);
        }
    }
}

/// Reads a query from texts, as the server does.
fn read<Q: DeserializeOwned>(query: HashMap<String, String>) -> Result<Q, Wrong> {
    let query = query.into_iter().map(|(name, value)| (name, Value::from(value))).collect();
    serde_json::from_value(Value::Object(query)).map_err(|error| Wrong(format!("query: {error}")))
}

fn text(record: &impl Serialize) -> Result<String, Wrong> {
    serde_json::to_string(record).map_err(|error| Wrong(error.to_string()))
}

fn json(record: &impl Serialize) -> Result<Response, Wrong> {
    text(record).map(Response::Json)
}

fn false_table(position: Position) -> Wrong {
    Wrong(format!("what a book says of {position} ({}), or of a position behind it, is false", position.board()))
}
