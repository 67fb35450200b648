//! Turns a position into numbers: the signed index of each pattern's configuration, and the parameter that it selects.

use super::patterns::{self, ALL_PLACES, Class, OUTLINE_PLACES};
use rules::board::Board;
use rules::canonical::Landscape;
use rules::discs::Discs;
use rules::plain::squares_of;
use rules::square::Square;

/// How many move counts are distinguished: 0 to 31, where 31 means 31 or more.
pub(super) const COUNTS: usize = 32;

/// The configurations of all patterns of one position, seen from the side to move.
///
/// Each pattern place, of which there are at most `PLACES`, has a lane, which holds Σ digit(k) · 3^k over its squares
/// k: the digit is 1 for a disc of the side to move, −1 for one of the opponent and 0 for an empty square. So negating
/// the numbers gives the other side's view, and a move takes only additions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct Features<const PLACES: usize = ALL_PLACES>(pub(super) [i16; PLACES]);

/// The patterns of one board, with their lanes and parameters.
#[derive(Clone, Debug)]
pub struct Layout<const PLACES: usize = ALL_PLACES> {
    board: Board,
    /// `powers[square]`: 3^k in the lanes of the places whose k-th square it is, else 0.
    powers: Box<[Features<PLACES>; 64]>,
    /// Which table each lane uses; as long as the number of places.
    lanes: Vec<usize>,
    tables: Vec<Table>,
    /// Number of parameters of all patterns.
    patterns: usize,
}

/// The configurations of one class of patterns.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// `parameters[centre + index]` for every signed index; mirrored configurations share one.
    pub(super) parameters: Vec<u32>,
}

impl Table {
    /// Numbers the configurations of `class`, starting at `first`.
    fn new(class: &Class, first: u32) -> Self {
        let power = |k: usize| 3usize.pow(k as u32);
        let mut parameters = vec![u32::MAX; power(class.squares)];
        let mut next = first;
        // The digits of a configuration, counted up like an odometer, and the index of its image under each mirror.
        let mut digits = vec![0; class.squares];
        let mut images = vec![0; class.mirrors.len()];
        for slot in 0..parameters.len() {
            if parameters[slot] == u32::MAX {
                for &image in &images {
                    parameters[image] = next;
                }
                next += 1;
            }
            for (k, digit) in digits.iter_mut().enumerate() {
                let carries = *digit == 2;
                *digit = if carries { 0 } else { *digit + 1 };
                for (image, mirror) in images.iter_mut().zip(&class.mirrors) {
                    let step = power(mirror[k]);
                    *image = if carries { *image - 2 * step } else { *image + step };
                }
                if !carries {
                    break;
                }
            }
        }
        Self { parameters }
    }

    /// The slot of index 0.
    pub(super) fn centre(&self) -> usize {
        self.parameters.len() / 2
    }
}

impl Layout {
    /// The patterns made for this board. A tall board has the transposed patterns of the wide one, with the same
    /// parameters.
    #[must_use]
    pub fn of_board(board: Board) -> Self {
        Self::new(board, patterns::of_board)
    }

    /// The patterns common to all boards, with the same parameters on each.
    #[must_use]
    pub fn common(board: Board) -> Self {
        Self::new(board, patterns::common)
    }
}

impl Layout<OUTLINE_PLACES> {
    /// The few patterns along the edges and in the corners, made for this board; see [`Layout::of_board`].
    #[must_use]
    pub fn outline(board: Board) -> Self {
        Self::new(board, patterns::outline)
    }
}

impl<const PLACES: usize> Layout<PLACES> {
    fn new(board: Board, classes: fn(Board) -> Vec<Class>) -> Self {
        let landscape = Landscape::of(board);
        let wide = landscape.board();
        let place = |square: u8| usize::from(landscape.original_square(Square::of_bit(square)));
        let mut layout = Self {
            board,
            powers: Box::new([Features([0; PLACES]); 64]),
            lanes: Vec::new(),
            tables: Vec::new(),
            patterns: 0,
        };
        for (index, class) in classes(wide).iter().enumerate() {
            for squares in &class.places {
                for (k, &square) in squares.iter().enumerate() {
                    layout.powers[place(square)].0[layout.lanes.len()] = 3i16.pow(k as u32);
                }
                layout.lanes.push(index);
            }
            let table = Table::new(class, layout.patterns as u32);
            layout.patterns = table.parameters.iter().max().map_or(0, |&last| last as usize + 1);
            layout.tables.push(table);
        }
        layout
    }

    /// The same for reading features alone.
    pub(super) fn without_parameters(self) -> Self {
        Self { tables: Vec::new(), ..self }
    }

