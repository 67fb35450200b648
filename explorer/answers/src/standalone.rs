//! Answers questions at the addresses of the explorer's API, for one client on one thread and without a server, as the
//! page does that solves in the browser.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use solver::Position;

use crate::game::GameRecord;
use crate::knowledge::Store;
use crate::lookup::{Books, View};
use crate::opponents::{self, OPPONENTS, Opponent, PlayQuery, ReplyRecord};
use crate::question::{GameQuery, PositionQuery, Setup, USUAL_TIME, shortened};
use crate::records::PositionRecord;
use crate::search::{Bench, Ending, Found, Host, Search, is_finished};
use crate::texts::{self, TextQuery};

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
pub struct Standalone {
    host: Arc<dyn Host>,
    time: Duration,
    books: Arc<Books>,
    bench: Bench,
}

impl Standalone {
    /// With the books that come with the program, a memory of this many bytes for the search's table and at most as much
    /// for what is kept between searches, so many remembered positions, and searches of at most this time.
    #[must_use]
    pub fn new(host: Arc<dyn Host>, memory_bytes: usize, remembered: usize, time: Duration) -> Self {
        let shipped = Store::default().with_books(store::Books::shipped_if(true));
        let books = Arc::new(Books::new(Arc::new(shipped), remembered, memory_bytes));
        Self { host, time, books, bench: Bench::new(1, memory_bytes) }
    }

    /// Answers a question written as JSON.
    pub fn answer(&mut self, request: &str) -> Response {
        let answered = match serde_json::from_str(request) {
            Ok(request) => self.answered(request),
            Err(error) => Err(format!("request: {error}")),
        };
        answered.unwrap_or_else(|wrong| Response::Error(shortened(wrong)))
    }

    fn answered(&mut self, Request { path, query, body }: Request) -> Result<Response, String> {
        match path.as_str() {
            "/api/position" => json(&self.position(&read(query)?)?),
            "/api/solve" => self.solve(&read(query)?),
            "/api/game" => {
                let setup = read::<GameQuery>(query)?.setup()?;
                json(&GameRecord::of(&self.books, &setup).map_err(false_table)?)
            }
            "/api/players" => json(&OPPONENTS),
            "/api/play" => json(&self.play(read(query)?)?),
            "/api/read" => {
                let text: TextQuery = serde_json::from_value(body).map_err(|error| format!("body: {error}"))?;
                json(&text.read()?)
            }
            "/api/game.ggf" => Ok(Response::Text(texts::game_ggf(&read::<GameQuery>(query)?.setup()?))),
            "/api/position.obf" => {
                let setup = read::<GameQuery>(query)?.setup()?;
                Ok(Response::Text(texts::position_obf(&setup, &self.view(&setup)?)))
            }
            _ => Err("there is nothing here without a server".to_owned()),
        }
    }

    fn view(&self, setup: &Setup) -> Result<View, String> {
        let view = self.books.view(&setup.subject(), true);
        if view.is_false() { Err(false_table(setup.position)) } else { Ok(view) }
    }

    fn position(&mut self, query: &PositionQuery) -> Result<PositionRecord, String> {
        let setup = query.setup()?;
        let time = query.time(USUAL_TIME, self.time)?;
        let mut view = self.view(&setup)?;
        if !is_finished(&view) && !time.is_zero() {
            view = self.search(&setup, None, time, false)?.view;
        }
        Ok(PositionRecord::of(&setup, &view))
    }

    /// Searches in one turn.
    fn search(
        &mut self,
        setup: &Setup,
        opponent: Option<Opponent>,
        time: Duration,
        is_watched: bool,
    ) -> Result<Found, String> {
        let search = Search::new(&self.books, Arc::clone(&self.host), setup.clone(), opponent, time, is_watched);
        let ending = search.turn(&mut self.bench).unwrap_or(Ending::Stopped);
        let found = search.end(ending);
        if matches!(found.ending, Ending::Table(_)) && !is_watched {
            Err(false_table(setup.position))
        } else {
            Ok(found)
        }
    }

    fn play(&mut self, query: PlayQuery) -> Result<ReplyRecord, String> {
        let (opponent, query) = query.read()?;
        let setup = query.setup()?;
        let time = query.time(opponents::USUAL_TIME, self.time)?;
        let found = self.search(&setup, Some(opponent), time, false)?;
        found.reply.ok_or_else(|| false_table(setup.position))
    }

    /// Searches, and reports progress as it goes.
    fn solve(&mut self, query: &PositionQuery) -> Result<Response, String> {
        let setup = query.setup()?;
        let time = query.time(self.time, self.time)?;
        json(&self.search(&setup, None, time, true)?.done)
    }
}

/// Reads a query from texts, as the server does.
fn read<Q: DeserializeOwned>(query: HashMap<String, String>) -> Result<Q, String> {
    let query = query.into_iter().map(|(name, value)| (name, Value::from(value))).collect();
    serde_json::from_value(Value::Object(query)).map_err(|error| format!("query: {error}"))
}

fn json(record: &impl Serialize) -> Result<Response, String> {
    serde_json::to_string(record).map(Response::Json).map_err(|error| error.to_string())
}

fn false_table(position: Position) -> String {
    format!(
        "what a book says of {position} ({}), or of a position behind it, is false",
        position.board(),
        position = position.without_board()
    )
}
