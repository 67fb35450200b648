//! Opponents, and their moves.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use solver::Board;
use utoipa::{IntoParams, ToSchema};

use crate::opponents::{OPPONENTS, Opponent, Reply};
use crate::question::{PositionQuery, Wrong, text_or_number};

/// How long the solver looks for a perfect move by default before it plays another.
pub const USUAL_TIME: Duration = Duration::from_secs(5);

/// A player.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlayerRecord {
    /// The name to pass as `player`.
    name: &'static str,
    /// Its name for people.
    title: &'static str,
    /// What it does.
    about: &'static str,
}

/// A position and who is to move in it.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct PlayQuery {
    /// One of /api/players.
    pub player: Option<String>,
    /// As in /api/position.
    pub board: Option<String>,
    /// As in /api/position.
    pub start: Option<String>,
    /// As in /api/position.
    pub position: Option<String>,
    /// As in /api/position.
    pub moves: Option<String>,
    /// As in /api/position.
    pub scoring: Option<String>,
    /// Time the player `solver` may take to find a perfect move, in milliseconds.
    #[serde(deserialize_with = "text_or_number")]
    #[param(value_type = Option<u64>)]
    pub time_ms: Option<String>,
}

/// A player's move.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReplyRecord {
    /// A square, or `pass`; null when the game is over.
    #[serde(rename = "move")]
    chosen: Option<String>,
    /// Whether it is proven to be a best move.
    best: bool,
    /// Whether it rests on table entries that came from elsewhere and have not been verified here.
    unverified: bool,
}

impl PlayQuery {
    /// The opponent, and the position it is asked about.
    ///
    /// # Errors
    /// There is no such player.
    pub fn read(self) -> Result<(Opponent, PositionQuery), Wrong> {
        let Self { player, board, start, position, moves, scoring, time_ms } = self;
        let opponent = Opponent::named(player.as_deref().unwrap_or("solver")).map_err(Wrong)?;
        Ok((opponent, PositionQuery { board, start, position, moves, scoring, time_ms }))
    }
}

impl ReplyRecord {
    /// A reply on a board.
    #[must_use]
    pub fn of(board: Board, reply: &Reply) -> Self {
        let chosen = reply.chosen.map(|chosen| chosen.display(board).to_string());
        Self { chosen, best: reply.is_proven, unverified: reply.basis.is_claim() }
    }
}

/// The opponents on offer, weakest first.
#[must_use]
pub fn players() -> Vec<PlayerRecord> {
    let record = |one: Opponent| PlayerRecord { name: one.name, title: one.title, about: one.about };
    OPPONENTS.map(record).into()
}
