//! Boards as programs print them: letters above, numbers beside, and somewhere the side to move. This program, Edax,
//! Egaroucid and OpenSpiel print such boards.

use std::borrow::Cow;

use super::squares::{PositionError, arranged, disc, is_between, named_board};
use crate::board::Board;
use crate::discs::Side;
use crate::position::Position;

/// The most characters that a message quotes of a line.
const MOST_QUOTED: usize = 40;

/// The number of columns, and what stands behind their letters, if a line begins with the letters above a board.
fn columns(line: &str) -> Option<(u32, &str)> {
    let is_letter = |(index, symbol): (usize, char)| symbol.to_ascii_lowercase() == char::from(b'a' + index as u8);
    let symbols = || line.char_indices().filter(|(_, symbol)| !is_between(*symbol));
    let count = symbols().take(21).map(|(_, symbol)| symbol).enumerate().take_while(|&pair| is_letter(pair)).count();
    let rest = symbols().nth(count).map_or("", |(at, _)| &line[at..]);
    let parted = line.trim_start().chars().nth(1).is_some_and(is_between) || rest.is_empty();
    (count >= 3 && parted).then_some((count as u32, rest))
}

/// The squares of the row with this number, and the sides that are named behind them; `None` instead of these if the line
/// begins with the number but is no row of so many squares.
fn row(line: &str, number: u32, cols: u32) -> Option<(String, Option<Vec<Side>>)> {
    let number = number.to_string();
    let rest = line.trim_start_matches(is_between).strip_prefix(&number)?;
    // A longer number, a board's name, or a FEN.
    let is_name = || named_board(line).is_some_and(|(name, _)| name.parse::<Board>().is_ok());
    if rest.starts_with(|symbol: char| symbol.is_ascii_digit() || symbol == '/') || is_name() {
        return None;
    }
    let mut symbols = rest.char_indices().filter(|(_, symbol)| !is_between(*symbol));
    let squares: String = symbols.by_ref().take(cols as usize).map(|(_, symbol)| symbol).collect();
    let behind = symbols.next().map_or("", |(at, _)| &rest[at..]);
    let is_row = squares.chars().count() == cols as usize && squares.chars().all(|symbol| disc(symbol).is_some());
    let named = remark(behind.strip_prefix(&number).unwrap_or(behind)).filter(|_| is_row);
    Some((squares, named))
}

/// The sides that are named by what stands beside a board; `None` if it goes on with squares or letters of columns.
fn remark(text: &str) -> Option<Vec<Side>> {
    let is_cell = |word: &str| {
        let mut symbols = word.chars();
        symbols.all(|symbol| disc(symbol).is_some()) || word.len() == 1 && word.starts_with(char::is_alphabetic)
    };
    let named = sides(text);
    let mut words = text.split(is_between).filter(|word| !word.is_empty());
    let goes_on = words.next().is_some_and(is_cell) && (words.next().is_none_or(is_cell) || named.is_empty());
    (!goes_on).then_some(named)
}

/// The side that a word names.
pub(crate) fn side(word: &str) -> Option<Side> {
    let mut symbols = word.chars().filter(|symbol| !is_between(*symbol));
    match (symbols.next(), symbols.next()) {
        (Some(symbol), None) => disc(symbol)?,
        _ if word.eq_ignore_ascii_case("black") => Some(Side::Black),
        _ if word.eq_ignore_ascii_case("white") => Some(Side::White),
        _ => None,
    }
}

/// The sides that a text names for the next move: that of a single word, or those beside `to move`, `to play` and `turn`,
/// as in `X to move`, `Black (x) to play:`, `side to move: white` or `White's turn`. What a colon or an equals sign gives to
/// these words counts alone. A text with the squares of a position names the side of that one.
fn sides(text: &str) -> Vec<Side> {
    let is_square = |symbol| disc(symbol).is_some();
    let is_position = |word: &str| {
        word.len() > 8 && word.chars().all(is_square) && word.chars().any(|symbol| !word.starts_with(symbol))
    };
    if text.split_whitespace().any(is_position) {
        return Vec::new();
    }
    let text = text.replace([':', '='], " : ").replace([',', ';', '.'], " , ");
    let words: Vec<&str> = text
        .split_whitespace()
        .map(|word| word.trim_matches(['(', ')']))
        .map(|word| word.strip_suffix("'s").unwrap_or(word))
        .filter(|word| !word.is_empty())
        .collect();
    let mut proper = words.iter().filter(|word| !matches!(**word, ":" | ","));
    if let (Some(word), None) = (proper.next(), proper.next()) {
        return side(word).into_iter().collect();
    }
    let is = |at: usize, names: &[&str]| {
        words.get(at).is_some_and(|word| names.iter().any(|name| word.eq_ignore_ascii_case(name)))
    };
    let mut found = Vec::new();
    for at in 0..words.len() {
        let begin = if at > 0 && is(at - 1, &["to"]) { at - 1 } else { at };
        if !(is(at, &["turn"]) || at == 0 && is(0, &["side"]) || begin < at && is(at, &["move", "play"])) {
            continue;
        }
        let is_given = is(at + 1, &[":"]);
        let behind = words.get(at + 1 + usize::from(is_given)).and_then(|word| side(word));
        // A number belongs to the side before it.
        let before =
            words[..begin].iter().rev().take(2).take_while(|word| !word.starts_with(|s: char| s.is_ascii_digit()));
        let before = before.filter(|_| !(is_given && behind.is_some())).find_map(|word| side(word));
        found.extend(before.into_iter().chain(behind));
    }
    found
}

