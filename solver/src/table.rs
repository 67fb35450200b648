//! What the search wants of a table that outlives it. `solver` never learns what a disk is.

use std::cmp::Ordering;

use crate::board::Board;
use crate::canonical::CanonicalPosition;
use crate::discs::Discs;
use crate::moves::Move;
use crate::position::Position;
use crate::score::{Bounds, Scoring};

/// On whose word knowledge rests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Basis {
    /// It was proven here, with nothing but what was proven here.
    #[default]
    Proof,
    /// It came from elsewhere, or its proof used something that did, and it has not been verified here.
    Claim,
}

impl Basis {
    /// On what a conclusion from both rests.
    #[inline(always)]
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Proof, Self::Proof) => Self::Proof,
            _ => Self::Claim,
        }
    }

    /// Whether it is a claim.
    #[inline(always)]
    #[must_use]
    pub fn is_claim(self) -> bool {
        self == Self::Claim
    }
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proven {
    /// Limits of the value, for the side to move.
    pub bounds: Bounds,
    /// The move that proves the lower bound. Where nothing is proven from below, the best guess; `None`
    /// where there is none.
    pub best: Option<Move>,
    /// Nodes searched below the position to prove this, as far as known.
    pub effort: u64,
    /// On whose word bounds and move rest.
    pub basis: Basis,
}

impl Proven {
    /// Both pieces of knowledge together. Where they exclude each other the bounds say so
    /// (see [`Bounds::contradict`]).
    ///
    /// What claims add nothing to stays a proof.
    #[must_use]
    pub fn and(self, newer: Self) -> Self {
        let bounds = self.bounds.intersect(newer.bounds);
        let effort = self.effort.max(newer.effort);
        let enough = [self, newer].into_iter().find(|known| known.bounds == bounds && !known.basis.is_claim());
        if let Some(proof) = enough.filter(|_| self.basis != newer.basis) {
            return Self { effort, ..proof };
        }
        let best = proving_move((self.bounds, self.best), (newer.bounds, newer.best));
        Self { bounds, best, effort, basis: self.basis.and(newer.basis) }
    }
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

/// What a search that proves nothing thinks of a position. It says where to look first, and never comes into a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guess {
    /// How sure the search was: what it thinks takes the place of what less sure ones thought.
    pub level: u8,
    /// Limits of the value as the search sees it, for the side to move.
    pub bounds: Bounds,
    /// The move that should reach the lower limit. Where there is none, the likeliest.
    pub best: Option<Move>,
}

impl Guess {
    /// Both guesses together: the surer one; of two that are as sure as each other the limits of both or, where they exclude each
    /// other, the newer one.
    #[must_use]
    pub fn and(self, newer: Self) -> Self {
        let bounds = self.bounds.intersect(newer.bounds);
        match newer.level.cmp(&self.level) {
            Ordering::Less => self,
            Ordering::Equal if !bounds.contradict() => {
                Self { bounds, best: proving_move((self.bounds, self.best), (newer.bounds, newer.best)), ..newer }
            }
            _ => newer,
        }
    }
}

/// A table of proven bounds for one board (rows ≤ columns) and one scoring, shared by all threads of a search.
///
/// Positions are canonical (see [`CanonicalPosition`]). A probe must see every earlier record, whether it has reached the
/// disk or not, so that a single-threaded search does not depend on timing.
///
/// Knowledge comes and goes with its [`Basis`]. A search that was given a claim records nothing but claims from then on, until
/// it clears its memory; so a claim never turns into a proof by passing through a search.
pub trait ProofTable: Sync {
    /// The board, in landscape (see [`Board::landscape`]).
    fn board(&self) -> Board;

    /// Who receives the empties.
    fn scoring(&self) -> Scoring;

    /// What is known about a canonical position.
    fn probe(&self, canonical: Discs) -> Option<Proven>;

    /// Adds knowledge of a canonical position: bounds are intersected with those that are there, and of
    /// the moves [`proving_move`] is kept. Does not wait for the disk.
    fn record(&self, canonical: Discs, proven: Proven);

    /// What a search that proves nothing thought of a canonical position; a table may keep no guesses.
    fn guess(&self, _canonical: Discs) -> Option<Guess> {
        None
    }

    /// Keeps what a search that proves nothing thinks of a canonical position, in place of what was there. Does not wait for the
    /// disk. A restarted search finds its way by it.
    fn keep_guess(&self, _canonical: Discs, _guess: Guess) {}

    /// What is known about a position as it stands, turned or mirrored as it may be; `None` on another board.
    fn look_up(&self, position: &Position) -> Option<Proven> {
        let canonical = CanonicalPosition::of(position);
        if canonical.board() != self.board() {
            return None;
        }
        let proven = self.probe(canonical.discs())?;
        Some(Proven { best: proven.best.map(|best| canonical.to_original_move(best)), ..proven })
    }

    /// Adds knowledge of a position as it stands; on another board nothing is added.
    fn keep(&self, position: &Position, proven: Proven) {
        let canonical = CanonicalPosition::of(position);
        if canonical.board() == self.board() {
            let best = proven.best.map(|best| canonical.to_canonical_move(best));
            self.record(canonical.discs(), Proven { best, ..proven });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::Square;

    fn guess(level: u8, lower: i32, upper: i32, square: u8) -> Guess {
        Guess { level, bounds: Bounds::new(lower, upper), best: Square::new(square).map(Move::Place) }
    }

    #[test]
    fn surer_guesses_stand_above_others_and_equal_ones_together() {
        let older = guess(2, -36, 4, 1);
        for (newer, together) in [
            (guess(1, 0, 2, 3), older),
            (guess(3, 6, 36, 3), guess(3, 6, 36, 3)),
            (guess(2, 2, 36, 3), guess(2, 2, 4, 3)),
            (guess(2, -36, 2, 3), guess(2, -36, 2, 3)),
            (guess(2, 6, 36, 3), guess(2, 6, 36, 3)),
        ] {
            assert_eq!(older.and(newer), together, "{newer:?}");
        }
        // The move of the higher lower limit stays.
        assert_eq!(guess(2, 2, 36, 1).and(guess(2, -36, 4, 3)), guess(2, 2, 4, 1));
    }
}
