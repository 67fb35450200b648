//! What follows from a ledger alone, without any search: the jobs' answers, backed up to the root by the rules.
//!
//! The replay shares with the search that chose the jobs the records, the rules (`game`) and how bounds of positions
//! are combined (`knowledge`), but no question, guess, proof number or order. A position with an open record was split, so
//! its successors count; any other position is worth what its own records say.

use std::cmp::Reverse;
use std::path::Path;

use ahash::HashSet;
use solver::{Bounds, CanonicalGame, Discs, Move, Position};

use crate::error::CampaignError;
use crate::job::canonical_text;
use crate::knowledge::{Clash, Knowledge};
use crate::ledger::Ledger;

/// What follows from a ledger.
#[derive(Clone, Debug)]
pub struct Replay {
    root: Position,
    game: CanonicalGame,
    knowledge: Knowledge,
    /// The positions with records of their own.
    recorded: HashSet<Discs>,
}

/// Replays a ledger that was read from `path`.
///
/// # Errors
/// Two lines cannot both be true. The error names the position and both lines.
pub fn replay(path: &Path, ledger: &Ledger) -> Result<Replay, CampaignError> {
    Replay::new(ledger).map_err(|clash| told(clash, ledger, |record| (path, ledger, record)))
}

/// A contradiction in words, with the file, the ledger and the number there of each record.
pub(crate) fn told<'a>(
    clash: Clash,
    ledger: &Ledger,
    place: impl Fn(usize) -> (&'a Path, &'a Ledger, usize),
) -> CampaignError {
    let [first, second] = [clash.lower, clash.upper].map(|record| match record {
        Some(record) => {
            let (path, ledger, record) = place(record as usize);
            format!("{}:{}: '{}'", path.display(), ledger.line_of(record), ledger.records[record])
        }
        None => "the rules".to_owned(),
    });
    let position = canonical_text(ledger.plan.root.board(), clash.discs);
    CampaignError::Contradiction { position, first, second }
}

impl Replay {
    /// Replays a ledger. Withdrawn records do not count.
    ///
    /// # Errors
    /// Two records contradict each other, directly or in their consequences.
    pub fn new(ledger: &Ledger) -> Result<Self, Clash> {
        let root = ledger.plan.root;
        let game = CanonicalGame::new(root.board(), ledger.plan.scoring);
        let mut knowledge = Knowledge::new(root.board().squares());
        let mut all = vec![game.canonical(root.discs())];
        for (number, record) in ledger.records.iter().enumerate().filter(|(_, record)| ledger.counts(record)) {
            knowledge.take(number as u32, record)?;
            all.push(record.job.discs);
        }
        let (families, mut seen) = (knowledge.families(&game), HashSet::default());
        // What does not lie below the root must not be false either.
        for &discs in &all {
            if let Some(score) = game.final_score(discs) {
                knowledge.tighten(discs, Bounds::at(score), (None, None))?;
            }
            knowledge.derive(&families, discs, &mut seen)?;
        }
        Ok(Self { root, game, knowledge, recorded: all.into_iter().skip(1).collect() })
    }

    /// What is proven about the root, for its side to move.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.told(&self.root)
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
        while self.is_split(self.game.canonical(position.discs())) {
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
        self.game.final_score(discs).map_or_else(|| self.knowledge.get(discs).bounds, Bounds::at)
    }

    fn is_split(&self, discs: Discs) -> bool {
        self.knowledge.get(discs).open.is_some()
    }

    /// Number of the positions below a canonical position, and itself, that the ledger has.
    fn below(&self, discs: Discs, seen: &mut HashSet<Discs>) -> usize {
        if !self.recorded.contains(&discs) || !seen.insert(discs) {
            return 0;
        }
        let next = if self.is_split(discs) { self.game.successors(discs) } else { Vec::new() };
        1 + next.into_iter().map(|next| self.below(next, seen)).sum::<usize>()
    }
}
