//! The solver: prepares threads, memory and the board's masks for a question, and keeps them for the next.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::answer::Extent;
use super::busy::Busy;
use super::guesses::Guesses;
use super::kernel::Kernel;
use super::number_table::NumberTable;
use super::ordering_table::OrderingTable;
use super::root_search::RootSearch;
use super::searcher::Shared;
use super::transposition_table::TranspositionTable;
use crate::error::SolveError;
use crate::evaluation::{Evaluation, Evaluations};
use crate::question::{Answer, Limited, Mode, Progress, Question, Reached, Resources, Target};
use crate::table::{Basis, ProofTable};
use rules::board::Board;
use rules::canonical::Landscape;
use rules::geometry::Geometry;
use rules::moves::Move;
use rules::score::{Bounds, Outcome, Score, Scoring};
use rules::simd::with_isa;
use rules::symmetry::Symmetries;

/// Size in bytes of each thread's own table, which fits into part of its core's cache. Four times as much saves one
/// node in a hundred and takes more time. The table that several threads share has as much for each of them.
const NEARBY_BYTES: usize = 1 << 18;

/// Slots of the table of ordering searches of each thread: 1 MiB. Miri, which takes minutes to make these tables, does with
/// few slots.
const ORDERING_SLOTS: usize = if cfg!(miri) { 1 << 6 } else { 1 << 16 };
/// The table of proof numbers takes at most the transposition table's size divided by this, in addition to it.
const NUMBERS_SHARE: usize = 8;
/// Slots of the table of selective searches: 8 MiB.
const GUESS_SLOTS: usize = if cfg!(miri) { 1 << 6 } else { 1 << 19 };

/// A solver with its threads and its transposition table, which it keeps from one question to the next while board and
/// scoring stay the same.
///
/// Each question may have a table that outlives the solver, and an observer that may stop it:
/// `solver.with_table(&table).watched_by(&progress).solve(&question)`.
#[derive(Debug, Default)]
pub struct Solver {
    resources: Resources,
    /// Created with the first question, if there is more than one thread.
    pool: Option<ThreadPool>,
    /// Boxed: its masks need an alignment that objects of other languages that embed a solver cannot provide.
    prepared: Option<Box<Prepared>>,
}

/// What depends on the board and the scoring.
#[derive(Debug)]
struct Prepared {
    geometry: Geometry,
    symmetries: Symmetries,
    scoring: Scoring,
    /// On boards that have a learned one. Unpacked on first use, because that takes longer than looking an answer up.
    evaluation: Option<OnceLock<Evaluations>>,
    memory: Arc<TranspositionTable>,
    nearby: Vec<TranspositionTable>,
    ordering_tables: Vec<OrderingTable>,
    guesses: Guesses,
    numbers: Arc<NumberTable>,
}

/// The table and the observer of a search, if any.
#[derive(Clone, Copy, Default)]
struct Company<'a> {
    table: Option<&'a dyn ProofTable>,
    progress: Option<&'a Progress>,
    /// When to stop.
    end: Option<Instant>,
}

/// A solver with a table or an observer, from [`Solver::with_table`] and [`Solver::watched_by`].
pub struct SolverWith<'a> {
    solver: &'a mut Solver,
    company: Company<'a>,
}

/// What the root search should find.
trait Task {
    type Found;

    fn search<I: Kernel>(&self, root: &mut RootSearch<'_, I>) -> Self::Found;
}

/// The answer to a question.
struct Whole {
    question: Question,
    extent: Extent,
}

impl Task for Whole {
    type Found = Answer;

    fn search<I: Kernel>(&self, root: &mut RootSearch<'_, I>) -> Answer {
        root.answer(&self.question, self.extent)
    }
}

impl Task for Target {
    type Found = Result<Reached, SolveError>;

