//! What the rules say about split positions, worked out for all of them at once.

use ahash::{HashMap, HashSet};
use solver::{Bounds, CanonicalGame, Discs, Score};

use crate::cores;
use crate::knowledge::Knowledge;
use crate::known::{Clash, backed_up};

/// What the rules say about a split position.
#[derive(Debug)]
struct Family {
    successors: Vec<Discs>,
    /// The successors in which the game is over, with their scores.
    over: Vec<(Discs, Score)>,
}

impl Family {
    fn of(game: &CanonicalGame, discs: Discs) -> Self {
        let successors = game.successors(discs);
        let score = |&next: &Discs| game.final_score(next).map(|score| (next, score));
        Self { over: successors.iter().filter_map(score).collect(), successors }
    }
}

/// The families of all split positions. They take a while to make, so all cores do it.
#[derive(Debug, Default)]
pub(crate) struct Families(HashMap<Discs, Family>);

impl Families {
    /// The families of all positions known to be split.
    pub(crate) fn new(game: &CanonicalGame, knowledge: &Knowledge) -> Self {
        let split = knowledge.split();
        Self(cores::map(split, |discs| (discs, Family::of(game, discs))).into_iter().collect())
    }

    /// The successors of a position that was split before.
    pub(crate) fn successors(&self, discs: Discs) -> Option<&[Discs]> {
        self.0.get(&discs).map(|family| &family.successors[..])
    }

    /// Derives the bounds of a split position from those of its successors, which it derives first.
    pub(crate) fn derive(
        &self,
        knowledge: &mut Knowledge,
        discs: Discs,
        seen: &mut HashSet<Discs>,
    ) -> Result<(), Clash> {
        let Some(Family { successors, over }) = self.0.get(&discs) else { return Ok(()) };
        if !seen.insert(discs) {
            return Ok(());
        }
        for &(next, score) in over {
            knowledge.tighten(next, Bounds::at(score), (None, None))?;
        }
        let mut known = Vec::with_capacity(successors.len());
        for &next in successors {
            let is_split = knowledge.get(next).open.is_some();
            if is_split {
                // The recursion is at most as deep as a game is long.
                self.derive(knowledge, next, seen)?;
            }
            known.push(knowledge.get(next));
        }
        let (bounds, by) = backed_up(known.into_iter());
        knowledge.tighten(discs, bounds, by).map(|_| ())
    }
}
