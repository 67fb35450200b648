//! What the search wants of a table that outlives it. `solver` never learns what a disk is.

use std::cmp::Ordering;

use crate::discs::Discs;
use crate::moves::Move;
use crate::score::Bounds;

/// What is proven of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proven {
    /// Limits of the value, for the side to move.
    pub bounds: Bounds,
    /// The move that proves the lower bound. Where nothing is proven from below, the best guess; `None`
    /// where there is none.
    pub best: Option<Move>,
    /// Nodes searched below the position to prove this, so far as known.
    pub effort: u64,
}

/// Which of two known moves to keep: the one that proves the higher lower bound, of equal ones the newer.
#[inline(always)]
#[must_use]
pub fn proving_move(older: (Bounds, Option<Move>), newer: (Bounds, Option<Move>)) -> Option<Move> {
    match newer.0.lower.cmp(&older.0.lower) {
        Ordering::Greater => newer.1,
        Ordering::Less => older.1,
        Ordering::Equal => newer.1.or(older.1),
    }
}

/// A table of proven bounds for one board (rows ≤ columns) and one scoring, shared by all threads of a search.
///
/// Positions are canonical: the least of their symmetric images (see [`crate::Symmetries::canonical`]).
/// A probe must see every earlier record, whether it has reached the disk or not, so that a
/// single-threaded search does not depend on timing.
pub trait ProofTable: Sync {
    /// What is known of a canonical position.
    fn probe(&self, canonical: Discs) -> Option<Proven>;

    /// Adds knowledge of a canonical position: bounds are intersected with those that are there, and of
    /// the moves [`proving_move`] is kept. Does not wait for the disk.
    fn record(&self, canonical: Discs, proven: Proven);
}
