//! Proves every entry again, from few empty squares to many.
//!
//! Each proof uses only entries with fewer empty squares, which the same run has already proven again. So it need not
//! believe anything, and yet an entry costs no more than what the search that found it spent beyond its successors: in
//! total about as much as the searches that filled the table.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use solver::{
    Basis, Board, Bounds, Discs, Geometry, Move, Observer, Progress, ProofTable, Proven, Resources, Score, Scoring,
    SolveError, Solver, Target, rules,
};

use crate::error::TableError;
use crate::format::Game;
use crate::known::{Known, Word};
use crate::scan::Found;
use crate::store::Batch;
use crate::table::Table;
use crate::verify::illegal_move;

/// The most entries to prove in one go, in parallel. All of them have the same number of empty squares.
const CHUNK: usize = 1 << 12;

/// Which entries to prove again, and what to do with the results.
#[derive(Clone, Debug, Default)]
pub struct Reproof {
    /// Proves only what is claimed, and believes what is proven here.
    pub believes_own: bool,
    /// Only these positions, canonical as [`Table::entries`] returns them; `None` for all.
    pub only: Option<HashSet<Discs>>,
    /// Claims that hold become proven here, and false entries are removed. The table must be open for writing.
    pub accepts: bool,
    /// Entries that make no sense are removed: those that cannot be read, and those with an illegal best move. The
    /// table must be open for writing.
    pub tidies: bool,
    /// What the searches may use: `threads` solvers share `memory_bytes`.
    pub resources: Resources,
}

/// The result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reproved {
    /// Entries proven again.
    pub proven: u64,
    /// False entries; each was reported.
    pub refuted: u64,
    /// Entries still to be proven again when it was stopped.
    pub left: u64,
    /// Entries skipped: the plan believes them, or leaves them out.
    pub passed_over: u64,
    /// Entries that made no sense and were removed.
    pub removed: u64,
    /// Nodes searched.
    pub nodes: u64,
}

/// The result for one entry.
#[derive(Clone, Debug, Default)]
struct Verdict {
    /// What is wrong with what is claimed.
    claim: Option<String>,
    /// A fault in an entry that is marked as proven.
    proof: Option<String>,
    /// Nodes searched for the claim.
    nodes: u64,
    /// Whether it was stopped before it was proven.
    is_left: bool,
}

impl Verdict {
    fn is_false(&self) -> bool {
        self.claim.is_some() || self.proof.is_some()
    }
}

impl Table {
    /// Proves entries again, in the order of their empty squares. Skips corrupt ones, or removes them.
    ///
    /// It reads what is on the disk. What is accepted or removed is written at once, so a kill loses only the entries
    /// being proven. `problem` receives every false entry, and `observer` hears of each entry done. Telling `progress`
    /// to stop ends it soon.
    ///
    /// # Errors
    /// The disk cannot be read or written, or there is not enough memory for the searches.
    pub fn prove_again(
        &self,
        plan: &Reproof,
        progress: &Progress,
        observer: &dyn Observer,
        mut problem: impl FnMut(TableError),
    ) -> Result<Reproved, TableError> {
        let mut bench = Bench::new(self, plan)?;
        let mut reproved = Reproved::default();
        let before = progress.nodes();
        let mut chunk: Vec<Found> = Vec::new();
        let mut scan = self.scan();
        while let Some(found) = scan.next() {
            let found = match found {
                Ok(found) => found,
                Err(TableError::Corrupt { .. }) => {
                    if plan.tidies {
                        self.discard(scan.last_key())?;
                        reproved.removed += 1;
                    }
                    continue;
                }
                Err(error) => return Err(error),
            };
            if plan.tidies && bench.has_illegal_move(&found) {
                self.discard(scan.last_key())?;
                reproved.removed += 1;
                continue;
            }
            if !bench.is_meant(&found) {
                reproved.passed_over += 1;
                continue;
            }
            let level = self.game().empties(found.discs);
            if chunk.len() == CHUNK || chunk.first().is_some_and(|one| self.game().empties(one.discs) != level) {
                bench.judge_all(&chunk, progress, observer, &mut reproved, &mut problem)?;
                chunk.clear();
            }
            chunk.push(found);
        }
        bench.judge_all(&chunk, progress, observer, &mut reproved, &mut problem)?;
        reproved.nodes = progress.nodes() - before;
        Ok(reproved)
    }
}

