//! A board with discs on it and a side to move.

use std::fmt;

use files::noun;

/// A black disc, or Black to move. Written `X`.
pub const BLACK: i8 = 1;
/// A white disc, or White to move. Written `O`.
pub const WHITE: i8 = -1;
/// No disc. Written `-`.
pub const EMPTY: i8 = 0;
/// A square of the border around the board; no walk goes past it.
pub(crate) const EDGE: i8 = 2;

/// A board of any size with discs on it, and a side to move.
///
/// Rows and columns are counted from 0, from the top left. In memory the board has a border one square wide; 3 rows of
/// 4 columns are laid out like this (`#` is the border, a number the index in the vector):
/// ```text
///  #  #  #  #  #  #
///  #  7  8  9 10  #
///  # 13 14 15 16  #
///  # 19 20 21 22  #
///  #  #  #  #  #  #
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    rows: usize,
    cols: usize,
    pub(crate) squares: Vec<i8>,
    pub(crate) side: i8,
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

/// Why a text is not a position of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// A character other than `X`, `O` and `-`.
    Symbol(char),
    /// The number of squares given is not that of the board.
    Length {
        /// Squares in the text.
        found: usize,
        /// Squares of the board.
        expected: usize,
    },
    /// The text after the squares is neither ` X` nor ` O`.
    Side(String),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Symbol(symbol) => write!(f, "'{symbol}' is none of X O -"),
            Self::Length { found, expected } => {
                write!(f, "{found} {} given, the board has {expected}", noun(*found as u64, "square", "squares"))
            }
            Self::Side(text) => write!(f, "side to move '{text}' is neither X nor O"),
        }
    }
}

impl std::error::Error for PositionError {}

impl Position {
    /// A board of `rows` × `cols` squares without discs, Black to move.
    ///
    /// # Panics
    /// If the board would have no square.
    #[must_use]
    pub fn empty(rows: usize, cols: usize) -> Self {
        assert!(rows > 0 && cols > 0, "a board of {rows}x{cols} has no square");
        let mut position = Self { rows, cols, squares: vec![EDGE; (rows + 2) * (cols + 2)], side: BLACK };
        for (row, col) in position.coordinates() {
            position.put(row, col, EMPTY);
        }
        position
    }

    /// The first position of a game, Black to move. The four discs are as near to the centre as possible, and towards
    /// the top left if the number of rows or columns is odd.
    ///
    /// # Panics
    /// If a side of the board is shorter than 2.
    #[must_use]
    pub fn start(rows: usize, cols: usize, start: Start) -> Self {
        assert!(rows >= 2 && cols >= 2, "a board of {rows}x{cols} has no room for the four first discs");
        let discs = match start {
            Start::Othello => [[WHITE, BLACK], [BLACK, WHITE]],
            Start::Reversi => [[BLACK, WHITE], [BLACK, WHITE]],
            Start::ReversiRows => [[BLACK, BLACK], [WHITE, WHITE]],
        };
        let mut position = Self::empty(rows, cols);
        for (down, line) in discs.iter().enumerate() {
            for (right, &disc) in line.iter().enumerate() {
                position.put((rows - 2) / 2 + down, (cols - 2) / 2 + right, disc);
            }
        }
        position
    }

    /// Reads the squares in row order as `X`, `O` or `-`, one space, and the side to move as `X` or `O`.
    ///
    /// # Errors
    /// An unknown character, a wrong number of squares, or an unknown side.
    ///
    /// # Panics
    /// If the board would have no square.
    pub fn parse(rows: usize, cols: usize, text: &str) -> Result<Self, PositionError> {
        let (squares, side) = text.split_once(' ').unwrap_or((text, ""));
        let mut position = Self::empty(rows, cols);
        let (found, expected) = (squares.chars().count(), rows * cols);
        if found != expected {
            return Err(PositionError::Length { found, expected });
        }
        for ((row, col), symbol) in position.coordinates().into_iter().zip(squares.chars()) {
            let disc = match symbol {
                'X' => BLACK,
                'O' => WHITE,
                '-' => EMPTY,
                _ => return Err(PositionError::Symbol(symbol)),
            };
            position.put(row, col, disc);
        }
        position.side = match side {
            "X" => BLACK,
            "O" => WHITE,
            _ => return Err(PositionError::Side(side.to_owned())),
        };
        Ok(position)
    }

    /// Number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    #[must_use]
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Whose move it is: [`BLACK`] or [`WHITE`].
    #[must_use]
    pub fn side(&self) -> i8 {
        self.side
    }

    /// What is on a square: [`BLACK`], [`WHITE`] or [`EMPTY`].
    ///
    /// # Panics
    /// If the square is not on the board.
    #[must_use]
    pub fn disc(&self, row: usize, col: usize) -> i8 {
        self.squares[self.place(row, col)]
    }

    /// Number of squares that hold `disc`: [`BLACK`], [`WHITE`] or [`EMPTY`].
    #[must_use]
    pub fn count(&self, disc: i8) -> usize {
        self.squares.iter().filter(|&&square| square == disc).count()
    }

    /// Every square of the board as row and column, in row order.
    #[must_use]
    pub fn coordinates(&self) -> Vec<(usize, usize)> {
        (0..self.rows).flat_map(|row| (0..self.cols).map(move |col| (row, col))).collect()
    }

    /// The index of a square in the vector with the border.
    pub(crate) fn place(&self, row: usize, col: usize) -> usize {
        assert!(row < self.rows && col < self.cols, "({row}, {col}) is not on a {}x{} board", self.rows, self.cols);
        (row + 1) * self.stride() + col + 1
    }

    /// The distance in the vector between a square and the one below it.
    pub(crate) fn stride(&self) -> usize {
        self.cols + 2
    }

    fn put(&mut self, row: usize, col: usize, disc: i8) {
        let place = self.place(row, col);
        self.squares[place] = disc;
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
            assert_eq!(Position::parse(3, 3, text).unwrap().to_string(), text);
        }
        let error = |text| Position::parse(3, 3, text).unwrap_err().to_string();
        assert_eq!(error("X-O-XO--O"), "side to move '' is neither X nor O");
        assert_eq!(error("X-O-XO--O Z"), "side to move 'Z' is neither X nor O");
        assert_eq!(error("X-O-XO-- X"), "8 squares given, the board has 9");
        assert_eq!(error("X-O-XO--x X"), "'x' is none of X O -");
    }
}
