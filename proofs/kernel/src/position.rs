//! A board with discs on it and a side to move.

use std::fmt;

/// A black disc, or Black to move. Written `X`.
pub const BLACK: i8 = 1;
/// A white disc, or White to move. Written `O`.
pub const WHITE: i8 = -1;
/// No disc. Written `-`.
pub const EMPTY: i8 = 0;
/// The most squares of a board.
pub const MAX_SQUARES: usize = 64;

/// A board of at most 64 squares with discs on it, and a side to move.
///
/// Rows and columns are counted from 0, from the top left. A square's number is `row * cols + col`, and a set of squares
/// is a word in which square *n* is bit *n*. Those of 3 rows of 4 columns:
/// ```text
///  0  1  2  3
///  4  5  6  7
///  8  9 10 11
/// ```
/// Positions of one board are ordered by the discs of the side to move, then by those of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    rows: usize,
    cols: usize,
    /// The discs of the side to move.
    pub(crate) own: u64,
    /// Those of the other side.
    pub(crate) other: u64,
    side: i8,
}

/// How the four centre discs of a new game are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// `O X` above `X O`
    Othello,
    /// `X O` above `X O`
    Reversi,
    /// `X X` above `O O`
    ReversiRows,
}

impl Position {
    /// A board without discs, Black to move.
    fn empty(rows: usize, cols: usize) -> Self {
        let squares = rows.saturating_mul(cols);
        assert!((1..=MAX_SQUARES).contains(&squares), "a board of {rows}x{cols} has no square, or more than 64");
        Self { rows, cols, own: 0, other: 0, side: BLACK }
    }

    /// The position of these discs, those of the side to move first; `None` if some square holds two discs or is not on
    /// the board.
    ///
    /// # Panics
    /// If the board has no square, or more than [`MAX_SQUARES`].
    pub fn new(rows: usize, cols: usize, (own, other): (u64, u64), side: i8) -> Option<Self> {
        let board = Self::empty(rows, cols);
        (own & other == 0 && (own | other) & !board.all() == 0).then_some(Self { own, other, side, ..board })
    }

    /// The first position of a game, Black to move. The four discs are as near to the centre as possible, and towards
    /// the top left if the number of rows or columns is odd.
    ///
    /// # Panics
    /// If a side of the board is shorter than 2, or it has more than [`MAX_SQUARES`].
    pub fn start(rows: usize, cols: usize, start: Start) -> Self {
        assert!(rows >= 2 && cols >= 2, "a board of {rows}x{cols} has no room for the four first discs");
        let board = Self::empty(rows, cols);
        let (top, left) = ((rows - 2) / 2, (cols - 2) / 2);
        let [nw, ne] = [left, left + 1].map(|col| board.bit(top, col));
        let [sw, se] = [left, left + 1].map(|col| board.bit(top + 1, col));
        let (own, other) = match start {
            Start::Othello => (ne | sw, nw | se),
            Start::Reversi => (nw | sw, ne | se),
            Start::ReversiRows => (nw | ne, sw | se),
        };
        Self { own, other, ..board }
    }