    fn search<I: Kernel>(&self, root: &mut RootSearch<'_, I>) -> Self::Found {
        root.reaches(*self)
    }
}

/// A target with a node limit.
impl Task for (Target, u64) {
    type Found = Limited;

    fn search<I: Kernel>(&self, root: &mut RootSearch<'_, I>) -> Limited {
        let (target, nodes) = *self;
        root.limited(target, nodes)
    }
}

impl Solver {
    /// A solver that has not yet taken any of its resources.
    #[must_use]
    pub fn new(resources: Resources) -> Self {
        Self { resources, pool: None, prepared: None }
    }

    /// The solver with a table for its next question: it looks positions up in it and stores its proofs there.
    pub fn with_table<'a>(&'a mut self, table: &'a dyn ProofTable) -> SolverWith<'a> {
        self.with_table_if(Some(table))
    }

    /// The same with a table or without one.
    pub fn with_table_if<'a>(&'a mut self, table: Option<&'a dyn ProofTable>) -> SolverWith<'a> {
        SolverWith { solver: self, company: Company { table, ..Company::default() } }
    }

    /// The solver with an observer for its next question, which may stop it.
    pub fn watched_by<'a>(&'a mut self, progress: &'a Progress) -> SolverWith<'a> {
        SolverWith { solver: self, company: Company { progress: Some(progress), ..Company::default() } }
    }

    /// The solver with a time limit for its next question: after this time it stops, and answers with what it has proven.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use solver::{Position, Question, Resources, Score, Solver};
    ///
    /// let position: Position = "4x4 -----OX--XO----- X".parse()?;
    /// let mut solver = Solver::new(Resources { memory_bytes: 1 << 20, ..Resources::default() });
    /// let answer = solver.within(Duration::from_secs(10)).solve(&Question::exact(position))?;
    /// assert_eq!(answer.value(), Some(Score::new(-8)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn within(&mut self, limit: Duration) -> SolverWith<'_> {
        self.with_table_if(None).within(limit)
    }

    /// Answers a question: [`SolverWith::solve`] without a table.
    ///
    /// # Errors
    /// The system cannot provide the memory or the threads.
    pub fn solve(&mut self, question: &Question) -> Result<Answer, SolveError> {
        self.with_table_if(None).solve(question)
    }

    /// Answers a question without its line: [`SolverWith::value`] without a table.
    ///
    /// # Errors
    /// The system cannot provide the memory or the threads.
    pub fn value(&mut self, question: &Question) -> Result<Answer, SolveError> {
        self.with_table_if(None).value(question)
    }

    /// Answers a question with its best move, but without its line: [`SolverWith::best_move`] without a table.
    ///
    /// # Errors
    /// The system cannot provide the memory or the threads.
    pub fn best_move(&mut self, question: &Question) -> Result<Answer, SolveError> {
        self.with_table_if(None).best_move(question)
    }

    /// The value of every legal move: [`SolverWith::move_values`] without a table.
    ///
    /// # Errors
    /// The system cannot provide the memory or the threads.
    pub fn move_values(&mut self, question: &Question) -> Result<Vec<(Move, Score)>, SolveError> {
        self.with_table_if(None).move_values(question)
    }

    /// Who wins after every legal move: [`SolverWith::move_outcomes`] without a table.
    ///
    /// # Errors
    /// The system cannot provide the memory or the threads.
    pub fn move_outcomes(&mut self, question: &Question) -> Result<Vec<(Move, Outcome)>, SolveError> {
        self.with_table_if(None).move_outcomes(question)
    }

    /// Whether a score is reached: [`SolverWith::reaches`] without a table.
    ///
    /// # Errors
    /// The system cannot provide the memory or the threads.
    pub fn reaches(&mut self, target: &Target) -> Result<Reached, SolveError> {
        self.with_table_if(None).reaches(target)
    }

