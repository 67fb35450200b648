//! Positions as two numbers: the occupied squares, and which of them are the player's.
//!
//! The symmetries of a board move the occupied squares regardless of colour. Of all images of a position, the canonical
//! one has the least occupied set and, among those, the least player's set. Positions with the same canonical occupied
//! set, the *mask*, form a *group*. Within it a position is a number with as many bits as there are discs, its *code*:
//! bit i tells whether the i-th lowest occupied square is the player's.
//!
//! ```text
//!   a b c                                mask = squares 0, 1, 3, 4 = 0b0_0001_1011
//! 1 O X -      square = 3·row + column   player (X) = squares 1, 3
//! 2 X O -                                code = 0b0110: the second and the third lowest of the mask
//! 3 - - -
//! ```

use solver::{Board, Discs, Position, Start, Symmetries};

use crate::error::ExhaustError;
use crate::limits::MOST_SQUARES;

/// Bytes of a set of squares.
const BYTES: usize = 4;

/// Images of each byte of a set of squares under one symmetry.
type Map = [[u32; 256]; BYTES];

/// A byte for each pair of a one-byte mask and a byte.
type ByteTable = [[u8; 256]; 256];

/// A set of symmetries, one bit for each of the numbers below [`Frame::order`].
type SymmetrySet = u8;

/// The canonical form of an occupied set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Canonical {
    /// The least image.
    pub(crate) mask: u32,
    /// The symmetries that lead to it.
    pub(crate) by: SymmetrySet,
}

/// A position's place in a table: canonical occupied set and code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The canonical set of occupied squares, bit *s* for square *s*.
    pub mask: u32,
    /// Which of them are the player's, bit *i* for the *i*-th lowest of `mask`.
    pub code: u32,
}

/// Maps positions of one board to masks and codes and back, up to the symmetries of a group.
pub struct Frame {
    board: Board,
    maps: Vec<Map>,
    /// `compressed[m][b]`: the bits of byte b at the set bits of m, moved together.
    compressed: Box<ByteTable>,
    /// `expanded[m][c]`: the reverse.
    expanded: Box<ByteTable>,
}

impl Frame {
    /// The frame in which all symmetric positions are one.
    ///
    /// # Errors
    /// The board has more than [`MOST_SQUARES`] squares.
    pub fn new(board: Board) -> Result<Self, ExhaustError> {
        Self::of_group(board, |_, _| true)
    }

    /// The frame in which positions are one if a symmetry of the start itself maps them to each other. The positions
    /// that can be reached from a start are closed under exactly these.
    pub(crate) fn of_start(board: Board, start: Start) -> Result<Self, ExhaustError> {
        let discs = Position::start(board, start).discs();
        Self::of_group(board, |symmetries, symmetry| symmetries.map_discs(symmetry, discs) == discs)
    }

