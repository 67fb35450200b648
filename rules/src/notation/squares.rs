//! Squares as text, and the side to move.

use thiserror::Error;

use super::moves::MovesError;
use crate::board::{Board, BoardError};
use crate::discs::{Discs, Side};
use crate::position::Position;

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
        "position: it may mean {} (the side last) or {} (the side first); put a space only between squares and side",
        behind.without_board(), front.without_board()
    )]
    Ambiguous {
        /// The position if the last symbol is the side to move.
        behind: Position,
        /// The position if the first symbol is the side to move.
        front: Position,
    },
    /// A board with coordinates but without the side to move, or with both.
    #[error("position: the printed board does not say whose move it is; add a line: X to move, or O to move")]
    Printed,
    /// A line of a printed board that has too many squares or letters, or too few.
    #[error("position: '{line}' is no line of a printed board with {cols} columns")]
    Line {
        /// The beginning of the line.
        line: String,
        /// How many letters stand above the board.
        cols: u32,
    },
    /// Discs of Black as `*`, which marks moves in some boards, and by another symbol.
    #[error("position: it has both * and {0}; write Black's discs as one of them, and empty squares as -")]
    Marked(char),
    /// A digit that stands for nothing.
    #[error(
        "position: '{0}' is no square: as digits they are 0 (empty), 1 (Black) and 2 (White); numbers of empty squares stand \
         in rows between slashes, with X and O"
    )]
    Digit(char),
    /// A row with numbers of empty squares that is too short or too long.
    #[error("position: row {row} has {found} squares, board {board} has {}", board.cols())]
    Row {
        /// The row, from 1.
        row: usize,
        /// Its squares.
        found: usize,
        /// The board.
        board: Board,
    },
    /// Rows as those of another board.
    #[error("position: its squares stand in {found} rows, board {board} has {}", board.rows())]
    Rows {
        /// The rows in the text.
        found: usize,
        /// The board.
        board: Board,
    },
    /// A position of another board than the one that is wanted.
    #[error("position: it is for board {found}, not for {board}")]
    OtherBoard {
        /// Its board.
        found: Board,
        /// The wanted one.
        board: Board,
    },
    /// Moves from the position that cannot be read or played.
    #[error(transparent)]
    Game(#[from] MovesError),
    /// Moves where squares belong.
    #[error("position: '{0}' begins moves, not squares")]
    Moves(String),
}

/// The colour of a character, or `None` in it for an empty square.
pub(crate) fn disc(symbol: char) -> Option<Option<Side>> {
    match symbol {
        'X' | 'x' | '*' | 'B' | 'b' | '●' | '⚫' => Some(Some(Side::Black)),
        'O' | 'o' | 'W' | 'w' | '○' | '⚪' => Some(Some(Side::White)),
        '-' | '.' | '_' | '·' | '□' => Some(None),
        _ => None,
    }
}

/// The position with these squares and this side to move.
pub(crate) fn arranged(board: Board, squares: &str, side: Side) -> Result<Position, PositionError> {
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
    let is_other = |symbol: &char| *symbol != '*' && disc(*symbol) == Some(Some(Side::Black));
    if let Some(other) = squares.chars().find(is_other).filter(|_| squares.contains('*')) {
        return Err(PositionError::Marked(other));
    }
    // Rows of no board at all are lines that were wrapped.
    if let Some(rows) =
        rows(squares).filter(|&rows| rows != board.rows() && Board::new(rows, board.squares() / rows).is_ok())
    {
        return Err(PositionError::Rows { found: rows as usize, board });
    }
    let discs = match side {
        Side::Black => Discs { player: black, opponent: white },
        Side::White => Discs { player: white, opponent: black },
    };
    Ok(Position { board, discs, side })
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
    let is_disc = |symbol: char| matches!(disc(symbol), Some(Some(_)));
    let sign = behind.trim_start().strip_prefix(['x', 'X', '×']);
    // The first row of squares with numbers of empty ones.
    if text.split_whitespace().next().unwrap_or("").contains('/')
        || sign.map_or(behind.starts_with(is_disc), |cols| cols.starts_with(is_disc))
    {
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

/// How many rows of equal length are shown: line ends or slashes stand between them or, if there are none or everywhere, what
/// does not stand between the first two squares.
fn rows(squares: &str) -> Option<u32> {
    if !squares.contains(is_between) {
        return None;
    }
    let symbols: Vec<(usize, char)> = squares.char_indices().filter(|&(_, symbol)| !is_between(symbol)).collect();
    let gap = |pair: &[(usize, char)]| &squares[pair[0].0 + pair[0].1.len_utf8()..pair[1].0];
    let gaps: Vec<&str> = symbols.windows(2).map(gap).collect();
    let ends_line = |gap: &&str| gap.contains(['\n', '/']);
    let has_lines = gaps.iter().any(ends_line) && !gaps.iter().all(ends_line);
    let ends_row = |gap: &&str| if has_lines { ends_line(gap) } else { *gap != gaps[0] };
    let cols = gaps.iter().position(ends_row)? + 1;
    let is_even = gaps.iter().zip(1usize..).all(|(gap, at)| ends_row(gap) == at.is_multiple_of(cols));
    (cols > 1 && is_even && symbols.len().is_multiple_of(cols)).then_some((symbols.len() / cols) as u32)
}

/// Whether a character may stand between squares, to part rows for example; some say how the one before is drawn.
pub(crate) fn is_between(symbol: char) -> bool {
    symbol.is_whitespace() || matches!(symbol, '/' | '|' | '\u{fe0e}' | '\u{fe0f}')
}