/// A line without its comment. Bytes that are no text become a symbol that is no square.
fn text<'a>(lines: &[(usize, &'a [u8])], index: usize) -> Option<Cow<'a, str>> {
    let line = lines.get(index)?.1;
    Some(String::from_utf8_lossy(line.split(|byte| b"#;%".contains(byte)).next().unwrap_or(line)))
}

/// How many lines from an index on are empty but for comments.
fn empty(lines: &[(usize, &[u8])], begin: usize) -> usize {
    (begin..lines.len()).take_while(|&index| text(lines, index).is_some_and(|line| line.trim().is_empty())).count()
}

/// A board that is printed from the first of these lines on, and how many lines it takes.
pub(crate) fn block(lines: &[(usize, &[u8])]) -> Option<(Result<Position, PositionError>, usize)> {
    let text = |index: usize| text(lines, index);
    // A line before it may name the side.
    let above = usize::from(columns(&text(0)?).is_none());
    let heading = text(above)?;
    let (cols, beside) = columns(&heading)?;
    let mut named = if above > 0 { sides(&text(0)?) } else { Vec::new() };
    if above > 0 && named.is_empty() {
        return None;
    }
    let mut foreign = None;
    let mut note = |line: &str, remark: Option<Vec<Side>>| match remark {
        Some(sides) => named.extend(sides),
        None => _ = foreign.get_or_insert_with(|| line.trim().chars().take(MOST_QUOTED).collect()),
    };
    note(&heading, remark(beside));
    let (mut squares, mut next, mut rows) = (String::new(), above + 1, 0);
    loop {
        let at = next + empty(lines, next);
        let Some(line) = text(at) else { break };
        let Some((cells, beside)) = row(&line, rows + 1, cols) else { break };
        (next, rows) = (at + 1, rows + 1);
        squares += &cells;
        note(&line, beside);
    }
    // The letters may stand below, too, if they do not begin the next board.
    let begins = |index: usize| text(index).is_some_and(|line| row(&line, 1, cols).is_some());
    if let Some(line) = text(next).filter(|_| rows > 0 && !begins(next + 1))
        && let Some((_, beside)) = columns(&line).filter(|(count, _)| *count == cols)
    {
        note(&line, remark(beside));
        next += 1;
    }
    if named.is_empty() {
        let at = next + empty(lines, next);
        let below = text(at).map_or_else(Vec::new, |line| sides(&line));
        if !below.is_empty() {
            // Behind an empty line and above another board it may belong to either.
            let is_shared = at > next && text(at + 1).is_some_and(|line| columns(&line).is_some());
            named = if is_shared { vec![Side::Black, Side::White] } else { below };
            next = at + 1;
        }
    }
    named.dedup();
    let position = match (foreign, Board::new(rows, cols), &named[..]) {
        (Some(line), ..) => Err(PositionError::Line { line, cols }),
        (_, Ok(board), [side]) => arranged(board, &squares, *side),
        (_, Ok(_), _) => Err(PositionError::Printed),
        (_, Err(error), _) => Err(error.into()),
    };
    Some((position, next))
}

/// The board that a text prints, and nothing else.
pub(crate) fn whole(text: &str) -> Option<Result<Position, PositionError>> {
    let lines: Vec<(usize, &[u8])> = (1..).zip(text.lines().map(str::as_bytes)).collect();
    let begin = empty(&lines, 0);
    let (position, length) = block(&lines[begin..])?;
    let end = begin + length;
    (end + empty(&lines, end) == lines.len()).then_some(position)
}
