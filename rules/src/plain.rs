//! The rules in their plain form, generic in rows and columns. The fast forms in [`crate::simd`] are tested against
//! them.
//!
//! This is the low level: squares are bit numbers, sets of squares are masks, and callers pass the board's masks.
//! Programs that play or inspect positions need only [`crate::Position`].

use crate::discs::Discs;
use crate::geometry::{DIRECTIONS, Geometry};
use crate::moves::Move;
use crate::score::{Score, Scoring};
use crate::square::{Square, Squares};

/// The discs of the opponent that are turned over when the player places a disc on the empty `square`.
#[must_use]
pub fn flips(geometry: &Geometry, discs: Discs, square: u8) -> u64 {
    (0..DIRECTIONS).fold(0, |flips, direction| {
        let ray = geometry.rays[usize::from(square)][direction];
        let stops = ray & !discs.opponent;
        let nearest = if direction < 4 {
            stops & stops.wrapping_neg()
        } else {
            (1u64 << 63).checked_shr(stops.leading_zeros()).unwrap_or(0)
        };
        if nearest & discs.player == 0 {
            return flips;
        }
        let before = if direction < 4 { nearest - 1 } else { !(nearest | (nearest - 1)) };
        flips | ray & before
    })
}

/// The squares on which the player may place a disc.
#[must_use]
pub fn mobility(geometry: &Geometry, discs: Discs) -> u64 {
    let empty = geometry.full & !discs.mask();
    (0..DIRECTIONS).fold(0, |moves, direction| {
        let turnable = discs.opponent & geometry.inner[direction];
        let step = |bits: u64| {
            if direction < 4 { bits << geometry.steps[direction] } else { bits >> geometry.steps[direction] }
        };
        let mut reached = step(discs.player) & turnable;
        loop {
            let further = reached | step(reached) & turnable;
            if further == reached {
                break moves | step(reached) & empty;
            }
            reached = further;
        }
    })
}

/// Discs among `own` that can never be turned over, whatever is played: a subset of all stable ones.
///
/// Along each of its four axes such a disc stands on a full line, at the line's end, or beside a
/// stable disc of its own colour.
#[must_use]
pub fn stable(geometry: &Geometry, own: u64, occupied: u64) -> u64 {
    let full: [u64; 4] = std::array::from_fn(|axis| {
        let lines = geometry.lines[axis].iter();
        lines.filter(|&line| occupied & line == *line).fold(!geometry.inner[axis], |all, line| all | line)
    });
    let mut stable = 0;
    loop {
        let safe = (0..4).fold(own, |safe, axis| {
            let forward = stable << geometry.steps[axis] & geometry.behind[0][axis];
            let backward = stable >> geometry.steps[axis] & geometry.behind[0][axis + 4];
            safe & (full[axis] | forward | backward)
        });
        if safe == stable {
            return stable;
        }
        stable = safe;
    }
}

/// Whether neither side can move.
#[must_use]
pub fn is_over(geometry: &Geometry, discs: Discs) -> bool {
    mobility(geometry, discs) == 0 && mobility(geometry, discs.passed()) == 0
}

/// The player's legal moves: squares, or only the pass if there is none; nothing when the game is over.
#[must_use]
pub fn moves(geometry: &Geometry, discs: Discs) -> Vec<Move> {
    let squares = mobility(geometry, discs);
    if squares != 0 {
        return Squares::from_bits(squares).iter().map(Move::Place).collect();
    }
    if mobility(geometry, discs.passed()) != 0 { vec![Move::Pass] } else { Vec::new() }
}

/// Whether the rules allow a move.
#[must_use]
pub fn is_legal(geometry: &Geometry, discs: Discs, chosen: Move) -> bool {
    let squares = Squares::from_bits(mobility(geometry, discs));
    match chosen {
        Move::Place(square) => squares.contains(square),
        Move::Pass => squares.is_empty() && mobility(geometry, discs.passed()) != 0,
    }
}

/// The discs after a legal move, seen from the other side.
#[must_use]
pub fn after(geometry: &Geometry, discs: Discs, chosen: Move) -> Discs {
    match chosen {
        Move::Pass => discs.passed(),
        Move::Place(square) => placed(geometry, discs, square),
    }
}

/// The discs after the player places one on a legal square, seen from the other side.
#[must_use]
pub fn placed(geometry: &Geometry, discs: Discs, square: Square) -> Discs {
    discs.after(square, Squares::from_bits(flips(geometry, discs, square.number())))
}

/// The score for the side to move if the game is over.
#[must_use]
pub fn final_score(geometry: &Geometry, discs: Discs, scoring: Scoring) -> Option<Score> {
    is_over(geometry, discs).then(|| scoring.final_score(discs, geometry.squares()))
}

/// The squares of a mask, lowest first, as bit numbers.
#[inline]
pub fn squares_of(mut mask: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let square = mask.trailing_zeros() as u8;
            mask &= mask - 1;
            square
        })
    })
}
