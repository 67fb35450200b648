//! Positions and moves read from text.
//!
//! A position is its squares in row order, `X` (Black), `O` (White) or `-`, and the side to move, `X` or `O`, behind or in
//! front of them. White space, `/` and `|` may stand between them. A text that is a position with the first symbol as the
//! side and another one with the last is refused, unless its rows tell which is meant. Columns are letters from the left,
//! rows numbers from the top: `a1` is the top left square. A pass is written `pass`.

mod moves;
mod position;
pub(crate) mod printed;
pub(crate) mod squares;

pub(crate) use moves::without_tail;
pub use moves::{
    MovesError, add_passes, base_of_moves, begins_with_move, line_text, parse_moves, play_moves, read_moves,
    without_number,
};
pub use position::{parse_position, read_position};
pub use squares::{PositionError, named_board};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::moves::Move;
    use crate::position::Position;
    use crate::square::Square;
    use crate::start::Start;

    #[test]
    fn reads_and_prints_positions() {
        let board: Board = "4x4".parse().unwrap();
        let start = Position::start(board, Start::Othello);
        assert_eq!(start.without_board().to_string(), "-----OX--XO----- X");
        assert_eq!(parse_position(board, "-----OX--XO----- X"), Ok(start));
        assert_eq!(parse_position(board, " .....w*..*o.....  b\n"), Ok(start));
        assert_eq!(format!("{:#}", start.without_board()), "-----OX--XO-----");
        assert_eq!("4x4 -----OX--XO----- X".parse(), Ok(start));
        assert_eq!(" 4x4 -----OX--XO----- X; b1:-8; a2:-8".parse(), Ok(start));
        assert_eq!(start.diagram(), "   a b c d\n 1 - - - -\n 2 - O X -\n 3 - X O -\n 4 - - - -\n");
    }

    #[test]
    fn a_board_is_named_with_or_without_spaces() {
        for (text, expected) in [
            ("4x4 ----", Some(("4x4", " ----"))),
            (" 4 x 4 X---", Some(("4 x 4", " X---"))),
            ("4\u{a0}× 10", Some(("4\u{a0}× 10", ""))),
            ("4x10\n----", Some(("4x10", "\n----"))),
            ("4 x ----", Some(("4", " x ----"))),
            ("4 X-- X", Some(("4", " X-- X"))),
            ("4x4---- X", Some(("4x4----", " X"))),
            ("4x", Some(("4x", ""))),
            ("-OX-", None),
            ("", None),
        ] {
            assert_eq!(named_board(text), expected, "{text}");
        }
        let start = Position::start("4x4".parse().unwrap(), Start::Othello);
        assert_eq!(read_position("4 × 4 -----OX--XO----- X", None), Ok(start));
    }

    #[test]
    fn rows_may_stand_apart() {
        let board: Board = "4x4".parse().unwrap();
        let start = Position::start(board, Start::Othello);
        for text in [
            "----\n-OX-\n-XO-\n----\nX",
            "|----|-OX-|-XO-|----| X",
            "----/-OX-/-XO-/----/X/",
            "- - - - / - O X - / - X O - / - - - - / X",
            "-----OX--XO-----X",
            "\t-----OX-\r\n-XO-----X\r\n",
        ] {
            assert_eq!(parse_position(board, text), Ok(start), "{text}");
            assert_eq!(read_position(&format!("4x4\n{text}"), None), Ok(start), "{text}");
        }
    }

    #[test]
    fn names_what_is_wrong_with_a_position() {
        let board: Board = "4x4".parse().unwrap();
        let error = |text: &str| parse_position(board, text).unwrap_err();
        assert_eq!(error("-----OX--XO----- "), PositionError::NoSide);
        assert_eq!(error("-----OX--XO----- Y"), PositionError::Side("Y".into()));
        assert_eq!(error("-----OX--XO----- -"), PositionError::Side("-".into()));
        assert_eq!(error("-----OX--XO---- X"), PositionError::Length { found: 15, board });
        assert_eq!(error("---- -OX- -XO- --- X"), PositionError::Length { found: 15, board });
        assert_eq!(error("---- -OX- -XO- ---- ---- X"), PositionError::Length { found: 20, board });
        assert_eq!(error("----/-OX-/-XO-/----"), PositionError::NoSide);
        assert_eq!(error("- - - - - O X - - X O - - - - -"), PositionError::NoSide);
        assert_eq!(error("-----OX--XO----- blue"), PositionError::Side("blue".into()));
        assert_eq!(error("0000012002100003 1"), PositionError::Digit('3'));
        assert_eq!(error("4/1OX1/1XO2/4 b"), PositionError::Row { row: 3, found: 5, board });
        assert_eq!(error("-----OX?-XO----- X"), PositionError::Foreign { found: '?', at: 8 });
        assert_eq!(error("----/-OX?/-XO-/---- X"), PositionError::Foreign { found: '?', at: 8 });
        assert_eq!(error(""), PositionError::Length { found: 0, board });
        assert_eq!(error(&format!("{} X", "-".repeat(200))), PositionError::Length { found: 200, board });
    }

    #[test]
    fn reads_moves_in_every_spelling() {
        let board: Board = "4x10".parse().unwrap();
        let moves = parse_moves(board, "c1J4, PASS ps--pa").unwrap();
        let at = |number: u8| Move::Place(Square::new(number).unwrap());
        assert_eq!(moves, [at(2), at(39), Move::Pass, Move::Pass, Move::Pass, Move::Pass]);
        assert_eq!(line_text(board, &moves[..3]), "c1 j4 pass");
        for numbered in ["1. c1 j4 3. pass", "1.c1 j4\n  3.pass", "1. c1 1... j4, 2. pass", "1. c1-j4 2. pass-"] {
            assert_eq!(parse_moves(board, numbered).as_deref(), Ok(&moves[..3]), "{numbered}");
        }
        for joined in ["c1-j4-pass", "c1;j4;pass", "C1 - J4 - PASS", "c1,j4;--", "c1 -j4--", "c1-j4 -- "] {
            assert_eq!(parse_moves(board, joined).as_deref(), Ok(&moves[..3]), "{joined}");
        }
        let tall: Board = "21x3".parse().unwrap();
        assert_eq!(parse_moves(tall, "a10c21").unwrap(), [at(27), at(62)]);
        for text in [
            "k1",
            "a5",
            "a0",
            "a01",
            "a",
            "1a",
            "1",
            "c1 2",
            ".c1",
            "é3",
            "a1é",
            "-",
            "-c1",
            "c1 - - c2",
            "a99999999999",
        ] {
            assert!(parse_moves(board, text).is_err(), "{text}");
        }
    }

    #[test]
    fn an_illegal_move_is_named_with_its_ply_and_position() {
        let board: Board = "4x4".parse().unwrap();
        let start = Position::start(board, Start::Othello);
        let moves = parse_moves(board, "b1 b1").unwrap();
        assert_eq!(
            play_moves(start, &moves).unwrap_err().to_string(),
            "moves: b1 at ply 2 is illegal in -X---XX--XO----- O; legal: a1 c1 a3"
        );
    }

    #[test]
    fn passes_may_be_left_out() {
        // A perfect game of 4x4 reversi, with its pass and without.
        let whole = "d1 a1 a2 a3 d4 b1 a4 d3 d2 pass b4 c4";
        let board: Board = "4x4".parse().unwrap();
        let start = Position::start(board, Start::Reversi);
        let read = |text: &str| add_passes(start, &parse_moves(board, text).unwrap());
        assert_eq!(line_text(board, &read(&whole.replace("pass ", "")).unwrap()), whole);
        assert_eq!(line_text(board, &read(whole).unwrap()), whole);
        // The ply is that of the text.
        // Moves that come after others do not begin at a start.
        let later =
            add_passes(start, &parse_moves(board, "d1").unwrap()).and_then(|moves| play_moves(start, &moves)).unwrap();
        assert_eq!(read_moves(start, "2. d1"), Err(MovesError::Number("2".to_owned())));
        assert_eq!(read_moves(start, "1... d1"), read_moves(start, "d1"));
        assert_eq!(read_moves(later, "2. a1"), read_moves(later, "a1"));
        let error = read(&whole.replace("pass b4 c4", "b4 b4")).unwrap_err().to_string();
        assert!(error.starts_with("moves: b4 at ply 11 is illegal in "), "{error}");
    }
}