/// Everything needed to judge entries.
struct Bench<'a> {
    table: &'a Table,
    plan: &'a Reproof,
    geometry: Geometry,
    /// One per thread; they share their memory.
    solvers: Vec<Mutex<Solver>>,
    /// Positions whose claim, or whose allegedly proven bounds, were not proven again.
    not_claimed: HashSet<Discs>,
    not_proven: HashSet<Discs>,
}

impl<'a> Bench<'a> {
    fn new(table: &'a Table, plan: &'a Reproof) -> Result<Self, SolveError> {
        let (board, scoring) = (table.board(), table.scoring());
        let mut first = Solver::new(Resources { threads: 1, ..plan.resources });
        let others = (1..plan.resources.threads).map(|_| first.companion(board, scoring));
        let mut solvers: Vec<_> = others.collect::<Result<_, _>>()?;
        solvers.push(first);
        Ok(Self {
            table,
            plan,
            geometry: Geometry::new(board),
            solvers: solvers.into_iter().map(Mutex::new).collect(),
            not_claimed: HashSet::new(),
            not_proven: HashSet::new(),
        })
    }

    fn is_meant(&self, found: &Found) -> bool {
        let is_picked = self.plan.only.as_ref().is_none_or(|only| only.contains(&found.discs));
        is_picked && (found.known.claimed.is_some() || !self.plan.believes_own)
    }

    fn has_illegal_move(&self, found: &Found) -> bool {
        let words = [found.known.claimed, Some(found.known.proven)];
        words.into_iter().flatten().any(|word| illegal_move(&self.geometry, found.discs, word).is_some())
    }

    /// Judges entries with the same number of empty squares.
    fn judge_all(
        &mut self,
        chunk: &[Found],
        progress: &Progress,
        observer: &dyn Observer,
        reproved: &mut Reproved,
        problem: &mut impl FnMut(TableError),
    ) -> Result<(), TableError> {
        let judged = |found: &Found| {
            let verdict = self.judge(found, progress)?;
            if self.plan.accepts && !verdict.is_left {
                self.accept(found, &verdict)?;
            }
            observer.advance(1);
            Ok(verdict)
        };
        let verdicts = chunk.par_iter().with_max_len(1).map(judged).collect::<Result<Vec<Verdict>, TableError>>()?;
        for (found, verdict) in chunk.iter().zip(verdicts) {
            if verdict.is_left || verdict.claim.is_some() {
                self.not_claimed.insert(found.discs);
            }
            if verdict.is_left || verdict.proof.is_some() {
                self.not_proven.insert(found.discs);
            }
            for (reason, word) in [(&verdict.claim, found.known.claimed), (&verdict.proof, Some(found.known.proven))] {
                if let Some((reason, word)) = reason.as_ref().zip(word) {
                    problem(self.table.inconsistent(found.discs, word.bounds, reason.clone()));
                }
            }
            let count = match (verdict.is_false(), verdict.is_left) {
                (true, _) => &mut reproved.refuted,
                (_, true) => &mut reproved.left,
                _ => &mut reproved.proven,
            };
            *count += 1;
        }
        Ok(())
    }

    /// Writes what remains of an entry.
    fn accept(&self, found: &Found, verdict: &Verdict) -> Result<(), TableError> {
        let stays = accepted(found.known, verdict, self.table.game().unknown());
        let mut batch = Batch::default();
        self.table.replace(&mut batch, found.discs, found.known, stays)?;
        self.table.write(batch)
    }

    fn judge(&self, found: &Found, progress: &Progress) -> Result<Verdict, SolveError> {
        let index = rayon::current_thread_index().unwrap_or(0) % self.solvers.len();
        let mut solver = self.solvers[index].lock().unwrap_or_else(PoisonError::into_inner);
        let foundation = Foundation { bench: self, below: self.table.game().empties(found.discs) };
        let mut judge = Judge { bench: self, solver: &mut solver, foundation: &foundation, progress, nodes: 0 };
        let mut verdict = Verdict::default();
        if let Some(claimed) = found.known.claimed {
            verdict.claim = judge.objection(found.discs, claimed)?;
            verdict.nodes = judge.nodes;
        }
        if !self.plan.believes_own {
            verdict.proof = judge.objection(found.discs, found.known.proven)?;
        }
        verdict.is_left = progress.is_stopped() && !verdict.is_false();
        Ok(verdict)
    }
}

