//! Everything about a board that the rules and the search look up instead of computing.

use std::sync::OnceLock;

use crate::board::Board;
use crate::last_flips::LastFlips;

/// The eight directions: four towards higher bit numbers (east, south, south-east, south-west),
/// then their opposites in the same order.
pub const DIRECTIONS: usize = 8;

/// Precomputed masks of one board.
///
/// ```
/// use rules::{Geometry, Position, Start, plain};
///
/// let start = Position::start("4x4".parse()?, Start::Othello);
/// let geometry = Geometry::of(start.board());
/// assert_eq!(plain::mobility(geometry, start.discs()).count_ones(), 4);
/// # Ok::<(), rules::BoardError>(())
/// ```
#[derive(Clone, Debug)]
#[repr(align(64))]
pub struct Geometry {
    /// `rays[square][direction]`: the squares from the next one in that direction to the edge.
    pub rays: [[u64; DIRECTIONS]; 64],
    /// `inner[direction]`: squares that have a neighbour both in that direction and in the opposite
    /// one; only discs there can be turned over along it.
    pub inner: [u64; DIRECTIONS],
    /// Distance in bits of one step, by direction, all positive: `[1, C, C+1, C−1]` twice.
    pub steps: [u64; DIRECTIONS],
    /// Distance of one step as a rotation to the left, by direction; bits that wrap around meet no inner square.
    pub rotations: [u64; DIRECTIONS],
    /// `behind[k][direction]`: squares with at least 2^k squares behind them, against that direction.
    pub behind: [[u64; DIRECTIONS]; 5],
    /// `neighbours[square]`: the up to eight adjacent squares.
    pub neighbours: [u64; 64],
    /// `regions[square]`: the mask of the quarter of the board that holds the square, for parity.
    pub regions: [u64; 64],
    /// `lines[axis]` lists the full lines of each of the four axes (row, column, two diagonals).
    pub lines: [Vec<u64>; 4],
    /// The four corner squares.
    pub corners: u64,
    /// All squares.
    pub full: u64,
    /// How many rounds of doubled steps cover the longest line: at most 1 up to side 8, more beyond.
    pub doublings: u32,
    /// How many of `behind` are needed to spread a square over the longest line.
    pub spreads: usize,
    /// What the last disc turns over, on boards without long lines.
    pub(crate) last_flips: Option<LastFlips>,
    /// The board's shape.
    pub board: Board,
}

/// Row and column steps of the first four directions.
const FORWARD: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// The rows down and the columns right that one step moves.
fn step(direction: usize) -> (i32, i32) {
    let (down, right) = FORWARD[direction % 4];
    if direction < 4 { (down, right) } else { (-down, -right) }
}

