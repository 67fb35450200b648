//! The rules on bits: the same as those of [`kernel::rules`], for millions of positions.
//!
//! A square is a bit, numbered in row order. Everything here is compared with the plain rules.

use kernel::format::MIN_SIDE;
use kernel::position::MAX_SQUARES;
use kernel::{Position, Scoring, Start};

use crate::axes::{Axes, Axis, DIRECTIONS, neighbour};

/// The discs of the side to move, then those of the other side.
pub type Pair = (u64, u64);

/// One board: its masks and tables.
#[derive(Clone, Debug)]
pub struct Grid {
    rows: usize,
    cols: usize,
    /// All squares.
    full: u64,
    axes: Axes,
    /// For each square the squares that touch it.
    beside: Vec<u64>,
    /// The four corners.
    corners: u64,
    /// For each symmetry, each byte of a word and each value of that byte: where its bits go.
    images: Vec<[[u64; 256]; 8]>,
}

impl Grid {
    /// The board of this many rows and columns; `None` if a side is below [`MIN_SIDE`] or there are more than
    /// [`MAX_SQUARES`] squares.
    #[must_use]
    pub fn new(rows: usize, cols: usize) -> Option<Self> {
        let fits = rows >= MIN_SIDE && cols >= MIN_SIDE && rows.checked_mul(cols)? <= MAX_SQUARES;
        fits.then(|| {
            let (squares, board) = (rows * cols, Position::start(rows, cols, Start::Othello));
            let touching = |square| {
                let steps = DIRECTIONS.iter().flat_map(|&(down, right)| [(down, right), (-down, -right)]);
                let reached = steps.filter_map(|(down, right)| neighbour(rows, cols, square, down, right));
                reached.fold(0, |squares, square| squares | 1 << square)
            };
            Self {
                rows,
                cols,
                full: u64::MAX >> (MAX_SQUARES - squares),
                axes: Axes::of_board(rows, cols),
                beside: (0..squares).map(touching).collect(),
                corners: [0, cols - 1, squares - cols, squares - 1].iter().fold(0, |set, at| set | 1 << at),
                images: (0..board.images()).map(|number| byte_tables(&board, number)).collect(),
            }
        })
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

    /// All squares.
    #[must_use]
    pub fn full(&self) -> u64 {
        self.full
    }

    /// Number of squares, which is also the highest score.
    #[must_use]
    pub fn squares(&self) -> i32 {
        (self.rows * self.cols) as i32
    }

    /// Number of empty squares.
    #[inline]
    #[must_use]
    pub fn empties(&self, (own, other): Pair) -> u32 {
        (self.full & !(own | other)).count_ones()
    }

    /// The squares on which the side to move may place a disc.
    #[inline]
    #[must_use]
    pub fn moves(&self, (own, other): Pair) -> u64 {
        self.axes.closing(own, other) & self.full & !(own | other)
    }

    /// The discs that the side to move turns over by placing one on an empty square.
    #[inline]
    #[must_use]
    pub fn turned(&self, (own, other): Pair, square: u32) -> u64 {
        self.axes.turned(own, other, square)
    }

    /// The squares that touch a square, at a side or at a corner.
    #[inline]
    #[must_use]
    pub fn beside(&self, square: u32) -> u64 {
        self.beside[square as usize]
    }

    /// The empty squares that touch a disc of the side that is not to move: where that side can be attacked.
    #[inline]
    #[must_use]
    pub fn frontier(&self, (own, other): Pair) -> u64 {
        self.axes.touched(other) & self.full & !(own | other)
    }

    /// The four corners of the board.
    #[inline]
    #[must_use]
    pub fn corners(&self) -> u64 {
        self.corners
    }

    /// The position after a disc on an empty square that turns over `turned`, seen from the other side.
    #[inline]
    #[must_use]
    pub fn placed((own, other): Pair, square: u32, turned: u64) -> Pair {
        (other & !turned, own | turned | 1 << square)
    }

    /// The score of the discs as they stand, for the side to move.
    #[inline]
    #[must_use]
    pub fn score(&self, (own, other): Pair, scoring: Scoring) -> i32 {
        let lead = own.count_ones() as i32 - other.count_ones() as i32;
        let given = scoring == Scoring::Wof || own == 0 || other == 0;
        if given { lead + lead.signum() * self.empties((own, other)) as i32 } else { lead }
    }

    /// Some of the discs in `own` that can never be turned over: along each axis, such a disc is at the border or
    /// beside another one of them.
    #[must_use]
    pub fn safe(&self, own: u64) -> u64 {
        let mut safe = 0;
        loop {
            let mut next = own;
            for Axis { step, after, before, .. } in self.axes.each {
                next &= !after | !before | (safe << step) & after | (safe >> step) & before;
            }
            if next == safe {
                return safe;
            }
            safe = next;
        }
    }

    /// The smallest of a position's symmetric images, compared by the discs of the side to move and then by those of
    /// the other.
    #[must_use]
    pub fn canonical(&self, (own, other): Pair) -> Pair {
        let map = |tables: &[[u64; 256]; 8], bits: u64| {
            tables.iter().zip(bits.to_le_bytes()).fold(0, |image, (table, byte)| image | table[usize::from(byte)])
        };
        let images = self.images.iter().map(|tables| (map(tables, own), map(tables, other)));
        images.min().unwrap_or((own, other))
    }

    /// The position with these discs, of which this side is to move.
    ///
    /// # Panics
    /// If some square holds two discs or is not on the board.
    #[must_use]
    pub fn position(&self, pair: Pair, side: i8) -> Position {
        Position::new(self.rows, self.cols, pair, side).expect("discs of this board")
    }
}

/// Where the bits of a word go in an image of the board, for each byte and each value of it.
fn byte_tables(board: &Position, number: usize) -> [[u64; 256]; 8] {
    std::array::from_fn(|byte| {
        std::array::from_fn(|value| {
            let set = (0..8).filter(|bit| value >> bit & 1 == 1).map(|bit| 8 * byte + bit);
            let squares = set.filter(|&square| square < board.squares());
            squares.fold(0, |bits, square| bits | 1 << board.image(number, square))
        })
    })
}

#[cfg(test)]
mod tests {
    use kernel::{BLACK, EMPTY, Move};

