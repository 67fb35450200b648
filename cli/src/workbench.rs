//! The search with its limits: one solver, one store of tables, the time limit, Ctrl-C and the display.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use books::KnownTable;
use solver::{
    Answer, Basis, Board, Chosen, Limited, Progress, ProofTable, Question, Resources, Scoring, Side, SolveError,
    Solver, SolverWith, Target,
};

use crate::args::ResourceArgs;
use crate::exit::{Failure, Status};
use crate::interrupt::Interrupt;
use crate::output::{compact, elapsed};
use crate::persistence::{Books, Run, Store};
use crate::progress::Display;
use crate::supervisor::{Done, Supervisor};
use crate::threads;
use crate::weights;

/// The answer to one question.
#[derive(Clone, Debug)]
pub(crate) struct Answered {
    /// What is proven.
    pub(crate) answer: Answer,
    /// The time the search took.
    pub(crate) time: Duration,
    /// Why it stopped early, if it did.
    pub(crate) stop: Option<Status>,
    /// Whether a book alone gave the answer; then `answer.from_table` is true too.
    pub(crate) from_book: bool,
    /// On what rests what comes with the program of the position, if anything does.
    pub(crate) evidence: Option<&'static str>,
}

/// What a search reports while it runs.
#[derive(Clone, Copy, Default)]
pub(crate) struct Watched<'a> {
    /// Who is to move, if the search is about one position and its bounds.
    pub(crate) side: Option<Side>,
    /// Shown instead of the search's phase.
    pub(crate) note: Option<&'a Mutex<String>>,
    /// Where to note how far the search has come.
    pub(crate) run: Option<&'a Run>,
    /// How much of the time limit has been spent before.
    pub(crate) spent: Duration,
    /// Stops the work when it is no longer 0.
    pub(crate) calls: Option<&'a AtomicUsize>,
}

/// Everything needed to answer one question after another.
#[derive(Debug)]
pub(crate) struct Workbench {
    solver: Solver,
    store: Store,
    interrupt: Interrupt,
    time_limit: Option<Duration>,
    quiet: bool,
}

impl Workbench {
    /// Loads the weights, opens the table, to be asked after these books, and makes a solver.
    pub(crate) fn open(args: &ResourceArgs, books: Books) -> Result<Self, Failure> {
        weights::load(&args.weights)?;
        let resources =
            Resources { threads: threads::count(args.threads), memory_bytes: args.memory, ..Resources::default() };
        let interrupt = Interrupt::install()?;
        let store = Store::open(&args.table)?.with_books(books);
        Ok(Self {
            solver: Solver::new(resources),
            store,
            interrupt,
            time_limit: args.time_limit,
            quiet: args.output.quiet,
        })
    }

    /// Makes a solver that neither looks values up nor keeps them on disk.
    pub(crate) fn without_table(
        resources: Resources,
        time_limit: Option<Duration>,
        quiet: bool,
    ) -> Result<Self, Failure> {
        let (interrupt, store) = (Interrupt::install()?, Store::none());
        Ok(Self { solver: Solver::new(resources), store, interrupt, time_limit, quiet })
    }

    /// The same with books.
    pub(crate) fn with_books(self, books: Books) -> Self {
        Self { store: self.store.with_books(books), ..self }
    }

    /// Empties the table in memory, so that the next question starts like the first.
    pub(crate) fn forget(&mut self) {
        self.solver.forget();
    }

    /// Answers a question, or as much of it as the limits allow, with its perfect game if `wants_line`, else with a best move.
    pub(crate) fn solve(&mut self, question: &Question, wants_line: bool) -> Result<Answered, Failure> {
        self.ask(Duration::ZERO, question, |solver| match wants_line {
            true => solver.solve(question),
            false => solver.best_move(question),
        })
    }

    /// Answers a question with a best move, as a part of work on which this much of the time limit has been spent.
    pub(crate) fn best_move_after(&mut self, spent: Duration, question: &Question) -> Result<Answered, Failure> {
        self.ask(spent, question, |solver| solver.best_move(question))
    }

    /// Finds the value alone, as a part of an answer on which this much of the time limit has been spent. Where a table or a
    /// book has it, nothing is searched.
    pub(crate) fn value_after(&mut self, spent: Duration, question: &Question) -> Result<Answered, Failure> {
        self.ask(spent, question, |solver| solver.value(question))
    }

