//! From a question to an answer: which null windows are searched, and in which order.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::busy::Busy;
use super::kernel::Kernel;
use super::line;
use super::memory_table::{Entry, MemoryTable};
use super::presearch::INFINITE;
use super::searcher::{Searcher, Shared};
use crate::board::Board;
use crate::geometry::Geometry;
use crate::position::{Discs, Move};
use crate::question::{Answer, Mode, Phase, Progress, Question, Resources};
use crate::rules;
use crate::score::{Bounds, Score, Scoring};
use crate::simd::with_isa;
use crate::symmetry::Symmetries;
use crate::table::{ProofTable, Proven};

/// Plies of the pre-search that guesses who wins.
const GUESS_PLIES: u32 = 8;

/// A solver with its threads and its table in memory, which is kept from one question to the next.
#[derive(Debug)]
pub struct Solver {
    resources: Resources,
    pool: Option<ThreadPool>,
    ground: Option<Ground>,
}

/// What depends on the board and the scoring.
#[derive(Debug)]
struct Ground {
    geometry: Geometry,
    symmetries: Symmetries,
    scoring: Scoring,
    memory: MemoryTable,
}

impl Solver {
    /// A solver with an empty table.
    ///
    /// # Panics
    /// If the system gives no threads.
    #[must_use]
    pub fn new(resources: Resources) -> Self {
        let pool = (resources.threads > 1).then(|| {
            let threads = ThreadPoolBuilder::new().num_threads(resources.threads);
            threads.thread_name(|index| format!("search-{index}")).build().expect("the system gives threads")
        });
        Self { resources, pool, ground: None }
    }

    /// Forgets what is in memory, so that the next question starts like the first.
    pub fn forget(&mut self) {
        self.ground = None;
    }

    /// Answers a question, or as much of it as is proven when `progress` is told to stop.
    ///
    /// `table` must be for the question's scoring and for its board, or the transposed one where that
    /// is taller than wide. What is in memory is kept while board and scoring stay the same.
    pub fn solve(&mut self, question: &Question, table: Option<&dyn ProofTable>, progress: &Progress) -> Answer {
        let board = question.position.board;
        if board.rows() > board.cols() {
            let turned = Question { position: question.position.transposed(), ..*question };
            let answer = self.solve(&turned, table, progress);
            let turn = |chosen: Move| chosen.transposed(board.transposed());
            return Answer {
                best: answer.best.map(turn),
                line: answer.line.into_iter().map(turn).collect(),
                end: answer.end.transposed(),
                ..answer
            };
        }
        let resources = self.resources;
        self.prepare(board, question.scoring);
        let ground = self.ground.as_ref().expect("just prepared");
        let busy = self.pool.as_ref().map(|_| Busy::new());
        let finished = AtomicBool::new(false);
        let shared = Shared {
            geometry: &ground.geometry,
            symmetries: &ground.symmetries,
            scoring: ground.scoring,
            memory: &ground.memory,
            table,
            progress,
            busy: busy.as_ref(),
            finished: &finished,
        };
        with_isa!(resources.simd, isa => Inquiry { isa, shared: &shared, pool: self.pool.as_ref(), nodes: 0 }.answer(question))
    }

    /// Makes the masks and the table for a board and a scoring, unless they are there.
    fn prepare(&mut self, board: Board, scoring: Scoring) {
        let fits = |ground: &Ground| ground.geometry.board == board && ground.scoring == scoring;
        if !self.ground.as_ref().is_some_and(fits) {
            // The old table goes before the new one comes.
            self.ground = None;
            self.ground = Some(Ground {
                geometry: Geometry::new(board),
                symmetries: Symmetries::new(board),
                scoring,
                memory: MemoryTable::new(self.resources.memory_bytes),
            });
        }
    }
}

/// One question under search.
pub(super) struct Inquiry<'a, I> {
    isa: I,
    pub(super) shared: &'a Shared<'a>,
    pool: Option<&'a ThreadPool>,
    nodes: u64,
}

