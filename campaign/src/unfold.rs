//! Brings everything in a ledger into the tree of the current question at once.

use ahash::HashSet;
use solver::{Bounds, Discs};

use crate::control::Campaign;
use crate::cores;
use crate::error::CampaignError;
use crate::knowledge::Knowledge;
use crate::known::{Clash, backed_up};
use crate::search::Families;

impl Campaign {
    /// Brings every split position into the tree of the current question, if a search has not reached it yet.
    pub(crate) fn unfold(&mut self) -> Result<(), CampaignError> {
        self.unfold_all().map_err(|clash| self.told(clash))
    }

    fn unfold_all(&mut self) -> Result<(), Clash> {
        let game = &self.game;
        let family = |discs: Discs| {
            let successors = game.successors(discs).into_iter();
            (discs, successors.map(|next| (next, game.final_score(next))).collect())
        };
        let families: Families = cores::map(self.knowledge.split(), family).into_iter().collect();
        // What follows for the root may answer the question; if so, the next one is unfolded.
        derive(&families, &mut self.knowledge, self.root, &mut HashSet::default())?;
        if !self.begin()? {
            return Ok(());
        }
        let Some(mut search) = self.search.take() else { return Ok(()) };
        let (grow_empties, is_eager) = (self.plan().grow_empties, !self.is_resumed);
        let grown = search.grow(&mut self.sight(), &families, grow_empties, is_eager);
        self.search = Some(search);
        grown
    }
}

/// Derives the bounds of a split position from those of its successors, which it derives first.
fn derive(
    families: &Families,
    knowledge: &mut Knowledge,
    discs: Discs,
    seen: &mut HashSet<Discs>,
) -> Result<(), Clash> {
    let Some(successors) = families.get(&discs).filter(|_| seen.insert(discs)) else { return Ok(()) };
    let mut known = Vec::with_capacity(successors.len());
    for &(next, over) in successors {
        if let Some(score) = over {
            knowledge.tighten(next, Bounds::at(score), (None, None))?;
        }
        // The recursion is at most as deep as a game is long.
        derive(families, knowledge, next, seen)?;
        known.push(knowledge.get(next));
    }
    let (bounds, by) = backed_up(known.into_iter());
    knowledge.tighten(discs, bounds, by).map(|_| ())
}