    /// Whether a score is reached, within about `nodes` nodes: [`SolverWith::limited`] without a table.
    ///
    /// # Errors
    /// The system cannot provide the memory or the threads.
    pub fn limited(&mut self, target: &Target, nodes: u64) -> Result<Limited, SolveError> {
        self.with_table_if(None).limited(target, nodes)
    }

    /// What the contents of the memory may rest on: a claim, from the moment a table gives one until the memory is
    /// cleared, or replaced for another board or scoring.
    #[must_use]
    pub fn basis(&self) -> Basis {
        self.prepared.as_ref().map_or(Basis::Proof, |prepared| prepared.memory.basis())
    }

    /// Clears the memory, so that the next question starts like the first.
    pub fn forget(&mut self) {
        let Some(prepared) = &mut self.prepared else { return };
        let tables = (Arc::get_mut(&mut prepared.memory), Arc::get_mut(&mut prepared.numbers));
        let (Some(memory), Some(numbers)) = tables else {
            // Companions still use the tables.
            self.prepared = None;
            return;
        };
        memory.clear();
        numbers.clear();
        prepared.nearby.iter_mut().for_each(TranspositionTable::clear);
        prepared.ordering_tables.iter_mut().for_each(OrderingTable::clear);
        prepared.guesses.clear();
    }

    /// A second solver that shares its findings with this one, as long as both are asked about this board and scoring:
    /// they have the transposition table and the proof numbers of hunts in common.
    ///
    /// # Errors
    /// The system cannot provide the memory.
    pub fn companion(&mut self, board: Board, scoring: Scoring) -> Result<Self, SolveError> {
        let board = board.landscape();
        let mine = self.prepare(board, scoring)?;
        let tables = (Arc::clone(&mine.memory), Arc::clone(&mine.numbers));
        let prepared = Prepared::new(board, scoring, tables, self.resources.threads)?;
        Ok(Self { prepared: Some(Box::new(prepared)), ..Self::new(self.resources) })
    }

    /// Makes the masks and the table for a board and a scoring, unless they exist.
    fn prepare(&mut self, board: Board, scoring: Scoring) -> Result<&Prepared, SolveError> {
        let fits = |prepared: &Prepared| prepared.geometry.board == board && prepared.scoring == scoring;
        if !self.prepared.as_deref().is_some_and(fits) {
            // Frees the old table before it allocates the new one.
            self.prepared = None;
        }
        let prepared = match self.prepared.take() {
            Some(prepared) => prepared,
            None => {
                let bytes = self.resources.memory_bytes;
                let tables =
                    (Arc::new(TranspositionTable::new(bytes)?), Arc::new(NumberTable::new(bytes / NUMBERS_SHARE)));
                Box::new(Prepared::new(board, scoring, tables, self.resources.threads)?)
            }
        };
        Ok(self.prepared.insert(prepared))
    }

    /// Starts the threads, unless they exist or only one is wanted.
    fn make_threads(&mut self) -> Result<(), SolveError> {
        let threads = self.resources.threads;
        if threads > 1 && self.pool.is_none() {
            let pool = ThreadPoolBuilder::new().num_threads(threads).thread_name(|index| format!("search-{index}"));
            self.pool = Some(pool.build().map_err(|_| SolveError::Threads { threads })?);
        }
        Ok(())
    }

    /// Runs a task on a board in landscape. All searches are set up here.
    fn run<T: Task>(
        &mut self,
        board: Board,
        scoring: Scoring,
        company: Company<'_>,
        task: &T,
    ) -> Result<T::Found, SolveError> {
        let wanted = (board, scoring);
        if let Some(table) = company.table.map(|table| (table.board(), table.scoring())).filter(|of| *of != wanted) {
            return Err(SolveError::WrongTable { table, wanted });
        }
        self.make_threads()?;
        self.prepare(board, scoring)?;
        let (resources, pool) = (self.resources, self.pool.as_ref());
        let prepared = self.prepared.as_ref().ok_or(SolveError::Memory { bytes: resources.memory_bytes })?;
        let busy = pool.map(|_| Busy::new());
        let finished = AtomicBool::new(false);
        let own = company.progress.map_or_else(Progress::default, Progress::part).until_if(company.end);
        let progress = company.progress.filter(|_| company.end.is_none()).unwrap_or(&own);
        let shared = prepared.shared(resources, company.table, progress, busy.as_ref(), &finished);
        Ok(with_isa!(resources.simd, isa => {
            task.search(&mut RootSearch { isa, shared: &shared, pool, nodes: 0, best: None, guess: None })
        }))
    }
}

