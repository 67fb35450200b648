//! What a table knows about a position: the bounds proven here, and tighter ones that others claim.

use solver::{Basis, Bounds, Move, Proven, proving_move};

/// How much of a table's knowledge its readers get.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trust {
    /// Proofs made here and, if they say more, unverified claims of others.
    #[default]
    All,
    /// Only proofs made here.
    Own,
}

/// The knowledge about one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    /// What is proven here.
    pub(crate) proven: Word,
    /// What is claimed, if it says more. Its bounds lie within the proven ones; if its lower bound is the proven one,
    /// so is its move.
    pub(crate) claimed: Option<Word>,
    /// Nodes searched here for what is proven; if nothing is, those that the claim tells of.
    pub(crate) effort: u64,
}

/// Bounds, and the move that proves the lower one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) bounds: Bounds,
    pub(crate) best: Option<Move>,
}

/// The result of combining two pieces of knowledge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settled {
    pub(crate) known: Known,
    /// The bounds of an older claim that a newer proof excludes. It is no longer part of what is known.
    pub(crate) refuted: Option<Bounds>,
    /// What was known, and the newer knowledge that this excludes, which does not become part of what is known.
    pub(crate) contradiction: Option<(Bounds, Bounds)>,
}

impl Word {
    fn and(self, newer: Self) -> Self {
        let bounds = self.bounds.intersect(newer.bounds);
        Self { bounds, best: proving_move((self.bounds, self.best), (newer.bounds, newer.best)) }
    }
}

impl Known {
    /// The knowledge in one statement, on a board where this much is known without proof.
    pub(crate) fn of(said: Proven, unknown: Bounds) -> Self {
        let word = Word { bounds: said.bounds, best: said.best };
        match said.basis {
            Basis::Proof => Self { proven: word, claimed: None, effort: said.effort },
            Basis::Claim => {
                Self { proven: Word { bounds: unknown, best: None }, claimed: None, effort: said.effort }.beside(word)
            }
        }
    }

    /// The same with this as its only claim, if that says more; the bounds do not exclude each other.
    fn beside(self, claim: Word) -> Self {
        let bounds = claim.bounds.intersect(self.proven.bounds);
        let best = if bounds.lower == self.proven.bounds.lower { self.proven.best } else { claim.best };
        Self { claimed: (bounds != self.proven.bounds).then_some(Word { bounds, best }), ..self }
    }

    /// Whether it is in the one form that is stored.
    pub(crate) fn is_in_form(self) -> bool {
        self.claimed.is_none_or(|claim| !claim.bounds.contradict() && self.beside(claim) == self)
    }

    /// The tightest bounds from any source.
    pub(crate) fn closest(self) -> Bounds {
        self.claimed.unwrap_or(self.proven).bounds
    }

    /// The knowledge for a reader who trusts this far; `None` if there is none. `unknown` is known about any position.
    pub(crate) fn given(self, trust: Trust, unknown: Bounds) -> Option<Proven> {
        let Self { proven, claimed, effort } = self;
        match (claimed, trust) {
            (Some(Word { bounds, best }), Trust::All) => Some(Proven { bounds, best, effort, basis: Basis::Claim }),
            (Some(_), Trust::Own) if proven.bounds == unknown => None,
            _ => Some(Proven { bounds: proven.bounds, best: proven.best, effort, basis: Basis::Proof }),
        }
    }

