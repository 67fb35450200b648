//! What follows from a ledger alone, without any search: the jobs' answers, backed up to the root by the rules.
//!
//! The replay shares with the search that chose the jobs the records, the rules (`game`) and how bounds of a position
//! are combined (`known`), but no question, guess, proof number or order. A position with an open record was split, so
//! its successors count; any other position is worth what its own records say.

use ahash::HashMap;
use solver::{Bounds, CanonicalGame, Discs};

use crate::known::{Clash, Known, Source, backed_up};
use crate::ledger::Ledger;
use crate::record::Finding;

/// What follows from a ledger.
#[derive(Clone, Debug)]
pub struct Replay {
    game: CanonicalGame,
    own: HashMap<Discs, Known>,
    derived: HashMap<Discs, Known>,
    bounds: Bounds,
}

/// Two records that cannot both be true of a position, by their numbers; `None` stands for the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayClash {
    /// The position, canonical.
    pub discs: Discs,
    /// A record from which its lower bound follows.
    pub first: Option<usize>,
    /// A record from which its upper bound follows.
    pub second: Option<usize>,
}

impl From<Clash> for ReplayClash {
    fn from(Clash { discs, lower, upper }: Clash) -> Self {
        let number = |source: Source| source.map(|number| number as usize);
        Self { discs, first: number(lower), second: number(upper) }
    }
}

impl Replay {
    /// Replays a ledger. Withdrawn records do not count.
    ///
    /// # Errors
    /// Two records contradict each other, directly or in their consequences.
    pub fn new(ledger: &Ledger) -> Result<Self, ReplayClash> {
        let plan = &ledger.plan;
        let game = CanonicalGame::new(plan.root.board(), plan.scoring);
        let bounds = Bounds::unknown(plan.root.board().squares());
        let mut replay = Self { game, own: HashMap::default(), derived: HashMap::default(), bounds };
        let counting = || ledger.records.iter().enumerate().filter(|(_, record)| ledger.counts(record));
        for (number, record) in counting() {
            let discs = record.job.discs;
            let known = replay.own.get(&discs).copied().unwrap_or_else(|| replay.unknown());
            let by = Some(number as u32);
            let mut known = known.tightened(discs, record.finding.bounds(plan.root.board().squares()), (by, by))?;
            if record.finding == Finding::Open {
                known.open = known.open.max(Some(record.job.budget));
            }
            replay.own.insert(discs, known);
        }
        let root = replay.game.canonical(plan.root.discs());
        replay.bounds = replay.known(root)?.bounds;
        // What does not lie below the root must not be false either.
        let all: Vec<Discs> = counting().map(|(_, record)| record.job.discs).collect();
        for discs in all {
            replay.known(discs)?;
        }
        Ok(replay)
    }

    /// What is proven about the root, for its side to move.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Number of positions that were split.
    #[must_use]
    pub fn split(&self) -> usize {
        self.own.values().filter(|known| known.open.is_some()).count()
    }

    /// What follows for a canonical position from its own records, from its successors if it was split, and from the rules.
    fn known(&mut self, discs: Discs) -> Result<Known, ReplayClash> {
        if let Some(&known) = self.derived.get(&discs) {
            return Ok(known);
        }
        let mut known = self.own.get(&discs).copied().unwrap_or_else(|| self.unknown());
        if let Some(score) = self.game.final_score(discs) {
            known = known.tightened(discs, Bounds::at(score), (None, None))?;
        } else if known.open.is_some() {
            // The recursion is at most as deep as a game is long.
            let successors: Result<Vec<Known>, _> =
                self.game.successors(discs).into_iter().map(|next| self.known(next)).collect();
            let (bounds, by) = backed_up(successors?.into_iter());
            known = known.tightened(discs, bounds, by)?;
        }
        self.derived.insert(discs, known);
        Ok(known)
    }

    fn unknown(&self) -> Known {
        Known::nothing(self.game.geometry().squares())
    }
}
