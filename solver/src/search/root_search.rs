//! A position under search at the root: its null windows, and what both tables know about it, for `answer`, `reach` and
//! `limited`.

use std::sync::atomic::Ordering::Relaxed;

use rayon::ThreadPool;

use super::kernel::Kernel;
use super::proof_number;
use super::searcher::{Effort, Searcher, Shared};
use super::selective::Selectivity;
use super::transposition_table::Entry;
use crate::question::Phase;
use crate::table::{Basis, Proven};
use rules::discs::Discs;
use rules::moves::Move;
use rules::score::{Bounds, Score, Value};

/// One question under search.
pub(super) struct RootSearch<'a, I> {
    pub(super) isa: I,
    pub(super) shared: &'a Shared<'a>,
    pub(super) pool: Option<&'a ThreadPool>,
    pub(super) nodes: u64,
    /// The root's move that proves its lower bound; if no lower bound is proven, the best guess.
    pub(super) best: Option<Move>,
    /// The last guess of the root's value by the evaluation or a selective search, if there was one.
    pub(super) guess: Option<Value>,
}

impl<I: Kernel> RootSearch<'_, I> {
    pub(super) fn is_stopped(&self) -> bool {
        self.shared.progress.is_stopped()
    }

    /// Searches one null window of the root, narrows the bounds by it and stores them; leaves them unchanged if stopped
    /// or if the effort was not enough.
    pub(super) fn test(&mut self, root: Discs, phase: Phase, alpha: Value, effort: Effort, bounds: &mut Bounds) {
        self.shared.progress.enter(phase, *bounds);
        let before = self.nodes;
        let Some(value) = self.null_window(root, alpha, effort) else { return };
        if value > alpha {
            bounds.lower = bounds.lower.max(value.into());
            self.best = self.proving_move(root, bounds.lower);
        } else {
            bounds.upper = bounds.upper.min(value.into());
            if bounds.lower == Bounds::unknown(self.shared.geometry.squares()).lower {
                self.best = self.best_known(root).or(self.best);
            }
        }
        self.keep(root, *bounds, self.best, self.nodes - before);
        self.shared.progress.enter(phase, *bounds);
    }

    /// Searches one null window on all threads.
    ///
    /// Returns an upper bound of the value if it is at most `alpha`, else a lower bound; `None` if stopped or if the
    /// effort was not enough.
    pub(super) fn null_window(&mut self, discs: Discs, alpha: Value, effort: Effort) -> Option<Value> {
        self.race(effort, |searcher| proof_number::null_window(searcher, discs, alpha))
    }

    /// The same by a selective search, which proves nothing.
    pub(super) fn guessed_window(&mut self, discs: Discs, alpha: Value, selectivity: Selectivity) -> Option<Value> {
        self.race(Effort::UNLIMITED, |searcher| {
            searcher.counted_ply = u32::MAX;
            I::selective(searcher, discs, alpha, 0, selectivity)
        })
    }

    /// Runs the same search on all threads. They share the tables and avoid moves that another is searching; the first
    /// to finish has the answer.
    fn race(&mut self, effort: Effort, search: impl Fn(&mut Searcher<'_, I>) -> Option<Value> + Sync) -> Option<Value> {
        let search = |thread: usize| {
            let mut searcher = Searcher::new(self.isa, self.shared, effort, thread);
            searcher.outline = self.shared.outline();
            let value = search(&mut searcher);
            if value.is_some() {
                self.shared.finished.store(true, Relaxed);
            }
            searcher.report();
            (value, searcher.nodes)
        };
        self.shared.finished.store(false, Relaxed);
        let results = match self.pool {
            Some(pool) => pool.broadcast(|context| search(context.index())),
            None => vec![search(0)],
        };
        self.nodes += results.iter().map(|(_, nodes)| nodes).sum::<u64>();
        results.into_iter().find_map(|(value, _)| value)
    }

    /// What the persistent table knows about a position, however few its empties.
    pub(super) fn kept(&self, discs: Discs) -> Option<Proven> {
        let symmetries = self.shared.symmetries;
        let (canonical, symmetry) = symmetries.canonical(discs);
        let proven = self.shared.table?.probe(canonical)?;
        if proven.basis.is_claim() {
            self.shared.memory.doubt();
        }
        let back = |best| symmetries.map_move(symmetries.inverse(symmetry), best);
        Some(Proven { best: proven.best.map(back), ..proven })
    }

    /// What the memory knows about a position; the move is one of its normal form.
    fn remembered(&self, discs: Discs) -> Option<Entry> {
        let searcher = Searcher::new(self.isa, self.shared, Effort::UNLIMITED, 0);
        searcher.table(searcher.empties(discs)).probe(searcher.normal_form(discs))
    }

    /// The bounds on a position's value from both tables.
    pub(super) fn known(&self, discs: Discs) -> Bounds {
        let unknown = Bounds::unknown(self.shared.geometry.squares());
        let kept = self.kept(discs).map_or(unknown, |proven| proven.bounds);
        self.remembered(discs).map_or(kept, |entry| kept.intersect(entry.bounds))
    }

    /// The best known move of a position.
    pub(super) fn best_known(&self, discs: Discs) -> Option<Move> {
        let Some(best) = self.remembered(discs).and_then(|entry| entry.best) else {
            return self.kept(discs)?.best;
        };
        self.of_normal_form(discs, Some(best))
    }

    /// The move known to prove a lower bound; with nothing to prove, the best known move.
    pub(super) fn proving_move(&self, discs: Discs, lower: Score) -> Option<Move> {
        // Read once: another thread may replace the entry meanwhile.
        match self.remembered(discs).filter(|entry| entry.bounds.lower >= lower && entry.best.is_some()) {
            Some(entry) => self.of_normal_form(discs, entry.best),
            None => self.kept(discs).filter(|kept| kept.bounds.lower >= lower)?.best,
        }
    }

    /// The last guess of the root's value, within what is proven, with the move that a selective search likes best, if any.
    pub(super) fn estimate(&self, root: Discs, bounds: Bounds) -> Option<(Score, Option<Move>)> {
        let guess = Score::from(self.guess?).clamp(bounds.lower, bounds.upper);
        let searcher = Searcher::new(self.isa, self.shared, Effort::UNLIMITED, 0);
        Some((guess, searcher.guess(root).and_then(|guess| guess.best).or(self.best)))
    }

    /// The move of a position that corresponds to one of its normal form.
    fn of_normal_form(&self, discs: Discs, best: Option<Move>) -> Option<Move> {
        Searcher::new(self.isa, self.shared, Effort::UNLIMITED, 0).move_from_normal_form(discs, best)
    }

    /// Stores bounds of a position in the persistent table, however little they cost.
    pub(super) fn keep(&self, discs: Discs, bounds: Bounds, best: Option<Move>, effort: u64) {
        let Some(table) = self.shared.table else { return };
        let symmetries = self.shared.symmetries;
        let (canonical, symmetry) = symmetries.canonical(discs);
        let best = best.map(|best| symmetries.map_move(symmetry, best));
        table.record(canonical, Proven { bounds, best, effort, basis: self.basis() });
    }

    /// What everything found so far rests on.
    pub(super) fn basis(&self) -> Basis {
        self.shared.memory.basis()
    }

    /// Nodes searched so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }
}
