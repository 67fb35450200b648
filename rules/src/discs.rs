//! The discs of both sides.

use crate::square::{Square, Squares};

/// The two colours. Black, written `X`, moves first.
///
/// ```
/// use rules::Side;
///
/// assert_eq!((Side::Black.opponent(), Side::Black.symbol(), Side::White.name()), (Side::White, 'X', "White"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// `X`
    Black,
    /// `O`
    White,
}

impl Side {
    /// The other colour.
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// `X` or `O`.
    #[must_use]
    pub fn symbol(self) -> char {
        match self {
            Self::Black => 'X',
            Self::White => 'O',
        }
    }

    /// `Black` or `White`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Black => "Black",
            Self::White => "White",
        }
    }
}

/// The discs of both sides, seen from the side to move. No square holds a disc of each.
///
/// They record neither the board nor the colours; a [`crate::Position`] does.
///
/// ```
/// use rules::Discs;
///
/// let discs = Discs::from_bits(0b0110, 0b1000).expect("no square has two discs");
/// assert_eq!((discs.player().len(), discs.passed().player().len()), (2, 1));
/// assert_eq!(Discs::from_bits(1, 1), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Discs {
    /// Discs of the side to move, one bit a square.
    pub(crate) player: u64,
    /// Discs of the other side, one bit a square.
    pub(crate) opponent: u64,
}

impl Discs {
    /// The discs of the side to move and of the other, or `None` if they overlap.
    #[must_use]
    pub const fn new(player: Squares, opponent: Squares) -> Option<Self> {
        Self::from_bits(player.bits(), opponent.bits())
    }

    /// The same from masks, one bit a square.
    #[inline(always)]
    #[must_use]
    pub const fn from_bits(player: u64, opponent: u64) -> Option<Self> {
        if player & opponent == 0 { Some(Self { player, opponent }) } else { None }
    }

    /// Discs of the side to move.
    #[inline(always)]
    #[must_use]
    pub const fn player(self) -> Squares {
        Squares::from_bits(self.player)
    }

    /// Discs of the other side.
    #[inline(always)]
    #[must_use]
    pub const fn opponent(self) -> Squares {
        Squares::from_bits(self.opponent)
    }

    /// All discs.
    #[inline(always)]
    #[must_use]
    pub const fn occupied(self) -> Squares {
        Squares::from_bits(self.mask())
    }

    /// All discs, one bit a square.
    #[inline(always)]
    #[must_use]
    pub const fn mask(self) -> u64 {
        self.player | self.opponent
    }

    /// The same discs with the other side to move.
    #[inline(always)]
    #[must_use]
    pub const fn passed(self) -> Self {
        Self { player: self.opponent, opponent: self.player }
    }

    /// The discs after the side to move places one on `square` and turns `flips` over, seen from the other side. Does
    /// not check whether the rules allow it: see [`crate::plain::flips`].
    #[inline(always)]
    #[must_use]
    pub fn after(self, square: Square, flips: Squares) -> Self {
        let opponent = self.player | flips.bits() | 1 << square.number();
        Self { player: self.opponent & !opponent, opponent }
    }

    /// [`Discs::after`] for an empty `square` and `flips` that are all the opponent's.
    #[inline(always)]
    #[must_use]
    pub fn played(self, square: u8, flips: u64) -> Self {
        Self { player: self.opponent ^ flips, opponent: self.player ^ flips ^ (1 << square) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn discs_never_overlap(player: u64, opponent: u64, flips: u64, square in 0u8..64) {
            prop_assert_eq!(Discs::from_bits(player, opponent).is_some(), player & opponent == 0);
            let discs = Discs::from_bits(player, opponent & !player).unwrap();
            let after = discs.after(Square::of_bit(square), Squares::from_bits(flips));
            prop_assert_eq!(after.player & after.opponent, 0);
            prop_assert_eq!(after.mask() & discs.mask(), discs.mask());
            let (empty, theirs) = (discs.mask() >> square & 1 == 0, flips & discs.opponent);
            if empty {
                let fast = discs.played(square, theirs);
                prop_assert_eq!(fast, discs.after(Square::of_bit(square), Squares::from_bits(theirs)));
            }
        }
    }
}
