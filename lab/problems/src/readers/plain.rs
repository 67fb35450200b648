//! Positions and games as plain text, one per line.

use solver::Position;
use solver::notation::{base_of_moves, begins_with_move, read_moves, read_position};

use super::{Entry, ReadError, lines, on_board, play};

/// Reads a text. Games begin with `start`, or with the position on the line before, which is then part of the game.
///
/// # Errors
/// The first line that is malformed or on another board.
pub(super) fn read(bytes: &[u8], start: Position) -> Result<Vec<Entry>, ReadError> {
    let mut entries = Vec::new();
    for (number, line) in lines(bytes) {
        let wrong = |message| ReadError::line(number, message);
        let Some(entry) = read_line(line, start, entries.last()).map_err(wrong)? else { continue };
        if matches!((entries.last(), &entry), (Some(Entry::Position(_)), Entry::Game(_))) {
            entries.pop();
        }
        entries.push(on_board(entry, start.board()).map_err(wrong)?);
    }
    Ok(entries)
}

/// Reads a line behind `before`: the moves of a game, or `[RxC] BOARD SIDE`. What follows `#` or `%`, or `;` after a position,
/// is a comment. Moves may omit passes.
///
/// # Errors
/// One sentence that says what is wrong.
fn read_line(line: &[u8], start: Position, before: Option<&Entry>) -> Result<Option<Entry>, String> {
    let line = std::str::from_utf8(line).map_err(|_| "the line is not UTF-8 text".to_owned())?;
    let text = line.split(['#', '%']).next().unwrap_or("").trim();
    if text.is_empty() {
        return Ok(None);
    }
    if begins_with_move(text) {
        let before = before.map(|entry| match entry {
            Entry::Position(position) => (*position, false),
            Entry::Game(positions) => (positions[0], true),
        });
        let read = base_of_moves(start, before).and_then(|base| play(base, &read_moves(base, text)?));
        return read.map(|positions| Some(Entry::Game(positions))).map_err(|error| error.to_string());
    }
    let position = read_position(text, Some(start.board())).map_err(|error| error.to_string())?;
    Ok(Some(Entry::Position(position)))
}

#[cfg(test)]
mod tests {
    use solver::Start;

    use super::*;

    const START: &str = "-----OX--XO----- X";

    fn start() -> Position {
        Position::start("4x4".parse().unwrap(), Start::Othello)
    }

    fn read_one(line: &str) -> Result<Option<Entry>, String> {
        read_line(line.as_bytes(), start(), None)
    }

    #[test]
    fn a_line_is_a_position_or_a_game() {
        assert_eq!(read_one(START), Ok(Some(Entry::Position(start()))));
        for rest in ["; b1:+3 # here", " % 12 empties", "; b1:+3; --:-127;"] {
            assert_eq!(read_one(&format!("4x4 {START} {rest}")), Ok(Some(Entry::Position(start()))), "{rest}");
        }
        for game in ["b1a1 a2 # a game", "1. b1 a1 2. a2", "1.b1 a1 2.a2 % numbered"] {
            let Ok(Some(Entry::Game(positions))) = read_one(game) else { panic!("{game}") };
            assert_eq!(positions.iter().map(Position::empties).collect::<Vec<_>>(), [12, 11, 10, 9], "{game}");
        }
        assert_eq!(read_one(" # nothing"), Ok(None));
        assert_eq!(read_one("% nothing"), Ok(None));
    }

    #[test]
    fn passes_may_be_left_out() {
        // A perfect game of 4x4 reversi, with its pass and without.
        let whole = "d1 a1 a2 a3 d4 b1 a4 d3 d2 pass b4 c4";
        let start = Position::start("4x4".parse().unwrap(), Start::Reversi);
        let read = |text: &str| read_line(text.as_bytes(), start, None).unwrap();
        assert_eq!(read(whole), read(&whole.replace("pass ", "")));
    }

    #[test]
    fn moves_behind_a_position_are_a_game_from_it() {
        let second = "-X---XX--XO----- O";
        let base: Position = format!("4x4 {second}").parse().unwrap();
        let read = |text: &str| read(text.as_bytes(), start());
        let game = |from: Position, moves: &str| Entry::Game(play(from, &read_moves(from, moves).unwrap()).unwrap());
        let text = format!("b1\n{START}\n{second}\n# the game\n2. a1 a2\n{second}\n\nc1\n{START}\nb1\nd3\n");
        let expected = [
            game(start(), "b1"),
            Entry::Position(start()),
            game(base, "a1 a2"),
            game(base, "c1"),
            game(start(), "b1"),
            game(start(), "d3"),
        ];
        assert_eq!(read(&text), Ok(expected.to_vec()));
        for (text, message) in [
            // Legal from the start, but not from there.
            (format!("{second}\nb1"), "line 2: moves: b1 at ply 1 is illegal in -X---XX--XO----- O; legal: a1 c1 a3"),
            (
                format!("{second}\na1\na2"),
                "line 3: moves: they may continue the game from a position before them, or not; give their position, \
                 or one game a line",
            ),
            ("1. b1 a1\n2. a2".to_owned(), "line 2: moves: they begin with number 2; those before it are missing"),
        ] {
            assert_eq!(read(&text).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (line, message) in [
            ("b1 b1", "moves: b1 at ply 2 is illegal in -X---XX--XO----- O; legal: a1 c1 a3"),
            ("b1 x9", "moves: 'x9' at ply 2 is neither a square of board 4x4 nor a pass"),
            ("-----OX--XO---- X", "position: 15 squares given, board 4x4 has 16"),
            ("9x9 - X", "board 9x9 is too large: it has 81 squares, 64 is the most"),
        ] {
            assert_eq!(read_one(line), Err(message.to_owned()), "{line}");
        }
    }
}
