//! Tables with commas and a header, one game or position a row.

use super::{Fault, Game, line};
use crate::notation::begins_with_move;
use crate::position::Position;

/// Columns that hold moves or a position, by their names in lower case. The first that a header has is read.
const COLUMNS: [&str; 8] = ["game_moves", "moves", "transcript", "game", "position", "board", "obf", "fen"];

/// Reads lines that are such a table; `None` if they are none.
pub(super) fn read(lines: &[(usize, &[u8])], first: Option<Position>) -> Option<Vec<Result<Game, Fault>>> {
    let is_empty = |line: &[u8]| line.trim_ascii().is_empty() || line.starts_with(b"#");
    let mut rows = lines.iter().copied().filter(|(_, line)| !is_empty(line));
    let (number, header) = rows.next()?;
    let header = std::str::from_utf8(header).ok()?;
    let names: Vec<String> = fields(header).iter().map(|name| name.trim().to_ascii_lowercase()).collect();
    let is_name = |name: &String| {
        name.starts_with(|first: char| first.is_ascii_alphabetic()) && !begins_with_move(name) && !name.contains(':')
    };
    if names.len() < 2 || header.contains(';') || !names.iter().all(is_name) {
        return None;
    }
    let fault = |number, why| Err(Fault { line: Some(number), game: None, why });
    let Some(column) = COLUMNS.iter().find_map(|wanted| names.iter().position(|name| name == wanted)) else {
        if names.iter().any(|name| name.contains(char::is_whitespace)) {
            return None;
        }
        let why = format!("the header has no column of games or positions: {} is needed", COLUMNS.join(", "));
        return Some(vec![fault(number, why)]);
    };
    let row = |(number, row): (usize, &[u8])| {
        let Ok(text) = std::str::from_utf8(row) else { return fault(number, "the line is not UTF-8 text".to_owned()) };
        let fields = fields(text);
        let Some(field) = fields.get(column) else {
            return fault(
                number,
                format!("{} columns, but {} is the column {}", fields.len(), names[column], column + 1),
            );
        };
        match line::one(field, first, None) {
            Ok(Some(game)) => Ok(Game { line: number, ..game }),
            Ok(None) => fault(number, format!("column {} is empty", names[column])),
            Err(why) => fault(number, why),
        }
    };
    Some(rows.map(row).collect())
}

/// The fields of a row; quotes may stand around a field that has commas.
fn fields(row: &str) -> Vec<String> {
    let (mut fields, mut is_quoted) = (vec![String::new()], false);
    for symbol in row.trim().chars() {
        match symbol {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(String::new()),
            _ => fields.last_mut().expect("there is one").push(symbol),
        }
    }
    fields
}