impl<I: Kernel> Inquiry<'_, I> {
    fn answer(&mut self, question: &Question) -> Answer {
        let Question { position, mode, scoring } = *question;
        let geometry = self.shared.geometry;
        let answer = Answer {
            bounds: Bounds::unknown(geometry.squares()),
            best: None,
            line: Vec::new(),
            end: position,
            nodes: 0,
            from_table: false,
            complete: true,
        };
        if let Some(score) = rules::final_score(geometry, position.discs, scoring) {
            return Answer { bounds: Bounds::at(score), ..answer };
        }
        let root = self.shared.symmetries.canonical(position.discs).0;
        let known = self.known(root);
        let from_table = mode.settled(known);
        let bounds = if from_table { known } else { self.narrow(root, mode, known) };
        let settled = mode.settled(bounds);
        if settled {
            self.shared.progress.enter(Phase::Line, bounds);
        }
        let line = if settled { line::follow(self, position, bounds) } else { None };
        let best = match &line {
            Some((moves, _)) => moves.first().copied(),
            None => self.best_known(position.discs),
        };
        let complete = line.is_some();
        let (line, end) = line.unwrap_or((Vec::new(), position));
        Answer { bounds, best, line, end, nodes: self.nodes, from_table, complete }
    }

    /// What the persistent table and the memory know of the root.
    fn known(&self, root: Discs) -> Bounds {
        let unknown = Bounds::unknown(self.shared.geometry.squares());
        self.shared.progress.enter(Phase::Lookup, unknown);
        let kept = self.shared.table.and_then(|table| table.probe(root)).map_or(unknown, |proven| proven.bounds);
        let remembered = self.entry(root).map_or(unknown, |entry| entry.bounds);
        kept.intersect(remembered)
    }

    /// Searches null windows until the bounds settle the question or the search is stopped: first
    /// whether it is a wipe-out, then who wins, then the exact value.
    fn narrow(&mut self, root: Discs, mode: Mode, known: Bounds) -> Bounds {
        let squares = self.shared.geometry.squares() as Score;
        let mut bounds = known;
        if bounds.upper == squares
            && bounds.lower < squares
            && !self.test(root, Phase::WipeOut, squares - 1, &mut bounds)
        {
            return bounds;
        }
        let black_wins = self.guess(root) > 0;
        while bounds.outcome().is_none() {
            let win_first = black_wins && bounds.upper > 0 || bounds.lower == 0;
            if !self.test(root, Phase::Wld, if win_first { 0 } else { -1 }, &mut bounds) {
                return bounds;
            }
        }
        if mode == Mode::Wld {
            return bounds;
        }
        // From the end where the wipe-out or the decision left it, upwards for a win, with growing steps.
        let upwards = bounds.lower > 0;
        let mut step = 0;
        while bounds.exact().is_none() {
            let before = bounds;
            let alpha = if upwards { bounds.lower + step } else { bounds.upper - 1 - step };
            let alpha = alpha.clamp(bounds.lower, bounds.upper - 1);
            if !self.test(root, Phase::Exact, alpha, &mut bounds) {
                return bounds;
            }
            let ahead = if upwards { bounds.lower > before.lower } else { bounds.upper < before.upper };
            step = if ahead { 2 * step + 2 } else { 0 };
        }
        bounds
    }

    /// Searches one null window of the root, narrows the bounds by it and keeps them. Returns `false` if stopped.
    fn test(&mut self, root: Discs, phase: Phase, alpha: Score, bounds: &mut Bounds) -> bool {
        self.shared.progress.enter(phase, *bounds);
        let before = self.nodes;
        let Some(value) = self.null_window(root, alpha) else { return false };
        if value <= alpha {
            bounds.upper = bounds.upper.min(value);
        } else {
            bounds.lower = bounds.lower.max(value);
        }
        self.keep(root, *bounds, self.best_known(root), self.nodes - before);
        self.shared.progress.enter(phase, *bounds);
        true
    }

    /// Searches one null window on all threads: each searches the whole window, sharing the table and
    /// avoiding moves that another is busy with, and the first to finish has the answer.
    ///
    /// Returns an upper bound of the value if it is at most `alpha`, else a lower bound; `None` if stopped.
    pub(super) fn null_window(&mut self, discs: Discs, alpha: Score) -> Option<Score> {
        let search = || {
            let mut searcher = Searcher::new(self.isa, self.shared);
            let normal = searcher.normal_form(discs);
            let value = I::deep(&mut searcher, normal, alpha, 0);
            if value.is_some() {
                self.shared.finished.store(true, Relaxed);
            }
            searcher.report();
            (value, searcher.nodes)
        };
        self.shared.finished.store(false, Relaxed);
        let results = match self.pool {
            Some(pool) => pool.broadcast(|_| search()),
            None => vec![search()],
        };
        self.nodes += results.iter().map(|(_, nodes)| nodes).sum::<u64>();
        results.into_iter().find_map(|(value, _)| value)
    }

    /// A guess of who wins: positive for the side to move.
    fn guess(&mut self, root: Discs) -> i32 {
        let mut searcher = Searcher::new(self.isa, self.shared);
        let value = I::presearch(&mut searcher, root, GUESS_PLIES, -INFINITE, INFINITE);
        searcher.report();
        self.nodes += searcher.nodes;
        value
    }

    /// What the memory knows of a position.
    pub(super) fn entry(&self, discs: Discs) -> Option<Entry> {
        let searcher = Searcher::new(self.isa, self.shared);
        searcher.look_up(searcher.normal_form(discs))
    }

    /// The best known move of a position.
    pub(super) fn best_known(&self, discs: Discs) -> Option<Move> {
        let searcher = Searcher::new(self.isa, self.shared);
        let normal = searcher.normal_form(discs);
        let best = searcher.look_up(normal)?.best?;
        let symmetries = self.shared.symmetries;
        let &symmetry = symmetries.all().iter().find(|&&symmetry| symmetries.map_discs(symmetry, discs) == normal)?;
        Some(symmetries.map_move(symmetries.inverse(symmetry), best))
    }

    /// Keeps bounds of a position in the persistent table, however little they cost.
    pub(super) fn keep(&self, discs: Discs, bounds: Bounds, best: Option<Move>, effort: u64) {
        let Some(table) = self.shared.table else { return };
        let symmetries = self.shared.symmetries;
        let (canonical, symmetry) = symmetries.canonical(discs);
        let best = best.map(|best| symmetries.map_move(symmetry, best));
        table.record(canonical, Proven { bounds, best, effort });
    }

    /// Nodes searched so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }
}
