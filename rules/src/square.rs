//! Squares and sets of squares.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

use crate::board::{Board, MAX_SQUARES};

/// A square of a board, by its bit number: 0 to 63, in row order (see the drawing at [`Board`]).
///
/// ```
/// use rules::{Board, Square};
///
/// let board: Board = "4x5".parse()?;
/// let square = Square::at(board, 2, 1).expect("it lies on the board");
/// assert_eq!((square.number(), square.display(board).to_string()), (11, "b3".to_owned()));
/// # Ok::<(), rules::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square with this bit number, or `None` from 64 on. [`Board::all_squares`] tells whether it lies on a board.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if (number as u32) < MAX_SQUARES { Some(Self(number)) } else { None }
    }

    /// The square in this row and column, both from 0, or `None` off the board.
    #[must_use]
    pub fn at(board: Board, row: u32, col: u32) -> Option<Self> {
        (row < board.rows() && col < board.cols()).then(|| Self((row * board.cols() + col) as u8))
    }

    /// [`Square::new`] without its check: `number` is less than 64.
    #[inline(always)]
    #[must_use]
    pub const fn of_bit(number: u8) -> Self {
        debug_assert!((number as u32) < MAX_SQUARES);
        Self(number)
    }

    /// The bit number, 0 to 63.
    #[inline(always)]
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The row on `board`, from 0 at the top.
    #[must_use]
    pub fn row(self, board: Board) -> u32 {
        u32::from(self.0) / board.cols()
    }

    /// The column on `board`, from 0 at the left.
    #[must_use]
    pub fn col(self, board: Board) -> u32 {
        u32::from(self.0) % board.cols()
    }

    /// The square as text, `c4`: a letter for the column, a number for the row.
    #[must_use]
    pub fn display(self, board: Board) -> impl fmt::Display {
        SquareText { square: self, board }
    }

    /// The same square on the transposed board; `board` is the one before transposing.
    #[must_use]
    pub fn transposed(self, board: Board) -> Self {
        Self((self.col(board) * board.rows() + self.row(board)) as u8)
    }
}

/// A square with the board that its name depends on.
struct SquareText {
    square: Square,
    board: Board,
}

impl fmt::Display for SquareText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, col) = (self.square.row(self.board), self.square.col(self.board));
        write!(f, "{}{}", char::from(b'a' + col as u8), row + 1)
    }
}

impl From<Square> for u8 {
    fn from(square: Square) -> Self {
        square.0
    }
}

impl From<Square> for u32 {
    fn from(square: Square) -> Self {
        Self::from(square.0)
    }
}

impl From<Square> for usize {
    fn from(square: Square) -> Self {
        Self::from(square.0)
    }
}

/// A set of squares.
///
/// ```
/// use rules::{Board, Square, Squares};
///
/// let board: Board = "4x5".parse()?;
/// let corner: Squares = Square::at(board, 0, 4).into_iter().collect();
/// let others = board.all_squares() - corner;
/// assert_eq!((others.len(), others.contains(Square::at(board, 0, 4).unwrap())), (19, false));
/// let names: Vec<String> = corner.iter().map(|square| square.display(board).to_string()).collect();
/// assert_eq!(names, ["e1"]);
/// # Ok::<(), rules::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Squares(u64);

impl Squares {
    /// No square.
    pub const EMPTY: Self = Self(0);

    /// The squares whose bits are set.
    #[inline(always)]
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// One bit for each square, for the low-level rules.
    #[inline(always)]
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether `square` is one of them.
    #[inline(always)]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.0 & 1 == 1
    }

    /// How many there are, 0 to 64.
    #[inline(always)]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The squares in the order of their bit numbers: row by row from the top, each from the left.
    #[inline(always)]
    #[must_use]
    pub fn iter(self) -> SquaresIter {
        SquaresIter(self.0)
    }
}

impl Board {
    /// All squares of the board.
    #[must_use]
    pub fn all_squares(self) -> Squares {
        Squares(self.full())
    }
}

impl From<Square> for Squares {
    fn from(square: Square) -> Self {
        Self(1 << square.0)
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<T: IntoIterator<Item = Square>>(squares: T) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | square.into())
    }
}

/// Squares of either set.
impl BitOr for Squares {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Squares {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// Squares of both sets.
impl BitAnd for Squares {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

/// Squares of the first set that are not in the second.
impl Sub for Squares {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl IntoIterator for Squares {
    type Item = Square;
    type IntoIter = SquaresIter;

    #[inline(always)]
    fn into_iter(self) -> SquaresIter {
        self.iter()
    }
}

/// The squares of a set, lowest bit number first, from [`Squares::iter`].
#[derive(Clone, Debug)]
pub struct SquaresIter(u64);

impl Iterator for SquaresIter {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for SquaresIter {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_set_holds_what_it_was_made_of(bits: u64, other: u64) {
            let (set, second) = (Squares::from_bits(bits), Squares::from_bits(other));
            let listed: Vec<Square> = set.iter().collect();
            let plain: Vec<u8> = (0..64).filter(|number| bits >> number & 1 == 1).collect();
            prop_assert_eq!(listed.iter().map(|square| square.number()).collect::<Vec<u8>>(), plain);
            prop_assert_eq!(set.iter().len(), set.len() as usize);
            prop_assert_eq!(listed.iter().copied().collect::<Squares>(), set);
            for square in (0..64).filter_map(Square::new) {
                let (first, second_has) = (set.contains(square), second.contains(square));
                prop_assert_eq!(first, listed.contains(&square));
                prop_assert_eq!((set | second).contains(square), first || second_has);
                prop_assert_eq!((set & second).contains(square), first && second_has);
                prop_assert_eq!((set - second).contains(square), first && !second_has);
            }
        }
    }

    #[test]
    fn every_square_has_a_row_a_column_and_a_twin_on_the_transposed_board() {
        for board in Board::all() {
            for square in board.all_squares() {
                assert_eq!(Square::at(board, square.row(board), square.col(board)), Some(square));
                let twin = square.transposed(board);
                let other = board.transposed();
                assert_eq!((twin.row(other), twin.col(other)), (square.col(board), square.row(board)));
                assert_eq!(twin.transposed(other), square);
            }
            assert_eq!(board.all_squares().len(), board.squares());
            assert_eq!((Square::at(board, board.rows(), 0), Square::at(board, 0, board.cols())), (None, None));
        }
        assert_eq!(Square::new(64), None);
    }
}
