//! The rules in their plain form, generic in rows and columns. The fast forms in [`crate::simd`] are tested against it.

use crate::geometry::{DIRECTIONS, Geometry};
use crate::position::{Discs, Move, Position, Square};
use crate::score::{Score, Scoring};

/// The discs of the opponent that are turned over when the player places a disc on the empty `square`.
#[must_use]
pub fn flips(geometry: &Geometry, discs: Discs, square: Square) -> u64 {
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
    let empty = geometry.full & !discs.occupied();
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

/// The legal moves of the player: squares, or the pass alone where there is none; nothing when the game is over.
#[must_use]
pub fn moves(geometry: &Geometry, discs: Discs) -> Vec<Move> {
    let squares = mobility(geometry, discs);
    if squares != 0 {
        return squares_of(squares).map(Move::Place).collect();
    }
    if mobility(geometry, discs.passed()) != 0 { vec![Move::Pass] } else { Vec::new() }
}

/// The squares of a mask, lowest first.
pub fn squares_of(mut mask: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let square = mask.trailing_zeros() as Square;
            mask &= mask - 1;
            square
        })
    })
}

/// The position after a legal move, seen from the other side.
///
/// # Panics
/// If the move is not legal.
#[must_use]
pub fn play(geometry: &Geometry, position: Position, chosen: Move) -> Position {
    assert!(moves(geometry, position.discs).contains(&chosen), "{chosen:?} is not legal in {position:?}");
    let discs = match chosen {
        Move::Pass => position.discs.passed(),
        Move::Place(square) => position.discs.played(square, flips(geometry, position.discs, square)),
    };
    Position { discs, side: position.side.opponent(), ..position }
}

/// The score for the side to move if the game is over.
#[must_use]
pub fn final_score(geometry: &Geometry, discs: Discs, scoring: Scoring) -> Option<Score> {
    is_over(geometry, discs).then(|| scoring.final_score(discs, geometry.squares()))
}
