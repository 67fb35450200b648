//! Positions, squares and moves as text.
//!
//! A position is its squares in row order, `X` (Black), `O` (White) or `-`, then the side to move,
//! `X` or `O`. Columns are letters from the left, rows numbers from the top: `a1` is the top left
//! square. A pass is written `pass`.

use thiserror::Error;

use crate::board::Board;
use crate::geometry::Geometry;
use crate::position::{Discs, Move, Position, Side};
use crate::rules;

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// A character that stands for no disc, empty square or side.
    #[error("position: '{found}' at character {at} is none of X O - (also * B b x, W w o, .)")]
    Foreign {
        /// The character.
        found: char,
        /// Where it stands, counted from 1.
        at: usize,
    },
    /// Not as many squares as the board has.
    #[error("position: {found} squares given, board {board} has {}", board.squares())]
    Length {
        /// Squares in the text.
        found: usize,
        /// The board.
        board: Board,
    },
    /// Nothing behind the board.
    #[error("position: no side to move given; end it with X or O")]
    NoSide,
    /// Something else than one side behind the board.
    #[error("position: side '{0}' is neither X nor O")]
    Side(String),
}

/// Why a text is no list of moves, or not one that can be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MovesError {
    /// Not a square and not a pass.
    #[error("moves: '{text}' at ply {ply} is no square of board {board} and no pass")]
    Unreadable {
        /// The text from where it cannot be read.
        text: String,
        /// The ply it would be, from 1.
        ply: usize,
        /// The board.
        board: Board,
    },
    /// A move that the rules forbid.
    #[error("moves: {chosen} at ply {ply} is illegal in {position}; legal: {legal}")]
    Illegal {
        /// The move.
        chosen: String,
        /// Its ply, from 1.
        ply: usize,
        /// The position in which it was to be played.
        position: String,
        /// What can be played there.
        legal: String,
    },
}

/// The colour of a character, or `None` in it for an empty square.
fn disc(symbol: char) -> Option<Option<Side>> {
    match symbol {
        'X' | 'x' | '*' | 'B' | 'b' => Some(Some(Side::Black)),
        'O' | 'o' | 'W' | 'w' => Some(Some(Side::White)),
        '-' | '.' => Some(None),
        _ => None,
    }
}

/// Reads `BOARD SIDE`: the squares in row order, white space, and the side to move.
///
/// # Errors
/// A foreign character, a wrong number of squares, no side or no known one.
pub fn parse_position(board: Board, text: &str) -> Result<Position, PositionError> {
    let text = text.trim();
    let (squares, side) = match text.split_once(char::is_whitespace) {
        Some((squares, side)) => (squares, side.trim()),
        None => (text, ""),
    };
    let (mut black, mut white) = (0u64, 0u64);
    for (index, found) in squares.chars().enumerate() {
        let bit = 1u64.checked_shl(index as u32).unwrap_or(0);
        match disc(found).ok_or(PositionError::Foreign { found, at: index + 1 })? {
            Some(Side::Black) => black |= bit,
            Some(Side::White) => white |= bit,
            None => {}
        }
    }
    let found = squares.chars().count();
    if found != board.squares() as usize {
        return Err(PositionError::Length { found, board });
    }
    let mut symbols = side.chars();
    let side = match (symbols.next().map(disc), symbols.next()) {
        (None, _) => return Err(PositionError::NoSide),
        (Some(Some(Some(side))), None) => side,
        _ => return Err(PositionError::Side(side.to_owned())),
    };
    let discs = match side {
        Side::Black => Discs { player: black, opponent: white },
        Side::White => Discs { player: white, opponent: black },
    };
    Ok(Position { board, discs, side })
}

/// Reads `[RxC] BOARD SIDE`; without `RxC` the position is on `board`.
///
/// # Errors
/// One sentence that says what is wrong with the board, the squares or the side.
pub fn read_position(text: &str, board: Option<Board>) -> Result<Position, String> {
    let (board, squares) = match named_board(text) {
        Some((name, rest)) => (name.parse::<Board>().map_err(|error| error.to_string())?, rest),
        None => (board.ok_or("no board: begin with ROWSxCOLUMNS, or give --board")?, text),
    };
    parse_position(board, squares).map_err(|error| error.to_string())
}

/// The word that names the board, and what follows it. Squares are never digits, so a digit begins a name.
#[must_use]
pub fn named_board(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let name = text.starts_with(|symbol: char| symbol.is_ascii_digit());
    name.then(|| text.split_once(char::is_whitespace).unwrap_or((text, "")))
}

/// The squares of a position in row order, without the side.
#[must_use]
pub fn squares_text(position: &Position) -> String {
    (0..position.board.squares())
        .map(|square| match (position.black() >> square & 1, position.white() >> square & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '-',
        })
        .collect()
}

/// A position as `BOARD SIDE`.
#[must_use]
pub fn position_text(position: &Position) -> String {
    format!("{} {}", squares_text(position), position.side.symbol())
}

/// A position drawn for people: column letters above, row numbers on the left.
#[must_use]
pub fn diagram(position: &Position) -> String {
    let (rows, cols) = (position.board.rows() as usize, position.board.cols() as usize);
    let squares: Vec<char> = squares_text(position).chars().collect();
    let letters: String = (0..cols).map(|col| format!(" {}", column_letter(col as u32))).collect();
    let mut text = format!("  {letters}\n");
    for (row, line) in squares.chunks(cols).enumerate().take(rows) {
        let line: String = line.iter().map(|symbol| format!(" {symbol}")).collect();
        text += &format!("{:2}{line}\n", row + 1);
    }
    text
}