/// What remains of an entry; `None` if nothing. A claim that holds took the nodes of its proof here, whatever it told of.
fn accepted(known: Known, verdict: &Verdict, unknown: Bounds) -> Option<Known> {
    let Known { proven, claimed, effort } = known;
    match (verdict.claim.is_some(), verdict.proof.is_some()) {
        (false, _) if claimed.is_some() => {
            claimed.map(|claim| Known { proven: claim, claimed: None, effort: verdict.nodes })
        }
        (_, false) if proven.bounds != unknown => Some(Known { proven, claimed: None, effort }),
        _ => None,
    }
}

/// What a search may build on: what has been proven again so far, and what is believed.
struct Foundation<'a> {
    bench: &'a Bench<'a>,
    /// Entries with fewer empty squares than this were proven again, except for those that failed.
    below: u32,
}

impl Foundation<'_> {
    fn word(&self, discs: Discs) -> Option<(Word, u64)> {
        let Bench { table, plan, not_claimed, not_proven, .. } = self.bench;
        let is_done =
            table.game().empties(discs) < self.below && plan.only.as_ref().is_none_or(|only| only.contains(&discs));
        if !is_done && !plan.believes_own {
            return None;
        }
        // Nothing is known about an unreadable entry.
        let known = table.known(discs).ok().flatten()?;
        let claimed = known.claimed.filter(|_| is_done && !not_claimed.contains(&discs));
        let proven = Some(known.proven).filter(|_| plan.believes_own || !not_proven.contains(&discs));
        Some((claimed.or(proven)?, known.effort))
    }
}

impl ProofTable for Foundation<'_> {
    fn board(&self) -> Board {
        self.bench.table.board()
    }

    fn scoring(&self) -> Scoring {
        self.bench.table.scoring()
    }

    fn probe(&self, canonical: Discs) -> Option<Proven> {
        let (Word { bounds, best }, effort) = self.word(canonical)?;
        Some(Proven { bounds, best, effort, basis: Basis::Proof })
    }

    fn record(&self, _: Discs, _: Proven) {}
}

/// Proves one entry again.
struct Judge<'a> {
    bench: &'a Bench<'a>,
    solver: &'a mut Solver,
    foundation: &'a Foundation<'a>,
    progress: &'a Progress,
    /// Nodes searched so far.
    nodes: u64,
}

impl Judge<'_> {
    fn game(&self) -> Game {
        self.bench.table.game()
    }

    /// What is wrong with bounds and best move of a position; `None` if nothing is, or it was stopped.
    fn objection(&mut self, discs: Discs, word: Word) -> Result<Option<String>, SolveError> {
        let (Bounds { lower, upper }, unknown) = (word.bounds, self.game().unknown());
        if lower > unknown.lower {
            let objection = match word.best {
                Some(best) => self.objection_to_move(discs, lower, best)?,
                None => self.objection_to_lower(discs, lower)?,
            };
            if objection.is_some() {
                return Ok(objection);
            }
        }
        if upper < unknown.upper {
            let found = self.search(discs, Score::new(upper.discs() + 1))?;
            if found.lower > upper {
                return Ok(Some(format!("a search finds at least {:+}", found.lower)));
            }
        }
        Ok(None)
    }

    fn objection_to_lower(&mut self, discs: Discs, lower: Score) -> Result<Option<String>, SolveError> {
        let found = self.search(discs, lower)?;
        Ok((found.upper < lower).then(|| format!("a search finds at most {:+}", found.upper)))
    }

    /// Checks that the best move proves the lower bound.
    fn objection_to_move(&mut self, discs: Discs, lower: Score, best: Move) -> Result<Option<String>, SolveError> {
        let name = best.display(self.game().board());
        if !rules::moves(&self.bench.geometry, discs).contains(&best) {
            return Ok(Some(format!("its best move {name} is illegal")));
        }
        let found = self.search(rules::after(&self.bench.geometry, discs, best), Score::new(1 - lower.discs()))?;
        if -found.lower >= lower {
            return Ok(None);
        }
        let of_move = format!("its best move {name} gives at most {:+}", -found.lower);
        Ok(Some(self.objection_to_lower(discs, lower)?.map_or(of_move, |of_bound| of_bound)))
    }

    /// What a search finds about whether a position reaches a score.
    fn search(&mut self, discs: Discs, at_least: Score) -> Result<Bounds, SolveError> {
        let target = Target { position: self.game().position(discs), at_least, scoring: self.game().scoring() };
        let search = self.solver.with_table(self.foundation).watched_by(self.progress);
        let found = search.limited(&target, u64::MAX)?;
        self.nodes += found.nodes;
        Ok(found.bounds)
    }
}
