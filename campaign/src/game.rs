//! The rules on canonical positions: what the search and the replay of a ledger have in common.

use solver::{Board, Discs, Geometry, Move, Score, Scoring, Symmetries, rules};

/// The game of one board and scoring, each position in its canonical form.
#[derive(Clone, Debug)]
pub(crate) struct CanonicalGame {
    pub(crate) geometry: Geometry,
    symmetries: Symmetries,
    scoring: Scoring,
}

impl CanonicalGame {
    /// The game of a board.
    pub(crate) fn new(board: Board, scoring: Scoring) -> Self {
        Self { geometry: Geometry::new(board), symmetries: Symmetries::new(board), scoring }
    }

    /// The canonical image of a position.
    pub(crate) fn canonical(&self, discs: Discs) -> Discs {
        self.symmetries.canonical(discs).0
    }

    /// The canonical successors of a position, symmetric ones once.
    pub(crate) fn successors(&self, discs: Discs) -> Vec<Discs> {
        let mut successors = Vec::new();
        for chosen in rules::moves(&self.geometry, discs) {
            let next = self.after(discs, chosen);
            if !successors.contains(&next) {
                successors.push(next);
            }
        }
        successors
    }

    /// The canonical position after a move.
    pub(crate) fn after(&self, discs: Discs, chosen: Move) -> Discs {
        self.canonical(rules::after(&self.geometry, discs, chosen))
    }

    /// The score of a finished game.
    pub(crate) fn final_score(&self, discs: Discs) -> Option<Score> {
        rules::final_score(&self.geometry, discs, self.scoring)
    }
}
