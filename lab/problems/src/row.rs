//! A record as flat fields: the columns of the files, and the checks when they are read back.

use serde::{Deserialize, Serialize};
use solver::notation::{line_text, parse_moves, parse_position};
use solver::{Board, Mode, Move, Outcome, Position, Score, Scoring};

use crate::formats::{FormatError, malformed};
use crate::record::{MoveLabel, Record};

/// A record's columns. [`crate::card`] explains each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Common name of the position and its symmetric twins.
    pub id: String,
    /// Part of the set.
    pub split: String,
    /// Number of rows.
    pub rows: u8,
    /// Number of columns.
    pub cols: u8,
    /// Discs placed since the four of the start; 0 with fewer than four.
    pub ply: u8,
    /// Empty squares.
    pub empties: u8,
    /// Squares in row order and the side to move.
    pub position: String,
    /// Side to move, `X` (Black) or `O` (White).
    pub side: String,
    /// Discs of the side to move.
    #[serde(with = "hexadecimal")]
    pub player: u64,
    /// Discs of the other side.
    #[serde(with = "hexadecimal")]
    pub opponent: u64,
    /// `discs` or `wof`.
    pub scoring: String,
    /// `exact` or `wld`.
    pub labels: String,
    /// Value for the side to move, in discs.
    pub value: Option<i8>,
    /// `win`, `draw` or `loss`.
    pub outcome: String,
    /// Every legal move.
    pub moves: Vec<RowMove>,
    /// The squares of all best moves.
    #[serde(with = "hexadecimal")]
    pub best: u64,
    /// A perfect game.
    pub line: String,
    /// Nodes of a search.
    pub nodes: u64,
    /// How the position arose, in a joined set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// A legal move's columns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowMove {
    /// The move as text.
    #[serde(rename = "move")]
    pub chosen: String,
    /// Value for the side that makes it, in discs.
    pub value: Option<i8>,
    /// `win`, `draw` or `loss`.
    pub outcome: String,
}

impl From<&Record> for Row {
    fn from(record: &Record) -> Self {
        let position = &record.position;
        let board = position.board();
        let label = |label: &MoveLabel| RowMove {
            chosen: label.chosen.display(board).to_string(),
            value: label.value.map(small),
            outcome: label.outcome.name().to_owned(),
        };
        let id = record.id();
        Self {
            split: record.split().name().to_owned(),
            id,
            rows: board.rows() as u8,
            cols: board.cols() as u8,
            ply: record.ply() as u8,
            empties: position.empties() as u8,
            position: position.without_board().to_string(),
            side: position.side().symbol().to_string(),
            player: position.discs().player().bits(),
            opponent: position.discs().opponent().bits(),
            scoring: record.scoring.name().to_owned(),
            labels: record.labels.name().to_owned(),
            value: record.value.map(small),
            outcome: record.outcome.name().to_owned(),
            moves: record.moves.iter().map(label).collect(),
            best: record.best_squares().bits(),
            line: line_text(board, &record.line),
            nodes: record.nodes,
            source: record.source.clone(),
        }
    }
}

/// A score in one byte: all scores are between −64 and 64.
fn small(score: Score) -> i8 {
    score.discs() as i8
}

impl TryFrom<&Row> for Record {
    type Error = FormatError;

    /// Reads what cannot be derived, then checks that all other fields follow from it, that the moves are the legal ones, and
    /// that there are values if and only if the labels are exact. It does not check whether the labels are true.
    fn try_from(row: &Row) -> Result<Self, FormatError> {
        let record = row.read()?;
        check(&record)?;
        match row.misfit(&Row::from(&record)) {
            Some(field) => Err(malformed(format!("{field} does not fit the rest of the record of {}", row.id))),
            None => Ok(record),
        }
    }
}

impl Row {
    fn read(&self) -> Result<Record, FormatError> {
        let board = Board::new(self.rows.into(), self.cols.into())
            .map_err(|error| bad("rows", &self.rows.to_string(), error.to_string()))?;
        let position = parse_position(board, &self.position)
            .map_err(|error| bad("position", &self.position, error.to_string()))?;
        let moves = self.moves.iter().map(|label| label.read(&position)).collect::<Result<Vec<MoveLabel>, _>>()?;
        Ok(Record {
            position,
            scoring: self
                .scoring
                .parse::<Scoring>()
                .map_err(|error| bad("scoring", &self.scoring, error.to_string()))?,
            labels: mode::named(&self.labels)
                .ok_or_else(|| bad("labels", &self.labels, "there is no such name".to_owned()))?,
            value: self.value.map(Score::from),
            outcome: outcome(&self.outcome)?,
            moves,
            line: parse_moves(board, &self.line).map_err(|error| bad("line", &self.line, error.to_string()))?,
            nodes: self.nodes,
            source: self.source.clone(),
        })
    }

