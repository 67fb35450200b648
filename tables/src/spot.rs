//! Where a table keeps a position: in canonical form, on a board with at most as many rows as columns.

use solver::{CanonicalPosition, Discs, Position, Proven, Scoring};

use crate::format::Game;

/// A position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Spot {
    /// Board and scoring.
    pub(crate) game: Game,
    /// The canonical position.
    pub(crate) discs: Discs,
}

/// The canonical form of a position, and the way back.
pub(crate) struct Canonical {
    /// Where the position is kept.
    pub(crate) spot: Spot,
    position: CanonicalPosition,
}

impl Spot {
    /// Where a position is kept that stands as it likes.
    pub(crate) fn of(position: &Position, scoring: Scoring) -> Self {
        Canonical::of(position, scoring).spot
    }
}

impl Canonical {
    /// The canonical form of a position that stands as it likes.
    pub(crate) fn of(position: &Position, scoring: Scoring) -> Self {
        let position = CanonicalPosition::of(position);
        Self { spot: Spot { game: Game::new(position.board(), scoring), discs: position.discs() }, position }
    }

    /// What is known of the canonical position, with the best move as it is in the original one.
    pub(crate) fn seen_from_original(&self, proven: Proven) -> Proven {
        Proven { best: proven.best.map(|best| self.position.to_original_move(best)), ..proven }
    }
}