    /// The board whose patterns these are.
    #[must_use]
    pub fn board(&self) -> Board {
        self.board
    }

    /// Number of parameters of one stage of the game.
    #[must_use]
    pub fn parameters(&self) -> usize {
        self.patterns + 2 * COUNTS + 2
    }

    /// Number of parameters that a position uses, and that [`Layout::active`] fills in.
    #[must_use]
    pub fn active_len(&self) -> usize {
        self.lanes.len() + 3
    }

    /// The parameters whose sum is a position's value, some perhaps more than once: those of the configurations of all
    /// places, of both sides' move counts, and of the parity of the number of empty squares.
    ///
    /// # Panics
    /// If the length of `active` is not [`Layout::active_len`].
    pub fn active(&self, discs: Discs, own_moves: u32, opponent_moves: u32, active: &mut [u32]) {
        assert_eq!(active.len(), self.active_len());
        let features = self.features(discs);
        for ((slot, &table), index) in active.iter_mut().zip(&self.lanes).zip(features.0) {
            let table = &self.tables[table];
            *slot = table.parameters[table.centre().wrapping_add_signed(isize::from(index))];
        }
        let empties = self.board.squares() - discs.mask().count_ones();
        let others = [self.own_moves(own_moves), self.opponent_moves(opponent_moves), self.parity(empties)];
        for (slot, parameter) in active[self.lanes.len()..].iter_mut().zip(others) {
            *slot = parameter as u32;
        }
    }

    /// For each parameter the one that means the same with the colours exchanged; itself if there is none.
    #[must_use]
    pub fn opposites(&self) -> Vec<u32> {
        let mut opposites: Vec<u32> = (0..self.parameters() as u32).collect();
        for table in &self.tables {
            for (&parameter, &opposite) in table.parameters.iter().zip(table.parameters.iter().rev()) {
                opposites[parameter as usize] = opposite;
            }
        }
        for count in 0..COUNTS as u32 {
            opposites[self.own_moves(count)] = self.opponent_moves(count) as u32;
            opposites[self.opponent_moves(count)] = self.own_moves(count) as u32;
        }
        opposites
    }

    /// The parameter for the number of moves of the side to move.
    pub(super) fn own_moves(&self, count: u32) -> usize {
        self.patterns + (count as usize).min(COUNTS - 1)
    }

    /// The parameter for the number of moves of the opponent.
    pub(super) fn opponent_moves(&self, count: u32) -> usize {
        self.patterns + COUNTS + (count as usize).min(COUNTS - 1)
    }

    /// The parameter for an even or odd number of empty squares.
    pub(super) fn parity(&self, empties: u32) -> usize {
        self.patterns + 2 * COUNTS + (empties & 1) as usize
    }

    /// The number of the table that each lane uses.
    pub(super) fn lanes(&self) -> &[usize] {
        &self.lanes
    }

    /// The table of each class of patterns.
    pub(super) fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// The features of a position.
    #[inline(always)]
    #[must_use]
    pub fn features(&self, discs: Discs) -> Features<PLACES> {
        let (own, other) = (self.sum(discs.player().bits()), self.sum(discs.opponent().bits()));
        Features(std::array::from_fn(|lane| own[lane].wrapping_sub(other[lane])))
    }

    /// The features after a disc on `square` turns over `flips`, seen from the other side.
    #[inline(always)]
    #[must_use]
    pub fn after(&self, features: &Features<PLACES>, square: u8, flips: u64) -> Features<PLACES> {
        let (flipped, placed) = (self.sum(flips), &self.powers[usize::from(square & 63)].0);
        Features(std::array::from_fn(|lane| {
            let twice = flipped[lane].wrapping_add(flipped[lane]);
            0i16.wrapping_sub(features.0[lane].wrapping_add(placed[lane]).wrapping_add(twice))
        }))
    }

    /// The sum of the powers of some squares.
    #[inline(always)]
    fn sum(&self, squares: u64) -> [i16; PLACES] {
        let mut sum = [0i16; PLACES];
        for square in squares_of(squares) {
            let powers = &self.powers[usize::from(square & 63)].0;
            for lane in 0..PLACES {
                sum[lane] = sum[lane].wrapping_add(powers[lane]);
            }
        }
        sum
    }
}

impl<const PLACES: usize> Features<PLACES> {
    /// The same position seen from the other side.
    #[inline(always)]
    #[must_use]
    pub fn passed(&self) -> Self {
        Self(self.0.map(|index| 0i16.wrapping_sub(index)))
    }
}
