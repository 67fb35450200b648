//! Reading positions and games from other sources.

use std::path::Path;

use solver::notation::{MovesError, add_passes};
use solver::obf::{self, without_byte_order_mark};
use solver::{Board, Geometry, Move, Position, Start, rules};
use thiserror::Error;

use crate::sources::Span;

pub mod ggf;
pub mod plain;
pub mod wthor;

/// A position, or all positions of a game from its start to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// One position.
    Position(Position),
    /// The positions of a game, in order.
    Game(Vec<Position>),
}

/// What is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place} {number}: {message}")]
pub struct ReadError {
    /// `line`, or `game` in a file without lines.
    pub place: &'static str,
    /// Its number, from 1.
    pub number: usize,
    /// One sentence.
    pub message: String,
}

impl ReadError {
    pub(crate) fn line(number: usize, message: impl Into<String>) -> Self {
        Self { place: "line", number, message: message.into() }
    }
}

/// Kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Positions with scores, as Edax writes them.
    Obf,
    /// Games in the Generic Game Format.
    Ggf,
    /// Games in WTHOR's binary format.
    Wthor,
    /// A position or the moves of a game on each line.
    Plain,
}

impl Kind {
    /// The kind by the file's extension: `.obf`, `.ggf`, `.wtb`; any other is [`Kind::Plain`].
    #[must_use]
    pub fn of(path: &Path) -> Self {
        let extension = path.extension().map(|extension| extension.to_ascii_lowercase());
        match extension.as_deref().and_then(|extension| extension.to_str()) {
            Some("obf") => Self::Obf,
            Some("ggf") => Self::Ggf,
            Some("wtb") => Self::Wthor,
            _ => Self::Plain,
        }
    }

    /// Reads a file's bytes. Everything must be on `board`; games that give no start position begin with `start`.
    ///
    /// # Errors
    /// The first line or game that is malformed or on another board.
    pub fn read(self, bytes: &[u8], board: Board, start: Start) -> Result<Vec<Entry>, ReadError> {
        match self {
            Self::Wthor => wthor::read(bytes, board),
            Self::Ggf => ggf::read(bytes, board),
            Self::Obf => by_line(bytes, |line| {
                let read = obf::read_line(line, board).map_err(|error| error.to_string())?;
                read.map(|(position, _)| on_board(Entry::Position(position), board)).transpose()
            }),
            Self::Plain => plain::read(bytes, Position::start(board, start)),
        }
    }
}

/// The entry, if it is on the board.
fn on_board(entry: Entry, board: Board) -> Result<Entry, String> {
    let found = match &entry {
        Entry::Position(position) => position.board(),
        Entry::Game(positions) => positions[0].board(),
    };
    if found == board { Ok(entry) } else { Err(format!("it is on board {found}, {board} is wanted")) }
}

/// Reads each line on its own.
fn by_line(bytes: &[u8], read: impl Fn(&[u8]) -> Result<Option<Entry>, String>) -> Result<Vec<Entry>, ReadError> {
    let entries = lines(bytes)
        .filter_map(|(number, line)| read(line).map_err(|message| ReadError::line(number, message)).transpose());
    entries.collect()
}

/// The lines with their numbers, from 1.
fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    (1..).zip(without_byte_order_mark(bytes).split(|&byte| byte == b'\n'))
}

/// The positions of a game from `start`. Inserts omitted passes where the rules leave no other move.
///
/// # Errors
/// The first illegal move.
pub(crate) fn play(start: Position, moves: &[Move]) -> Result<Vec<Position>, MovesError> {
    let mut positions = vec![start];
    for chosen in add_passes(start, moves)? {
        positions.push(positions[positions.len() - 1].play(chosen).expect("a legal move"));
    }
    Ok(positions)
}

/// The positions within a span of empty squares, in the order of the file. From games, only those in which the side to move
/// has a square to play on.
#[must_use]
pub fn positions(entries: &[Entry], span: Option<Span>) -> Vec<Position> {
    let is_wanted = |position: &Position| span.is_none_or(|span| span.contains(position.empties()));
    let mut wanted = Vec::new();
    for entry in entries {
        match entry {
            Entry::Position(position) => wanted.extend(Some(*position).filter(is_wanted)),
            Entry::Game(positions) => {
                let geometry = Geometry::new(positions[0].board());
                let has_choice = |position: &&Position| rules::mobility(&geometry, position.discs()) != 0;
                wanted.extend(positions.iter().filter(has_choice).copied().filter(is_wanted));
            }
        }
    }
    wanted
}
