//! Brings everything in a ledger into the tree of the current question at once.

use ahash::HashSet;

use crate::control::Campaign;
use crate::error::CampaignError;
use crate::families::Families;
use crate::known::Clash;

impl Campaign {
    /// Brings every split position into the tree of the current question, if a search has not reached it yet.
    pub(crate) fn unfold(&mut self) -> Result<(), CampaignError> {
        self.unfold_all().map_err(|clash| self.told(clash))
    }

    fn unfold_all(&mut self) -> Result<(), Clash> {
        let families = Families::new(&self.game, &self.knowledge);
        // What follows for the root may answer the question; if so, the next one is unfolded.
        families.derive(&mut self.knowledge, self.root, &mut HashSet::default())?;
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
}
