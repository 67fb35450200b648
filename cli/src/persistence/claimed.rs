//! What nobody here has proven, such as a book from a file: claims, beside a table of proven bounds.

use std::sync::Arc;

use explorer::SharedTable;
use solver::{Basis, Board, Bounds, Discs, Guess, Position, ProofTable, Proven, Scoring, Side};

/// What somebody claims about a position, for the side to move.
pub(in crate::persistence) type Claim = Arc<dyn Fn(&Position) -> Option<Bounds> + Send + Sync>;

/// A table of bounds, if there is one, together with claims about positions of its board and scoring.
pub(in crate::persistence) struct Claimed {
    pub(in crate::persistence) board: Board,
    pub(in crate::persistence) scoring: Scoring,
    pub(in crate::persistence) claim: Claim,
    pub(in crate::persistence) table: Option<SharedTable>,
}

impl Claimed {
    fn claim(&self, canonical: Discs) -> Option<Proven> {
        let position = Position::new(self.board, canonical, Side::Black)?;
        let bounds = (self.claim)(&position)?;
        Some(Proven { bounds, best: None, effort: 0, basis: Basis::Claim })
    }
}

impl ProofTable for Claimed {
    fn board(&self) -> Board {
        self.board
    }

    fn scoring(&self) -> Scoring {
        self.scoring
    }

    fn probe(&self, canonical: Discs) -> Option<Proven> {
        let kept = self.table.as_ref().and_then(|table| table.probe(canonical));
        if kept.is_some_and(|kept| kept.bounds.exact().is_some()) {
            return kept;
        }
        // A claim that contradicts the table is dropped.
        let claim = self
            .claim(canonical)
            .filter(|claim| kept.is_none_or(|kept| !kept.bounds.intersect(claim.bounds).contradict()));
        match (kept, claim) {
            (Some(kept), Some(claim)) => Some(kept.and(claim)),
            (kept, claim) => kept.or(claim),
        }
    }

    fn record(&self, canonical: Discs, proven: Proven) {
        if let Some(table) = &self.table {
            table.record(canonical, proven);
        }
    }

    fn guess(&self, canonical: Discs) -> Option<Guess> {
        self.table.as_ref()?.guess(canonical)
    }

    fn keep_guess(&self, canonical: Discs, guess: Guess) {
        if let Some(table) = &self.table {
            table.keep_guess(canonical, guess);
        }
    }
}
