//! Positions and moves read from text.
//!
//! A position is its squares in row order, `X` (Black), `O` (White) or `-`, and the side to move, `X` or `O`, behind or in
//! front of them. White space, `/` and `|` may stand between them. A text that is a position with the first symbol as the
//! side and another one with the last is refused, unless its rows tell which is meant. Columns are letters from the left,
//! rows numbers from the top: `a1` is the top left square. A pass is written `pass`.

use std::str::FromStr;

use thiserror::Error;

use crate::board::{Board, BoardError};
use crate::discs::{Discs, Side};
use crate::moves::Move;
use crate::position::{IllegalMove, Position};
use crate::square::Square;

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The text begins with a word that should name a board but does not.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The text names no board, and the caller gave none.
    #[error("no board: begin with ROWSxCOLUMNS")]
    NoBoard,
    /// A character that stands for neither a disc nor an empty square.
    #[error("position: '{found}' at character {at} is none of X O - (also * B b x, W w o, .)")]
    Foreign {
        /// The character.
        found: char,
        /// Its place among the squares, from 1.
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
    /// No side to move after the squares.
    #[error("position: no side to move given; end it with X or O")]
    NoSide,
    /// Something other than a side before or after the squares.
    #[error("position: side '{0}' is neither X nor O")]
    Side(String),
    /// The first symbol may be the side to move, and so may the last.
    #[error(
        "position: it may mean {behind} (the side last) or {front} (the side first); put a space only between squares and side"
    )]
    Ambiguous {
        /// The position if the last symbol is the side to move.
        behind: Position,
        /// The position if the first symbol is the side to move.
        front: Position,
    },
    /// Moves where squares belong.
    #[error("position: '{0}' begins moves, not squares")]
    Moves(String),
}

/// Why a text is not a list of moves, or why the moves cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MovesError {
    /// Neither a square nor a pass.
    #[error("moves: '{text}' at ply {ply} is neither a square of board {board} nor a pass")]
    Unreadable {
        /// The beginning of the unreadable text.
        text: String,
        /// The ply it would be, from 1.
        ply: usize,
        /// The board.
        board: Board,
    },
    /// A move that the rules forbid.
    #[error("moves: {} at ply {ply} is illegal in {}; legal: {}", illegal.chosen.display(illegal.position.board()), illegal.position, illegal.legal())]
    Illegal {
        /// The move and the position in which it was to be played.
        illegal: IllegalMove,
        /// Its ply, from 1.
        ply: usize,
    },
    /// Moves that begin with a later number, from a start.
    #[error("moves: they begin with number {0}; those before it are missing")]
    Number(String),
    /// Moves on a line behind a game from a position.
    #[error(
        "moves: they may continue the game from a position before them, or not; give their position, or one game a line"
    )]
    Continued,
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

impl Position {
    /// Reads a position on a board with [`parse_position`].
    ///
    /// # Errors
    /// A foreign character, a wrong number of squares, or a missing or unknown side.
    pub fn parse(board: Board, text: &str) -> Result<Self, PositionError> {
        parse_position(board, text)
    }
}

/// Reads `RxC BOARD SIDE`, a position that names its board.
impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        read_position(text, None)
    }
}

/// Reads `BOARD SIDE` or `SIDE BOARD`: the squares in row order and the side to move. White space, `/` and `|` between them
/// are ignored, unless they tell at which end the side stands.
///
/// # Errors
/// A foreign character, a wrong number of squares, a missing or unknown side, or two readings.
pub fn parse_position(board: Board, text: &str) -> Result<Position, PositionError> {
    let text = text.trim_matches(is_between);
    let symbols: Vec<(usize, char)> = text.char_indices().filter(|&(_, symbol)| !is_between(symbol)).collect();
    let squares = board.squares() as usize;
    if symbols.len() != squares + 1 {
        let (squares, side) = split_side(text, squares);
        return arranged(board, squares, side);
    }
    let behind = || {
        let (squares, side) = text.split_at(symbols[squares].0);
        arranged(board, squares, side)
    };
    let front = || {
        let (side, squares) = text.split_at(symbols[1].0);
        arranged(board, squares, side.trim_end_matches(is_between))
    };
    let gap = |pair: &[(usize, char)]| &text[pair[0].0 + pair[0].1.len_utf8()..pair[1].0];
    let gaps: Vec<&str> = symbols.windows(2).map(gap).collect();
    match (has_even_rows(board, &gaps[1..]), has_even_rows(board, &gaps[..squares - 1])) {
        (true, false) => front(),
        (false, true) => behind(),
        _ if matches!(disc(symbols[0].1), Some(Some(_))) => {
            let (behind, front) = (behind()?, front()?);
            if behind == front { Ok(behind) } else { Err(PositionError::Ambiguous { behind, front }) }
        }
        _ => behind(),
    }
}

