//! Opponents, and their moves. The list is fixed, so that nobody can ask for a player that never finishes.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use othello::players::{Player, Spec};
use serde::{Deserialize, Serialize};
use solver::{Bounds, Position, Scoring};
use utoipa::{IntoParams, ToSchema};

use crate::lookup::{Books, Subject};
use crate::question::{PositionQuery, text_or_number};

/// How long the solver looks for a perfect move by default before it plays another.
pub const USUAL_TIME: Duration = Duration::from_secs(5);

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = PlayerRecord)]
pub struct Opponent {
    /// The name to pass as `player`.
    name: &'static str,
    /// Its name for people.
    title: &'static str,
    /// What it does.
    about: &'static str,
    /// Discs that a move of it gives away on average, on 6x6 with at most 18 empty squares; 0 for the solver, which errs only
    /// where it does not find the value in time. `scripts/reproduce agents` measures them.
    loses: f64,
    /// Its specification for `solve mcts` and for Python; the solver plays by it when the value is not proven in time.
    spec: &'static str,
    /// Whether it prefers proven values.
    #[serde(skip)]
    pub(crate) is_perfect: bool,
}

/// A position and who is to move in it.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct PlayQuery {
    /// One of /api/players.
    player: Option<String>,
    /// As in /api/position.
    board: Option<String>,
    /// As in /api/position.
    start: Option<String>,
    /// As in /api/position.
    position: Option<String>,
    /// As in /api/position.
    moves: Option<String>,
    /// As in /api/position.
    scoring: Option<String>,
    /// Time the player `solver` may take to find a perfect move, in milliseconds.
    #[serde(deserialize_with = "text_or_number")]
    #[param(value_type = Option<u64>)]
    time_ms: Option<String>,
}

/// A player's move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
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
    pub fn read(self) -> Result<(Opponent, PositionQuery), String> {
        let Self { player, board, start, position, moves, scoring, time_ms } = self;
        let opponent = Opponent::named(player.as_deref().unwrap_or("solver"))?;
        Ok((opponent, PositionQuery { board, start, position, moves, scoring, time_ms }))
    }
}

/// All opponents, weakest first.
pub const OPPONENTS: [Opponent; 6] = [
    Opponent {
        name: "random",
        title: "Random",
        about: "Any legal move.",
        loses: 4.93,
        spec: "random",
        is_perfect: false,
    },
    Opponent {
        name: "mc",
        title: "Monte Carlo",
        about: "Flat Monte Carlo, 100 random games for each move.",
        loses: 2.94,
        spec: "mc:n=100,playout=lanes",
        is_perfect: false,
    },
    Opponent {
        name: "uct",
        title: "UCT",
        about: "Monte-Carlo tree search, 2,000 random games a move.",
        loses: 1.93,
        spec: "uct:n=2000,c=0.25",
        is_perfect: false,
    },
    Opponent {
        name: "uct-plus",
        title: "UCT+",
        about: "Tree search steered by the learned evaluation, 10,000 random games a move, the last ten empty squares exactly.",
        loses: 0.91,
        spec: "uct+:n=10000,c=2,scale=1,graph=yes,prove=yes,end=10",
        is_perfect: false,
    },
    Opponent {
        name: "alphabeta",
        title: "Alpha-beta",
        about: "Four plies with the learned evaluation, the last eight empty squares exactly.",
        loses: 0.60,
        spec: "alphabeta:depth=4,end=8",
        is_perfect: false,
    },
    Opponent {
        name: "solver",
        title: "Solver",
        about: "Perfect play where it is known or found in time, else alpha-beta of six plies.",
        loses: 0.0,
        spec: "alphabeta:depth=6,end=12",
        is_perfect: true,
    },
];

impl Opponent {
    /// The opponent with this name.
    ///
    /// # Errors
    /// A sentence that lists the names there are.
    ///
    /// # Panics
    /// If the list is empty.
    pub fn named(name: &str) -> Result<Self, String> {
        let found = OPPONENTS.into_iter().find(|opponent| opponent.name == name);
        found.ok_or_else(|| {
            let names: Vec<_> = OPPONENTS.iter().map(|opponent| opponent.name).collect();
            let (last, others) = names.split_last().expect("the list is not empty");
            format!("player '{name}' is unknown: it is {} or {last}", others.join(", "))
        })
    }

    /// Its move if it needs no search: the solver's, if one is proven to be best, and what is known is not contradictory.
    pub fn known(&self, books: &Books, subject: &Subject) -> Option<ReplyRecord> {
        let view = Some(books.view(subject, false)).filter(|view| self.is_perfect && !view.is_false())?;
        if view.is_over {
            return Some(ReplyRecord { chosen: None, best: true, unverified: false });
        }
        // Prefer a best move whose value is known, so that the game can be followed.
        let value = view.bounds.exact().map(Bounds::at);
        let best = view.moves.iter().filter(|one| one.is_best);
        let best = best.min_by_key(|one| Some(one.bounds) != value)?;
        let chosen = best.chosen.display(subject.position.board()).to_string();
        Some(ReplyRecord { chosen: Some(chosen), best: true, unverified: view.basis.is_claim() })
    }

    /// The move it makes without a proven one. The same position always gives the same move.
    ///
    /// # Panics
    /// If the list holds a specification that cannot be parsed, which a test rules out.
    pub fn choose(&self, position: &Position, scoring: Scoring) -> ReplyRecord {
        let spec: Spec = self.spec.parse().expect("the list was read by a test");
        let mut hasher = DefaultHasher::new();
        position.discs().hash(&mut hasher);
        let choice = Player::new(spec, position.board(), scoring).choose(position.discs(), hasher.finish());
        let chosen = choice.map(|choice| choice.chosen.display(position.board()).to_string());
        ReplyRecord { chosen, best: false, unverified: false }
    }
}