    fn of_group(
        board: Board,
        takes: impl Fn(&Symmetries, solver::symmetry::Symmetry) -> bool,
    ) -> Result<Self, ExhaustError> {
        if board.squares() > MOST_SQUARES {
            return Err(ExhaustError::TooLarge { board });
        }
        let symmetries = Symmetries::new(board);
        let of_byte = |symmetry, byte: usize| {
            std::array::from_fn(|bits| {
                let squares = (bits as u64) << (8 * byte) & board.full();
                symmetries.map(symmetry, squares) as u32
            })
        };
        let taken = symmetries.all().iter().filter(|&&symmetry| takes(&symmetries, symmetry));
        let maps = taken.map(|&symmetry| std::array::from_fn(|byte| of_byte(symmetry, byte))).collect();
        let (compressed, expanded) = byte_tables();
        Ok(Self { board, maps, compressed, expanded })
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> Board {
        self.board
    }

    /// Number of symmetries.
    pub(crate) fn order(&self) -> usize {
        self.maps.len()
    }

    /// The place of a position.
    #[must_use]
    pub fn place(&self, discs: Discs) -> Place {
        let canonical = self.canonical(discs.occupied().bits() as u32);
        Place { mask: canonical.mask, code: self.code(canonical, discs.player().bits() as u32) }
    }

    /// The discs of a place.
    ///
    /// # Panics
    /// If the code has more bits than the mask has squares.
    #[must_use]
    pub fn discs(&self, place: Place) -> Discs {
        let player = u64::from(self.expand(place.code, place.mask));
        Discs::from_bits(player, u64::from(place.mask) ^ player).expect("no square has two discs")
    }

    /// The image of a set of squares under the symmetry of this number.
    #[inline]
    pub(crate) fn map(&self, symmetry: usize, bits: u32) -> u32 {
        let map = &self.maps[symmetry];
        bits.to_le_bytes().iter().zip(map).fold(0, |image, (&byte, images)| image | images[usize::from(byte)])
    }

    /// The least image of an occupied set.
    pub(crate) fn canonical(&self, occupied: u32) -> Canonical {
        let mut least = Canonical { mask: u32::MAX, by: 0 };
        for symmetry in 0..self.order() {
            let image = self.map(symmetry, occupied);
            if image < least.mask {
                least = Canonical { mask: image, by: 0 };
            }
            if image == least.mask {
                least.by |= 1 << symmetry;
            }
        }
        least
    }

    /// The code of the player's discs on an occupied set with this canonical form.
    #[inline]
    pub(crate) fn code(&self, canonical: Canonical, player: u32) -> u32 {
        let mut least = u32::MAX;
        let mut by = canonical.by;
        while by != 0 {
            let image = self.map(by.trailing_zeros() as usize, player);
            least = least.min(self.compress(image, canonical.mask));
            by &= by - 1;
        }
        least
    }

    /// How many different images a canonical position has; `canonical` is the form of its mask.
    pub(crate) fn orbit(&self, canonical: Canonical, player: u32) -> u32 {
        let fixing = symmetries_of(canonical.by).filter(|&symmetry| self.map(symmetry, player) == player).count();
        (self.order() / fixing.max(1)) as u32
    }

    /// The bits of a subset of `mask`, moved together.
    #[inline]
    pub(crate) fn compress(&self, bits: u32, mask: u32) -> u32 {
        let (mut code, mut shift) = (0, 0);
        for (byte, of_mask) in bits.to_le_bytes().into_iter().zip(mask.to_le_bytes()) {
            code |= u32::from(self.compressed[usize::from(of_mask)][usize::from(byte)]) << shift;
            shift += of_mask.count_ones();
        }
        code
    }

    /// The subset of `mask` with this code.
    #[inline]
    pub(crate) fn expand(&self, code: u32, mask: u32) -> u32 {
        let mut code = code;
        let bytes = mask.to_le_bytes().map(|of_mask| {
            let byte = self.expanded[usize::from(of_mask)][code as usize & 0xFF];
            code >>= of_mask.count_ones();
            byte
        });
        u32::from_le_bytes(bytes)
    }
}

/// The numbers of the symmetries in a set.
pub(crate) fn symmetries_of(set: SymmetrySet) -> impl Iterator<Item = usize> {
    (0..SymmetrySet::BITS as usize).filter(move |symmetry| set >> symmetry & 1 == 1)
}

/// The tables for [`Frame::compress`] and [`Frame::expand`].
fn byte_tables() -> (Box<ByteTable>, Box<ByteTable>) {
    let (mut compressed, mut expanded) = (Box::new([[0; 256]; 256]), Box::new([[0; 256]; 256]));
    for mask in 0..256 {
        let places: Vec<usize> = (0..8).filter(|bit| mask >> bit & 1 == 1).collect();
        for byte in 0..256usize {
            let bits = places.iter().enumerate();
            compressed[mask][byte] = bits.clone().fold(0, |code, (i, bit)| code | ((byte >> bit & 1) << i) as u8);
            expanded[mask][byte] = bits.fold(0, |byte_out, (i, bit)| byte_out | ((byte >> i & 1) << bit) as u8);
        }
    }
    (compressed, expanded)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn boards() -> impl Strategy<Value = Board> {
        proptest::sample::select(Board::all().filter(|board| board.squares() <= MOST_SQUARES).collect::<Vec<_>>())
    }

    fn position() -> impl Strategy<Value = (Board, Discs)> {
        (boards(), any::<u64>(), any::<u64>()).prop_map(|(board, occupied, player)| {
            let occupied = occupied & board.full();
            (board, Discs::from_bits(player & occupied, occupied & !player).unwrap())
        })
    }

    /// The canonical form by its definition, with the plain symmetries.
    fn least_image(board: Board, discs: Discs) -> Discs {
        let symmetries = Symmetries::new(board);
        let images = symmetries.all().iter().map(|&symmetry| symmetries.map_discs(symmetry, discs));
        images.min_by_key(|image| (image.occupied(), image.player().bits())).unwrap()
    }

    proptest! {
        #[test]
        fn a_place_is_the_least_image((board, discs) in position()) {
            let frame = Frame::new(board).unwrap();
            prop_assert_eq!(frame.discs(frame.place(discs)), least_image(board, discs));
        }

        #[test]
        fn all_images_have_one_place_and_orbits_count_them((board, discs) in position()) {
            let (frame, symmetries) = (Frame::new(board).unwrap(), Symmetries::new(board));
            let mut images: Vec<Discs> = symmetries.all().iter().map(|&by| symmetries.map_discs(by, discs)).collect();
            let place = frame.place(discs);
            prop_assert!(images.iter().all(|&image| frame.place(image) == place));
            images.sort_unstable();
            images.dedup();
            let least = frame.discs(place);
            prop_assert_eq!(frame.orbit(frame.canonical(place.mask), least.player().bits() as u32) as usize, images.len());
        }

        #[test]
        fn codes_are_ordered_like_the_players_discs((board, discs) in position(), other: u64) {
            let frame = Frame::new(board).unwrap();
            let (mask, player) = (discs.occupied().bits() as u32, discs.player().bits() as u32);
            let other = other as u32 & mask;
            prop_assert_eq!(frame.compress(player, mask).cmp(&frame.compress(other, mask)), player.cmp(&other));
            prop_assert_eq!(frame.expand(frame.compress(player, mask), mask), player);
        }
    }

    #[test]
    fn larger_boards_are_refused() {
        let wrong = Frame::new("5x6".parse().unwrap()).map(|_| ()).unwrap_err();
        assert_eq!(wrong.to_string(), "board 5x6 has 30 squares; a tablebase is made of boards of at most 28");
    }
}
