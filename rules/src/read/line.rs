//! Lines of text: positions with or without scores (OBF), moves, and printed boards.

use super::{Fault, Game};
use crate::moves::Move;
use crate::notation::{
    PositionError, base_of_moves, begins_with_move, parse_moves, play_moves, printed, read_moves, read_position,
    without_tail,
};
use crate::position::Position;
use crate::score::Score;

/// The most lines that may be one position or game together.
const MOST_TOGETHER: usize = 64;

/// The most characters that a message quotes of a text.
const MOST_QUOTED: usize = 20;

/// Reads a text of lines with their numbers.
pub(super) fn read(lines: &[(usize, &[u8])], first: Option<Position>) -> Vec<Result<Game, Fault>> {
    let mut found: Vec<Result<Game, Fault>> = Vec::new();
    let (mut group, mut rest) = (Vec::new(), lines);
    while let Some((&(number, bytes), after)) = rest.split_first() {
        let text = std::str::from_utf8(bytes).map(|line| line.split('#').next().unwrap_or("").trim());
        if let Some((block, length)) = text.ok().and_then(|_| printed::block(rest)) {
            close(&mut found, &mut group, first);
            found.push(place(number, block.map(Game::of).map_err(|error| error.to_string())));
            rest = &rest[length..];
            continue;
        }
        match text {
            Ok("") if bytes.trim_ascii().is_empty() => close(&mut found, &mut group, first),
            Ok("") => {}
            Ok(text) => group.push((number, text)),
            Err(_) => {
                close(&mut found, &mut group, first);
                found.push(place(number, Err("the line is not UTF-8 text".to_owned())));
            }
        }
        rest = after;
    }
    close(&mut found, &mut group, first);
    found
}

/// Reads a line on its own.
pub(super) fn next(line: &[u8], first: Option<Position>, before: Option<&Game>) -> Option<Result<Game, Fault>> {
    let text = std::str::from_utf8(line).map_err(|_| "the line is not UTF-8 text".to_owned());
    let read = text.and_then(|text| one(text.split('#').next().unwrap_or("").trim(), first, before));
    read.transpose().map(|read| place(1, read))
}

fn place(number: usize, read: Result<Game, String>) -> Result<Game, Fault> {
    match read {
        Ok(game) => Ok(Game { line: number, ..game }),
        Err(why) => Err(Fault { line: Some(number), game: None, why }),
    }
}

/// The last of what was read, if it is a position or a game.
fn last(found: &[Result<Game, Fault>]) -> Option<&Game> {
    found.last().and_then(|last| last.as_ref().ok())
}

/// Reads lines that no empty one parts: one by one or, if only that gives sense, as one.
fn close(found: &mut Vec<Result<Game, Fault>>, group: &mut Vec<(usize, &str)>, first: Option<Position>) {
    let lines = std::mem::take(group);
    let mut apart: Vec<Result<Game, Fault>> = last(found).cloned().map(Ok).into_iter().collect();
    let known = apart.len();
    let mut replaced = false;
    for &(number, line) in &lines {
        let Some(read) = one(line, first, last(&apart)).transpose() else { continue };
        // Moves behind a position are a game from it.
        if begins_with_move(line) && last(&apart).is_some_and(|before| before.moves.is_empty()) {
            replaced |= apart.len() == known && known > 0;
            apart.pop();
        }
        apart.push(place(number, read));
    }
    let keep = if replaced { 0 } else { known };
    // What ends a line, such as a score or a comment, does not go on in the next.
    let is_ended = |line: &str| {
        let board = first.or(last(found).map(|before| before.start)).map(|position| position.board());
        let tail =
            board.filter(|_| begins_with_move(line)).map_or(0, |board| line.len() - without_tail(board, line).len());
        tail > 0 || line.contains([';', '%'])
    };
    let may_go_on = lines.split_last().is_some_and(|(_, before)| !before.iter().any(|(_, line)| is_ended(line)));
    if lines.len() > 1 && lines.len() <= MOST_TOGETHER && may_go_on {
        let whole = lines.iter().map(|&(_, line)| line).collect::<Vec<_>>().join("\n");
        let together = one(&whole, first, last(found));
        match (together, apart.iter().all(Result::is_ok)) {
            (Ok(Some(game)), false) => {
                if begins_with_move(&whole) && last(found).is_some_and(|before| before.moves.is_empty()) {
                    found.pop();
                }
                return found.push(place(lines[0].0, Ok(game)));
            }
            (Ok(Some(_)), true) if apart.len() - keep > 1 => {
                let why = format!(
                    "the lines are one game, {}, or {} games; put each game on one line, or number its moves",
                    whole.replace('\n', " "),
                    apart.len() - keep
                );
                return found.push(place(lines[0].0, Err(why)));
            }
            _ => {}
        }
    }
    if replaced {
        found.pop();
    }
    found.extend(apart.into_iter().skip(keep));
}

