//! Games and positions as people keep them: [`solver::read`] has the forms.

use serde::{Deserialize, Serialize};
use solver::notation::line_text;
use solver::read::{self, Fault, Game};
use solver::{Move, Position, PositionError, Score, Side, Start};
use utoipa::ToSchema;

use crate::lookup::View;
use crate::question::{NO_BOARD, PositionQuery, Setup};

/// Stands for a player without a name.
const NOBODY: &str = "?";
/// A text to read.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TextQuery {
    /// Games in GGF, SGF or PGN, or on each line a position (OBF: `[RxC] BOARD SIDE; MOVE:SCORE …`) or the moves of a game.
    text: String,
    /// Board of the moves, and of positions that do not name one: ROWSxCOLUMNS.
    board: Option<String>,
    /// The start of the moves: othello (the default), reversi or reversi-rows.
    start: Option<String>,
    /// The first position of the moves, if it is not a start.
    position: Option<String>,
}

/// A game, or a position without moves.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FoundRecord {
    /// Who played it; null if the text does not say.
    title: Option<String>,
    /// ROWSxCOLUMNS.
    board: String,
    /// Name of the start; null if the first position is not a start.
    start: Option<&'static str>,
    /// The first position; null if it is a start.
    position: Option<String>,
    /// The moves in one text, passes included.
    moves: String,
}

/// Everything found in a text.
#[derive(Debug, Serialize, ToSchema)]
pub struct TextRecord {
    /// Games and positions in the order of the text; at least one.
    found: Vec<FoundRecord>,
    /// What is neither, each in a sentence with its place.
    faults: Vec<String>,
}

/// A game in GGF.
#[must_use]
pub fn game_ggf(setup: &Setup) -> String {
    let Setup { base, moves, position, scoring, .. } = setup;
    let for_black = |score: Score| if position.side() == Side::Black { score } else { -score };
    let black_score = position.final_score(*scoring).map(for_black);
    let players = [NOBODY, NOBODY].map(str::to_owned);
    Game { moves: moves.clone(), players, ..Game::of(*base) }.ggf("solve", black_score)
}

/// A position with the known values of its moves in OBF.
#[must_use]
pub fn position_obf(setup: &Setup, known: &View) -> String {
    let board = setup.position.board();
    let mut line = format!("{board} {};", setup.position.without_board());
    for one in &known.moves {
        if let (Move::Place(_), Some(score)) = (one.chosen, one.bounds.exact()) {
            line += &format!(" {}:{score:+};", one.chosen.display(board));
        }
    }
    line + "\n"
}

impl TextQuery {
    /// What the text holds.
    ///
    /// # Errors
    /// It holds nothing readable, or something unreadable.
    pub fn read(&self) -> Result<TextRecord, String> {
        let first = if self.board.is_none() && self.position.is_none() { None } else { Some(self.origin()?.base) };
        let (good, bad): (Vec<_>, Vec<_>) =
            read::games(self.text.as_bytes(), first).into_iter().partition(Result::is_ok);
        let found: Vec<FoundRecord> = good.into_iter().flatten().map(|game| FoundRecord::of(&game)).collect();
        let is_one_line = !self.text.trim().contains('\n');
        let told = |fault: Fault| {
            if fault.why == PositionError::NoBoard.to_string() {
                NO_BOARD.to_owned()
            } else if is_one_line && fault.game.is_none() {
                fault.why
            } else {
                fault.to_string()
            }
        };
        let faults: Vec<String> = bad.into_iter().filter_map(Result::err).map(told).collect();
        match (found.is_empty(), faults.first()) {
            (true, Some(fault)) => Err(fault.clone()),
            (true, None) => Err("the text holds no game and no position".to_owned()),
            _ => Ok(TextRecord { found, faults }),
        }
    }

    /// Where moves begin.
    fn origin(&self) -> Result<Setup, String> {
        let (board, start, position) = (self.board.clone(), self.start.clone(), self.position.clone());
        let query = PositionQuery { board, start, position, ..PositionQuery::default() };
        query.setup()
    }
}

/// The start that a position equals, if any.
fn start_of(position: Position) -> Option<Start> {
    Start::ALL.into_iter().find(|&start| Position::start(position.board(), start) == position)
}

impl FoundRecord {
    fn of(game: &Game) -> Self {
        let (board, start) = (game.start.board(), start_of(game.start));
        let is_named = game.players.iter().any(|name| !name.is_empty() && name != NOBODY);
        Self {
            title: is_named.then(|| game.players.join(" – ")),
            board: board.to_string(),
            start: start.map(Start::name),
            position: start.is_none().then(|| game.start.without_board().to_string()),
            moves: line_text(board, &game.moves),
        }
    }
}
