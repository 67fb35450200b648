//! Several tables, seen as one.

use std::fmt;

use solver::{Board, Discs, Guess, ProofTable, Proven, Scoring};

use crate::SharedTable;

/// Several tables of one board and scoring. All are asked, and what they know is put together, so that its bounds show
/// if they contradict each other (see [`Proven::and`]).
#[derive(Clone)]
pub struct Layers {
    board: Board,
    scoring: Scoring,
    tables: Vec<SharedTable>,
    /// What is recorded goes to this many of them, from the first.
    kept: usize,
    drops_false_claims: bool,
}

impl Layers {
    /// Tables of a board with at most as many rows as columns, under a scoring. What is recorded goes to the first `kept`
    /// of them.
    ///
    /// # Panics
    /// If one is of another board or scoring.
    #[must_use]
    pub fn new(board: Board, scoring: Scoring, tables: Vec<SharedTable>, kept: usize) -> Self {
        let is_same = |table: &SharedTable| (table.board(), table.scoring()) == (board, scoring);
        assert!(tables.iter().all(is_same), "all tables are of {board} {scoring}");
        Self { board, scoring, tables, kept, drops_false_claims: false }
    }

    /// The same, but a claim that contradicts another table's proof, or an earlier table's claim, counts as nothing: for
    /// those who have to go on.
    #[must_use]
    pub fn dropping_false_claims(self) -> Self {
        Self { drops_false_claims: true, ..self }
    }

    fn both(&self, one: Proven, other: Proven) -> Proven {
        if self.drops_false_claims && one.bounds.intersect(other.bounds).contradict() {
            if other.basis.is_claim() {
                return one;
            } else if one.basis.is_claim() {
                return other;
            }
        }
        one.and(other)
    }
}

impl ProofTable for Layers {
    fn board(&self) -> Board {
        self.board
    }

    fn scoring(&self) -> Scoring {
        self.scoring
    }

    fn probe(&self, canonical: Discs) -> Option<Proven> {
        let known = self.tables.iter().filter_map(|table| table.probe(canonical));
        known.reduce(|one, other| self.both(one, other))
    }

    fn record(&self, canonical: Discs, proven: Proven) {
        self.tables.iter().take(self.kept).for_each(|table| table.record(canonical, proven));
    }

    fn guess(&self, canonical: Discs) -> Option<Guess> {
        self.tables.iter().find_map(|table| table.guess(canonical))
    }

    fn keep_guess(&self, canonical: Discs, guess: Guess) {
        self.tables.iter().take(self.kept).for_each(|table| table.keep_guess(canonical, guess));
    }
}

impl fmt::Debug for Layers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { board, scoring, tables, .. } = self;
        write!(f, "Layers({board} {scoring}, {} tables)", tables.len())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use solver::{Basis, Bounds};

    use super::*;

    /// A table that says the same of every position.
    struct Says(i32, i32, Basis);

    impl ProofTable for Says {
        fn board(&self) -> Board {
            "4x4".parse().unwrap()
        }

        fn scoring(&self) -> Scoring {
            Scoring::Discs
        }

        fn probe(&self, _: Discs) -> Option<Proven> {
            Some(Proven { bounds: Bounds::new(self.0, self.1), best: None, effort: 0, basis: self.2 })
        }

        fn record(&self, _: Discs, _: Proven) {}
    }

    #[test]
    fn a_claim_that_is_false_shows_or_is_dropped_and_two_proofs_never_are() {
        let asked = |one, other, drops| {
            let layers = Layers::new(
                "4x4".parse().unwrap(),
                Scoring::Discs,
                vec![Arc::new(one) as SharedTable, Arc::new(other)],
                0,
            );
            let layers = if drops { layers.dropping_false_claims() } else { layers };
            let known = layers.probe(Discs::from_bits(0x0240, 0x0420).unwrap()).unwrap();
            (known.bounds, known.basis)
        };
        let (proof, claim) = (|| Says(-8, -8, Basis::Proof), || Says(2, 2, Basis::Claim));
        for drops in [false, true] {
            let within = Says(-16, 0, Basis::Claim);
            assert_eq!(asked(within, proof(), drops), (Bounds::at(-8), Basis::Proof));
            assert!(asked(proof(), Says(2, 2, Basis::Proof), drops).0.contradict());
        }
        assert!(asked(proof(), claim(), false).0.contradict() && asked(claim(), proof(), false).0.contradict());
        assert_eq!(asked(proof(), claim(), true), (Bounds::at(-8), Basis::Proof));
        assert_eq!(asked(claim(), proof(), true), (Bounds::at(-8), Basis::Proof));
        assert_eq!(asked(claim(), Says(4, 4, Basis::Claim), true), (Bounds::at(2), Basis::Claim));
    }
}
