//! A whole game: what is known about each of its positions.

use serde::Serialize;
use solver::notation::{line_text, play_moves};
use solver::{Position, Start};
use utoipa::ToSchema;

use crate::lookup::{Books, Subject};
use crate::question::Setup;
use crate::records::{DiscsRecord, ValueRecord};
use crate::words;

/// A position of a game.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlyRecord {
    /// The move that led here; null for the first position.
    #[serde(rename = "move")]
    chosen: Option<String>,
    /// The squares in row order and the side to move.
    position: String,
    /// Side to move: X (Black) or O (White).
    #[schema(schema_with = words::side)]
    side: char,
    /// Discs on the board.
    discs: DiscsRecord,
    /// Value of the position.
    #[serde(flatten)]
    value: ValueRecord,
}

/// A game.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameRecord {
    /// ROWSxCOLUMNS.
    board: String,
    /// Name of the start; null if the first position was given by its squares.
    start: Option<&'static str>,
    /// Who gets the empties.
    #[schema(schema_with = words::scoring)]
    scoring: &'static str,
    /// The moves in one text.
    moves: String,
    /// The first position and the one after each move.
    plies: Vec<PlyRecord>,
}

impl GameRecord {
    /// What the books know about a game.
    ///
    /// # Errors
    /// The position about which a table says something false.
    ///
    /// # Panics
    /// If the moves of the game cannot be played, which [`Setup`] excludes.
    pub fn of(books: &Books, setup: &Setup) -> Result<Self, Position> {
        let board = setup.base.board();
        let table = books.table(board, setup.scoring);
        let mut position = setup.base;
        let mut plies = Vec::with_capacity(setup.moves.len() + 1);
        for ply in 0..=setup.moves.len() {
            let chosen = ply.checked_sub(1).map(|before| setup.moves[before]);
            if let Some(chosen) = chosen {
                position = play_moves(position, &[chosen]).expect("they were legal");
            }
            let (known, _) = books.moves(&table, &Subject { position, scoring: setup.scoring });
            if known.bounds.contradict() {
                return Err(position);
            }
            plies.push(PlyRecord {
                chosen: chosen.map(|chosen| chosen.display(board).to_string()),
                position: position.without_board().to_string(),
                side: position.side().symbol(),
                discs: DiscsRecord::of(&position),
                value: ValueRecord::of(known.bounds, known.basis),
            });
        }
        Ok(Self {
            board: board.to_string(),
            start: setup.start.map(Start::name),
            scoring: setup.scoring.name(),
            moves: line_text(board, &setup.moves),
            plies,
        })
    }
}
