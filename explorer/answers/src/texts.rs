//! Games and positions as people keep them: moves, GGF, OBF.

use serde::{Deserialize, Serialize};
use solver::notation::{base_of_moves, begins_with_move, named_board, read_moves};
use solver::{Board, Move, Position, Score, Side, Start, ggf, obf};
use utoipa::ToSchema;

use crate::lookup::View;
use crate::question::{PositionQuery, Setup, Wrong};
use crate::records::joined;

/// Stands for a player without a name.
const NOBODY: &str = "?";
/// The symbols that the squares of a position may begin with.
const SQUARE_SYMBOLS: &[char] = &['X', 'O', '-', '*', 'B', 'b', 'x', 'W', 'w', 'o', '.', '|', '/'];
/// The most characters that an error message quotes of a text.
const MOST_QUOTED: usize = 20;

/// A text to read.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TextQuery {
    /// Games in GGF, or on each line a position (OBF: `[RxC] BOARD SIDE; MOVE:SCORE …`) or the moves of a game.
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
}

/// A game in GGF.
#[must_use]
pub fn game_ggf(setup: &Setup) -> String {
    let Setup { base, moves, position, scoring, .. } = setup;
    let for_black = |score: Score| if position.side() == Side::Black { score } else { -score };
    let black_score = position.final_score(*scoring).map(for_black);
    ggf::Game { place: "solve", black: NOBODY, white: NOBODY, start: *base, moves, black_score }.text()
}

/// A position with the known values of its moves in OBF.
#[must_use]
pub fn position_obf(setup: &Setup, known: &View) -> String {
    let board = setup.position.board();
    let mut line = format!("{board} {};", setup.position);
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
    pub fn read(&self) -> Result<TextRecord, Wrong> {
        self.found().map(|found| TextRecord { found }).map_err(Wrong)
    }

    fn found(&self) -> Result<Vec<FoundRecord>, String> {
        let text = self.text.strip_prefix('\u{feff}').unwrap_or(&self.text);
        if text.contains("(;") {
            let games = ggf::read(text).map_err(|error| error.to_string())?;
            return Ok(games.into_iter().map(of_ggf).collect());
        }
        let lines: Vec<(usize, &str)> = text
            .lines()
            .enumerate()
            .map(|(index, line)| (index + 1, line.split(['#', '%']).next().unwrap_or("").trim()))
            .filter(|(_, line)| !line.is_empty())
            .collect();
        match lines[..] {
            [] => return Err("the text holds no game and no position".to_owned()),
            [(_, line)] => return Ok(vec![self.line(line, None)?.record()]),
            _ => {}
        }
        // A game or a position may span several lines.
        let whole = lines.iter().map(|&(_, line)| line).collect::<Vec<_>>().join(" ");
        match (self.line(&whole, None), self.apart(&lines)) {
            (Ok(_), Ok(several)) => Err(format!(
                "the lines are one game, {whole}, or {} games; put each game on one line, or number its moves",
                several.len()
            )),
            (Ok(one), Err(_)) => Ok(vec![one.record()]),
            (Err(_), several) => several.map(|several| several.iter().map(Line::record).collect()),
        }
    }

    /// Reads each line on its own. Moves behind a position are a game from it.
    fn apart(&self, lines: &[(usize, &str)]) -> Result<Vec<Line>, String> {
        let mut found: Vec<Line> = Vec::new();
        for &(number, line) in lines {
            let read = self.line(line, found.last()).map_err(|error| format!("line {number}: {error}"))?;
            if read.moves.is_some() {
                found.pop_if(|before| before.moves.is_none());
            }
            found.push(read);
        }
        Ok(found)
    }

    /// Reads a line behind `before`: a position, or moves.
    fn line(&self, line: &str, before: Option<&Line>) -> Result<Line, String> {
        if begins_with_move(line) {
            let before = before.map(|before| (before.base, before.moves.is_some()));
            let start = match before {
                Some((position, false)) => position,
                _ => self.origin()?.base,
            };
            let base = base_of_moves(start, before).map_err(|error| error.to_string())?;
            let moves = read_moves(base, line).map_err(|error| error.to_string())?;
            return Ok(Line { base, moves: Some(moves) });
        }
        let board = match named_board(line) {
            Some((name, _)) => name.parse::<Board>().map_err(|error| error.to_string())?,
            None if !line.starts_with(SQUARE_SYMBOLS) => return Err(unreadable(line)),
            None => self.origin()?.base.board(),
        };
        let read = obf::read_line(line.as_bytes(), board).map_err(|error| error.to_string())?;
        let (base, _) = read.ok_or("the text holds no game and no position")?;
        Ok(Line { base, moves: None })
    }

    /// Where moves begin.
    fn origin(&self) -> Result<Setup, String> {
        let (board, start, position) = (self.board.clone(), self.start.clone(), self.position.clone());
        let query = PositionQuery { board, start, position, ..PositionQuery::default() };
        query.setup().map_err(|error| error.to_string())
    }
}

/// A position, and the moves from it if a line has moves.
struct Line {
    base: Position,
    moves: Option<Vec<Move>>,
}

impl Line {
    fn record(&self) -> FoundRecord {
        FoundRecord::of(None, self.base, self.moves.as_deref().unwrap_or_default())
    }
}

/// The error message for a line that begins like nothing readable.
fn unreadable(line: &str) -> String {
    let word: String = line.split_whitespace().next().unwrap_or_default().chars().take(MOST_QUOTED).collect();
    format!(
        "'{word}' begins neither moves, such as c4e3, nor a position, whose squares are X, O and -; GGF and OBF are read too"
    )
}

/// The start that a position equals, if any.
fn start_of(position: Position) -> Option<Start> {
    Start::ALL.into_iter().find(|&start| Position::start(position.board(), start) == position)
}

fn of_ggf(game: ggf::Played) -> FoundRecord {
    let ggf::Played { black, white, start, moves, .. } = game;
    let is_named = [&black, &white].iter().any(|name| !name.is_empty() && *name != NOBODY);
    FoundRecord::of(is_named.then(|| format!("{black} – {white}")), start, &moves)
}

impl FoundRecord {
    fn of(title: Option<String>, base: Position, moves: &[Move]) -> Self {
        let (board, start) = (base.board(), start_of(base));
        Self {
            title,
            board: board.to_string(),
            start: start.map(Start::name),
            position: start.is_none().then(|| base.to_string()),
            moves: joined(board, moves),
        }
    }
}
