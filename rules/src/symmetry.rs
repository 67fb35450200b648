//! Symmetries of the board: 8 for a square, 4 for any other rectangle.

use std::sync::OnceLock;

use crate::board::Board;
use crate::discs::Discs;
use crate::moves::Move;
use crate::square::Square;

/// One way to map a board onto itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Symmetry {
    /// Exchange rows and columns first (square boards only).
    transpose: bool,
    /// Then reverse the order of the rows.
    flip_rows: bool,
    /// Then turn by 180°, which reverses the order of all bits.
    rotate: bool,
}

/// The symmetry group of one board.
///
/// ```
/// use rules::Symmetries;
///
/// assert_eq!((Symmetries::of("6x6".parse()?).all().len(), Symmetries::of("4x6".parse()?).all().len()), (8, 4));
/// # Ok::<(), rules::BoardError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Symmetries {
    board: Board,
    all: Vec<Symmetry>,
    /// `(mask, shift)`: the squares of one row and how far up that row moves when the rows are reversed.
    rows: Vec<(u64, i32)>,
    /// `(mask, shift)` of one diagonal and how far up it moves in a transposition.
    diagonals: Vec<(u64, i32)>,
}

impl Symmetries {
    /// The group of `board`, built once and kept for the whole program.
    #[must_use]
    pub fn of(board: Board) -> &'static Self {
        static ALL: [OnceLock<Symmetries>; Board::SHAPES] = [const { OnceLock::new() }; Board::SHAPES];
        ALL[board.shape()].get_or_init(|| Self::new(board))
    }

    /// The group of `board`.
    #[must_use]
    pub fn new(board: Board) -> Self {
        let (rows, cols) = (board.rows() as i32, board.cols() as i32);
        let row_mask = (1u64 << cols) - 1;
        let transpositions: &[bool] = if board.is_square() { &[false, true] } else { &[false] };
        let mut all = Vec::with_capacity(8);
        for &transpose in transpositions {
            for flip_rows in [false, true] {
                all.extend([false, true].map(|rotate| Symmetry { transpose, flip_rows, rotate }));
            }
        }
        let diagonals = if board.is_square() {
            // On the diagonal column − row = d a square moves from row·n + row + d to (row + d)·n + row.
            (1 - cols..cols)
                .map(|d| {
                    let on_diagonal = |row: &i32| (0..cols).contains(&(row + d));
                    let mask = (0..rows).filter(on_diagonal).fold(0, |mask, row| mask | 1u64 << (row * cols + row + d));
                    (mask, d * (cols - 1))
                })
                .collect()
        } else {
            Vec::new()
        };
        Self {
            board,
            all,
            rows: (0..rows).map(|row| (row_mask << (row * cols), (rows - 1 - 2 * row) * cols)).collect(),
            diagonals,
        }
    }

    /// All elements of the group; the identity is the first.
    #[must_use]
    pub fn all(&self) -> &[Symmetry] {
        &self.all
    }

    /// The image of a set of squares.
    #[inline]
    #[must_use]
    pub fn map(&self, symmetry: Symmetry, bits: u64) -> u64 {
        let mut bits = bits;
        if symmetry.transpose {
            bits = moved(bits, &self.diagonals);
        }
        if symmetry.flip_rows {
            bits = moved(bits, &self.rows);
        }
        if symmetry.rotate {
            bits = bits.reverse_bits() >> (64 - self.board.squares());
        }
        bits
    }

    /// The image of a position.
    #[must_use]
    pub fn map_discs(&self, symmetry: Symmetry, discs: Discs) -> Discs {
        Discs { player: self.map(symmetry, discs.player), opponent: self.map(symmetry, discs.opponent) }
    }

    /// The image of a move.
    #[must_use]
    pub fn map_move(&self, symmetry: Symmetry, chosen: Move) -> Move {
        match chosen {
            Move::Place(square) => {
                Move::Place(Square::of_bit(self.map(symmetry, 1 << square.number()).trailing_zeros() as u8))
            }
            Move::Pass => Move::Pass,
        }
    }

    /// The symmetry that undoes another.
    #[must_use]
    pub fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        // Only a transposition with exactly one of the two reversals (a quarter turn) is not its own inverse.
        if symmetry.transpose && symmetry.flip_rows {
            return Symmetry { rotate: !symmetry.rotate, ..symmetry };
        }
        symmetry
    }

    /// The smallest image of a position, comparing the player's bits first, and the first symmetry that leads to it.
    #[inline]
    #[must_use]
    pub fn canonical(&self, discs: Discs) -> (Discs, Symmetry) {
        // The images of the player's discs nearly always decide, and half of them are the others turned by 180°.
        let player = self.images(discs.player);
        let least = player.into_iter().take(self.all.len()).min().unwrap_or(discs.player);
        let mut ties = self.all.iter().zip(player).filter(|&(_, image)| image == least).map(|(&symmetry, _)| symmetry);
        let first = ties.next().unwrap_or_default();
        let image =
            |symmetry: Symmetry| (Discs { player: least, opponent: self.map(symmetry, discs.opponent) }, symmetry);
        ties.map(image).fold(image(first), |least, image| if image.0 < least.0 { image } else { least })
    }

    /// The images of a set of squares in the order of [`Symmetries::all`].
    #[inline]
    fn images(&self, bits: u64) -> [u64; 8] {
        let turned = |bits: u64| bits.reverse_bits() >> (64 - self.board.squares());
        let flipped = moved(bits, &self.rows);
        let mut images = [bits, turned(bits), flipped, turned(flipped), 0, 0, 0, 0];
        if self.board.is_square() {
            let transposed = moved(bits, &self.diagonals);
            let both = moved(transposed, &self.rows);
            images[4..].copy_from_slice(&[transposed, turned(transposed), both, turned(both)]);
        }
        images
    }
}

