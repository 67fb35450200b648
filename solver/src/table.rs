//! What the search needs from a table that outlives it. `solver` knows nothing about disks.

use std::cmp::Ordering;

use rules::board::Board;
use rules::canonical::CanonicalPosition;
use rules::discs::Discs;
use rules::moves::Move;
use rules::position::Position;
use rules::score::{Bounds, Scoring};

/// What a piece of knowledge rests on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Basis {
    /// It was proven here, from nothing but what was proven here.
    #[default]
    Proof,
    /// It came from elsewhere, or its proof used something that did, and it has not been verified here.
    Claim,
}

impl Basis {
    /// What a conclusion from both rests on.
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
    /// Bounds on the value, for the side to move.
    pub bounds: Bounds,
    /// The move that proves the lower bound. If no lower bound is proven, the best guess; `None` if there is none.
    pub best: Option<Move>,
    /// Nodes searched below the position to prove this, as far as known.
    pub effort: u64,
    /// What the bounds and the move rest on.
    pub basis: Basis,
}

impl Proven {
    /// Both pieces of knowledge together. If they exclude each other, the bounds show it (see [`Bounds::contradict`]).
    ///
    /// A proof to which a claim adds nothing stays a proof.
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

/// Which of two known moves to keep: the one that proves the higher lower bound, the newer one if they are equal.
#[inline(always)]
#[must_use]
pub fn proving_move(older: (Bounds, Option<Move>), newer: (Bounds, Option<Move>)) -> Option<Move> {
    match newer.0.lower.cmp(&older.0.lower) {
        Ordering::Greater => newer.1,
        Ordering::Less => older.1,
        Ordering::Equal => newer.1.or(older.1),
    }
}

/// A guess about a position, by a search that proves nothing. It says where to look first, and never enters a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guess {
    /// How reliable the search was: its guess replaces those of less reliable ones.
    pub level: u8,
    /// Bounds on the value by that search, for the side to move.
    pub bounds: Bounds,
    /// The move that should reach the lower limit. If there is no lower limit, the likeliest.
    pub best: Option<Move>,
}

impl Guess {
    /// Both guesses together: the more reliable one; of two that are equally reliable, the intersection or, if they
    /// exclude each other, the newer one.
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
/// All knowledge carries its [`Basis`]. Once a search has received a claim, it records only claims until its memory is
/// cleared, so a claim never turns into a proof by passing through a search.
pub trait ProofTable: Sync {
    /// The board, in landscape (see [`Board::landscape`]).
    fn board(&self) -> Board;

    /// Who receives the empties.
    fn scoring(&self) -> Scoring;

    /// What is known about a canonical position.
    fn probe(&self, canonical: Discs) -> Option<Proven>;

    /// Adds knowledge about a canonical position: intersects its bounds with the stored ones, and keeps the
    /// [`proving_move`]. Does not wait for the disk.
    fn record(&self, canonical: Discs, proven: Proven);

    /// The stored guess about a canonical position; a table need not keep guesses.
    fn guess(&self, _canonical: Discs) -> Option<Guess> {
        None
    }

    /// Keeps a guess about a canonical position, in place of any earlier one. Does not wait for the disk. Guesses guide
    /// a restarted search.
    fn keep_guess(&self, _canonical: Discs, _guess: Guess) {}

    /// What is known about a position in any orientation; `None` on another board.
    fn look_up(&self, position: &Position) -> Option<Proven> {
        let canonical = CanonicalPosition::of(position);
        if canonical.board() != self.board() {
            return None;
        }
        let proven = self.probe(canonical.discs())?;
        Some(Proven { best: proven.best.map(|best| canonical.to_original_move(best)), ..proven })
    }

    /// Adds knowledge about a position in any orientation; does nothing on another board.
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
    use rules::square::Square;

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
