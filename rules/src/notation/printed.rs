//! Boards as programs print them: letters above, numbers beside, and somewhere the side to move. This program, Edax,
//! Egaroucid and OpenSpiel print such boards.

use super::squares::{PositionError, arranged, disc, is_between};
use crate::board::Board;
use crate::discs::Side;
use crate::position::Position;

/// The number of columns, if a line begins with the letters above a board.
fn columns(line: &str) -> Option<u32> {
    let is_letter = |(index, symbol): (usize, char)| symbol.to_ascii_lowercase() == char::from(b'a' + index as u8);
    let symbols = || line.chars().filter(|symbol| !is_between(*symbol)).take(21).enumerate();
    let count = symbols().take_while(|&pair| is_letter(pair)).count();
    let parted = line.trim_start().chars().nth(1).is_some_and(is_between) || symbols().count() == count;
    (count >= 3 && parted).then_some(count as u32)
}

/// The squares of the row with this number, and what stands behind them.
fn row(line: &str, number: u32, cols: u32) -> Option<(String, &str)> {
    let rest = line.trim_start_matches(is_between).strip_prefix(&number.to_string())?;
    let mut squares = String::new();
    for (at, symbol) in rest.char_indices() {
        if is_between(symbol) {
            continue;
        }
        disc(symbol)?;
        squares.push(symbol);
        if squares.chars().count() == cols as usize {
            return Some((squares, &rest[at + symbol.len_utf8()..]));
        }
    }
    None
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

/// The side of a sentence such as `X to move`, `Black (x) to play:`, `side to move: white` or `White's turn`, or of a
/// single word.
pub(crate) fn side_to_move(text: &str) -> Option<Side> {
    let words: Vec<&str> = text
        .split_whitespace()
        .map(|word| word.trim_matches(['(', ')', ':', ',', ';', '.', '=']))
        .map(|word| word.strip_suffix("'s").unwrap_or(word))
        .filter(|word| !word.is_empty())
        .collect();
    if let [word] = words[..] {
        return side(word);
    }
    let is = |word: &str, names: &[&str]| names.iter().any(|name| word.eq_ignore_ascii_case(name));
    let at = (0..words.len()).find(|&at| match at.checked_sub(1) {
        Some(before) => is(words[before], &["to"]) && is(words[at], &["move", "play"]) || is(words[at], &["turn"]),
        None => is(words[at], &["turn", "side"]),
    })?;
    let begin = if at > 0 && is(words[at - 1], &["to"]) { at - 1 } else { at };
    let before = words[..begin].iter().rev().take(2).find_map(|word| side(word));
    before.or_else(|| words.get(at + 1).and_then(|word| side(word)))
}

/// A board that is printed from the first of these lines on, and how many lines it takes.
pub(crate) fn block(lines: &[(usize, &[u8])]) -> Option<(Result<Position, PositionError>, usize)> {
    let text = |index: usize| lines.get(index).and_then(|(_, line)| std::str::from_utf8(line).ok());
    // A line before it may name the side.
    let named = text(0).filter(|line| columns(line).is_none()).and_then(side_to_move);
    let above = usize::from(named.is_some());
    let heading = text(above)?;
    let cols = columns(heading)?;
    let (mut squares, mut sides) = (String::new(), vec![named, side_to_move(&beside(heading))]);
    let mut next = above + 1;
    let mut rows = 0;
    while let Some((cells, behind)) = text(next).and_then(|line| row(line, rows + 1, cols)) {
        rows += 1;
        next += 1;
        squares += &cells;
        let behind = behind.trim_start_matches(is_between);
        sides.push(side_to_move(behind.strip_prefix(&rows.to_string()).unwrap_or(behind)));
    }
    if text(next).and_then(columns) == Some(cols) && rows > 0 {
        sides.push(side_to_move(&beside(text(next)?)));
        next += 1;
    }
    let empty = (next..lines.len()).take_while(|&index| text(index).is_some_and(|line| line.trim().is_empty())).count();
    if sides.iter().all(Option::is_none)
        && let Some(found) = text(next + empty).and_then(side_to_move)
    {
        sides.push(Some(found));
        next += empty + 1;
    }
    sides.retain(Option::is_some);
    sides.dedup();
    let position = match (Board::new(rows, cols), &sides[..]) {
        (Ok(board), [Some(side)]) => arranged(board, &squares, *side),
        (Ok(_), _) => Err(PositionError::Printed),
        (Err(error), _) => Err(error.into()),
    };
    Some((position, next))
}

/// What stands behind the letters of a heading.
fn beside(heading: &str) -> String {
    heading.split_whitespace().skip_while(|word| word.chars().count() == 1).collect::<Vec<_>>().join(" ")
}

/// The board that a text prints, and nothing else.
pub(crate) fn whole(text: &str) -> Option<Result<Position, PositionError>> {
    let lines: Vec<(usize, &[u8])> = (1..).zip(text.lines().map(str::as_bytes)).collect();
    let begin = lines.iter().position(|(_, line)| !line.trim_ascii().is_empty())?;
    let (position, length) = block(&lines[begin..])?;
    let rest = &lines[begin + length..];
    rest.iter().all(|(_, line)| line.trim_ascii().is_empty()).then_some(position)
}
