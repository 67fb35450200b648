//! What has been proven since the server started: a bounded memory, for all boards and scorings.

use std::sync::Arc;

use quick_cache::sync::Cache;
use solver::{Board, Discs, ProofTable, Proven, Scoring};

/// Proven bounds of recent positions.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    cache: Arc<Cache<Key, Proven>>,
}

/// A canonical position on a board with at most as many rows as columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    board: Board,
    scoring: Scoring,
    discs: Discs,
}

impl Memory {
    /// Bytes of a position with what the cache keeps about it.
    pub(crate) const POSITION_BYTES: usize = 2 * (size_of::<Key>() + size_of::<Proven>());

    /// A memory for this many positions.
    pub(crate) fn new(positions: usize) -> Self {
        Self { cache: Arc::new(Cache::new(positions.max(1))) }
    }

    /// What it has of one board and scoring. The board has at most as many rows as columns.
    pub(crate) fn of(&self, board: Board, scoring: Scoring) -> Remembered {
        Remembered { memory: self.clone(), board, scoring }
    }
}

/// The memory's positions of one board and scoring.
pub(crate) struct Remembered {
    memory: Memory,
    board: Board,
    scoring: Scoring,
}

impl Remembered {
    fn key(&self, discs: Discs) -> Key {
        Key { board: self.board, scoring: self.scoring, discs }
    }
}

impl ProofTable for Remembered {
    fn board(&self) -> Board {
        self.board
    }

    fn scoring(&self) -> Scoring {
        self.scoring
    }

    fn probe(&self, canonical: Discs) -> Option<Proven> {
        self.memory.cache.get(&self.key(canonical))
    }

    fn record(&self, canonical: Discs, proven: Proven) {
        let proven = self.probe(canonical).map_or(proven, |known| known.and(proven));
        self.memory.cache.insert(self.key(canonical), proven);
    }
}

#[cfg(test)]
mod tests {
    use solver::{Basis, Bounds, Move, Square};

    use super::*;

    #[test]
    fn bounds_are_intersected_and_the_proving_move_is_kept() {
        let memory = Memory::new(8);
        let board: Board = "4x4".parse().unwrap();
        let view = memory.of(board, Scoring::Discs);
        let discs = Discs::from_bits(0x0240, 0x0420).unwrap();
        assert_eq!(view.probe(discs), None);
        view.record(
            discs,
            Proven {
                bounds: Bounds::new(-8, 16),
                best: Some(Move::Place(Square::new(1).unwrap())),
                effort: 5,
                basis: Basis::Proof,
            },
        );
        view.record(discs, Proven { bounds: Bounds::new(-16, -8), best: None, effort: 2, basis: Basis::Proof });
        let expected = Proven {
            bounds: Bounds::at(-8),
            best: Some(Move::Place(Square::new(1).unwrap())),
            effort: 5,
            basis: Basis::Proof,
        };
        assert_eq!(view.probe(discs), Some(expected));
        // Another scoring, and another board, are other games.
        assert_eq!(memory.of(board, Scoring::Wof).probe(discs), None);
    }

    #[test]
    fn a_claim_stays_one_until_it_is_proven() {
        let memory = Memory::new(8);
        let view = memory.of("4x4".parse().unwrap(), Scoring::Discs);
        let discs = Discs::from_bits(0x0240, 0x0420).unwrap();
        let said = |lower, upper, basis| {
            view.record(discs, Proven { bounds: Bounds::new(lower, upper), best: None, effort: 0, basis });
            view.probe(discs).map(|known| (known.bounds, known.basis))
        };
        assert_eq!(said(-8, 2, Basis::Claim), Some((Bounds::new(-8, 2), Basis::Claim)));
        assert_eq!(said(-8, 16, Basis::Proof), Some((Bounds::new(-8, 2), Basis::Claim)));
        assert_eq!(said(-8, -8, Basis::Proof), Some((Bounds::at(-8), Basis::Proof)));
        assert_eq!(said(-16, 2, Basis::Claim), Some((Bounds::at(-8), Basis::Proof)));
    }

    #[test]
    fn it_never_holds_more_than_it_may() {
        let memory = Memory::new(100);
        let view = memory.of("4x4".parse().unwrap(), Scoring::Discs);
        for player in 0..10_000 {
            view.record(
                Discs::from_bits(player, 0).unwrap(),
                Proven { bounds: Bounds::at(0), best: None, effort: 0, basis: Basis::Proof },
            );
        }
        assert!(memory.cache.len() <= 100, "{}", memory.cache.len());
    }
}
