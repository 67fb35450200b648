//! The search with its limits: one solver, one store of tables, the time limit, Ctrl-C and the display.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use solver::{Answer, Board, Progress, ProofTable, Question, Resources, Scoring, Solver};

use crate::args::ResourceArgs;
use crate::exit::Failure;
use crate::interrupt::Interrupt;
use crate::persistence::{SearchLog, Store, TableArgs};
use crate::progress::Display;

/// How often the display is drawn and the reasons to stop are looked at.
const TICK: Duration = Duration::from_millis(100);

/// Why a search was told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// Ctrl-C or SIGTERM.
    Interrupt,
    /// `--time-limit`.
    TimeLimit,
    /// The table has failed, or something in it is false; [`Workbench::close`] says how.
    Table,
}

/// What came of one question.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// What is proven.
    pub(crate) answer: Answer,
    /// Time that the search took.
    pub(crate) time: Duration,
    /// Why it was told to stop, if it was.
    pub(crate) stop: Option<Stop>,
}

/// What is told of a search while it runs.
#[derive(Clone, Copy)]
pub(crate) struct Watched<'a> {
    /// Shown instead of the search's phase, if it gives anything.
    pub(crate) note: &'a (dyn Fn() -> Option<String> + Sync),
    /// Where it is noted how far the search has come.
    pub(crate) log: Option<&'a SearchLog>,
}

/// Everything that is needed to answer one question after the other.
#[derive(Debug)]
pub(crate) struct Workbench {
    solver: Solver,
    supervisor: Supervisor,
}

/// Watches over a search from a thread of its own.
#[derive(Debug)]
struct Supervisor {
    store: Store,
    time_limit: Option<Duration>,
    interrupt: Interrupt,
    display: Display,
}

impl Workbench {
    /// Opens the table and makes a solver.
    ///
    /// # Errors
    /// The table cannot be used, or there is not so much memory.
    pub(crate) fn open(resources: &ResourceArgs, table: &TableArgs, quiet: bool) -> Result<Self, Failure> {
        let interrupt = Interrupt::install()?;
        let store = Store::open(table)?;
        let threads = resources.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
        let display = Display::new(quiet);
        let supervisor = Supervisor { store, time_limit: resources.time_limit, interrupt, display };
        Self::supervised(Resources { threads, memory_bytes: resources.memory, ..Resources::default() }, supervisor)
    }

    /// Makes a solver that neither looks values up nor keeps them on disk.
    ///
    /// # Errors
    /// There is not so much memory.
    pub(crate) fn without_table(
        resources: Resources,
        time_limit: Option<Duration>,
        quiet: bool,
    ) -> Result<Self, Failure> {
        let (interrupt, display) = (Interrupt::install()?, Display::new(quiet));
        Self::supervised(resources, Supervisor { store: Store::none(), time_limit, interrupt, display })
    }

    fn supervised(resources: Resources, supervisor: Supervisor) -> Result<Self, Failure> {
        check_memory(resources.memory_bytes)?;
        Ok(Self { solver: Solver::new(resources), supervisor })
    }

    /// Empties the table in memory, so that the next question starts like the first.
    pub(crate) fn forget(&mut self) {
        self.solver.forget();
    }

    /// Answers a question, or as much of it as the limits allow.
    ///
    /// # Errors
    /// The table of the board cannot be read.
    pub(crate) fn solve(&mut self, question: &Question) -> Result<Outcome, Failure> {
        let Question { position, scoring, .. } = *question;
        let solve = |solver: &mut Solver, table: Option<&dyn ProofTable>, progress: &Progress| {
            solver.solve(question, table, progress)
        };
        let log = self.supervisor.store.begin_search(question);
        let watched = Watched { note: &|| None, log: Some(&log) };
        let (answer, time, stop) = self.search(position.board, scoring, watched, solve)?;
        if !answer.from_table {
            self.supervisor.store.note(&log, Some(answer.bounds), answer.nodes, time, answer.complete);
        }
        Ok(Outcome { answer, time, stop })
    }

    /// Has the solver do something on a board, within the limits.
    ///
    /// Returns what came of it, the time it took, and why it was told to stop, if it was.
    ///
    /// # Errors
    /// The table of the board cannot be read.
    pub(crate) fn search<T>(
        &mut self,
        board: Board,
        scoring: Scoring,
        watched: Watched<'_>,
        work: impl FnOnce(&mut Solver, Option<&dyn ProofTable>, &Progress) -> T,
    ) -> Result<(T, Duration, Option<Stop>), Failure> {
        let Self { solver, supervisor } = self;
        let table = supervisor.store.table(board, scoring)?;
        let progress = Progress::default();
        let begin = Instant::now();
        let (result, stop) = thread::scope(|scope| {
            let (done, is_done) = mpsc::channel();
            let watch = scope.spawn(|| supervisor.watch(&progress, watched, begin, is_done));
            let result = work(solver, table.as_deref(), &progress);
            drop(done);
            (result, watch.join().expect("watching does not panic"))
        });
        Ok((result, begin.elapsed(), stop))
    }

    /// What notes Ctrl-C.
    pub(crate) fn interrupt(&self) -> &Interrupt {
        &self.supervisor.interrupt
    }

    /// Brings everything that is proven to disk.
    ///
    /// # Errors
    /// Something could not be read or written, now or before.
    pub(crate) fn close(self) -> Result<(), Failure> {
        self.supervisor.store.close()
    }
}

impl Supervisor {
    /// Shows and notes the progress and stops the search when it is time, until the other end of `is_done` is dropped.
    fn watch(&self, progress: &Progress, watched: Watched<'_>, begin: Instant, is_done: Receiver<()>) -> Option<Stop> {
        let line = self.display.line();
        // What an earlier question has met is reported at the end and does not stop the others.
        let was_doubted = self.store.is_doubted();
        let mut stop = None;
        loop {
            if stop.is_none() {
                stop = self.reason_to_stop(begin, was_doubted);
                if stop.is_some() {
                    progress.stop();
                }
            }
            let left = self.time_limit.map_or(TICK, |limit| limit.saturating_sub(begin.elapsed()));
            let wait = if stop.is_some() { TICK } else { TICK.min(left) };
            if is_done.recv_timeout(wait) != Err(RecvTimeoutError::Timeout) {
                break;
            }
            line.draw(progress, self.store.written(), (watched.note)(), begin.elapsed());
            if let Some(log) = watched.log {
                self.store.note(log, progress.bounds(), progress.nodes(), begin.elapsed(), false);
            }
        }
        stop
    }

    fn reason_to_stop(&self, begin: Instant, was_doubted: bool) -> Option<Stop> {
        if self.interrupt.requested() {
            Some(Stop::Interrupt)
        } else if self.store.has_failed() || self.store.is_doubted() && !was_doubted {
            Some(Stop::Table)
        } else {
            self.time_limit.filter(|&limit| begin.elapsed() >= limit).map(|_| Stop::TimeLimit)
        }
    }
}

/// Asks the system for the memory once, so that a size it never gives is an error and not the end of the process.
pub(crate) fn check_memory(bytes: usize) -> Result<(), Failure> {
    let refused = |_| Failure::Run(format!("memory: the system does not give {} MiB; choose less", bytes >> 20));
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(refused)
}
