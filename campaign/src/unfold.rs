//! Brings all that a ledger tells into the tree of the present question at once.

use ahash::{HashMap, HashSet};
use solver::{Bounds, CanonicalGame, Discs, Score};

use crate::control::Campaign;
use crate::cores;
use crate::error::CampaignError;
use crate::knowledge::Knowledge;
use crate::known::{Clash, backed_up};

/// What the rules say of a position that was split.
#[derive(Debug)]
struct Family {
    successors: Vec<Discs>,
    /// Those of them where the game is over.
    over: Vec<(Discs, Score)>,
}

impl Family {
    fn of(game: &CanonicalGame, discs: Discs) -> Self {
        let successors = game.successors(discs);
        let score = |&next: &Discs| game.final_score(next).map(|score| (next, score));
        Self { over: successors.iter().filter_map(score).collect(), successors }
    }
}

/// The families of all positions that were split. They take a while to make, which is why all cores do it.
#[derive(Debug, Default)]
pub(crate) struct Families(HashMap<Discs, Family>);

impl Families {
    /// Those of all positions that are known to be split.
    fn new(game: &CanonicalGame, knowledge: &Knowledge) -> Self {
        let split = knowledge.split();
        Self(cores::map(split, |discs| (discs, Family::of(game, discs))).into_iter().collect())
    }

    /// The successors of a position that was split before.
    pub(crate) fn successors(&self, discs: Discs) -> Option<&[Discs]> {
        self.0.get(&discs).map(|family| &family.successors[..])
    }
}

impl Campaign {
    /// Brings every position that was split into the tree of the present question, where a search has not come to it yet.
    pub(crate) fn unfold(&mut self) -> Result<(), CampaignError> {
        self.unfold_all().map_err(|clash| self.told(clash))
    }

    fn unfold_all(&mut self) -> Result<(), Clash> {
        let families = Families::new(&self.game, &self.knowledge);
        // What follows for the root may answer the question: then the next one is unfolded.
        self.derive(self.root, &families, &mut HashSet::default())?;
        if !self.begin()? {
            return Ok(());
        }
        let Some(mut search) = self.search.take() else { return Ok(()) };
        let grow_empties = self.plan().grow_empties;
        let is_split = |empties, open: Option<u64>| empties > grow_empties && open.is_some();
        let grown = search.grow(&mut self.sight(), &families, |empties, known| is_split(empties, known.open));
        self.search = Some(search);
        grown
    }

    /// Brings what is known of a position's successors up to it, where it was split, and of theirs before.
    fn derive(&mut self, discs: Discs, families: &Families, seen: &mut HashSet<Discs>) -> Result<(), Clash> {
        let Some(Family { successors, over }) = families.0.get(&discs) else { return Ok(()) };
        if !seen.insert(discs) {
            return Ok(());
        }
        for &(next, score) in over {
            self.knowledge.tighten(next, Bounds::at(score), (None, None))?;
        }
        let mut known = Vec::with_capacity(successors.len());
        for &next in successors {
            let is_split = self.knowledge.get(next).open.is_some();
            if is_split {
                // As deep as a game is long, at most.
                self.derive(next, families, seen)?;
            }
            known.push(self.knowledge.get(next));
        }
        let (bounds, by) = backed_up(known.into_iter());
        self.knowledge.tighten(discs, bounds, by).map(|_| ())
    }
}
