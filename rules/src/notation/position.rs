//! Positions as text.

use std::borrow::Cow;
use std::str::FromStr;

use super::moves::begins_with_move;
use super::printed;
use super::squares::{PositionError, arranged, disc, is_between, named_board};
use crate::board::Board;
use crate::discs::Side;
use crate::position::Position;

impl Position {
    /// Reads a position on a board with [`parse_position`].
    ///
    /// # Errors
    /// A foreign character, a wrong number of squares, or a missing or unknown side.
    pub fn parse(board: Board, text: &str) -> Result<Self, PositionError> {
        parse_position(board, text)
    }
}

/// Reads `RxC BOARD SIDE`, a position that names its board.
impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        read_position(text, None)
    }
}

/// Reads `BOARD SIDE` or `SIDE BOARD`: the squares in row order and the side to move. White space, `/` and `|` between them
/// are ignored, unless they tell at which end the side stands, or show rows of another board.
///
/// # Errors
/// A foreign character, a wrong number of squares, rows of another board, a missing or unknown side, or two readings.
pub fn parse_position(board: Board, text: &str) -> Result<Position, PositionError> {
    // How a disc is to be drawn says nothing.
    let text = text.replace(['\u{fe0e}', '\u{fe0f}'], "");
    let (text, side) = named_side(text.trim_matches(is_between));
    let text = &*with_squares(board, text)?;
    if let Some(side) = side {
        return arranged(board, text, side);
    }
    let symbols: Vec<(usize, char)> = text.char_indices().filter(|&(_, symbol)| !is_between(symbol)).collect();
    let squares = board.squares() as usize;
    if symbols.len() != squares + 1 {
        let (squares, side) = split_side(text, squares);
        return placed(board, squares, side);
    }
    let behind = || {
        let (squares, side) = text.split_at(symbols[squares].0);
        placed(board, squares, side)
    };
    let front = || {
        let (side, squares) = text.split_at(symbols[1].0);
        placed(board, squares, side)
    };
    let gap = |pair: &[(usize, char)]| &text[pair[0].0 + pair[0].1.len_utf8()..pair[1].0];
    let gaps: Vec<&str> = symbols.windows(2).map(gap).collect();
    match (has_even_rows(board, &gaps[1..]), has_even_rows(board, &gaps[..squares - 1])) {
        (true, false) => front(),
        (false, true) => behind(),
        _ if matches!(disc(symbols[0].1), Some(Some(_))) => {
            let (behind, front) = (behind()?, front()?);
            if behind == front { Ok(behind) } else { Err(PositionError::Ambiguous { behind, front }) }
        }
        _ => behind(),
    }
}

/// The position with these squares and the side of a symbol.
fn placed(board: Board, squares: &str, side: &str) -> Result<Position, PositionError> {
    // What is wrong with the squares comes first.
    arranged(board, squares, Side::Black)?;
    let side = side.trim_matches(is_between);
    let mut symbols = side.chars().filter(|&symbol| !is_between(symbol));
    match (symbols.next().map(disc), symbols.next()) {
        (None, _) => Err(PositionError::NoSide),
        (Some(Some(Some(side))), None) => arranged(board, squares, side),
        _ => Err(PositionError::Side(side.to_owned())),
    }
}

/// The text without the side, if that is given by a word at either end, or as in `X to move`.
fn named_side(text: &str) -> (&str, Option<Side>) {
    let lower = text.to_ascii_lowercase();
    let sentence = ["to move", "to play"].into_iter().find_map(|end| lower.strip_suffix(end));
    let rest = sentence.map_or(text, |rest| text[..rest.len()].trim_end());
    if let Some((squares, word)) = rest.rsplit_once(is_between)
        && (sentence.is_some() || word.chars().nth(1).is_some())
        && let Some(side) = printed::side(word)
    {
        return (squares, Some(side));
    }
    match text.split_once(|symbol| is_between(symbol) || symbol == ':') {
        Some((word, squares)) if word.chars().nth(1).is_some() && printed::side(word).is_some() => {
            (squares, printed::side(word))
        }
        _ => (text, None),
    }
}

