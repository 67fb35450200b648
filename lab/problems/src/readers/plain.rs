//! Positions and games as plain text, one per line.

use solver::notation::{parse_moves, read_position};
use solver::{Board, Position, Start};

use super::{Entry, play};

/// Reads a line: the moves of a game, or `[RxC] BOARD SIDE`. What follows `#`, or `;` after a position, is a comment. Moves
/// may omit passes.
///
/// # Errors
/// One sentence that says what is wrong.
pub(crate) fn read_line(line: &[u8], board: Board, start: Start) -> Result<Option<Entry>, String> {
    let line = std::str::from_utf8(line).map_err(|_| "the line is not UTF-8 text".to_owned())?;
    let text = line.split('#').next().unwrap_or("").trim();
    if text.is_empty() {
        return Ok(None);
    }
    if is_game(text) {
        let moves = parse_moves(board, text).map_err(|error| error.to_string())?;
        let positions = play(Position::start(board, start), &moves).map_err(|error| error.to_string())?;
        return Ok(Some(Entry::Game(positions)));
    }
    let text = text.split(';').next().unwrap_or("");
    let position = read_position(text, Some(board)).map_err(|error| error.to_string())?;
    Ok(Some(Entry::Position(position)))
}

/// Whether a line begins with a move: a letter and a digit, which no position does.
fn is_game(text: &str) -> bool {
    let mut symbols = text.chars();
    symbols.next().is_some_and(char::is_alphabetic) && symbols.next().is_some_and(|symbol| symbol.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "-----OX--XO----- X";

    fn read(line: &str) -> Result<Option<Entry>, String> {
        read_line(line.as_bytes(), "4x4".parse().unwrap(), Start::Othello)
    }

    #[test]
    fn a_line_is_a_position_or_a_game() {
        let start = Position::start("4x4".parse().unwrap(), Start::Othello);
        assert_eq!(read(START), Ok(Some(Entry::Position(start))));
        assert_eq!(read(&format!("4x4 {START} ; b1:+3 # here")), Ok(Some(Entry::Position(start))));
        let Ok(Some(Entry::Game(positions))) = read("b1a1 a2 # a game") else { panic!("no game") };
        assert_eq!(positions.iter().map(Position::empties).collect::<Vec<_>>(), [12, 11, 10, 9]);
        assert_eq!(read(" # nothing"), Ok(None));
    }

    #[test]
    fn passes_may_be_left_out() {
        // A perfect game of 4x4 reversi, with its pass and without.
        let whole = "d1 a1 a2 a3 d4 b1 a4 d3 d2 pass b4 c4";
        let board = "4x4".parse().unwrap();
        let read = |text: &str| read_line(text.as_bytes(), board, Start::Reversi).unwrap();
        assert_eq!(read(whole), read(&whole.replace("pass ", "")));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (line, message) in [
            ("b1 b1", "moves: b1 at ply 2 is illegal in -X---XX--XO----- O; legal: a1 c1 a3"),
            ("b1 x9", "moves: 'x9' at ply 2 is neither a square of board 4x4 nor a pass"),
            ("-----OX--XO---- X", "position: 15 squares given, board 4x4 has 16"),
            ("9x9 - X", "board 9x9 is too large: it has 81 squares, 64 is the most"),
        ] {
            assert_eq!(read(line), Err(message.to_owned()), "{line}");
        }
    }
}
