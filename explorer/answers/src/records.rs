//! The records that programs read. Values are disc differences for the side to move in their position.

use serde::Serialize;
use solver::{Basis, Board, Bounds, Move, Position, Question, Score, Start, estimate};
use utoipa::ToSchema;

use crate::lookup::{KnownMove, View};
use crate::question::Setup;
use crate::words;

/// What is known about a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ValueRecord {
    /// `win`, `draw` or `loss` for the side to move; null if it is not known.
    #[schema(schema_with = words::outcome)]
    outcome: Option<&'static str>,
    /// The value; null if only limits are known.
    value: Option<i32>,
    /// The value is at least this.
    lower: i32,
    /// The value is at most this.
    upper: i32,
    /// Whether it rests on table entries that came from elsewhere and have not been verified here.
    unverified: bool,
}

/// A legal move. Its value is for the side that makes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct MoveRecord {
    /// A square, or `pass`.
    #[serde(rename = "move")]
    chosen: String,
    /// The position after it.
    position: String,
    /// Its value.
    #[serde(flatten)]
    value: ValueRecord,
    /// Whether it is proven to be a best move.
    best: bool,
}

/// Discs at the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DiscsRecord {
    /// Black's.
    black: u32,
    /// White's.
    white: u32,
}

/// A position with everything known about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PositionRecord {
    /// ROWSxCOLUMNS.
    board: String,
    /// Name of the start that the position is; null after moves, or if the position was given by its squares.
    start: Option<&'static str>,
    /// The squares in row order and the side to move.
    position: String,
    /// Side to move: X (Black) or O (White).
    #[schema(schema_with = words::side)]
    side: char,
    /// The scoring: who gets the empties.
    #[schema(schema_with = words::scoring)]
    scoring: &'static str,
    /// Number of empty squares.
    empties: u32,
    /// Whether the game is over.
    over: bool,
    /// Value of the position; `unverified` also covers moves and line.
    #[serde(flatten)]
    value: ValueRecord,
    /// All legal moves: squares in row order, or the pass alone.
    moves: Vec<MoveRecord>,
    /// Perfect play by both sides from here on, as far as it is known.
    line: Vec<String>,
    /// Discs at the end of the line; null if the line does not reach the end of the game.
    #[serde(rename = "final")]
    end: Option<DiscsRecord>,
    /// Whether the values of the position and of all moves are known to the disc.
    complete: bool,
    /// How many nodes a search for the value is expected to take: few, likely, many; null if the value is known.
    expected: Option<[u64; 3]>,
}

impl ValueRecord {
    /// What the limits say.
    pub fn of(bounds: Bounds, basis: Basis) -> Self {
        Self {
            outcome: bounds.outcome().map(|outcome| outcome.name()),
            value: bounds.exact().map(Score::discs),
            lower: bounds.lower.discs(),
            upper: bounds.upper.discs(),
            unverified: basis.is_claim(),
        }
    }
}

impl MoveRecord {
    fn of(board: Board, known: &KnownMove) -> Self {
        Self {
            chosen: known.chosen.display(board).to_string(),
            position: known.next.without_board().to_string(),
            value: ValueRecord::of(known.bounds, known.basis),
            best: known.is_best,
        }
    }
}

impl DiscsRecord {
    /// The discs on a board.
    pub fn of(position: &Position) -> Self {
        Self { black: position.black().len(), white: position.white().len() }
    }
}

impl PositionRecord {
    /// What a view of a position says.
    pub fn of(setup: &Setup, view: &View) -> Self {
        let (position, board) = (&setup.position, setup.position.board());
        let start = setup.start.filter(|_| setup.moves.is_empty());
        Self {
            board: board.to_string(),
            start: start.map(Start::name),
            position: position.without_board().to_string(),
            side: position.side().symbol(),
            scoring: setup.scoring.name(),
            empties: position.empties(),
            over: view.is_over,
            value: ValueRecord::of(view.bounds, view.basis),
            moves: view.moves.iter().map(|known| MoveRecord::of(board, known)).collect(),
            line: texts(board, &view.line),
            end: view.end.as_ref().map(DiscsRecord::of),
            complete: view.is_complete(),
            expected: view.bounds.exact().is_none().then(|| {
                let question = Question { scoring: setup.scoring, ..Question::exact(*position) };
                estimate::nodes(&question).map(two_digits)
            }),
        }
    }
}

/// An estimate of many nodes has no more digits than these.
fn two_digits(nodes: f64) -> u64 {
    let unit = 10f64.powf(nodes.max(10.0).log10().floor() - 1.0).round();
    ((nodes / unit).round() * unit) as u64
}

/// Moves as texts, one each.
pub fn texts(board: Board, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&chosen| chosen.display(board).to_string()).collect()
}