    /// Reads the squares in row order as `X`, `O` or `-`, one space, and the side to move as `X` or `O`.
    ///
    /// # Errors
    /// An unknown character, a wrong number of squares, or an unknown side.
    ///
    /// # Panics
    /// If the board has no square, or more than [`MAX_SQUARES`].
    pub fn parse(rows: usize, cols: usize, text: &str) -> Result<Self, String> {
        let board = Self::empty(rows, cols);
        let (squares, side) = text.split_once(' ').unwrap_or((text, ""));
        let (found, expected) = (squares.chars().count(), board.squares());
        if found != expected {
            let squares = if found == 1 { "square" } else { "squares" };
            return Err(format!("{found} {squares} given, the board has {expected}"));
        }
        let (mut black, mut white) = (0, 0);
        for (square, symbol) in squares.chars().enumerate() {
            match symbol {
                'X' => black |= 1 << square,
                'O' => white |= 1 << square,
                '-' => {}
                _ => return Err(format!("'{symbol}' is none of X O -")),
            }
        }
        match side {
            "X" => Ok(Self { own: black, other: white, side: BLACK, ..board }),
            "O" => Ok(Self { own: white, other: black, side: WHITE, ..board }),
            _ => Err(format!("side to move '{side}' is neither X nor O")),
        }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Number of squares, which is also the highest score.
    pub fn squares(&self) -> usize {
        self.rows * self.cols
    }

    /// Whose move it is: [`BLACK`] or [`WHITE`].
    pub fn side(&self) -> i8 {
        self.side
    }

    /// The discs of the side to move, then those of the other side.
    pub fn pair(&self) -> (u64, u64) {
        (self.own, self.other)
    }

    /// What is on a square: [`BLACK`], [`WHITE`] or [`EMPTY`].
    ///
    /// # Panics
    /// If the square is not on the board.
    pub fn disc(&self, row: usize, col: usize) -> i8 {
        let bit = self.bit(row, col);
        match (self.own & bit != 0, self.other & bit != 0) {
            (true, _) => self.side,
            (_, true) => -self.side,
            _ => EMPTY,
        }
    }

    /// Number of squares that hold `disc`: [`BLACK`], [`WHITE`] or [`EMPTY`].
    pub fn count(&self, disc: i8) -> usize {
        self.coordinates().into_iter().filter(|&(row, col)| self.disc(row, col) == disc).count()
    }

    /// Number of empty squares.
    pub fn empties(&self) -> u32 {
        (self.all() & !(self.own | self.other)).count_ones()
    }

    /// Every square of the board as row and column, in row order.
    pub fn coordinates(&self) -> Vec<(usize, usize)> {
        (0..self.squares()).map(|square| (square / self.cols, square % self.cols)).collect()
    }

    /// The same discs, the other side to move.
    pub fn passed(&self) -> Self {
        Self { own: self.other, other: self.own, side: -self.side, ..*self }
    }

    /// The least of the position's images under the symmetries of the board.
    pub fn canonical(&self) -> Self {
        let image = |number: usize| {
            let moved = |squares| self.members(squares).fold(0, |set, square| set | 1 << self.image(number, square));
            Self { own: moved(self.own), other: moved(self.other), ..*self }
        };
        (0..self.images()).map(image).min().unwrap_or(*self)
    }

    /// Number of symmetries of the board, the identity among them.
    pub fn images(&self) -> usize {
        if self.rows == self.cols { 8 } else { 4 }
    }

    /// Where a square goes in an image of the board: mirrored if the number is odd, upside down if bit 1 is set, with
    /// rows and columns exchanged before if bit 2 is.
    pub fn image(&self, number: usize, square: usize) -> usize {
        let (row, col) = (square / self.cols, square % self.cols);
        let (row, col) = if number & 4 != 0 { (col, row) } else { (row, col) };
        let row = if number & 2 != 0 { self.rows - 1 - row } else { row };
        let col = if number & 1 != 0 { self.cols - 1 - col } else { col };
        row * self.cols + col
    }

    /// All squares.
    pub(crate) fn all(&self) -> u64 {
        u64::MAX >> (MAX_SQUARES - self.squares())
    }

    /// The numbers of the squares in a set, lowest first.
    pub(crate) fn members(&self, set: u64) -> impl Iterator<Item = usize> + use<> {
        (0..self.squares()).filter(move |square| set >> square & 1 == 1)
    }

    /// A square as a set.
    pub(crate) fn bit(&self, row: usize, col: usize) -> u64 {
        assert!(row < self.rows && col < self.cols, "({row}, {col}) is not on a {}x{} board", self.rows, self.cols);
        1 << (row * self.cols + col)
    }
}

/// The text that [`Position::parse`] reads.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbol = |disc| match disc {
            BLACK => 'X',
            WHITE => 'O',
            _ => '-',
        };
        let squares: String = self.coordinates().into_iter().map(|(row, col)| symbol(self.disc(row, col))).collect();
        write!(f, "{squares} {}", symbol(self.side))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_stand_in_the_centre_and_towards_the_top_left_on_odd_boards() {
        let text = |rows, cols, start| Position::start(rows, cols, start).to_string();
        assert_eq!(text(3, 3, Start::Othello), "OX-XO---- X");
        assert_eq!(text(4, 5, Start::Othello), "------OX---XO------- X");
        assert_eq!(text(4, 5, Start::Reversi), "------XO---XO------- X");
        assert_eq!(text(5, 4, Start::ReversiRows), "-----XX--OO--------- X");
    }

    #[test]
    fn text_goes_both_ways_and_errors_name_what_is_wrong() {
        for text in ["X-O-XO--O X", "X-O-XO--O O", "--------- X"] {
            let read = Position::parse(3, 3, text).unwrap();
            assert_eq!(read.to_string(), text);
            assert_eq!(Position::new(3, 3, read.pair(), read.side()), Some(read));
        }
        let error = |text| Position::parse(3, 3, text).unwrap_err();
        assert_eq!(error("X-O-XO--O"), "side to move '' is neither X nor O");
        assert_eq!(error("X-O-XO--O Z"), "side to move 'Z' is neither X nor O");
        assert_eq!(error("X-O-XO-- X"), "8 squares given, the board has 9");
        assert_eq!(error("X-O-XO--x X"), "'x' is none of X O -");
        assert_eq!([(1, 1), (1 << 9, 0), (0, 1 << 9)].map(|pair| Position::new(3, 3, pair, BLACK)), [None; 3]);
    }

    #[test]
    fn the_least_image_is_that_of_a_board_turned_on_paper() {
        let canonical = |rows, cols, text| Position::parse(rows, cols, text).unwrap().canonical().to_string();
        for text in ["X--O----- O", "--X--O--- O", "---O--X-- O", "XO------- O", "-OX------ O", "-------OX O"] {
            assert_eq!(canonical(3, 3, text), "XO------- O", "{text}");
        }
        for text in ["XO---------- X", "--OX-------- X", "--------XO-- X", "----------OX X"] {
            assert_eq!(canonical(3, 4, text), "XO---------- X", "{text}");
        }
    }
}
