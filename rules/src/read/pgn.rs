//! PGN: tags in brackets, then numbered moves and the result.

use super::{Fault, Game};
use crate::notation::{PositionError, read_moves, read_position};
use crate::position::Position;

/// The line on which a game begins, its tags, and its moves.
type Raw<'a> = (usize, Vec<(&'a str, &'a str)>, String);

/// The name and value of a line `[Name "value"]`.
fn tag(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.trim().strip_prefix('[')?.strip_suffix(']')?.split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    name.bytes().all(|byte| byte.is_ascii_alphanumeric()).then_some((name, value))
}

/// Whether a text begins with a tag.
pub(super) fn is_meant(text: &str) -> bool {
    text.lines().find(|line| !line.trim().is_empty()).is_some_and(|line| tag(line).is_some())
}

/// Reads all games of a text.
pub(super) fn read(text: &str, first: Option<Position>) -> Vec<Result<Game, Fault>> {
    let mut games: Vec<Raw<'_>> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        match (tag(line), games.last_mut()) {
            (Some(tag), Some((_, tags, moves))) if without_comments(moves).is_ok_and(|text| text.trim().is_empty()) => {
                moves.clear();
                tags.push(tag);
            }
            (Some(tag), _) => games.push((number, vec![tag], String::new())),
            (None, Some((_, _, moves))) => *moves += &format!("{line}\n"),
            (None, None) => {}
        }
    }
    let read = |(index, (line, tags, moves)): (usize, Raw<'_>)| match one(&tags, &moves, first) {
        Ok(game) => Ok(Game { line, ..game }),
        Err(why) => Err(Fault { line: Some(line), game: Some(index + 1), why }),
    };
    games.into_iter().enumerate().map(read).collect()
}

fn one(tags: &[(&str, &str)], moves: &str, first: Option<Position>) -> Result<Game, String> {
    let value = |wanted: &str| tags.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted)).map(|&(_, value)| value);
    let positions =
        tags.iter().filter(|(name, _)| ["FEN", "Position"].iter().any(|one| name.eq_ignore_ascii_case(one)));
    if positions.clone().count() > 1 {
        return Err("the game has two first positions".to_owned());
    }
    let start = match positions.map(|&(_, value)| value).next() {
        Some(text) => read_position(text, first.map(|first| first.board())).map_err(|error| error.to_string())?,
        None => first.ok_or_else(|| PositionError::NoBoard.to_string())?,
    };
    let mut text = without_comments(moves)?;
    for result in ["1-0", "0-1", "1/2-1/2", "*"] {
        text = text.trim_end().strip_suffix(result).unwrap_or(text.trim_end()).to_owned();
    }
    let players = ["Black", "White"].map(|name| value(name).unwrap_or_default().to_owned());
    let moves = read_moves(start, &text).map_err(|error| error.to_string())?;
    Ok(Game { moves, players, ..Game::of(start) })
}

/// The moves without what stands in braces, or from a `;` to the end of its line.
fn without_comments(moves: &str) -> Result<String, String> {
    let mut text = String::new();
    let mut rest = moves;
    while let Some(begin) = rest.find(['{', ';']) {
        let (before, comment) = rest.split_at(begin);
        text = text + before + " ";
        rest = match comment.strip_prefix('{') {
            Some(comment) => comment.split_once('}').ok_or("a comment has no }")?.1,
            None => comment.split_once('\n').map_or("", |(_, rest)| rest),
        };
    }
    Ok(text + rest)
}
