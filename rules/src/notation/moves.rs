//! Moves as text.

use thiserror::Error;

use crate::board::Board;
use crate::moves::Move;
use crate::position::{IllegalMove, Position};
use crate::square::Square;

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
    /// Several moves, or none, where one belongs.
    #[error("'{0}' is not one move")]
    NotOne(String),
    /// A move that the rules forbid.
    #[error("moves: {} at ply {ply} is illegal in {}; legal: {}", illegal.chosen.display(illegal.position.board()), illegal.position.without_board(), illegal.legal())]
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

/// Whether a text begins with a move, perhaps numbered: a square (a letter and a digit, which begin no position) or a word
/// for a pass. A first word with a slash begins the rows of a FEN.
#[must_use]
pub fn begins_with_move(text: &str) -> bool {
    if text.split_whitespace().next().is_some_and(|word| word.contains('/')) {
        return false;
    }
    let mut symbols = without_number(text.trim_start()).trim_start().chars().map(|symbol| symbol.to_ascii_lowercase());
    match (symbols.next(), symbols.next()) {
        (Some('p'), Some('a' | 's' | 'p')) | (Some('@'), Some('@')) => true,
        (Some(first), Some(second)) => first.is_alphabetic() && second.is_ascii_digit(),
        _ => false,
    }
}

impl Position {
    /// Reads the moves of a game from here with [`read_moves`].
    ///
    /// # Errors
    /// As for [`read_moves`].
    pub fn read_moves(self, text: &str) -> Result<Vec<Move>, MovesError> {
        read_moves(self, text)
    }
}

impl Move {
    /// Reads one move, as [`Move::display`] prints it or in any spelling of [`parse_moves`].
    ///
    /// ```
    /// use rules::{Board, Move};
    ///
    /// let board: Board = "4x10".parse()?;
    /// let corner = Move::parse(board, "J4")?;
    /// assert_eq!(corner.display(board).to_string(), "j4");
    /// assert_eq!(Move::parse(board, "pass"), Ok(Move::Pass));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The text is not exactly one move.
    pub fn parse(board: Board, text: &str) -> Result<Self, MovesError> {
        match parse_moves(board, text)?[..] {
            [chosen] => Ok(chosen),
            _ => Err(MovesError::NotOne(text.to_owned())),
        }
    }
}

/// Moves as text, separated by spaces.
#[must_use]
pub fn line_text(board: Board, line: &[Move]) -> String {
    line.iter().map(|chosen| chosen.display(board).to_string()).collect::<Vec<_>>().join(" ")
}

/// Reads moves such as `c1b3pass`, `c1 b3, pass` or `c1-b3-pass`, in upper or lower case; `;` parts moves, too. A pass may
/// also be `ps`, `pa`, `pp`, `@@` or `--`. Skips move numbers, as in `1. c1 b3`.
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
    if let Some(pass) = ["pass", "ps", "pa", "pp", "--", "@@"].into_iter().find(|pass| text.starts_with(pass)) {
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

/// Reads the moves of a game from a position with [`parse_moves`], and adds the passes that the text omits. A score or a name
/// may stand behind them.
///
/// # Errors
/// The first piece that is no move, a first number that is not 1 though there are only four discs, or the first illegal move.
pub fn read_moves(position: Position, text: &str) -> Result<Vec<Move>, MovesError> {
    let text = without_tail(position.board(), text);
    let moves = parse_moves(position.board(), text)?;
    let text = text.trim_start();
    let number = text[..text.len() - without_number(text).len()].trim_end_matches('.');
    if position.discs().occupied().len() == 4 && number.parse() != Ok(1) && !number.is_empty() {
        return Err(MovesError::Number(number.to_owned()));
    }
    add_passes(position, &moves)
}

/// The moves without what stands behind at least one of them: a score such as `+10` or `37-27`, or a name, which begins with a word
/// without digits that is neither a move nor squares.
pub(crate) fn without_tail(board: Board, text: &str) -> &str {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_score = |word: &str| {
        word.strip_prefix(['+', '-']).is_some_and(is_number)
            || word.split_once(['-', ':']).is_some_and(|(black, white)| is_number(black) && is_number(white))
    };
    let is_name = |word: &str| {
        let bare = word.trim_matches(['"', '(', ')', '\'']);
        bare.chars().count() > 2
            && bare.starts_with(char::is_alphabetic)
            // Squares are no name.
            && !bare.chars().all(|symbol| "XOxo*-.".contains(symbol))
            && !bare.contains(|symbol: char| symbol.is_numeric() || matches!(symbol, ',' | ';'))
            && parse_moves(board, bare).is_err()
    };
    let mut at = text.len() - text.trim_start().len();
    for word in text.split_whitespace() {
        let begin = at + text[at..].find(word).unwrap_or(0);
        // Behind a score there is a name or nothing.
        let next = text[begin + word.len()..].split_whitespace().next();
        let has_moves = || parse_moves(board, &text[..begin]).is_ok_and(|moves| !moves.is_empty());
        if (is_name(word) || is_score(word) && next.is_none_or(is_name)) && has_moves() {
            return &text[..begin];
        }
        at = begin + word.len();
    }
    text
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
