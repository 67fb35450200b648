//! The shape of a board.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The most squares a board may have: one bit each in a `u64`.
pub const MAX_SQUARES: u32 = 64;
/// The shortest side a board may have: the four centre discs and one square to play on.
pub const MIN_SIDE: u32 = 3;

/// A board's shape: `rows` × `cols`, each at least [`MIN_SIDE`], together at most [`MAX_SQUARES`] squares.
///
/// Columns are letters from the left, rows numbers from the top. Each square has a bit number, `row × cols + column`, both
/// from 0; on 4x5:
/// ```text
///      a  b  c  d  e
/// 1    0  1  2  3  4
/// 2    5  6  7  8  9
/// 3   10 11 12 13 14
/// 4   15 16 17 18 19
/// ```
///
/// ```
/// let board: rules::Board = "4x10".parse()?;
/// assert_eq!((board.rows(), board.cols(), board.squares()), (4, 10, 40));
/// assert_eq!(board.to_string(), "4x10");
/// # Ok::<(), rules::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    rows: u8,
    cols: u8,
}

/// Why a text or a pair of numbers is not a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BoardError {
    /// The text is not `ROWSxCOLUMNS`.
    #[error("board '{0}' is not of the form ROWSxCOLUMNS, for example 4x10")]
    Form(String),
    /// More than [`MAX_SQUARES`] squares.
    #[error("board {rows}x{cols} is too large: it has {} squares, {MAX_SQUARES} is the most", u64::from(*rows) * u64::from(*cols))]
    TooLarge {
        /// Rows asked for.
        rows: u32,
        /// Columns asked for.
        cols: u32,
    },
    /// A side below [`MIN_SIDE`].
    #[error("board {rows}x{cols} is too small: each side needs at least {MIN_SIDE} squares")]
    TooSmall {
        /// Rows asked for.
        rows: u32,
        /// Columns asked for.
        cols: u32,
    },
}

impl Board {
    /// More than any [`Board::shape`]: sides go up to 21.
    pub const SHAPES: usize = 22 * 22;

    /// The number of the shape, for arrays with an entry for each.
    #[must_use]
    pub fn shape(self) -> usize {
        usize::from(self.rows) * 22 + usize::from(self.cols)
    }

    /// A board of `rows` × `cols` squares.
    ///
    /// # Errors
    /// A side below [`MIN_SIDE`], or more than [`MAX_SQUARES`] squares.
    pub fn new(rows: u32, cols: u32) -> Result<Self, BoardError> {
        if rows < MIN_SIDE || cols < MIN_SIDE {
            return Err(BoardError::TooSmall { rows, cols });
        }
        if u64::from(rows) * u64::from(cols) > u64::from(MAX_SQUARES) {
            return Err(BoardError::TooLarge { rows, cols });
        }
        // Both fit: their product is at most 64.
        Ok(Self { rows: rows as u8, cols: cols as u8 })
    }

    /// Number of rows, 3 to 21.
    #[must_use]
    pub fn rows(self) -> u32 {
        u32::from(self.rows)
    }

    /// Number of columns, 3 to 21.
    #[must_use]
    pub fn cols(self) -> u32 {
        u32::from(self.cols)
    }

    /// Number of squares, 9 to 64.
    #[must_use]
    pub fn squares(self) -> u32 {
        self.rows() * self.cols()
    }

    /// All squares of the board as a mask, one bit each. [`Board::all_squares`] is the same as a set.
    #[must_use]
    pub fn full(self) -> u64 {
        u64::MAX >> (64 - self.squares())
    }

    /// Whether both sides are equal, so that the symmetry group has 8 elements instead of 4.
    #[must_use]
    pub fn is_square(self) -> bool {
        self.rows == self.cols
    }

    /// The board with rows and columns exchanged.
    #[must_use]
    pub fn transposed(self) -> Self {
        Self { rows: self.cols, cols: self.rows }
    }

    /// Whether the board is at least as wide as it is tall. Searches and tables handle only such boards;
    /// [`crate::CanonicalPosition`] turns positions of other boards.
    #[must_use]
    pub fn is_landscape(self) -> bool {
        self.rows <= self.cols
    }

    /// This board or its transpose, whichever is landscape: both have the same games.
    #[must_use]
    pub fn landscape(self) -> Self {
        if self.is_landscape() { self } else { self.transposed() }
    }

    /// Every possible board, by rows and then columns.
    pub fn all() -> impl Iterator<Item = Self> {
        (MIN_SIDE..=MAX_SQUARES / MIN_SIDE)
            .flat_map(|rows| (MIN_SIDE..=MAX_SQUARES / rows).map(move |cols| (rows, cols)))
            .filter_map(|(rows, cols)| Self::new(rows, cols).ok())
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

impl FromStr for Board {
    type Err = BoardError;

    /// Reads `ROWSxCOLUMNS`, for example `4x10`: 4 rows, 10 columns. The x may be a multiplication sign, with spaces
    /// around it.
    fn from_str(text: &str) -> Result<Self, BoardError> {
        let form = || BoardError::Form(text.to_owned());
        let number = |digits: &str| {
            let digits = digits.trim();
            if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
                return Err(form());
            }
            digits.parse::<u32>().map_err(|_| form())
        };
        let (rows, cols) = text.split_once(['x', 'X', '×']).ok_or_else(form)?;
        Self::new(number(rows)?, number(cols)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_prints_every_board() {
        for board in Board::all() {
            assert_eq!(board.to_string().parse(), Ok(board));
        }
        assert_eq!(Board::all().count(), 92);
        for text in ["4X10", "4×10", "4 x 10", "4 × 10", " 4x10 "] {
            assert_eq!(text.parse(), Board::new(4, 10), "{text}");
        }
    }

    #[test]
    fn refuses_what_is_no_board() {
        assert_eq!("9x9".parse::<Board>(), Err(BoardError::TooLarge { rows: 9, cols: 9 }));
        assert_eq!(
            "9x9".parse::<Board>().unwrap_err().to_string(),
            "board 9x9 is too large: it has 81 squares, 64 is the most"
        );
        assert_eq!("2x8".parse::<Board>(), Err(BoardError::TooSmall { rows: 2, cols: 8 }));
        for text in ["", "8", "x8", "8x", "8x8x8", "8×8x8", "-4x4", "4 4", "4 4x4", "4x99999999999", "+4x4"] {
            assert!(matches!(text.parse::<Board>(), Err(BoardError::Form(_))), "{text}");
        }
    }
}
