//! Tables with commas and a header, one game or position a row.

use super::{Fault, Game, line};
use crate::board::{Board, BoardError};
use crate::notation::{PositionError, begins_with_move, named_board, printed};
use crate::position::Position;
use crate::start::Start;

/// Columns of moves by their names in lower case. The first that a header has is read.
const MOVES: [&str; 4] = ["game_moves", "moves", "transcript", "game"];
/// Columns of positions, from which the moves are played.
const POSITIONS: [&str; 4] = ["position", "board", "obf", "fen"];

/// Reads lines that are such a table; `None` if they are none.
pub(super) fn read(lines: &[(usize, &[u8])], first: Option<Position>) -> Option<Vec<Result<Game, Fault>>> {
    let is_empty = |line: &[u8]| line.trim_ascii().is_empty() || line.starts_with(b"#");
    let mut rows = lines.iter().copied().filter(|(_, line)| !is_empty(line));
    let (number, header) = rows.next()?;
    let header = std::str::from_utf8(header).ok()?;
    let names: Vec<String> = fields(header)?.iter().map(|name| name.trim().to_ascii_lowercase()).collect();
    let is_name = |name: &String| {
        name.starts_with(|first: char| first.is_ascii_alphabetic()) && !begins_with_move(name) && !name.contains(':')
    };
    if names.len() < 2 || header.contains(';') || !names.iter().all(is_name) {
        return None;
    }
    let fault = |number, why| Err(Fault { line: Some(number), game: None, why });
    if !names.iter().any(|name| MOVES.iter().chain(&POSITIONS).any(|wanted| name == wanted)) {
        let is_row = |(_, row): (usize, &[u8])| {
            std::str::from_utf8(row).ok().and_then(fields).is_some_and(|row| row.len() == names.len())
        };
        if names.iter().any(|name| name.contains(char::is_whitespace)) || !rows.next().is_none_or(is_row) {
            return None;
        }
        let wanted = [MOVES, POSITIONS].concat().join(", ");
        return Some(vec![fault(
            number,
            format!("the header has no column of games or positions: {wanted} is needed"),
        )]);
    }
    let read = [&MOVES[..], &POSITIONS, &["rows", "cols", "start", "side"]].concat();
    if let Some(name) = read.iter().find(|&&wanted| names.iter().filter(|name| *name == wanted).count() > 1) {
        return Some(vec![fault(number, format!("the header has two columns {name}"))]);
    }
    let row = |(number, row): (usize, &[u8])| {
        let Ok(text) = std::str::from_utf8(row) else { return fault(number, "the line is not UTF-8 text".to_owned()) };
        match fields(text) {
            None => fault(number, "a quote is open at the end of the line".to_owned()),
            Some(fields) if fields.len() != names.len() => {
                fault(number, format!("{} columns, but the header has {}", fields.len(), names.len()))
            }
            Some(fields) => match one(&names, &fields, first) {
                Ok(game) => Ok(Game { line: number, ..game }),
                Err(why) => fault(number, why),
            },
        }
    };
    Some(rows.map(row).collect())
}

/// Reads a row: moves, a position, or moves from a position. `rows` and `cols`, or `RxC` as `board`, name the board, `start` the
/// start, and `side` is that of the position.
fn one(names: &[String], fields: &[String], first: Option<Position>) -> Result<Game, String> {
    let field = |wanted: &str| names.iter().position(|name| name == wanted).map(|column| &*fields[column]);
    let shape = field("rows").zip(field("cols")).map(|(rows, cols)| format!("{rows}x{cols}"));
    let is_shape = |text: &str| named_board(text).is_some_and(|(_, rest)| rest.trim().is_empty());
    let shapes = [shape, field("board").filter(|text| is_shape(text)).map(str::to_owned)];
    let shapes = shapes.iter().flatten().map(|text| text.trim().parse().map_err(|error: BoardError| error.to_string()));
    let shapes = shapes.collect::<Result<Vec<Board>, String>>()?;
    if shapes.windows(2).any(|pair| pair[0] != pair[1]) {
        return Err(PositionError::OtherBoard { found: shapes[1], board: shapes[0] }.to_string());
    }
    let shape = shapes.first().copied().or(first.map(|first| first.board()));
    // Other tables may have times in a column of this name.
    let start = field("start").and_then(|name| name.trim().parse::<Start>().ok());
    let first = match (shape, start) {
        (Some(board), Some(start)) => Some(Position::start(board, start)),
        (Some(board), None) => Some(start_on(board, first)?),
        (None, _) => None,
    };
    let column = |wanted: &[&str]| wanted.iter().filter_map(|name| field(name)).find(|text| !is_shape(text));
    let is_label = |word: &str| word.contains(':');
    let game = match (column(&POSITIONS), column(&MOVES).unwrap_or("")) {
        // The labels of a problem set are no game.
        (Some(position), moves) if moves.split_whitespace().all(is_label) => line::one(position, first, None)?,
        (Some(position), moves) if begins_with_move(moves) => match line::one(position, first, None)? {
            Some(base) => line::one(moves, first, Some(&Ok(base)))?,
            None => None,
        },
        (Some(_), moves) => return Err(format!("'{moves}' is no list of moves from the position")),
        (None, moves) => line::one(moves, first, None)?,
    };
    let game = game.ok_or("the column of the game or position is empty")?;
    let side = field("side").filter(|_| column(&POSITIONS).is_some()).and_then(|text| printed::side(text.trim()));
    if side.is_some_and(|side| side != game.start.side()) {
        return Err(format!("the side of the position is {}, and its column says another", game.start.side().symbol()));
    }
    match first.filter(|first| !shapes.is_empty() && first.board() != game.start.board()) {
        Some(first) => Err(PositionError::OtherBoard { found: game.start.board(), board: first.board() }.to_string()),
        None => Ok(game),
    }
}

/// The start on a board that a row names, of the same name as `first`.
fn start_on(board: Board, first: Option<Position>) -> Result<Position, String> {
    let is_first = |start: &Start| first.is_none_or(|first| Position::start(first.board(), *start) == first);
    match (first, Start::ALL.into_iter().find(is_first)) {
        (Some(first), _) if first.board() == board => Ok(first),
        (_, Some(start)) => Ok(Position::start(board, start)),
        _ => Err(format!("board {board} has no such start")),
    }
}

/// The fields of a row; quotes may stand around a field that has commas. `None` if one is open at the end.
fn fields(row: &str) -> Option<Vec<String>> {
    let (mut fields, mut is_quoted) = (vec![String::new()], false);
    for symbol in row.trim().chars() {
        match symbol {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(String::new()),
            _ => fields.last_mut().expect("there is one").push(symbol),
        }
    }
    (!is_quoted).then_some(fields)
}
