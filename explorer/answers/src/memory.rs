//! What has been proven since the server started: a bounded memory in front of the tables.

use quick_cache::sync::Cache;
use solver::{Board, Discs, Guess, ProofTable, Proven, Scoring};

use crate::knowledge::SharedTable;

/// Proven bounds of recent positions.
#[derive(Debug)]
pub(crate) struct Memory {
    cache: Cache<Key, Proven>,
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
        Self { cache: Cache::new(positions.max(1)) }
    }

    /// The memory's positions of one board and scoring, with a table behind them. The board has at most as many rows as
    /// columns.
    pub(crate) fn before(
        &self,
        table: Option<SharedTable>,
        board: Board,
        scoring: Scoring,
        learns: bool,
    ) -> Layered<'_> {
        Layered { memory: self, table, board, scoring, learns }
    }
}

/// A memory in front of a table, seen as one table.
pub struct Layered<'a> {
    memory: &'a Memory,
    table: Option<SharedTable>,
    board: Board,
    scoring: Scoring,
    learns: bool,
}

impl Layered<'_> {
    /// Remembers bounds without recording them in the table.
    pub fn remember(&self, canonical: Discs, proven: Proven) {
        let key = self.key(canonical);
        let proven = match self.memory.cache.get(&key) {
            Some(known) => known.and(proven),
            None => proven,
        };
        self.memory.cache.insert(key, proven);
    }

    fn key(&self, discs: Discs) -> Key {
        Key { board: self.board, scoring: self.scoring, discs }
    }
}

impl ProofTable for Layered<'_> {
    fn board(&self) -> Board {
        self.board
    }

    fn scoring(&self) -> Scoring {
        self.scoring
    }

    fn probe(&self, canonical: Discs) -> Option<Proven> {
        let remembered = self.memory.cache.get(&self.key(canonical));
        let kept = self.table.as_ref().and_then(|table| table.probe(canonical));
        match (kept, remembered) {
            (Some(kept), Some(remembered)) => Some(kept.and(remembered)),
            (kept, remembered) => kept.or(remembered),
        }
    }

    fn record(&self, canonical: Discs, proven: Proven) {
        self.remember(canonical, proven);
        if let Some(table) = self.table.as_ref().filter(|_| self.learns) {
            table.record(canonical, proven);
        }
    }

    fn guess(&self, canonical: Discs) -> Option<Guess> {
        self.table.as_ref()?.guess(canonical)
    }

    fn keep_guess(&self, canonical: Discs, guess: Guess) {
        if let Some(table) = self.table.as_ref().filter(|_| self.learns) {
            table.keep_guess(canonical, guess);
        }
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
        let view = memory.before(None, board, Scoring::Discs, false);
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
        assert_eq!(memory.before(None, board, Scoring::Wof, false).probe(discs), None);
    }

    #[test]
    fn a_claim_stays_one_until_it_is_proven() {
        let memory = Memory::new(8);
        let view = memory.before(None, "4x4".parse().unwrap(), Scoring::Discs, false);
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
        let view = memory.before(None, "4x4".parse().unwrap(), Scoring::Discs, false);
        for player in 0..10_000 {
            view.remember(
                Discs::from_bits(player, 0).unwrap(),
                Proven { bounds: Bounds::at(0), best: None, effort: 0, basis: Basis::Proof },
            );
        }
        assert!(memory.cache.len() <= 100, "{}", memory.cache.len());
    }
}
