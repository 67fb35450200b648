//! Lines of text: positions with or without scores (OBF), moves, and printed boards.

use std::borrow::Cow;

use super::{Fault, Game};
use crate::moves::Move;
use crate::notation::squares::disc;
use crate::notation::{
    MovesError, PositionError, base_of_moves, begins_with_move, parse_moves, play_moves, printed, read_moves,
    read_position, without_tail,
};
use crate::position::Position;
use crate::score::Score;

/// The most lines that may be one position or game together.
const MOST_TOGETHER: usize = 64;

/// The most characters that a message quotes of a text.
const MOST_QUOTED: usize = 20;

/// What stands before a line: a position or game from which its moves may go on, or something unreadable that may be one.
type Before = Option<Result<Game, Fault>>;

/// Reads a text of lines with their numbers.
pub(super) fn read(lines: &[(usize, &[u8])], first: Option<Position>) -> Vec<Result<Game, Fault>> {
    let mut found: Vec<Result<Game, Fault>> = Vec::new();
    let (mut group, mut rest, mut before) = (Vec::new(), lines, None);
    while let Some((&(number, bytes), after)) = rest.split_first() {
        let text = std::str::from_utf8(bytes).map(|line| line.split('#').next().unwrap_or("").trim());
        if let Some((block, length)) = text.ok().and_then(|_| printed::block(rest)) {
            close(&mut found, &mut group, &mut before, first);
            found.push(place(number, block.map(Game::of).map_err(|error| error.to_string())));
            before = found.last().cloned();
            rest = &rest[length..];
            continue;
        }
        match text {
            Ok("") if bytes.trim_ascii().is_empty() => close(&mut found, &mut group, &mut before, first),
            Ok("") => {}
            Ok(text) => group.push((number, text)),
            Err(_) => {
                close(&mut found, &mut group, &mut before, first);
                found.extend(
                    next(bytes, first, &mut before)
                        .map(|read| read.map_err(|fault| Fault { line: Some(number), ..fault })),
                );
            }
        }
        rest = after;
    }
    close(&mut found, &mut group, &mut before, first);
    found
}

/// Reads a line on its own.
pub(super) fn next(line: &[u8], first: Option<Position>, before: &mut Before) -> Option<Result<Game, Fault>> {
    let lossy = String::from_utf8_lossy(line);
    let text = lossy.split('#').next().unwrap_or("").trim();
    let read = match lossy {
        Cow::Borrowed(_) => one(text, first, before.as_ref()).transpose()?,
        Cow::Owned(_) => Err("the line is not UTF-8 text".to_owned()),
    };
    let read = place(1, read);
    *before = behind(text, first, before.take(), &read);
    Some(read)
}

fn place(number: usize, read: Result<Game, String>) -> Result<Game, Fault> {
    match read {
        Ok(game) => Ok(Game { line: number, ..game }),
        Err(why) => Err(Fault { line: Some(number), game: None, why }),
    }
}

/// What stands before the line behind this one. Unreadable moves or words are no position: behind them moves begin at
/// `first`, unless those could have gone on from another one.
fn behind(line: &str, first: Option<Position>, before: Before, read: &Result<Game, Fault>) -> Before {
    let is_word = |word: &str| {
        word.trim_end_matches(':').chars().all(char::is_alphabetic)
            && !word.starts_with(|symbol| disc(symbol).is_some())
    };
    let is_no_position = begins_with_move(line) || line.split_whitespace().next().is_none_or(is_word);
    let is_at_first = before.is_none_or(|before| before.is_ok_and(|game| Some(game.start) == first));
    (read.is_ok() || !is_no_position || !is_at_first).then(|| read.clone())
}

/// Whether this is a position, from which moves may follow.
fn is_position(before: &Before) -> bool {
    matches!(before, Some(Ok(game)) if game.moves.is_empty())
}

/// Reads lines that no empty one parts: one by one or, if only that gives sense, as one.
fn close(
    found: &mut Vec<Result<Game, Fault>>,
    group: &mut Vec<(usize, &str)>,
    before: &mut Before,
    first: Option<Position>,
) {
    let lines = std::mem::take(group);
    let (mut apart, mut last, mut replaces) = (Vec::new(), before.clone(), false);
    for &(number, line) in &lines {
        let Some(read) = one(line, first, last.as_ref()).transpose() else { continue };
        // Moves behind a position are a game from it.
        if read.is_ok() && begins_with_move(line) && is_position(&last) && apart.pop().is_none() {
            replaces = true;
        }
        let read = place(number, read);
        last = behind(line, first, last, &read);
        apart.push(read);
    }
    // What ends a line, such as a score or a comment, does not go on in the next.
    let known = first.or(before.as_ref().and_then(|before| before.as_ref().ok()).map(|game| game.start));
    let is_ended = |line: &str| {
        let board = known.filter(|_| begins_with_move(line)).map(|position| position.board());
        line.contains([';', '%']) || board.is_some_and(|board| without_tail(board, line).len() < line.len())
    };
    let may_go_on = lines.split_last().is_some_and(|(_, before)| !before.iter().any(|(_, line)| is_ended(line)));
    if lines.len() > 1 && lines.len() <= MOST_TOGETHER && may_go_on {
        let whole = lines.iter().map(|&(_, line)| line).collect::<Vec<_>>().join("\n");
        // A game, and behind it what begins like another one, in which there is a mistake.
        let mistake = |line| known.and_then(|start| read_moves(start, line).err());
        let is_list = matches!(apart.first(), Some(Ok(game)) if !game.moves.is_empty())
            && lines[1..].iter().any(|&(_, line)| matches!(mistake(line), Some(MovesError::Illegal { ply: 2.., .. })));
        let together = match one(&whole, first, before.as_ref()) {
            Ok(Some(game)) if !is_list && !apart.iter().all(Result::is_ok) => {
                replaces = begins_with_move(&whole) && is_position(before);
                Some(Ok(game))
            }
            Ok(Some(_)) if apart.len() > 1 => {
                replaces = false;
                Some(Err(format!(
                    "the lines are one game, {}, or {} games; put each game on one line, or number its moves",
                    whole.replace('\n', " "),
                    apart.len()
                )))
            }
            _ => None,
        };
        if let Some(together) = together {
            let read = place(lines[0].0, together);
            last = behind(&whole, first, before.take(), &read);
            apart = vec![read];
        }
    }
    if replaces {
        found.pop();
    }
    found.append(&mut apart);
    *before = last;
}

/// Reads a line behind `before`: moves, or a position; `None` if it is a comment.
pub(super) fn one(
    line: &str,
    first: Option<Position>,
    before: Option<&Result<Game, Fault>>,
) -> Result<Option<Game>, String> {
    let (text, comment) = line.split_once('%').unwrap_or((line, ""));
    if text.trim().is_empty() {
        return Ok(None);
    }
    if begins_with_move(text) {
        let before = before.map(Result::as_ref).transpose();
        let before = before.map_err(|_| "moves: what stands before them cannot be read, and they may go on from it")?;
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