    /// Combines both. If they exclude each other, the older one stays, except for a claim that a proof excludes.
    ///
    /// This is associative as long as nothing is excluded, so it does not matter in which steps entries reach the disk.
    /// `unknown` is known about any position.
    pub(crate) fn and(self, newer: Self, unknown: Bounds) -> Settled {
        // What a claim tells of its effort is no effort of ours.
        let (_, effort) = [self, newer]
            .map(|known| (known.proven.bounds != unknown, known.effort))
            .into_iter()
            .fold((false, 0), Ord::max);
        let proven = self.proven.and(newer.proven);
        if proven.bounds.contradict() {
            let contradiction = Some((self.proven.bounds, newer.proven.bounds));
            return Settled { known: self, refuted: None, contradiction };
        }
        let mut settled = Settled { known: Self { proven, claimed: None, effort }, refuted: None, contradiction: None };
        let fits = |claim: &Word| !claim.bounds.intersect(proven.bounds).contradict();
        settled.refuted = self.claimed.filter(|claim| !fits(claim)).map(|claim| claim.bounds);
        let older = self.claimed.filter(fits);
        let both = match (older, newer.claimed) {
            (Some(older), Some(newer)) => Some(older.and(newer)),
            (older, newer) => older.or(newer),
        };
        let both = both.filter(fits);
        if let Some(claim) = newer.claimed.filter(|_| both.is_none()) {
            settled.contradiction = Some((older.unwrap_or(proven).bounds, claim.bounds));
        }
        if let Some(claim) = both.or(older) {
            settled.known = settled.known.beside(claim);
        }
        settled
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use solver::Square;

    const UNKNOWN: (i32, i32) = (-24, 24);

    impl Known {
        fn with(self, newer: Self) -> Settled {
            self.and(newer, Bounds::new(UNKNOWN.0, UNKNOWN.1))
        }
    }

    fn word(lower: i32, upper: i32, square: u8) -> Word {
        Word { bounds: Bounds::new(lower, upper), best: Square::new(square).map(Move::Place) }
    }

    fn proof(lower: i32, upper: i32, square: u8) -> Known {
        Known { proven: word(lower, upper, square), claimed: None, effort: 0 }
    }

    fn claim(lower: i32, upper: i32, square: u8) -> Known {
        let Word { bounds, best } = word(lower, upper, square);
        Known::of(Proven { bounds, best, effort: 0, basis: Basis::Claim }, Bounds::new(UNKNOWN.0, UNKNOWN.1))
    }

    /// Knowledge that is true of a position of value 0.
    fn any_known() -> impl Strategy<Value = Known> {
        let word = || (-24..=0, 0..=24, proptest::option::of(0u8..24));
        (word(), word(), any::<u64>(), any::<bool>()).prop_map(|(proven, claimed, effort, is_claimed)| {
            let word = |(lower, upper, best): (i32, i32, Option<u8>)| Word {
                bounds: Bounds::new(lower, upper),
                best: best.and_then(Square::new).map(Move::Place),
            };
            let known = Known { proven: word(proven), claimed: None, effort };
            if is_claimed { known.beside(word(claimed)) } else { known }
        })
    }

    proptest! {
        #[test]
        fn it_does_not_matter_in_which_steps_knowledge_comes(a in any_known(), b in any_known(), c in any_known()) {
            let (left, right) = (a.with(b).known.with(c), a.with(b.with(c).known));
            prop_assert_eq!(left, right);
            prop_assert!(left.known.is_in_form());
            prop_assert_eq!((left.refuted, left.contradiction), (None, None));
        }

        #[test]
        fn no_claim_ever_touches_what_is_proven(a in any_known(), b in any_known()) {
            let without = |known| Known { claimed: None, ..known };
            let proofs = without(a).with(without(b)).known;
            prop_assert_eq!(a.with(b).known.proven, proofs.proven);
        }
    }

    #[test]
    fn a_claim_stands_beside_the_proof_until_the_proof_reaches_it() {
        let both = proof(-4, 8, 1).with(claim(2, 6, 2)).known;
        assert_eq!((both.proven, both.claimed), (word(-4, 8, 1), Some(word(2, 6, 2))));
        let unknown = Bounds::new(UNKNOWN.0, UNKNOWN.1);
        assert_eq!(
            both.given(Trust::All, unknown).map(|given| (given.bounds, given.basis)),
            Some((Bounds::new(2, 6), Basis::Claim))
        );
        assert_eq!(
            both.given(Trust::Own, unknown).map(|given| (given.bounds, given.basis)),
            Some((Bounds::new(-4, 8), Basis::Proof))
        );
        assert_eq!(claim(2, 6, 2).given(Trust::Own, unknown), None);
        let closer = both.with(proof(2, 7, 3)).known;
        assert_eq!((closer.proven, closer.claimed), (word(2, 7, 3), Some(word(2, 6, 3))), "the move is the proven one");
        assert_eq!(closer.with(proof(-24, 6, 9)).known, proof(2, 6, 3));
        assert_eq!(proof(2, 6, 3).with(claim(2, 6, 2)).known, proof(2, 6, 3), "nor does it change the move");
    }

    #[test]
    fn the_effort_of_a_claim_never_becomes_that_of_a_proof() {
        let own = Known { effort: 7, ..proof(-4, 8, 1) };
        let others = Known { effort: 900, ..claim(2, 6, 2) };
        for both in [own.with(others), others.with(own)] {
            assert_eq!((both.known.effort, both.known.claimed), (7, Some(word(2, 6, 2))));
            assert_eq!(both.known.with(Known { effort: 20, ..proof(2, 6, 3) }).known.effort, 20);
        }
        assert_eq!(others.with(Known { effort: 3, ..claim(2, 4, 2) }).known.effort, 900);
        assert_eq!(others.with(Known { effort: 0, ..proof(2, 6, 3) }).known.effort, 0);
    }

    #[test]
    fn a_proof_refutes_a_claim_and_no_claim_a_proof() {
        let settled = claim(4, 4, 1).with(proof(-2, 2, 3));
        let refuted = Some(Bounds::at(4));
        assert_eq!(settled, Settled { known: proof(-2, 2, 3), refuted, contradiction: None });
        let settled = proof(-2, 2, 3).with(claim(4, 4, 1));
        let contradiction = Some((Bounds::new(-2, 2), Bounds::at(4)));
        assert_eq!(settled, Settled { known: proof(-2, 2, 3), refuted: None, contradiction });
        let settled = claim(4, 4, 1).with(claim(6, 6, 1));
        let contradiction = Some((Bounds::at(4), Bounds::at(6)));
        assert_eq!(settled, Settled { known: claim(4, 4, 1), refuted: None, contradiction });
        let settled = proof(-2, 2, 3).with(proof(4, 6, 1));
        let contradiction = Some((Bounds::new(-2, 2), Bounds::new(4, 6)));
        assert_eq!(settled, Settled { known: proof(-2, 2, 3), refuted: None, contradiction });
    }
}
