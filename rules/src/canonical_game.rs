//! The rules on canonical positions, for traversals of a whole game tree that visit symmetric positions only once.

use crate::board::Board;
use crate::discs::Discs;
use crate::geometry::Geometry;
use crate::moves::Move;
use crate::plain;
use crate::score::{Score, Scoring};
use crate::symmetry::Symmetries;

/// The game on one board with one scoring, each position in its canonical form (see [`Symmetries::canonical`]).
#[derive(Clone, Debug)]
pub struct CanonicalGame {
    geometry: Geometry,
    symmetries: Symmetries,
    scoring: Scoring,
}

impl CanonicalGame {
    /// The game on a board.
    #[must_use]
    pub fn new(board: Board, scoring: Scoring) -> Self {
        Self { geometry: Geometry::new(board), symmetries: Symmetries::new(board), scoring }
    }

    /// The board's masks.
    #[must_use]
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The canonical image of a position.
    #[must_use]
    pub fn canonical(&self, discs: Discs) -> Discs {
        self.symmetries.canonical(discs).0
    }

    /// The canonical successors of a position, symmetric ones once; the position after a forced pass is one.
    #[must_use]
    pub fn successors(&self, discs: Discs) -> Vec<Discs> {
        let mut successors = Vec::new();
        for chosen in plain::moves(&self.geometry, discs) {
            let next = self.after(discs, chosen);
            if !successors.contains(&next) {
                successors.push(next);
            }
        }
        successors
    }

    /// The canonical position after a legal move.
    #[must_use]
    pub fn after(&self, discs: Discs, chosen: Move) -> Discs {
        self.canonical(plain::after(&self.geometry, discs, chosen))
    }

    /// The score of a finished game, for the side to move.
    #[must_use]
    pub fn final_score(&self, discs: Discs) -> Option<Score> {
        plain::final_score(&self.geometry, discs, self.scoring)
    }
}
