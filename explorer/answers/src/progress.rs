//! How far a search is, and how it ended.

use std::time::Duration;

use serde::Serialize;
use solver::{Board, Bounds, Move, Outcome, Phase};
use utoipa::ToSchema;

use crate::words;

/// What a search looks at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sought {
    /// The position itself.
    #[default]
    Position,
    /// One of its moves.
    Move(Move),
    /// The rest of perfect play; the value is known by then.
    Line,
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Whether it waits for its turn.
    pub is_waiting: bool,
    /// What it is busy with.
    pub phase: Phase,
    /// Limits of what is being searched, for the side to move there.
    pub bounds: Option<Bounds>,
    /// Nodes searched.
    pub nodes: u64,
    /// How long it has run, not counting waits.
    pub ran: Duration,
}

/// Progress of a search; the data of an event `progress`.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProgressRecord {
    /// Whether the search is waiting for its turn. If others are waiting, a search takes several turns.
    pub waiting: bool,
    /// The move being searched; null for the position itself, and for the rest of perfect play.
    #[serde(rename = "move")]
    pub chosen: Option<String>,
    /// What the search is doing, in a word or two.
    pub phase: &'static str,
    /// `win`, `draw` or `loss` by what is being looked at, for the side to move of the position: known before the value is.
    #[schema(schema_with = words::outcome)]
    pub outcome: Option<&'static str>,
    /// Lower limit of the value being searched, for the side to move in the position; null where none is searched.
    pub lower: Option<i32>,
    /// It is at most this.
    pub upper: Option<i32>,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Seconds the search has run, not counting time in the queue.
    pub seconds: f64,
}

impl ProgressRecord {
    /// How far a search on a board is.
    #[must_use]
    pub fn of(snapshot: &Snapshot, sought: Sought, board: Board) -> Self {
        let (chosen, bounds) = match sought {
            Sought::Position => (None, snapshot.bounds),
            // For a move, the search sees the position after it, with the other side to move.
            Sought::Move(chosen) => (Some(chosen.display(board).to_string()), snapshot.bounds.map(Bounds::negated)),
            // The bounds belong to a position further down the line.
            Sought::Line => (None, None),
        };
        Self {
            waiting: snapshot.is_waiting,
            chosen,
            phase: snapshot.phase.name(),
            outcome: bounds.and_then(Bounds::outcome).map(Outcome::name),
            lower: bounds.map(|bounds| bounds.lower.discs()),
            upper: bounds.map(|bounds| bounds.upper.discs()),
            nodes: snapshot.nodes,
            seconds: seconds(snapshot.ran),
        }
    }
}

/// How a search ended; the data of the event `done`.
#[derive(Debug, Serialize, ToSchema)]
pub struct DoneRecord {
    /// `solved`, `time` (the limit came first), `stopped` (the server ends), `table` (a table holds something false) or `busy`
    /// (its place in the queue went to a client that had fewer).
    #[schema(schema_with = words::reason)]
    pub reason: &'static str,
    /// Nodes searched.
    pub nodes: u64,
    /// Seconds it ran, not counting time in the queue.
    pub seconds: f64,
}

/// Seconds, to the millisecond.
#[must_use]
pub fn seconds(time: Duration) -> f64 {
    time.as_millis() as f64 / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_wins_is_told_before_by_how_much() {
        let told = |sought: Sought, bounds: Option<Bounds>| {
            let (ran, phase) = (Duration::from_millis(1500), Phase::Exact);
            let snapshot = Snapshot { is_waiting: false, phase, bounds, nodes: 7, ran };
            ProgressRecord::of(&snapshot, sought, "4x6".parse().unwrap())
        };
        let outcome = |lower: i32, upper: i32| told(Sought::Position, Some(Bounds::new(lower, upper))).outcome;
        assert_eq!([outcome(4, 12), outcome(-24, -2), outcome(0, 0)], ["win", "loss", "draw"].map(Some));
        assert_eq!([outcome(0, 12), outcome(-2, 2), told(Sought::Position, None).outcome], [None; 3]);
        // After a move the other side is to move: its loss is a win for the move.
        let of_move = told(Sought::Move(Move::Pass), Some(Bounds::new(-12, -4)));
        assert_eq!((of_move.outcome, of_move.lower, of_move.upper), (Some("win"), Some(4), Some(12)));
        assert_eq!((of_move.chosen.as_deref(), of_move.seconds), (Some("pass"), 1.5));
        let of_line = told(Sought::Line, Some(Bounds::new(4, 4)));
        assert_eq!((of_line.outcome, of_line.lower, of_line.upper, of_line.chosen), (None, None, None, None));
    }
}