/// Reads a line behind `before`: moves, or a position; `None` if it is a comment.
pub(super) fn one(line: &str, first: Option<Position>, before: Option<&Game>) -> Result<Option<Game>, String> {
    let (text, comment) = line.split_once('%').unwrap_or((line, ""));
    if text.trim().is_empty() {
        return Ok(None);
    }
    if begins_with_move(text) {
        let before = before.map(|game| (game.start, !game.moves.is_empty()));
        let start = first.or(before.map(|(position, _)| position)).ok_or_else(|| PositionError::NoBoard.to_string())?;
        let base = base_of_moves(start, before).map_err(|error| error.to_string())?;
        let moves = read_moves(base, text).map_err(|error| error.to_string())?;
        return Ok(Some(Game { moves, ..Game::of(base) }));
    }
    let (squares, scores) = text.split_once(';').unwrap_or((text, ""));
    let start = read_position(squares, first.map(|first| first.board())).map_err(|error| match error {
        PositionError::Foreign { found, at: 1 } if found.is_alphabetic() => unreadable(text),
        error => error.to_string(),
    })?;
    let stated = pieces(scores).filter(|piece| piece.contains(':') || begins_with_move(piece));
    let stated = stated.map(|piece| score(&start, piece)).collect::<Result<Vec<Score>, String>>()?;
    // Some files have `%` where others have the first `;`.
    let noted = pieces(comment).filter_map(|piece| score(&start, piece).ok());
    Ok(Some(Game { value: stated.into_iter().chain(noted).max(), ..Game::of(start) }))
}

/// The message for a line that begins like nothing readable.
fn unreadable(line: &str) -> String {
    let word: String = line.split_whitespace().next().unwrap_or_default().chars().take(MOST_QUOTED).collect();
    format!("'{word}' is neither a list of moves, such as c4e3, nor a position of X, O and -, nor GGF or OBF")
}

/// What stands between semicolons. Edax ends a list of moves with one that is none and the lowest of its scores.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let is_end =
        |piece: &str| piece.split_once(':').is_some_and(|(text, score)| (text.trim(), score.trim()) == ("--", "-127"));
    text.split(';').map(str::trim).filter(move |piece| !piece.is_empty() && !is_end(piece))
}

/// The score of `MOVE:SCORE`, for the side to move.
fn score(position: &Position, piece: &str) -> Result<Score, String> {
    let form = || format!("'{piece}' is not MOVE:SCORE, for example F5:+4");
    let (text, score) = piece.split_once(':').ok_or_else(form)?;
    let moves: Vec<Move> = parse_moves(position.board(), text).map_err(|error| error.to_string())?;
    if moves.len() != 1 {
        return Err(form());
    }
    play_moves(*position, &moves).map_err(|error| error.to_string())?;
    let (most, score) = (position.board().squares(), score.trim());
    let discs = score.parse::<i32>().ok().filter(|discs| discs.unsigned_abs() <= most);
    discs.map(Score::new).ok_or_else(|| format!("score '{score}' of {text} is not a number from -{most} to +{most}"))
}
