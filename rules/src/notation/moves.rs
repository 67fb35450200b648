//! Moves as text.

use thiserror::Error;

use crate::board::Board;
use crate::discs::Side;
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
    /// A later number that does not fit the moves before it.
    #[error("moves: number {0} does not count the moves before it; some are missing, or another game begins")]
    Gap(String),
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
    first_moves(board, &text.to_ascii_lowercase()).all(board)
}

/// The moves at the beginning of a text.
struct FirstMoves<'a> {
    moves: Vec<Move>,
    /// The numbers among them, with their dots, and how many moves stand before each.
    numbers: Vec<(usize, &'a str)>,
    /// The text from the first piece on that is no move.
    rest: &'a str,
}

impl FirstMoves<'_> {
    /// The moves, if the text has nothing else.
    fn all(self, board: Board) -> Result<Vec<Move>, MovesError> {
        if self.rest.is_empty() {
            return Ok(self.moves);
        }
        let text = self.rest.split(is_separator).next().unwrap_or(self.rest).chars().take(8).collect();
        Err(MovesError::Unreadable { text, ply: self.moves.len() + 1, board })
    }
}

fn is_separator(symbol: char) -> bool {
    symbol.is_whitespace() || matches!(symbol, ',' | ';')
}

/// Reads the moves at the beginning of a lower-case text.
fn first_moves(board: Board, text: &str) -> FirstMoves<'_> {
    let mut found = FirstMoves { moves: Vec::new(), numbers: Vec::new(), rest: text };
    loop {
        let numbered = found.rest.trim_start_matches(is_separator);
        let plain = without_number(numbered);
        if plain.len() < numbered.len() {
            found.numbers.push((found.moves.len(), &numbered[..numbered.len() - plain.len()]));
        }
        found.rest = plain.trim_start_matches(is_separator);
        let Some((chosen, length)) = first_move(board, found.rest) else { return found };
        found.moves.push(chosen);
        found.rest = behind_hyphen(found.rest[length..].trim_start_matches(is_separator));
    }
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
/// may stand behind them. Numbers count plies or pairs of them; passes may be counted or not.
///
/// # Errors
/// The first piece that is no move, a number that moves before it do not explain, or the first illegal move.
pub fn read_moves(position: Position, text: &str) -> Result<Vec<Move>, MovesError> {
    let text = without_tail(position.board(), text).to_ascii_lowercase();
    let mut found = first_moves(position.board(), &text);
    let numbers = std::mem::take(&mut found.numbers);
    let moves = found.all(position.board())?;
    play_numbered(position, &moves, &numbers)
}

/// The moves without what stands behind at least one of them: a score such as `+10` or `37-27`, or a name, which begins with a word
/// without digits that is neither a move nor squares. No word there is a move, and if `;` parts moves, none stands between the
/// last one and the name: they could be a remark.
pub(crate) fn without_tail(board: Board, text: &str) -> &str {
    let lower = text.to_ascii_lowercase();
    let moves_of = |text: &str| first_moves(board, text).all(board).map_or(0, |moves| moves.len());
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
            && !bare.chars().all(|symbol| "xo*-.".contains(symbol))
            && !bare.contains(|symbol: char| symbol.is_numeric() || matches!(symbol, ',' | ';'))
            && moves_of(bare) == 0
    };
    let has_move = |word: &str| {
        let is_pass = |piece: &str| piece.starts_with("pass") || ["pa", "pas", "pp", "ps"].contains(&piece);
        let is_square = |piece: &str| {
            piece.starts_with(char::is_alphabetic) && piece.chars().nth(1).is_some_and(|digit| digit.is_ascii_digit())
        };
        word.split(|symbol: char| !symbol.is_alphanumeric()).any(|piece| is_pass(piece) || is_square(piece))
            || moves_of(word) > 0
    };
    let read = &lower[..lower.len() - first_moves(board, &lower).rest.len()];
    let begin = read.trim_end_matches(|symbol: char| !symbol.is_whitespace()).len();
    let mut words = lower[begin..].split_whitespace();
    let has_moves = moves_of(&lower[..begin]) > 0 && (!read.contains(';') || lower[..begin].trim_end().ends_with(';'));
    let is_tail = has_moves
        && !words.clone().any(has_move)
        // Behind a score there is a name or nothing.
        && words.next().is_some_and(|word| is_name(word) || is_score(word) && words.next().is_none_or(is_name));
    if is_tail { &text[..begin] } else { text }
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
    play_numbered(position, moves, &[])
}

/// The same with numbers before some moves.
fn play_numbered(position: Position, moves: &[Move], numbers: &[(usize, &str)]) -> Result<Vec<Move>, MovesError> {
    let (mut now, mut all) = (position, Vec::with_capacity(moves.len()));
    let (mut numbers, mut counts) = (numbers, counts(&position, numbers));
    for (index, &chosen) in moves.iter().enumerate() {
        let is_left_out = chosen != Move::Pass && now.legal_moves() == [Move::Pass];
        if let Some((&(_, number), rest)) = numbers.split_first().filter(|((before, _), _)| *before == index) {
            numbers = rest;
            let placed = now.discs().occupied().len() - position.discs().occupied().len();
            let plies = placed..=all.len() as u32 + u32::from(is_left_out);
            counts.retain(|&count| plies.clone().any(|plies| is_number_of(count, plies.into(), number)));
            if counts.is_empty() {
                let number = number.trim_end_matches('.').to_owned();
                return Err(if index == 0 { MovesError::Number(number) } else { MovesError::Gap(number) });
            }
        }
        for chosen in is_left_out.then_some(Move::Pass).into_iter().chain([chosen]) {
            now = now.play(chosen).map_err(|illegal| MovesError::Illegal { illegal, ply: index + 1 })?;
            all.push(chosen);
        }
    }
    Ok(all)
}

/// What numbers may count from a position on: groups of so many plies, with so many before the position. At a start there are
/// none, but White may begin; elsewhere the first number says how many.
fn counts(position: &Position, numbers: &[(usize, &str)]) -> Vec<(i64, i64)> {
    if position.discs().occupied().len() == 4 {
        return if position.side() == Side::Black { vec![(1, 0), (2, 0)] } else { vec![(1, 0), (2, 0), (2, 1)] };
    }
    let Some(&(before, number)) = numbers.first() else { return Vec::new() };
    let groups = number.trim_end_matches('.').parse::<u32>().map_or(0, i64::from) - 1;
    [(1, 0), (2, 0), (2, 1)].map(|(plies, more)| (plies, groups * plies + more - before as i64)).to_vec()
}

/// Whether a number, with its dots, stands behind so many plies; with one dot it begins a group.
fn is_number_of((group, before): (i64, i64), plies: i64, number: &str) -> bool {
    let plies = before + plies;
    number.trim_end_matches('.').parse() == Ok(plies.div_euclid(group) + 1)
        && (number.ends_with("..") || plies.rem_euclid(group) == 0)
}