/// The text with symbols instead of digits. Digits are either all squares, as 0, 1 (Black) and 2 (White), or they are numbers
/// of empty squares, as in the first field of a FEN; then no empty square has a symbol.
fn with_squares(board: Board, text: &str) -> Result<Cow<'_, str>, PositionError> {
    let is_digit = |symbol: char| symbol.is_ascii_digit();
    let others = || text.chars().filter(|&symbol| !is_between(symbol) && !is_digit(symbol));
    if !text.contains(is_digit) || others().any(|symbol| disc(symbol) == Some(None)) {
        return Ok(Cow::Borrowed(text));
    }
    if others().count() <= 1 {
        if let Some(digit) = text.chars().find(|symbol| ('3'..='9').contains(symbol)) {
            return Err(PositionError::Digit(digit));
        }
        return Ok(Cow::Owned(text.replace('0', "-").replace('1', "X").replace('2', "O")));
    }
    let mut squares = String::new();
    let mut rest = text;
    while let Some(symbol) = rest.chars().next() {
        let behind = rest.trim_start_matches(is_digit);
        let number = &rest[..rest.len() - behind.len()];
        if number.is_empty() {
            squares.push(symbol);
            rest = &rest[symbol.len_utf8()..];
        } else {
            let empty = number.parse::<usize>().ok().filter(|&empty| (1..=64).contains(&empty));
            squares.push_str(&"-".repeat(empty.ok_or(PositionError::Digit(symbol))?));
            rest = behind;
        }
    }
    let field = squares.split_whitespace().find(|field| field.contains('/')).unwrap_or("").trim_matches('/');
    let rows: Vec<usize> = field.split('/').map(|row| row.chars().count()).collect();
    if field.is_empty() {
        return Ok(Cow::Owned(squares));
    }
    if rows.len() != board.rows() as usize {
        return Err(PositionError::Rows { found: rows.len(), board });
    }
    match rows.iter().position(|&found| found != board.cols() as usize) {
        Some(row) => Err(PositionError::Row { row: row + 1, found: rows[row], board }),
        None => Ok(Cow::Owned(squares)),
    }
}

/// Whether the same stands between all squares that are neighbours in a row. `gaps` is what stands between each square and
/// the next.
fn has_even_rows(board: Board, gaps: &[&str]) -> bool {
    gaps.chunks(board.cols() as usize).flat_map(|row| &row[..board.cols() as usize - 1]).all(|gap| *gap == gaps[0])
}

/// The squares and the side of a text that has not one symbol more than the board has squares, to say what is wrong with
/// it. The side is a symbol that stands alone at an end, or whatever stands there beside as many squares as there are.
fn split_side(text: &str, squares: usize) -> (&str, &str) {
    let count = |text: &str| text.chars().filter(|&symbol| !is_between(symbol)).count();
    let is_side = |part: &str, rest: &str| part.chars().nth(1).is_none() || count(rest) == squares;
    match (text.rsplit_once(is_between), text.split_once(is_between)) {
        // All squares stand apart, and no side is given.
        _ if count(text) == squares && text.split(is_between).all(|part| part.len() <= 1) => (text, ""),
        (Some((before, last)), _) if is_side(last, before) => (before, last),
        (_, Some((first, behind))) if is_side(first, behind) => (behind, first),
        _ => (text, ""),
    }
}

/// Reads `[RxC] BOARD SIDE` or `[RxC] SIDE BOARD`; without `RxC` the position is on `board`. What follows a `;` or a `%`, as
/// in OBF, is ignored.
///
/// # Errors
/// Neither the text nor `board` says which board, or something is wrong with the board, the squares or the side.
pub fn read_position(text: &str, board: Option<Board>) -> Result<Position, PositionError> {
    if let Some(printed) = printed::whole(text) {
        return printed;
    }
    let text = text.split([';', '%']).next().unwrap_or("");
    if begins_with_move(text) {
        return Err(PositionError::Moves(text.split_whitespace().next().unwrap_or("").chars().take(12).collect()));
    }
    let (board, squares) = match named_board(text) {
        Some((name, rest)) => (name.parse()?, rest),
        None => (board.ok_or(PositionError::NoBoard)?, text),
    };
    parse_position(board, squares)
}
