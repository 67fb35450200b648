//! Where a table keeps a position: in canonical form, on a board with at most as many rows as columns.

use solver::{Discs, Move, Position, Proven, Scoring, Symmetries};

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
    original: Position,
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
        let wide = wide(position);
        let discs = Symmetries::new(wide.board).canonical(wide.discs).0;
        Self { spot: Spot { game: Game::new(wide.board, scoring), discs }, original: *position }
    }

    /// What is known of the canonical position, with the best move as it is in the original one.
    pub(crate) fn seen_from_original(&self, proven: Proven) -> Proven {
        Proven { best: proven.best.map(|best| self.to_original(best)), ..proven }
    }

    fn to_original(&self, best: Move) -> Move {
        let wide = wide(&self.original);
        let symmetries = Symmetries::new(wide.board);
        let symmetry = symmetries.canonical(wide.discs).1;
        let best = symmetries.map_move(symmetries.inverse(symmetry), best);
        if wide.board == self.original.board { best } else { best.transposed(wide.board) }
    }
}

fn wide(position: &Position) -> Position {
    if position.board.rows() > position.board.cols() { position.transposed() } else { *position }
}