impl Geometry {
    /// The masks of `board`, built once and kept for the whole program.
    #[must_use]
    pub fn of(board: Board) -> &'static Self {
        static ALL: [OnceLock<Box<Geometry>>; Board::SHAPES] = [const { OnceLock::new() }; Board::SHAPES];
        ALL[board.shape()].get_or_init(|| Box::new(Self::new(board)))
    }

    /// The masks of `board`.
    #[must_use]
    pub fn new(board: Board) -> Self {
        let (rows, cols) = (board.rows() as i32, board.cols() as i32);
        let bit = |row: i32, col: i32| {
            let inside = (0..rows).contains(&row) && (0..cols).contains(&col);
            if inside { 1u64 << (row * cols + col) } else { 0 }
        };
        let distance = |direction: usize| step(direction).0 * cols + step(direction).1;
        let mut geometry = Self {
            rays: [[0; DIRECTIONS]; 64],
            inner: [0; DIRECTIONS],
            steps: std::array::from_fn(|direction| distance(direction % 4) as u64),
            rotations: std::array::from_fn(|direction| distance(direction).rem_euclid(64) as u64),
            behind: [[0; DIRECTIONS]; 5],
            neighbours: [0; 64],
            regions: [0; 64],
            lines: Default::default(),
            corners: bit(0, 0) | bit(0, cols - 1) | bit(rows - 1, 0) | bit(rows - 1, cols - 1),
            full: board.full(),
            doublings: doublings(board),
            spreads: (u32::BITS - (rows.max(cols) as u32 - 1).leading_zeros()) as usize,
            last_flips: None,
            board,
        };
        for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
            let square = (row * cols + col) as usize;
            for direction in 0..DIRECTIONS {
                geometry.add(square, direction, |far| {
                    let (down, right) = step(direction);
                    bit(row + far * down, col + far * right)
                });
            }
            geometry.regions[square] = region(rows, cols, row, col, bit);
        }
        geometry.lines = std::array::from_fn(|axis| {
            let mut lines: Vec<u64> = (0..board.squares() as usize)
                .map(|square| geometry.rays[square][axis] | geometry.rays[square][axis + 4] | 1 << square)
                .collect();
            lines.sort_unstable();
            lines.dedup();
            lines
        });
        geometry.last_flips = LastFlips::new(board, &geometry.rays);
        geometry
    }

    /// Enters a square into the masks of one direction; `bit(far)` is the square `far` steps ahead, or 0 beyond the
    /// edge.
    fn add(&mut self, square: usize, direction: usize, bit: impl Fn(i32) -> u64) {
        self.neighbours[square] |= bit(1);
        if bit(1) != 0 && bit(-1) != 0 {
            self.inner[direction] |= bit(0);
        }
        self.rays[square][direction] =
            (1..).map(&bit).take_while(|&ahead| ahead != 0).fold(0, |ray, ahead| ray | ahead);
        for (k, behind) in self.behind.iter_mut().enumerate() {
            if bit(-(1 << k)) != 0 {
                behind[direction] |= bit(0);
            }
        }
    }

    /// Number of squares, 9 to 64.
    #[inline]
    #[must_use]
    pub fn squares(&self) -> u32 {
        self.board.squares()
    }
}

/// The first two single steps cover a span of 2; the rounds after that add 4, 8, 16, …
fn doublings(board: Board) -> u32 {
    let longest = board.rows().max(board.cols()).saturating_sub(2);
    let mut covered = 2;
    let mut step = 2;
    let mut count = 0;
    while covered < longest {
        covered += 2 * step;
        step *= 2;
        count += 1;
    }
    count
}

/// The quarter of the board that holds a square.
fn region(rows: i32, cols: i32, row: i32, col: i32, bit: impl Fn(i32, i32) -> u64) -> u64 {
    let half = |index: i32, size: i32| if index < size / 2 { 0..size / 2 } else { size / 2..size };
    half(row, rows).flat_map(|r| half(col, cols).map(move |c| (r, c))).fold(0, |mask, (r, c)| mask | bit(r, c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rays_and_neighbours_of_a_corner_and_a_centre() {
        let geometry = Geometry::new("4x5".parse().unwrap());
        assert_eq!(geometry.rays[0], [0b11110, 1 << 5 | 1 << 10 | 1 << 15, 1 << 6 | 1 << 12 | 1 << 18, 0, 0, 0, 0, 0]);
        assert_eq!(geometry.neighbours[7].count_ones(), 8);
        assert_eq!(geometry.corners, 1 | 1 << 4 | 1 << 15 | 1 << 19);
        assert_eq!(geometry.inner[0], 0b01110_01110_01110_01110);
    }

    #[test]
    fn every_line_lies_on_the_board_and_each_axis_covers_it_once() {
        for board in Board::all() {
            let geometry = Geometry::new(board);
            for axis in &geometry.lines {
                assert_eq!(axis.iter().fold(0, |all, line| all | line), geometry.full, "{board}");
                assert_eq!(axis.iter().map(|line| line.count_ones()).sum::<u32>(), board.squares(), "{board}");
            }
        }
    }
}