    /// The first column in which two rows differ.
    fn misfit(&self, other: &Self) -> Option<&'static str> {
        let fields = [
            ("position", self.position == other.position && self.side == other.side),
            ("player", self.player == other.player),
            ("opponent", self.opponent == other.opponent),
            ("id", self.id == other.id),
            ("split", self.split == other.split),
            ("ply", self.ply == other.ply),
            ("empties", self.empties == other.empties),
            ("moves", self.moves == other.moves),
            ("best", self.best == other.best),
            ("line", self.line == other.line),
            ("source", self.source == other.source),
            ("outcome", self == other),
        ];
        fields.into_iter().find(|(_, fits)| !fits).map(|(field, _)| field)
    }
}

/// Checks that the moves are those of the position, and that the values are possible with its labels and on its board.
fn check(record: &Record) -> Result<(), FormatError> {
    let position = record.position;
    let wrong = |why: &str| Err(FormatError::Record { position, why: why.to_owned() });
    if position.is_over() {
        return wrong("the game is over");
    }
    if !record.moves.iter().map(|label| label.chosen).eq(position.legal_moves()) {
        return wrong("the moves are not all legal ones in their order");
    }
    let values = || record.moves.iter().map(|label| label.value).chain([record.value]);
    match record.labels {
        Mode::Exact if values().any(|value| value.is_none()) => {
            return wrong("the labels are exact, and a value is missing");
        }
        Mode::Wld if values().any(|value| value.is_some()) => {
            return wrong("the labels are outcomes only, and there is a value");
        }
        Mode::Exact | Mode::Wld => {}
    }
    let board = position.board();
    match values().flatten().find(|value| value.discs().unsigned_abs() > board.squares()) {
        Some(value) => wrong(&format!("value {value:+} is impossible on board {board}")),
        None => Ok(()),
    }
}

impl RowMove {
    fn read(&self, position: &Position) -> Result<MoveLabel, FormatError> {
        let moves = parse_moves(position.board(), &self.chosen)
            .map_err(|error| bad("moves", &self.chosen, error.to_string()))?;
        let [chosen] = moves[..] else {
            return Err(bad("moves", &self.chosen, "it is not one move".to_owned()));
        };
        Ok(MoveLabel { chosen, value: self.value.map(Score::from), outcome: outcome(&self.outcome)? })
    }
}

fn outcome(name: &str) -> Result<Outcome, FormatError> {
    let all = [Outcome::Win, Outcome::Draw, Outcome::Loss];
    let found = all.into_iter().find(|outcome| outcome.name() == name);
    found.ok_or_else(|| bad("outcome", name, "it is win, draw or loss".to_owned()))
}

fn bad(field: &'static str, found: &str, why: String) -> FormatError {
    malformed(format!("{field} '{found}' cannot be read: {why}"))
}

/// A move's index in tables of moves: its square's bit number, or the number of squares for the pass, as OpenSpiel and pgx
/// number actions.
pub(crate) fn action(board: Board, chosen: Move) -> usize {
    match chosen {
        Move::Place(square) => usize::from(square),
        Move::Pass => board.squares() as usize,
    }
}

/// Kinds of labels by their names.
pub(crate) mod mode {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use solver::Mode;

    pub(crate) fn named(name: &str) -> Option<Mode> {
        [Mode::Wld, Mode::Exact].into_iter().find(|mode| mode.name() == name)
    }

    pub(crate) fn serialize<S: Serializer>(mode: &Mode, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(mode.name())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Mode, D::Error> {
        let name = String::deserialize(deserializer)?;
        let unknown = || D::Error::custom(format!("labels '{name}' are unknown: they are wld or exact"));
        named(&name).ok_or_else(unknown)
    }
}

/// Sets of squares as text: many readers of JSON and CSV lack 64-bit integers.
mod hexadecimal {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(bits: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&format!("0x{bits:016x}"))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digits = text.strip_prefix("0x").filter(|digits| digits.len() == 16);
        let bits = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
        bits.ok_or_else(|| D::Error::custom(format!("'{text}' is no 0x and 16 hexadecimal digits")))
    }
}