impl<'a> SolverWith<'a> {
    /// The same with a table, which the search probes and adds its proofs to.
    #[must_use]
    pub fn with_table(self, table: &'a dyn ProofTable) -> Self {
        self.with_table_if(Some(table))
    }

    /// The same with a table or without one.
    #[must_use]
    pub fn with_table_if(self, table: Option<&'a dyn ProofTable>) -> Self {
        Self { company: Company { table, ..self.company }, ..self }
    }

    /// The same with an observer, which may stop the search.
    #[must_use]
    pub fn watched_by(self, progress: &'a Progress) -> Self {
        Self { company: Company { progress: Some(progress), ..self.company }, ..self }
    }

    /// The same with a time limit, for all that is asked next; see [`Solver::within`].
    #[must_use]
    pub fn within(self, limit: Duration) -> Self {
        Self { company: Company { end: Instant::now().checked_add(limit), ..self.company }, ..self }
    }

    /// Answers a question, with the perfect line; if stopped, with what is proven so far.
    ///
    /// # Errors
    /// The table is for another board or scoring, or the system cannot provide the memory or the threads.
    pub fn solve(self, question: &Question) -> Result<Answer, SolveError> {
        self.answer(question, Extent::Line)
    }

    /// The same without the perfect line, which stays empty: on positions that are solved fast, it takes much of the
    /// time. Errors of a table that only the line would expose go unnoticed. With few empty squares, the answer has no
    /// best move.
    ///
    /// # Errors
    /// As for [`SolverWith::solve`].
    pub fn value(self, question: &Question) -> Result<Answer, SolveError> {
        self.answer(question, Extent::Value)
    }

    /// Like [`SolverWith::solve`] with the best move, but without the perfect line, which stays empty. If a table has
    /// the value, the line alone can take a long search.
    ///
    /// # Errors
    /// As for [`SolverWith::solve`].
    pub fn best_move(self, question: &Question) -> Result<Answer, SolveError> {
        self.answer(question, Extent::BestMove)
    }

    fn answer(self, question: &Question, extent: Extent) -> Result<Answer, SolveError> {
        let landscape = Landscape::of(question.position.board());
        let question = Question { position: landscape.position(question.position), ..*question };
        let task = Whole { question, extent };
        let answer = self.solver.run(landscape.board(), question.scoring, self.company, &task)?;
        Ok(Answer {
            best: answer.best.map(|best| landscape.original_move(best)),
            line: answer.line.into_iter().map(|chosen| landscape.original_move(chosen)).collect(),
            end: landscape.original_position(answer.end),
            guess: answer.guess.map(|(value, best)| (value, best.map(|best| landscape.original_move(best)))),
            contradiction: answer.contradiction.map(|position| landscape.original_position(position)),
            ..answer
        })
    }

    /// Every legal move with its exact value for the side that makes it, whatever the question's mode, in the order of
    /// [`rules::Position::legal_moves`]; nothing when the game is over.
    ///
    /// # Errors
    /// The search was stopped or the table says something false, and as for [`SolverWith::solve`].
    pub fn move_values(self, question: &Question) -> Result<Vec<(Move, Score)>, SolveError> {
        self.each_move(question, Mode::Exact, Bounds::exact)
    }