fn column_letter(col: u32) -> char {
    char::from(b'a' + col as u8)
}

/// A move as text: `c4` or `pass`.
#[must_use]
pub fn move_text(board: Board, chosen: Move) -> String {
    match chosen {
        Move::Place(square) => {
            let (row, col) = (u32::from(square) / board.cols(), u32::from(square) % board.cols());
            format!("{}{}", column_letter(col), row + 1)
        }
        Move::Pass => "pass".to_owned(),
    }
}

/// Moves as text, each by [`move_text`], with spaces between.
#[must_use]
pub fn line_text(board: Board, line: &[Move]) -> String {
    line.iter().map(|&chosen| move_text(board, chosen)).collect::<Vec<_>>().join(" ")
}

/// Reads moves such as `c1b3pass` or `c1 b3, pass`; a pass may also be `ps`, `pa` or `--`, letters of either case.
///
/// # Errors
/// The first piece that is neither a square of the board nor a pass.
pub fn parse_moves(board: Board, text: &str) -> Result<Vec<Move>, MovesError> {
    let separator = |symbol: char| symbol.is_whitespace() || symbol == ',';
    let lower = text.to_lowercase();
    let mut rest = lower.trim_start_matches(separator);
    let mut moves = Vec::new();
    while !rest.is_empty() {
        let (chosen, length) = first_move(board, rest).ok_or_else(|| MovesError::Unreadable {
            text: rest.split(separator).next().unwrap_or(rest).chars().take(8).collect(),
            ply: moves.len() + 1,
            board,
        })?;
        moves.push(chosen);
        rest = rest[length..].trim_start_matches(separator);
    }
    Ok(moves)
}

/// The move at the beginning of a lower-case text and its length in bytes.
fn first_move(board: Board, text: &str) -> Option<(Move, usize)> {
    if let Some(pass) = ["pass", "ps", "pa", "--"].into_iter().find(|pass| text.starts_with(pass)) {
        return Some((Move::Pass, pass.len()));
    }
    let letter = text.bytes().next().filter(u8::is_ascii_lowercase)?;
    let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
    let row: u32 = text[1..=digits].parse().ok()?;
    let col = u32::from(letter - b'a');
    if col >= board.cols() || row == 0 || row > board.rows() || text.as_bytes()[1] == b'0' {
        return None;
    }
    Some((Move::Place(((row - 1) * board.cols() + col) as u8), 1 + digits))
}

/// Plays moves one after the other.
///
/// # Errors
/// The first illegal move, with its ply and position.
pub fn play_moves(position: Position, moves: &[Move]) -> Result<Position, MovesError> {
    let geometry = Geometry::new(position.board);
    let mut now = position;
    for (index, &chosen) in moves.iter().enumerate() {
        let legal = rules::moves(&geometry, now.discs);
        if !legal.contains(&chosen) {
            let none = || "none, the game is over".to_owned();
            return Err(MovesError::Illegal {
                chosen: move_text(now.board, chosen),
                ply: index + 1,
                position: position_text(&now),
                legal: if legal.is_empty() { none() } else { line_text(now.board, &legal) },
            });
        }
        now = rules::play(&geometry, now, chosen);
    }
    Ok(now)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Start;

    #[test]
    fn reads_and_prints_positions() {
        let board: Board = "4x4".parse().unwrap();
        let start = Position::start(board, Start::Othello);
        assert_eq!(position_text(&start), "-----OX--XO----- X");
        assert_eq!(parse_position(board, "-----OX--XO----- X"), Ok(start));
        assert_eq!(parse_position(board, " .....w*..Bo.....  b\n"), Ok(start));
        assert_eq!(diagram(&start), "   a b c d\n 1 - - - -\n 2 - O X -\n 3 - X O -\n 4 - - - -\n");
    }

    #[test]
    fn names_what_is_wrong_with_a_position() {
        let board: Board = "4x4".parse().unwrap();
        let error = |text: &str| parse_position(board, text).unwrap_err();
        assert_eq!(error("-----OX--XO----- "), PositionError::NoSide);
        assert_eq!(error("-----OX--XO----- Y"), PositionError::Side("Y".into()));
        assert_eq!(error("-----OX--XO----- -"), PositionError::Side("-".into()));
        assert_eq!(error("-----OX--XO---- X"), PositionError::Length { found: 15, board });
        assert_eq!(error("-----OX?-XO----- X"), PositionError::Foreign { found: '?', at: 8 });
        assert_eq!(error(""), PositionError::Length { found: 0, board });
        assert_eq!(error(&format!("{} X", "-".repeat(200))), PositionError::Length { found: 200, board });
    }

    #[test]
    fn reads_moves_in_every_spelling() {
        let board: Board = "4x10".parse().unwrap();
        let moves = parse_moves(board, "c1J4, PASS ps--pa").unwrap();
        assert_eq!(moves, [Move::Place(2), Move::Place(39), Move::Pass, Move::Pass, Move::Pass, Move::Pass]);
        assert_eq!(line_text(board, &moves[..3]), "c1 j4 pass");
        let tall: Board = "21x3".parse().unwrap();
        assert_eq!(parse_moves(tall, "a10c21").unwrap(), [Move::Place(27), Move::Place(62)]);
        for text in ["k1", "a5", "a0", "a01", "a", "1a", "é3", "a1é", "-", "a99999999999"] {
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
}
