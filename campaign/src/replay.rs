//! What follows from a ledger alone, without any search: the jobs' answers, backed up to the root by the rules.
//!
//! The replay shares with the search that chose the jobs the records, the rules (`game`) and how bounds of a position
//! are combined (`known`), but no question, guess, proof number or order. A position with an open record was split, so
//! its successors count; any other position is worth what its own records say.

use std::cmp::Reverse;

use ahash::{HashMap, HashSet};
use solver::{Bounds, CanonicalGame, Discs, Move, Position};

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

    /// Each legal move of a position with what follows about it, for the side that makes it.
    #[must_use]
    pub fn moves(&self, position: &Position) -> Vec<(Move, Bounds)> {
        let told = |chosen: Move| Some((chosen, self.told(&position.play(chosen).ok()?).negated()));
        position.legal_moves().into_iter().filter_map(told).collect()
    }

    /// A game in which no move loses anything of what is proven, as far as the ledger tells what follows a position. Of
    /// several such moves it takes the one about which the ledger has the most positions. The bounds are those of
    /// the move, for the side that makes it.
    #[must_use]
    pub fn line(&self, position: &Position) -> Vec<(Move, Bounds)> {
        let (mut line, mut position) = (Vec::new(), *position);
        while self.own.get(&self.game.canonical(position.discs())).is_some_and(|known| known.open.is_some()) {
            let proven = self.told(&position);
            let keeping = self.moves(&position).into_iter().filter(|(_, bounds)| bounds.lower >= proven.lower);
            let most = keeping.max_by_key(|&(chosen, _)| {
                let next = self.game.after(position.discs(), chosen);
                // Of equals the first.
                (self.below(next, &mut HashSet::default()), Reverse(chosen))
            });
            // The position's own answer may say more than its successors.
            let Some((chosen, bounds)) = most else { break };
            let Ok(next) = position.play(chosen) else { break };
            line.push((chosen, bounds));
            position = next;
        }
        line
    }

    /// What follows for the side to move of a position; nothing if the ledger does not lead to it.
    #[must_use]
    pub fn told(&self, position: &Position) -> Bounds {
        let discs = self.game.canonical(position.discs());
        match self.game.final_score(discs) {
            Some(score) => Bounds::at(score),
            None => self.derived.get(&discs).map_or(self.unknown().bounds, |known| known.bounds),
        }
    }

    /// Number of the positions below a canonical position, and itself, that the ledger has.
    fn below(&self, discs: Discs, seen: &mut HashSet<Discs>) -> usize {
        let Some(known) = self.own.get(&discs) else { return 0 };
        if !seen.insert(discs) {
            return 0;
        }
        let next = if known.open.is_some() { self.game.successors(discs) } else { Vec::new() };
        1 + next.into_iter().map(|next| self.below(next, seen)).sum::<usize>()
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