    use super::*;
    use crate::games::game;

    const SHAPES: [(usize, usize); 14] = [
        (3, 3),
        (3, 4),
        (4, 3),
        (4, 4),
        (3, 7),
        (5, 5),
        (6, 4),
        (4, 10),
        (6, 6),
        (8, 8),
        (4, 16),
        (16, 4),
        (3, 21),
        (21, 3),
    ];

    #[test]
    fn bits_agree_with_the_plain_rules() {
        for (rows, cols) in SHAPES {
            let grid = Grid::new(rows, cols).unwrap();
            for seed in 0..8 {
                for start in [Start::Othello, Start::Reversi, Start::ReversiRows] {
                    for now in game(seed, rows, cols, start) {
                        let pair = now.pair();
                        assert_eq!(grid.moves(pair), now.legal_squares(), "{now}");
                        for (row, col) in now.coordinates() {
                            if now.disc(row, col) == EMPTY {
                                let square = (row * cols + col) as u32;
                                assert_eq!(grid.turned(pair, square), now.turned(row, col), "{now} {row} {col}");
                                if let Some(next) = now.play(Move::Place(row, col)) {
                                    let placed = Grid::placed(pair, square, grid.turned(pair, square));
                                    assert_eq!(grid.position(placed, -now.side()), next, "{now}");
                                }
                            }
                        }
                        for scoring in [Scoring::Discs, Scoring::Wof] {
                            assert_eq!(grid.score(pair, scoring), now.score(scoring), "{now}");
                        }
                        assert_eq!((grid.empties(pair), grid.canonical(pair)), (now.empties(), now.canonical().pair()));
                        let empty = |&square: &u32| (pair.0 | pair.1) >> square & 1 == 0;
                        let attacked =
                            (0..grid.squares() as u32).filter(empty).filter(|&at| grid.beside(at) & pair.1 != 0);
                        assert_eq!(grid.frontier(pair), attacked.fold(0, |bits, at| bits | 1 << at), "{now}");
                    }
                }
            }
        }
    }

    #[test]
    fn neighbours_and_corners_are_where_they_are_on_paper() {
        for (rows, cols) in SHAPES {
            let grid = Grid::new(rows, cols).unwrap();
            let place = |square: u32| (square as usize / cols, square as usize % cols);
            for square in 0..grid.squares() as u32 {
                let (row, col) = place(square);
                let touches = |other: u32| {
                    let (r, c) = place(other);
                    other != square && r.abs_diff(row) <= 1 && c.abs_diff(col) <= 1
                };
                let beside =
                    (0..grid.squares() as u32).filter(|&other| touches(other)).fold(0, |bits, at| bits | 1 << at);
                assert_eq!(grid.beside(square), beside, "{rows}x{cols} {square}");
                let is_corner = (row == 0 || row == rows - 1) && (col == 0 || col == cols - 1);
                assert_eq!(grid.corners() >> square & 1 == 1, is_corner, "{rows}x{cols} {square}");
            }
        }
    }

    /// Whatever is played from a position on, safe discs stay.
    #[test]
    fn safe_discs_are_never_turned() {
        for (rows, cols) in SHAPES {
            let grid = Grid::new(rows, cols).unwrap();
            let (mut found, mut safe) = (0, [0, 0]);
            for seed in 0..20 {
                for now in game(seed, rows, cols, Start::Othello) {
                    let (own, other) = now.pair();
                    let (black, white) = if now.side() == BLACK { (own, other) } else { (other, own) };
                    if now.count(EMPTY) == rows * cols - 4 {
                        safe = [0, 0];
                    }
                    assert_eq!([safe[0] & !black, safe[1] & !white], [0, 0], "{now}");
                    safe = [grid.safe(black), grid.safe(white)];
                    found += safe[0].count_ones() + safe[1].count_ones();
                }
            }
            assert!(found > 0, "{rows}x{cols}");
        }
    }

    #[test]
    fn canonical_positions_are_the_same_for_all_images_and_have_as_many_moves() {
        for (rows, cols) in SHAPES {
            let grid = Grid::new(rows, cols).unwrap();
            for now in game(3, rows, cols, Start::Reversi) {
                let pair = now.pair();
                let canonical = grid.canonical(pair);
                assert_eq!(grid.moves(canonical).count_ones(), grid.moves(pair).count_ones(), "{now}");
                let mut least = pair;
                for number in 0..now.images() {
                    let image = |at| now.image(number, at);
                    let map = |bits: u64| (0..rows * cols).fold(0, |out, at| out | (bits >> at & 1) << image(at));
                    let mapped = (map(pair.0), map(pair.1));
                    assert_eq!(grid.canonical(mapped), canonical, "{now}");
                    least = least.min(mapped);
                }
                assert_eq!(least, canonical);
            }
        }
    }

    #[test]
    fn boards_that_bits_cannot_hold_are_refused() {
        for (rows, cols) in [(2, 8), (8, 2), (9, 9), (5, 13), (0, 0), (usize::MAX, 3)] {
            assert!(Grid::new(rows, cols).is_none(), "{rows}x{cols}");
        }
    }
}
