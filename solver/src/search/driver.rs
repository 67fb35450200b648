//! From a question to an answer: threads, memory and the board's masks are made ready and kept.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::busy::Busy;
use super::inquiry::Inquiry;
use super::memory_table::MemoryTable;
use super::presearch_table::PresearchTable;
use super::searcher::Shared;
use crate::board::Board;
use crate::canonical::Landscape;
use crate::evaluation::Evaluation;
use crate::geometry::Geometry;
use crate::question::{Answer, Limited, Progress, Question, Reached, Resources, Target, Unproven};
use crate::score::Scoring;
use crate::simd::with_isa;
use crate::symmetry::Symmetries;
use crate::table::ProofTable;

/// Size of the table that each thread has near its core: a part of its own cache. Four times as much saves one node in a
/// hundred and takes more time.
const NEARBY_BYTES: usize = 1 << 18;

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
    /// On boards that have a learned one: unpacking it takes longer than to look an answer up.
    evaluation: Option<OnceLock<Arc<Evaluation>>>,
    memory: Arc<MemoryTable>,
    nearby: Vec<MemoryTable>,
    presearches: Vec<PresearchTable>,
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
        let Some(ground) = &mut self.ground else { return };
        let Some(memory) = Arc::get_mut(&mut ground.memory) else {
            // Companions go on with it.
            self.ground = None;
            return;
        };
        memory.clear();
        ground.nearby.iter_mut().for_each(MemoryTable::clear);
        ground.presearches.iter_mut().for_each(PresearchTable::clear);
    }

    /// Answers a question, or as much of it as is proven when `progress` is told to stop.
    ///
    /// `table` must be for the question's scoring and for its board, or the transposed one where that
    /// is taller than wide. What is in memory is kept while board and scoring stay the same.
    ///
    /// # Panics
    /// If the system has no memory for the table.
    pub fn solve(&mut self, question: &Question, table: Option<&dyn ProofTable>, progress: &Progress) -> Answer {
        self.answer(question, table, progress, true)
    }

    /// The same without the perfect line, which is left empty: on positions that are solved fast it takes a good part of
    /// the time. A table whose falsehood only the line would show is then believed. With few empty squares no best move comes
    /// with it.
    ///
    /// # Panics
    /// If the system has no memory for the table.
    pub fn value(&mut self, question: &Question, table: Option<&dyn ProofTable>, progress: &Progress) -> Answer {
        self.answer(question, table, progress, false)
    }

    fn answer(
        &mut self,
        question: &Question,
        table: Option<&dyn ProofTable>,
        progress: &Progress,
        wants_line: bool,
    ) -> Answer {
        let landscape = Landscape::of(question.position.board);
        let question = Question { position: landscape.position(question.position), ..*question };
        let board = landscape.board();
        let resources = self.resources;
        self.prepare(board, question.scoring);
        let ground = self.ground.as_ref().expect("just prepared");
        let busy = self.pool.as_ref().map(|_| Busy::new());
        let finished = AtomicBool::new(false);
        let shared = ground.shared(resources, table, progress, busy.as_ref(), &finished);
        let answer = with_isa!(resources.simd, isa => Inquiry { isa, shared: &shared, pool: self.pool.as_ref(), nodes: 0, best: None }.answer(&question, wants_line));
        Answer {
            best: answer.best.map(|best| landscape.original_move(best)),
            line: answer.line.into_iter().map(|chosen| landscape.original_move(chosen)).collect(),
            end: landscape.original_position(answer.end),
            contradiction: answer.contradiction.map(|position| landscape.original_position(position)),
            ..answer
        }
    }

    /// Answers whether the side to move reaches a score, with moves that show it if it does.
    ///
    /// Meant to be asked again and again along a proof: what earlier questions left in memory answers most of them. About
    /// `table` see [`Solver::solve`].
    ///
    /// # Errors
    /// `progress` was told to stop, or the table says something false.
    ///
    /// # Panics
    /// If the system has no memory for the table.
    pub fn reaches(
        &mut self,
        target: Target,
        table: Option<&dyn ProofTable>,
        progress: &Progress,
    ) -> Result<Reached, Unproven> {
        let landscape = Landscape::of(target.position.board);
        let target = Target { position: landscape.position(target.position), ..target };
        let board = landscape.board();
        let resources = self.resources;
        self.prepare(board, target.scoring);
        let ground = self.ground.as_ref().expect("just prepared");
        let busy = self.pool.as_ref().map(|_| Busy::new());
        let finished = AtomicBool::new(false);
        let shared = ground.shared(resources, table, progress, busy.as_ref(), &finished);
        let reached = with_isa!(resources.simd, isa => Inquiry { isa, shared: &shared, pool: self.pool.as_ref(), nodes: 0, best: None }.reaches(target));
        match reached {
            Ok(Reached::Yes(moves)) => {
                Ok(Reached::Yes(moves.into_iter().map(|chosen| landscape.original_move(chosen)).collect()))
            }
            Err(Unproven::Contradiction(position)) => {
                Err(Unproven::Contradiction(landscape.original_position(position)))
            }
            other => other,
        }
    }

    /// Looks up or searches whether the side to move reaches a score, for at most about `nodes` nodes, and tells what is
    /// known then. With few empties the search goes to its end, however few nodes it may take.
    ///
    /// As much of the table in memory is used as the nodes of `progress` are worth: let one count for all questions of a
    /// solver. About `table` see [`Solver::solve`].
    ///
    /// # Panics
    /// If the system has no memory for the table.
    pub fn limited(
        &mut self,
        target: Target,
        nodes: u64,
        table: Option<&dyn ProofTable>,
        progress: &Progress,
    ) -> Limited {
        let landscape = Landscape::of(target.position.board);
        let target = Target { position: landscape.position(target.position), ..target };
        let board = landscape.board();
        let resources = self.resources;
        self.prepare(board, target.scoring);
        let ground = self.ground.as_ref().expect("just prepared");
        let busy = self.pool.as_ref().map(|_| Busy::new());
        let finished = AtomicBool::new(false);
        let shared = ground.shared(resources, table, progress, busy.as_ref(), &finished);
        with_isa!(resources.simd, isa => Inquiry { isa, shared: &shared, pool: self.pool.as_ref(), nodes: 0, best: None }.limited(target, nodes))
    }

    /// A second solver that knows what this one finds, and the other way round, as long as both are asked about this
    /// board and scoring: they share the table in memory.
    ///
    /// # Panics
    /// If the system has no memory for the table, or gives no threads.
    #[must_use]
    pub fn companion(&mut self, board: Board, scoring: Scoring) -> Self {
        let board = board.landscape();
        self.prepare(board, scoring);
        let memory = self.ground.as_ref().map(|ground| Arc::clone(&ground.memory)).expect("just prepared");
        let ground = Ground::new(board, scoring, memory, self.resources.threads);
        Self { ground: Some(ground), ..Self::new(self.resources) }
    }

    /// Makes the masks and the table for a board and a scoring, unless they are there.
    fn prepare(&mut self, board: Board, scoring: Scoring) {
        let fits = |ground: &Ground| ground.geometry.board == board && ground.scoring == scoring;
        if !self.ground.as_ref().is_some_and(fits) {
            // The old table goes before the new one comes.
            self.ground = None;
            let memory = Arc::new(MemoryTable::new(self.resources.memory_bytes));
            self.ground = Some(Ground::new(board, scoring, memory, self.resources.threads));
        }
    }
}

impl Ground {
    /// What a solver with so many threads needs on a board.
    fn new(board: Board, scoring: Scoring, memory: Arc<MemoryTable>, threads: usize) -> Self {
        Self {
            geometry: Geometry::new(board),
            symmetries: Symmetries::new(board),
            evaluation: Evaluation::is_shipped(board).then(OnceLock::new),
            scoring,
            memory,
            presearches: (0..threads).map(|_| PresearchTable::new()).collect(),
            nearby: (0..threads).map(|_| MemoryTable::new(NEARBY_BYTES).unfolded()).collect(),
        }
    }

    /// What the threads of one question share.
    fn shared<'a>(
        &'a self,
        resources: Resources,
        table: Option<&'a dyn ProofTable>,
        progress: &'a Progress,
        busy: Option<&'a Busy>,
        finished: &'a AtomicBool,
    ) -> Shared<'a> {
        Shared {
            geometry: &self.geometry,
            symmetries: &self.symmetries,
            scoring: self.scoring,
            evaluation: self.evaluation.as_ref(),
            without: resources.without,
            memory: &self.memory,
            nearby: &self.nearby,
            presearches: &self.presearches,
            table,
            progress,
            busy,
            finished,
        }
    }
}
