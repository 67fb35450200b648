//! What has been proven since the server started: a bounded memory, for all boards and scorings.

use std::sync::Arc;

use quick_cache::sync::Cache;
use solver::{Board, Discs, ProofTable, Proven, Scoring};

/// Proven bounds of recent positions of all games. A position is canonical, on a board with at most as many rows as
/// columns.
pub(crate) type Memory = Arc<Cache<Key, Proven>>;

type Key = (Board, Scoring, Discs);

/// Bytes of a position with what the cache keeps about it.
pub(crate) const POSITION_BYTES: usize = 2 * (size_of::<Key>() + size_of::<Proven>());

/// A memory for this many positions.
pub(crate) fn memory(positions: usize) -> Memory {
    Arc::new(Cache::new(positions.max(1)))
}

/// The memory's positions of one board and scoring.
pub(crate) struct Remembered {
    pub(crate) memory: Memory,
    pub(crate) board: Board,
    pub(crate) scoring: Scoring,
}

impl ProofTable for Remembered {
    fn board(&self) -> Board {
        self.board
    }

    fn scoring(&self) -> Scoring {
        self.scoring
    }

    fn probe(&self, canonical: Discs) -> Option<Proven> {
        self.memory.get(&(self.board, self.scoring, canonical))
    }

    fn record(&self, canonical: Discs, proven: Proven) {
        let proven = self.probe(canonical).map_or(proven, |known| known.and(proven));
        self.memory.insert((self.board, self.scoring, canonical), proven);
    }
}

#[cfg(test)]
mod tests {
    use solver::{Basis, Bounds, Move, Square};

    use super::*;

    /// What the memory has of 4x4 under a scoring.
    fn of(memory: &Memory, scoring: Scoring) -> Remembered {
        Remembered { memory: Arc::clone(memory), board: "4x4".parse().unwrap(), scoring }
    }

    #[test]
    fn bounds_are_intersected_and_the_proving_move_is_kept() {
        let memory = memory(8);
        let view = of(&memory, Scoring::Discs);
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
        assert_eq!(of(&memory, Scoring::Wof).probe(discs), None);
        let other = Remembered { board: "4x5".parse().unwrap(), ..of(&memory, Scoring::Discs) };
        assert_eq!(other.probe(discs), None);
    }

    #[test]
    fn a_claim_stays_one_until_it_is_proven() {
        let view = of(&memory(8), Scoring::Discs);
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
        let view = of(&memory(100), Scoring::Discs);
        for player in 0..10_000 {
            view.record(
                Discs::from_bits(player, 0).unwrap(),
                Proven { bounds: Bounds::at(0), best: None, effort: 0, basis: Basis::Proof },
            );
        }
        assert!(view.memory.len() <= 100, "{}", view.memory.len());
    }
}