    /// Every legal move with its outcome for the side that makes it, whatever the question's mode, in the order of
    /// [`rules::Position::legal_moves`]; nothing when the game is over. Quicker than [`SolverWith::move_values`].
    ///
    /// # Errors
    /// As for [`SolverWith::move_values`].
    pub fn move_outcomes(self, question: &Question) -> Result<Vec<(Move, Outcome)>, SolveError> {
        self.each_move(question, Mode::Wld, Bounds::outcome)
    }

    /// Asks a question about the position after each legal move. `read` takes the answer from the bounds, which are for
    /// the side that makes the move.
    fn each_move<T>(
        self,
        &Question { position, scoring, .. }: &Question,
        mode: Mode,
        read: fn(Bounds) -> Option<T>,
    ) -> Result<Vec<(Move, T)>, SolveError> {
        let mut found = Vec::new();
        for chosen in position.legal_moves() {
            let Ok(next) = position.play(chosen) else { continue };
            let question = Question::new(next, mode, scoring);
            let answer = SolverWith { solver: &mut *self.solver, company: self.company }.value(&question)?;
            if let Some(position) = answer.contradiction {
                return Err(SolveError::Contradiction(position));
            }
            found.push((chosen, read(answer.bounds.negated()).ok_or(SolveError::Stopped)?));
        }
        Ok(found)
    }

    /// Answers whether the side to move reaches a score, with moves that show it if it does.
    ///
    /// Meant for many questions along a proof: what earlier ones left in memory answers most of them.
    ///
    /// # Errors
    /// The search was stopped or the table says something false, and as for [`SolverWith::solve`].
    pub fn reaches(self, target: &Target) -> Result<Reached, SolveError> {
        let landscape = Landscape::of(target.position.board());
        let target = Target { position: landscape.position(target.position), ..*target };
        match self.solver.run(landscape.board(), target.scoring, self.company, &target)? {
            Ok(Reached::Yes(moves)) => {
                Ok(Reached::Yes(moves.into_iter().map(|chosen| landscape.original_move(chosen)).collect()))
            }
            Err(SolveError::Contradiction(position)) => {
                Err(SolveError::Contradiction(landscape.original_position(position)))
            }
            other => other,
        }
    }

    /// Looks up or searches whether the side to move reaches a score, for at most about `nodes` nodes, and returns what
    /// is known then. With few empties, the search runs to its end whatever the limit.
    ///
    /// # Errors
    /// As for [`SolverWith::solve`].
    pub fn limited(self, target: &Target, nodes: u64) -> Result<Limited, SolveError> {
        let landscape = Landscape::of(target.position.board());
        let target = Target { position: landscape.position(target.position), ..*target };
        self.solver.run(landscape.board(), target.scoring, self.company, &(target, nodes))
    }
}

impl Prepared {
    /// What a solver with this many threads needs on a board, apart from the tables that it may share.
    fn new(
        board: Board,
        scoring: Scoring,
        (memory, numbers): (Arc<TranspositionTable>, Arc<NumberTable>),
        threads: usize,
    ) -> Result<Self, SolveError> {
        let nearby = |bytes| Ok(TranspositionTable::new(bytes)?.unfolded());
        let of_all = (threads > 1).then_some(threads * NEARBY_BYTES);
        Ok(Self {
            geometry: Geometry::new(board),
            symmetries: Symmetries::new(board),
            evaluation: Evaluation::has_learned(board).then(OnceLock::new),
            scoring,
            memory,
            ordering_tables: (0..threads).map(|_| OrderingTable::new(ORDERING_SLOTS)).collect(),
            guesses: Guesses::new(GUESS_SLOTS),
            numbers,
            nearby: (0..threads).map(|_| NEARBY_BYTES).chain(of_all).map(nearby).collect::<Result<_, SolveError>>()?,
        })
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
            ordering_tables: &self.ordering_tables,
            guesses: &self.guesses,
            numbers: &self.numbers,
            table,
            progress,
            busy,
            finished,
        }
    }
}
