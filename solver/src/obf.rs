//! Positions with the scores of their moves, one per line, as Edax writes them (OBF).
//!
//! A line is `[RxC] BOARD SIDE; MOVE:SCORE; MOVE:SCORE …`; scores are for the side to move. Text after `%` is a
//! comment, but scores in it count as well: some files have `%` where others have the first `;`.

use thiserror::Error;

use crate::board::Board;
use crate::notation::{MovesError, PositionError, parse_moves, play_moves, read_position};
use crate::position::Position;
use crate::score::Score;

/// Why a line does not have this form.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ObfError {
    /// The line is not UTF-8.
    #[error("the line is not UTF-8 text")]
    NoText,
    /// Not a position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// An unreadable or illegal move.
    #[error(transparent)]
    Moves(#[from] MovesError),
    /// Something other than one move with its score.
    #[error("'{0}' is not MOVE:SCORE, for example F5:+4")]
    Form(String),
    /// A score that is not a number in the board's range.
    #[error("score '{score}' of {chosen} is not a number from -{most} to +{most}")]
    Range {
        /// The score as written.
        score: String,
        /// The move as written.
        chosen: String,
        /// Squares of the board.
        most: u32,
    },
}

/// Reads a line; `None` if there is no position on it. The score is the highest that it gives to any move.
///
/// # Errors
/// Something is wrong with the position, a move or a score.
pub fn read_line(line: &[u8], board: Board) -> Result<Option<(Position, Option<Score>)>, ObfError> {
    let line = std::str::from_utf8(line).map_err(|_| ObfError::NoText)?;
    let line = line.split('#').next().unwrap_or("").trim();
    let (text, comment) = line.split_once('%').unwrap_or((line, ""));
    if text.is_empty() {
        return Ok(None);
    }
    let (squares, scores) = text.split_once(';').unwrap_or((text, ""));
    let position = read_position(squares, Some(board))?;
    let stated = pieces(scores).map(|piece| score(&position, piece)).collect::<Result<Vec<Score>, ObfError>>()?;
    let noted = pieces(comment).filter_map(|piece| score(&position, piece).ok());
    Ok(Some((position, stated.into_iter().chain(noted).max())))
}

/// The text without the byte order mark that some editors put at its start.
#[must_use]
pub fn without_byte_order_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}

fn pieces(text: &str) -> impl Iterator<Item = &str> {
    // Edax ends a list of moves with one that is none and the lowest of its scores.
    let is_end =
        |piece: &str| piece.split_once(':').is_some_and(|(text, score)| (text.trim(), score.trim()) == ("--", "-127"));
    text.split(';').map(str::trim).filter(move |piece| !piece.is_empty() && !is_end(piece))
}

/// The score of `MOVE:SCORE`.
fn score(position: &Position, piece: &str) -> Result<Score, ObfError> {
    let form = || ObfError::Form(piece.to_owned());
    let (text, score) = piece.split_once(':').ok_or_else(form)?;
    let moves = parse_moves(position.board(), text)?;
    if moves.len() != 1 {
        return Err(form());
    }
    play_moves(*position, &moves)?;
    let most = position.board().squares();
    let range = || ObfError::Range { score: score.trim().to_owned(), chosen: text.to_owned(), most };
    let discs: i32 = score.trim().parse().map_err(|_| range())?;
    if discs.unsigned_abs() <= most { Ok(Score::new(discs)) } else { Err(range()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "-----OX--XO----- X";

    fn read(line: &str) -> Result<Option<Option<i32>>, ObfError> {
        let read = read_line(line.as_bytes(), "4x4".parse().unwrap());
        read.map(|found| found.map(|(_, score)| score.map(Score::discs)))
    }

    #[test]
    fn the_value_is_the_highest_score() {
        for (rest, expected) in [
            ("", None),
            (";", None),
            ("; B1:-8", Some(-8)),
            ("; B1:-10; a2:-8; d3:-9;", Some(-8)),
            (";B1 : 4 ; A2:+6\r", Some(6)),
            (" % D3:+0; B1:-2", Some(0)),
            (" % 12 empties; D3:-6; A1:+16; who: knows", Some(-6)),
            ("; D3:-6 % first of four", Some(-6)),
            ("; D3:-6 # B1:+4", Some(-6)),
            ("; D3:-6; --:-127;", Some(-6)),
            ("; -- : -127", None),
            (" % --:-127; D3:-6", Some(-6)),
        ] {
            assert_eq!(read(&format!("{START}{rest}")), Ok(Some(expected)), "{rest}");
        }
        let named = read_line(b" 4x4  -----OX--XO----- X ; D3:-6", "8x8".parse().unwrap()).unwrap().unwrap();
        assert_eq!((named.0.board().to_string().as_str(), named.1), ("4x4", Some(Score::new(-6))));
    }

    #[test]
    fn a_line_may_have_no_position() {
        for line in ["", " \t\r", "# D3:+4", "% a comment", "%"] {
            assert_eq!(read(line), Ok(None), "{line}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (line, message) in [
            ("-----OX--XO----- X; D3", "'D3' is not MOVE:SCORE, for example F5:+4"),
            ("-----OX--XO----- X; D3B1:+4", "'D3B1:+4' is not MOVE:SCORE, for example F5:+4"),
            ("-----OX--XO----- X; :+4", "':+4' is not MOVE:SCORE, for example F5:+4"),
            ("-----OX--XO----- X; --:-12", "moves: pass at ply 1 is illegal in -----OX--XO----- X; legal: b1 a2 d3 c4"),
            ("-----OX--XO----- X; E1:+4", "moves: 'e1' at ply 1 is neither a square of board 4x4 nor a pass"),
            ("-----OX--XO----- X; A1:+4", "moves: a1 at ply 1 is illegal in -----OX--XO----- X; legal: b1 a2 d3 c4"),
            ("-----OX--XO----- X; D3:+17", "score '+17' of D3 is not a number from -16 to +16"),
            ("-----OX--XO----- X; D3:even", "score 'even' of D3 is not a number from -16 to +16"),
            ("-----OX--XO----; D3:+4", "position: 15 squares given, board 4x4 has 16"),
            ("; D3:+4", "position: 0 squares given, board 4x4 has 16"),
        ] {
            assert_eq!(read(line).unwrap_err().to_string(), message, "{line}");
        }
        assert_eq!(read_line(b"\xff", "4x4".parse().unwrap()), Err(ObfError::NoText));
    }
}