    fn ask(
        &mut self,
        spent: Duration,
        question: &Question,
        ask: impl FnOnce(SolverWith<'_>) -> Result<Answer, SolveError>,
    ) -> Result<Answered, Failure> {
        let Question { position, scoring, .. } = *question;
        let solve = |solver: &mut Solver, table: Option<&dyn ProofTable>, progress: &Progress| {
            ask(solver.with_table_if(table).watched_by(progress))
        };
        let run = self.store.begin_search(question);
        let watched = Watched { side: Some(position.side()), run: run.as_ref(), spent, ..Watched::default() };
        let Done { result: answer, time, stop } = self.search(position.board(), scoring, watched, solve)?;
        let answer = answer?;
        // Even if a table or a book has the value, a search may have looked for the line, and its effort is noted.
        if let Some(run) = run.filter(|_| !answer.from_table || answer.nodes > 0) {
            // What rests on a claim is not proven.
            let proven = (answer.basis == Basis::Proof).then_some(answer.bounds);
            self.store.note(&run, proven, answer.nodes, time, answer.complete);
        }
        let from_book = answer.from_table && self.store.has_in_books(question, answer.basis);
        let evidence = self.starts(question).and_then(|starts| starts.evidence(&position));
        Ok(Answered { answer, time, stop, from_book, evidence })
    }

    /// What comes with the program of the starts of a question's board.
    pub(crate) fn starts(&self, question: &Question) -> Option<KnownTable> {
        self.store.starts(question)
    }

    /// Tells a person something on a line of its own.
    pub(crate) fn tell(&self, text: &str) {
        Display::line(self.quiet).say(text);
    }

    /// Tells a person that earlier runs have searched in vain for the answer, and that this one continues.
    pub(crate) fn tell_earlier(&self, question: &Question) {
        if let Some((nodes, time)) = self.store.begin_search(question).and_then(|run| run.unfinished()) {
            let spent = format!("{} nodes in {}", compact(nodes as f64), elapsed(time));
            self.tell(&format!("an earlier run was stopped after {spent}; this one continues from the table"));
        }
    }

    /// Finds out, as far as the limits allow, whether a score is reached, like a job of a campaign. Returns what is
    /// proven, the time it took, and why it stopped early, if it did.
    pub(crate) fn reach(&mut self, target: Target) -> Result<(Limited, Duration, Option<Status>), Failure> {
        let search = |solver: &mut Solver, table: Option<&dyn ProofTable>, progress: &Progress| {
            solver.with_table_if(table).watched_by(progress).limited(&target, u64::MAX)
        };
        let watched = Watched { side: Some(target.position.side()), ..Watched::default() };
        let Done { result: found, time, stop } =
            self.search(target.position.board(), target.scoring, watched, search)?;
        Ok((found?, time, stop))
    }

    /// Finds a move in this time instead of the time limit, or until somebody calls; see [`SolverWith::choose`].
    pub(crate) fn choose(
        &mut self,
        question: &Question,
        most_plies: u32,
        time: Duration,
        calls: &AtomicUsize,
    ) -> Result<Done<Option<Chosen>>, Failure> {
        self.time_limit = Some(time);
        let watched = Watched { calls: Some(calls), ..Watched::default() };
        let choose = |solver: &mut Solver, table: Option<&dyn ProofTable>, progress: &Progress| {
            solver.with_table_if(table).choose(question, most_plies, progress)
        };
        let Done { result, time, stop } = self.search(question.position.board(), question.scoring, watched, choose)?;
        Ok(Done { result: result?, time, stop })
    }

    /// Runs work with the solver on a board, within the limits.
    pub(crate) fn search<T>(
        &mut self,
        board: Board,
        scoring: Scoring,
        watched: Watched<'_>,
        work: impl FnOnce(&mut Solver, Option<&dyn ProofTable>, &Progress) -> T,
    ) -> Result<Done<T>, Failure> {
        let Self { solver, store, interrupt, quiet, time_limit } = self;
        let table = store.table(board, scoring);
        let (progress, line, store) = (Progress::default(), Display::line(*quiet), &*store);
        let show = |time| {
            if watched.calls.is_some_and(|calls| calls.load(Ordering::Relaxed) > 0) {
                progress.stop();
            }
            let note = watched.note.map(|note| note.lock().expect("a note is only read and written").clone());
            line.draw(&progress, watched.side, note, store.written(), time);
            // Before the first node this is a look-up, not a search that anybody continues.
            if let Some(run) = watched.run.filter(|_| progress.nodes() > 0) {
                store.note(run, progress.bounds(), progress.nodes(), time, false);
            }
        };
        let time_limit = time_limit.map(|limit| limit.saturating_sub(watched.spent));
        let supervisor = Supervisor { interrupt, store, time_limit };
        Ok(supervisor.watch(&progress, show, || work(solver, table.as_deref(), &progress)))
    }

    /// What notes Ctrl-C.
    pub(crate) fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// Flushes everything that is proven to disk. If work was stopped, tells the person then what is kept of it for the
    /// next run.
    pub(crate) fn close(self, status: Status) -> Result<(), Failure> {
        let written = self.store.written();
        self.store.close()?;
        if matches!(status, Status::TimeLimit | Status::Interrupted) {
            Display::line(self.quiet).say(match written {
                None => "without a table nothing is kept for the next run",
                Some(0) => "nothing new was kept in the table",
                Some(_) => "what is proven so far is in the table; the same command continues from there",
            });
        }
        Ok(())
    }
}