/// Shifts parts of a set of squares.
#[inline]
fn moved(bits: u64, parts: &[(u64, i32)]) -> u64 {
    parts.iter().fold(0, |out, &(mask, shift)| {
        let part = bits & mask;
        out | if shift >= 0 { part << shift } else { part >> -shift }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// The image of a square by rows and columns.
    fn by_coordinates(board: Board, symmetry: Symmetry, square: u32) -> u32 {
        let (mut row, mut col) = (square / board.cols(), square % board.cols());
        if symmetry.transpose {
            (row, col) = (col, row);
        }
        if symmetry.flip_rows {
            row = board.rows() - 1 - row;
        }
        if symmetry.rotate {
            (row, col) = (board.rows() - 1 - row, board.cols() - 1 - col);
        }
        row * board.cols() + col
    }

    #[test]
    fn masks_agree_with_coordinates_and_inverses_undo_on_every_board() {
        for board in Board::all() {
            let group = Symmetries::new(board);
            assert_eq!(group.all().len(), if board.is_square() { 8 } else { 4 });
            for &symmetry in group.all() {
                for square in 0..board.squares() {
                    let image = group.map(symmetry, 1 << square);
                    assert_eq!(image, 1 << by_coordinates(board, symmetry, square), "{board} {symmetry:?} {square}");
                    assert_eq!(group.map(group.inverse(symmetry), image), 1 << square, "{board} {symmetry:?}");
                }
            }
        }
    }

    #[test]
    fn all_images_share_one_canonical_form() {
        let board: Board = "6x6".parse().unwrap();
        let group = Symmetries::new(board);
        let discs = Discs { player: 0x0_1234_5678, opponent: 0x8_4003_0000 };
        let (canonical, symmetry) = group.canonical(discs);
        assert_eq!(group.map_discs(symmetry, discs), canonical);
        for &image in group.all() {
            assert_eq!(group.canonical(group.map_discs(image, discs)).0, canonical);
        }
    }

    #[test]
    fn the_canonical_form_is_the_least_image_by_the_first_symmetry_that_gives_it() {
        let mut random = Random::new(7, 3);
        for board in Board::all() {
            let group = Symmetries::new(board);
            for _ in 0..20 {
                // Few discs, so that some images are alike.
                let square = |random: &mut Random| 1u64 << random.below(board.squares());
                let (player, opponent) = (square(&mut random) | square(&mut random), square(&mut random));
                let discs = Discs { player, opponent: opponent & !player };
                let images = group.all().iter().map(|&symmetry| (group.map_discs(symmetry, discs), symmetry));
                let least = images.reduce(|least, image| if image.0 < least.0 { image } else { least });
                assert_eq!(Some(group.canonical(discs)), least, "{board} {discs:?}");
            }
        }
    }
}
