//! From an address's query to a question. Error messages are those of the command line.

use std::time::Duration;

use serde::{Deserialize, Deserializer};
use serde_json::Value;
use solver::notation::play_moves;
use solver::read::Game;
use solver::{Board, Move, Position, PositionError, Scoring, Start};
use utoipa::{IntoParams, ToSchema};

use crate::lookup::Subject;

/// Default time to search for a position.
pub const USUAL_TIME: Duration = Duration::from_secs(1);

/// What is said where no board is given.
pub(crate) const NO_BOARD: &str = "no board given: ROWSxCOLUMNS is needed, for example board=4x10";

/// The most characters of a sentence, and how many are kept from the beginning of a longer one, where it quotes the
/// input.
const MOST_SAID: usize = 400;
const BEGINNING: usize = 80;

/// Cuts the middle out of a sentence that is too long: it may quote a text of any length.
#[must_use]
pub fn shortened(sentence: String) -> String {
    let length = sentence.chars().count();
    if length <= MOST_SAID {
        return sentence;
    }
    let begin: String = sentence.chars().take(BEGINNING).collect();
    let end: String = sentence.chars().skip(length - (MOST_SAID - BEGINNING)).collect();
    format!("{begin} … {end}")
}

/// A position: a board and a start, or the squares, and moves that are played first.
#[derive(Clone, Debug, Default, Deserialize, IntoParams, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct PositionQuery {
    /// ROWSxCOLUMNS, both at least 3, together at most 64 squares.
    #[param(example = "4x10")]
    pub board: Option<String>,
    /// Arrangement of the four centre discs: othello (the default), reversi or reversi-rows.
    pub start: Option<String>,
    /// Any other position: its squares in row order as X (Black), O (White) or -, a space, and the side to move. It may begin
    /// with ROWSxCOLUMNS.
    pub position: Option<String>,
    /// Moves to play first, for example c1b3pass; passes may be left out.
    pub moves: Option<String>,
    /// Who gets the squares left empty, by the name of a scoring; discs is the default.
    pub scoring: Option<String>,
    /// Time to search for what is not known, in milliseconds; 0: no search. JSON may have it as a text.
    #[serde(deserialize_with = "text_or_number")]
    #[param(value_type = Option<u64>)]
    #[schema(value_type = Option<u64>)]
    pub time_ms: Option<String>,
}

/// A game, of which nothing is searched: a [`PositionQuery`] without a time.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct GameQuery {
    /// As in /api/position.
    #[param(example = "4x10")]
    pub board: Option<String>,
    /// As in /api/position.
    pub start: Option<String>,
    /// As in /api/position.
    pub position: Option<String>,
    /// As in /api/position.
    pub moves: Option<String>,
    /// As in /api/position.
    pub scoring: Option<String>,
}

/// What a query means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The named start, if the position was not given by its squares.
    pub start: Option<Start>,
    /// The position before the moves.
    pub base: Position,
    /// The moves.
    pub moves: Vec<Move>,
    /// The position after them.
    pub position: Position,
    /// Who gets the empties.
    pub scoring: Scoring,
}

impl Setup {
    /// The same game after its first `plies` moves, or after all of them if `plies` is `None` or exceeds their number.
    ///
    /// # Panics
    /// If the moves cannot be played, which [`PositionQuery::setup`] excludes.
    #[must_use]
    pub fn until(mut self, plies: Option<usize>) -> Self {
        if let Some(plies) = plies.filter(|&plies| plies < self.moves.len()) {
            self.moves.truncate(plies);
            self.position = play_moves(self.base, &self.moves).expect("they were legal");
        }
        self
    }

    /// What is asked about.
    pub fn subject(&self) -> Subject {
        Subject { position: self.position, scoring: self.scoring }
    }
}

impl GameQuery {
    /// What the query means.
    ///
    /// # Errors
    /// The first thing that is wrong, in a sentence of any length (see [`shortened`]).
    pub fn setup(self) -> Result<Setup, String> {
        let Self { board, start, position, moves, scoring } = self;
        PositionQuery { board, start, position, moves, scoring, time_ms: None }.setup()
    }
}

impl PositionQuery {
    /// What the query means.
    ///
    /// # Errors
    /// The first thing that is wrong, in a sentence of any length (see [`shortened`]).
    pub fn setup(&self) -> Result<Setup, String> {
        let given = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
        let board = match given(&self.board) {
            Some(text) => Some(text.parse::<Board>().map_err(|error| error.to_string())?),
            None => None,
        };
        let start = match given(&self.start) {
            Some(text) => Some(text.parse::<Start>().map_err(|error| error.to_string())?),
            None => None,
        };
        let scoring = given(&self.scoring)
            .map_or(Ok(Scoring::Discs), |text| text.parse())
            .map_err(|error: solver::UnknownScoring| error.to_string())?;
        let squares = given(&self.position);
        if squares.is_some() && start.is_some() {
            return Err("start and position cannot be given both".to_owned());
        }
        let game = Game::set_up(board, start, squares.as_deref(), self.moves.as_deref().unwrap_or_default());
        let game = game.map_err(|error| match error {
            PositionError::NoBoard => NO_BOARD.to_owned(),
            error => error.to_string(),
        })?;
        let start = squares.is_none().then(|| start.unwrap_or_default());
        let (position, Game { start: base, moves, .. }) = (game.end(), game);
        Ok(Setup { start, base, moves, position, scoring })
    }

    /// How long to search: the time asked for or, by default, `usual`, cut to the limit.
    ///
    /// # Errors
    /// The time asked for is not a number, or exceeds the limit.
    pub fn time(&self, usual: Duration, limit: Duration) -> Result<Duration, String> {
        match &self.time_ms {
            Some(text) => span(text, limit),
            None => Ok(usual.min(limit)),
        }
    }
}

/// Reads a number or a text: JSON has the one, an address the other. Whether it makes sense is checked later, with one
/// error message for every case.
pub(crate) fn text_or_number<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    let text = |value| if let Value::String(text) = value { text } else { value.to_string() };
    Ok(Option::<Value>::deserialize(from)?.map(text))
}

/// Reads milliseconds.
fn span(text: &str, limit: Duration) -> Result<Duration, String> {
    let time = text.parse().ok().map(Duration::from_millis).filter(|&time| time <= limit);
    time.ok_or_else(|| {
        let shown: String = text.chars().take(20).collect();
        format!("time_ms '{shown}' is not a number of milliseconds from 0 to {}", limit.as_millis())
    })
}