/// Whether the same stands between all squares that are neighbours in a row. `gaps` is what stands between each square and
/// the next.
fn has_even_rows(board: Board, gaps: &[&str]) -> bool {
    gaps.chunks(board.cols() as usize).flat_map(|row| &row[..board.cols() as usize - 1]).all(|gap| *gap == gaps[0])
}

/// The position with these squares and this side to move.
fn arranged(board: Board, squares: &str, side: &str) -> Result<Position, PositionError> {
    let (mut black, mut white, mut found) = (0u64, 0u64, 0);
    for symbol in squares.chars().filter(|&symbol| !is_between(symbol)) {
        let bit = 1u64.checked_shl(found as u32).unwrap_or(0);
        found += 1;
        match disc(symbol).ok_or(PositionError::Foreign { found: symbol, at: found })? {
            Some(Side::Black) => black |= bit,
            Some(Side::White) => white |= bit,
            None => {}
        }
    }
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

/// Whether a character may stand between squares, to part rows for example.
fn is_between(symbol: char) -> bool {
    symbol.is_whitespace() || matches!(symbol, '/' | '|')
}

/// The squares and the side of a text that has not one symbol more than the board has squares, to say what is wrong with
/// it. The side is a symbol that stands alone at an end, or whatever stands there beside as many squares as there are.
fn split_side(text: &str, squares: usize) -> (&str, &str) {
    let count = |text: &str| text.chars().filter(|&symbol| !is_between(symbol)).count();
    let is_side = |part: &str, rest: &str| part.chars().nth(1).is_none() || count(rest) == squares;
    match (text.rsplit_once(is_between), text.split_once(is_between)) {
        // All squares stand apart, and no side is given.
        _ if count(text) == squares && text.split(is_between).all(|part| part.len() <= 1) => (text, ""),
        (Some((before, last)), _) if is_side(last, before) => (before, last),
        (_, Some((first, behind))) if is_side(first, behind) => (behind, first),
        _ => (text, ""),
    }
}

/// Reads `[RxC] BOARD SIDE` or `[RxC] SIDE BOARD`; without `RxC` the position is on `board`. What follows a `;` or a `%`, as
/// in OBF, is ignored.
///
/// # Errors
/// Neither the text nor `board` says which board, or something is wrong with the board, the squares or the side.
pub fn read_position(text: &str, board: Option<Board>) -> Result<Position, PositionError> {
    let text = text.split([';', '%']).next().unwrap_or("");
    if begins_with_move(text) {
        return Err(PositionError::Moves(text.split_whitespace().next().unwrap_or("").chars().take(12).collect()));
    }
    let (board, squares) = match named_board(text) {
        Some((name, rest)) => (name.parse()?, rest),
        None => (board.ok_or(PositionError::NoBoard)?, text),
    };
    parse_position(board, squares)
}

/// Whether a text begins with a move, perhaps numbered: a square (a letter and a digit, which begin no position) or a word
/// for a pass.
#[must_use]
pub fn begins_with_move(text: &str) -> bool {
    let mut symbols = without_number(text.trim_start()).trim_start().chars().map(|symbol| symbol.to_ascii_lowercase());
    match (symbols.next(), symbols.next()) {
        (Some('p'), Some('a' | 's')) => true,
        (Some(first), Some(second)) => first.is_alphabetic() && second.is_ascii_digit(),
        _ => false,
    }
}

/// What names the board, such as `4x10` or `4 x 10`, and the text after it. Squares are never digits, so a leading digit
/// begins a name, unless more follow than a name can have: other programs write squares so.
#[must_use]
pub fn named_board(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    if !text.starts_with(|symbol: char| symbol.is_ascii_digit()) {
        return None;
    }
    let behind = text.trim_start_matches(|symbol: char| symbol.is_ascii_digit());
    let is_row = text.len() - behind.len() > 2
        || behind.trim_start_matches(is_between).starts_with(|symbol: char| symbol.is_ascii_digit());
    if is_row && !behind.trim_start().starts_with(['x', 'X', '×']) {
        return None;
    }
    let end = spaced_name(text).or_else(|| text.find(char::is_whitespace)).unwrap_or(text.len());
    Some((&text[..end], &text[end..]))
}

/// Where a name with spaces, such as `4 x 10`, ends.
fn spaced_name(text: &str) -> Option<usize> {
    let behind_number = |text: &str| text.trim_start_matches(|symbol: char| symbol.is_ascii_digit()).len();
    let sign = text[text.len() - behind_number(text)..].trim_start();
    let cols = sign.strip_prefix(['x', 'X', '×'])?.trim_start();
    let rest = behind_number(cols);
    let is_name = rest < cols.len() && cols[cols.len() - rest..].chars().next().is_none_or(char::is_whitespace);
    is_name.then_some(text.len() - rest)
}

/// Moves as text, separated by spaces.
#[must_use]
pub fn line_text(board: Board, line: &[Move]) -> String {
    line.iter().map(|chosen| chosen.display(board).to_string()).collect::<Vec<_>>().join(" ")
}

/// Reads moves such as `c1b3pass`, `c1 b3, pass` or `c1-b3-pass`, in upper or lower case; `;` parts moves, too. A pass may
/// also be `ps`, `pa` or `--`. Skips move numbers, as in `1. c1 b3`.
///
/// # Errors
/// The first piece that is neither a square of the board nor a pass.
pub fn parse_moves(board: Board, text: &str) -> Result<Vec<Move>, MovesError> {
    let separator = |symbol: char| symbol.is_whitespace() || matches!(symbol, ',' | ';');
    let lower = text.to_lowercase();
    let next = |text| without_number(str::trim_start_matches(text, separator)).trim_start_matches(separator);
    let mut rest = next(&*lower);
    let mut moves = Vec::new();
    while !rest.is_empty() {
        let (chosen, length) = first_move(board, rest).ok_or_else(|| MovesError::Unreadable {
            text: rest.split(separator).next().unwrap_or(rest).chars().take(8).collect(),
            ply: moves.len() + 1,
            board,
        })?;
        moves.push(chosen);
        rest = next(behind_hyphen(next(&rest[length..])));
    }
    Ok(moves)
}

/// The text without a leading move number, such as `11.` or `11...`.
#[must_use]
pub fn without_number(text: &str) -> &str {
    let after = text.trim_start_matches(|symbol: char| symbol.is_ascii_digit());
    if after.len() < text.len() && after.starts_with('.') { after.trim_start_matches('.') } else { text }
}

/// The text without a hyphen that parts two moves; two hyphens are a pass.
fn behind_hyphen(text: &str) -> &str {
    text.strip_prefix('-').filter(|rest| !rest.starts_with('-')).unwrap_or(text)
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
    Some((Move::Place(Square::at(board, row - 1, col)?), 1 + digits))
}

/// Plays moves one after the other.
///
/// # Errors
/// The first illegal move, with its ply and position.
pub fn play_moves(position: Position, moves: &[Move]) -> Result<Position, MovesError> {
    let mut now = position;
    for (index, &chosen) in moves.iter().enumerate() {
        now = now.play(chosen).map_err(|illegal| MovesError::Illegal { illegal, ply: index + 1 })?;
    }
    Ok(now)
}

/// Reads the moves of a game from a position with [`parse_moves`], and adds the passes that the text omits.
///
/// # Errors
/// The first piece that is no move, a first number that is not 1 though there are only four discs, or the first illegal move.
pub fn read_moves(position: Position, text: &str) -> Result<Vec<Move>, MovesError> {
    let moves = parse_moves(position.board(), text)?;
    let text = text.trim_start();
    let number = text[..text.len() - without_number(text).len()].trim_end_matches('.');
    if position.discs().occupied().len() == 4 && number.parse() != Ok(1) && !number.is_empty() {
        return Err(MovesError::Number(number.to_owned()));
    }
    add_passes(position, &moves)
}

/// The position from which the moves of a line are played: `start`, or the position on the line before. `before` is the
/// position there, and whether moves from it have followed.
///
/// # Errors
/// Moves from a position other than `start` have followed: these may be more of them.
pub fn base_of_moves(start: Position, before: Option<(Position, bool)>) -> Result<Position, MovesError> {
    match before {
        Some((position, false)) => Ok(position),
        Some((position, true)) if position != start => Err(MovesError::Continued),
        _ => Ok(start),
    }
}

/// The moves of a game, including the passes that its text omits where nothing else is legal.
///
/// # Errors
/// The first illegal move, with its ply among those given.
pub fn add_passes(position: Position, moves: &[Move]) -> Result<Vec<Move>, MovesError> {
    let (mut now, mut all) = (position, Vec::with_capacity(moves.len()));
    for (index, &chosen) in moves.iter().enumerate() {
        let is_left_out = chosen != Move::Pass && now.legal_moves() == [Move::Pass];
        for chosen in is_left_out.then_some(Move::Pass).into_iter().chain([chosen]) {
            now = now.play(chosen).map_err(|illegal| MovesError::Illegal { illegal, ply: index + 1 })?;
            all.push(chosen);
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::start::Start;

    #[test]
    fn reads_and_prints_positions() {
        let board: Board = "4x4".parse().unwrap();
        let start = Position::start(board, Start::Othello);
        assert_eq!(start.to_string(), "-----OX--XO----- X");
        assert_eq!(parse_position(board, "-----OX--XO----- X"), Ok(start));
        assert_eq!(parse_position(board, " .....w*..Bo.....  b\n"), Ok(start));
        assert_eq!(format!("{start:#}"), "-----OX--XO-----");
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
        assert_eq!(error("-----OX--XO----- black"), PositionError::Side("black".into()));
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
