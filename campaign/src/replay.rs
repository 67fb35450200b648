//! What follows from a ledger alone, without any search: the answers of the jobs, brought up to the root by the rules.
//!
//! This shares nothing with the search that chose the jobs. A position whose record is open was split, so its successors
//! are looked at; any other is worth what its own records say.

use std::collections::HashMap;

use solver::{Bounds, Discs};

use crate::job::Finding;
use crate::knowledge::{Known, Source, backed_up};
use crate::ledger::Ledger;
use crate::search::Ground;

/// What follows from a ledger.
#[derive(Clone, Debug)]
pub struct Replay {
    ground: Ground,
    own: HashMap<Discs, Known>,
    derived: HashMap<Discs, Known>,
    bounds: Bounds,
}

/// Two records that cannot both be true of a position, by their numbers; `None` stands for the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayClash {
    /// The position, canonical.
    pub discs: Discs,
    /// A record from which its lower limit follows.
    pub first: Option<usize>,
    /// A record from which its upper limit follows.
    pub second: Option<usize>,
}

impl Replay {
    /// Replays a ledger.
    ///
    /// # Errors
    /// Two records cannot both be true, in themselves or by what follows from them.
    pub fn new(ledger: &Ledger) -> Result<Self, ReplayClash> {
        let plan = &ledger.plan;
        let ground = Ground::new(plan.root.board, plan.scoring, plan.ahead);
        let bounds = Bounds::unknown(plan.root.board.squares());
        let mut replay = Self { ground, own: HashMap::new(), derived: HashMap::new(), bounds };
        for (number, record) in ledger.records.iter().enumerate() {
            let discs = record.job.discs;
            let known = replay.own.get(&discs).copied().unwrap_or_else(|| replay.unknown());
            let by = Some(number as u32);
            let mut known = tightened(discs, known, record.finding.bounds(plan.root.board.squares()), (by, by))?;
            if record.finding == Finding::Open {
                known.open = known.open.max(Some(record.job.budget));
            }
            replay.own.insert(discs, known);
        }
        let root = replay.ground.canonical(plan.root.discs);
        replay.bounds = replay.known(root)?.bounds;
        // What does not lie below the root may not be false either.
        let all: Vec<Discs> = ledger.records.iter().map(|record| record.job.discs).collect();
        for discs in all {
            replay.known(discs)?;
        }
        Ok(replay)
    }

    /// What is proven of the root, for its side to move.
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
        if let Some(score) = self.ground.final_score(discs) {
            known = tightened(discs, known, Bounds::at(score), (None, None))?;
        } else if known.open.is_some() {
            // As deep as a game is long, at most.
            let successors: Result<Vec<Known>, _> =
                self.ground.successors(discs).into_iter().map(|next| self.known(next)).collect();
            let (bounds, by) = backed_up(successors?.into_iter());
            known = tightened(discs, known, bounds, by)?;
        }
        self.derived.insert(discs, known);
        Ok(known)
    }

    fn unknown(&self) -> Known {
        let bounds = Bounds::unknown(self.ground.geometry.squares());
        Known { bounds, lower_by: None, upper_by: None, open: None }
    }
}

/// Limits together with others.
fn tightened(discs: Discs, known: Known, bounds: Bounds, by: (Source, Source)) -> Result<Known, ReplayClash> {
    let mut known = known;
    if bounds.lower > known.bounds.lower {
        (known.bounds.lower, known.lower_by) = (bounds.lower, by.0);
    }
    if bounds.upper < known.bounds.upper {
        (known.bounds.upper, known.upper_by) = (bounds.upper, by.1);
    }
    if known.bounds.contradict() {
        let number = |source: Source| source.map(|number| number as usize);
        return Err(ReplayClash { discs, first: number(known.lower_by), second: number(known.upper_by) });
    }
    Ok(known)
}
