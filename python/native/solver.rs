//! The solver as an object.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::{self, ThreadId};
use std::time::Duration;

use ::solver::{Mode, Question, Resources, SolveError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answer::Answer;
use crate::batches::worth_of_moves;
use crate::errors::{failed, late, unsolved};
use crate::named::{self, Memory, Time};
use crate::position::position;
use crate::shelf::{Books, Table, Tables};
use crate::watched::{Watch, Watched};

/// Time between two looks whether the solver is free.
const TURN: Duration = Duration::from_millis(2);

/// Solver(*, threads=None, memory="512MiB", table=None, read_only=False, book=True): finds exact values.
///
/// threads: how many; None for one on each core. With 1 the same question takes the same number of nodes each time.
/// memory: the table of positions in memory, in bytes or as text such as "2GiB"; what it holds is kept from one question to the
///     next while board and scoring stay the same.
/// table: a directory in which what is proven is kept for good, shared with the program `solve`. The package must have been built with
///     the feature `tables`. With read_only it is only read.
/// book: whether the books that come with the package are asked first, or the path of a book made by `solve book build`.
///     Nobody here has proven what a file says, so answers that rest on it are not `verified`.
///
/// The interpreter's lock is free while it works, and Ctrl-C stops it. Two threads that use one solver take turns; a time limit runs
/// while a thread waits for its turn, too. A callback of
/// `progress` cannot ask the solver that it watches.
///
/// >>> Solver().solve(Position("4x4")).value
/// -8
#[pyclass(frozen, module = "exact_othello")]
pub(crate) struct Solver {
    solver: Mutex<::solver::Solver>,
    /// The threads of Python that have asked and wait.
    askers: Mutex<HashSet<ThreadId>>,
    books: Books,
    tables: Option<Tables>,
    read_only: bool,
}

/// Python aligns objects to two words, whatever they hold.
const _: () = assert!(align_of::<Solver>() <= 16);

impl Solver {
    /// What may be asked before searching.
    fn table(&self, question: &Question) -> PyResult<Option<Table>> {
        let (board, scoring) = (question.position.board(), question.scoring);
        let kept = self.tables.as_ref().map(|tables| tables.table(board, scoring, self.read_only)).transpose()?;
        Ok(self.books.before(board, scoring, kept.flatten()))
    }

    /// The solver, when no other thread uses it any more; `None` if `progress` was stopped before.
    fn turn(&self, progress: &::solver::Progress) -> Option<MutexGuard<'_, ::solver::Solver>> {
        loop {
            match self.solver.try_lock() {
                Ok(solver) => return Some(solver),
                // A search that panicked left nothing half done that the next one would believe.
                Err(TryLockError::Poisoned(panicked)) => return Some(panicked.into_inner()),
                Err(TryLockError::WouldBlock) if progress.is_stopped() => return None,
                Err(TryLockError::WouldBlock) => thread::sleep(TURN),
            }
        }
    }

    /// Has the solver do something within the limits.
    fn search<T: Send>(
        &self,
        py: Python<'_>,
        question: &Question,
        watch: &Watch,
        work: impl FnOnce(::solver::SolverWith<'_>) -> Result<T, SolveError> + Send,
    ) -> PyResult<Watched<T>> {
        let _asking = Asking::begin(&self.askers)?;
        let (table, progress) = (self.table(question)?, ::solver::Progress::default());
        let search = || {
            let table = table.as_deref().map(|table| table as &dyn ::solver::ProofTable);
            match self.turn(&progress) {
                Some(mut solver) => work(solver.with_table_if(table).watched_by(&progress)),
                // Its time is over; only what is known before a search can be said.
                None => {
                    let resources = Resources { threads: 1, memory_bytes: 1 << 20, ..Resources::default() };
                    work(::solver::Solver::new(resources).with_table_if(table).watched_by(&progress))
                }
            }
        };
        let watched = watch.run(py, &progress, &|| (0, 1), search);
        // Whatever ended the search, what is proven stays.
        let flushed = self.tables.as_ref().map_or(Ok(()), |tables| py.detach(|| tables.flush()));
        let Watched { result, time, is_late } = watched?;
        flushed?;
        Ok(Watched { result: result.map_err(unsolved)?, time, is_late })
    }
}

/// A thread of Python that waits for the solver. A callback that asked the solver that it watches would wait for ever.
struct Asking<'a>(&'a Mutex<HashSet<ThreadId>>);

impl<'a> Asking<'a> {
    fn begin(askers: &'a Mutex<HashSet<ThreadId>>) -> PyResult<Self> {
        let is_new = askers.lock().unwrap_or_else(PoisonError::into_inner).insert(thread::current().id());
        is_new.then_some(Self(askers)).ok_or_else(|| failed("solver: it is at work; ask another one from its callback"))
    }
}

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&thread::current().id());
    }
}

/// What an answer says of a table that is false.
fn trusted(answer: &::solver::Answer) -> PyResult<()> {
    answer.contradiction.map_or(Ok(()), |position| Err(unsolved(SolveError::Contradiction(position))))
}

#[pymethods]
impl Solver {
    #[new]
    #[pyo3(signature = (*, threads=None, memory=Memory::Bytes(512 << 20), table=None, read_only=false, book=None))]
    #[pyo3(text_signature = "(*, threads=None, memory='512MiB', table=None, read_only=False, book=True)")]
    fn new(
        threads: Option<i128>,
        memory: Memory,
        table: Option<PathBuf>,
        read_only: bool,
        book: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (threads, memory_bytes) = (named::threads(threads)?, memory.bytes()?);
        let resources = Resources { threads, memory_bytes, ..Resources::default() };
        let tables = table.map(|directory| Tables::open(&directory, read_only)).transpose()?;
        let books = book.map_or(Ok(Books::Shipped), Books::open)?;
        let solver = Mutex::new(::solver::Solver::new(resources));
        Ok(Self { solver, askers: Mutex::default(), books, tables, read_only })
    }

    /// Answers who wins (mode "wld") or by how much (mode "exact"), with a perfect line.
    ///
    /// scoring: "discs", by which nobody gets the squares that stay empty but the winner of a wipe-out, or "wof", by which the winner
    ///     always does. time_limit: in seconds or as text such as "2m"; the answer then has what is proven so far, and `complete` is False.
    /// progress: called about ten times a second with a Progress; an exception in it ends the search.
    /// line: False leaves the line empty. Where a book or a table has the value, the line alone can take a search of seconds or more.
    /// Raises ValueError for a wrong argument, MemoryError, RuntimeError if a table is false or fails.
    ///
    /// >>> Solver().solve("6x6", line=False)
    /// Answer(value=-4, best='c2', nodes=0, source='book', complete=True)
    #[pyo3(signature = (position, mode="exact", scoring="discs", time_limit=None, progress=None, line=true))]
    #[expect(clippy::too_many_arguments, reason = "a function of Python has options by name")]
    fn solve(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        mode: &str,
        scoring: &str,
        time_limit: Option<Time>,
        progress: Option<Py<PyAny>>,
        line: bool,
    ) -> PyResult<Answer> {
        let question = Question::new(self::position(position)?, named::mode(mode)?, named::scoring(scoring)?);
        let watch = Watch::new(time_limit, progress)?;
        let Watched { result: answer, time, .. } = self.search(py, &question, &watch, |solver| {
            if line { solver.solve(&question) } else { solver.best_move(&question) }
        })?;
        trusted(&answer)?;
        let from_book = answer.from_table && self.books.answer(&question);
        Ok(Answer::new(&question, &answer, time, from_book))
    }

    /// What every legal move is worth to the side that makes it, as a dictionary from move to value, in order of the squares; empty
    /// when the game is over. The values are exact and in discs, or by mode "wld" 1 for a win, 0 for a draw and -1 for a loss.
    ///
    /// Raises TimeoutError if the time limit comes first, and as `solve`.
    ///
    /// >>> Solver().move_values(Position("4x4", "b1"))
    /// {'a1': 8, 'c1': -8, 'a3': -9}
    #[pyo3(signature = (position, scoring="discs", time_limit=None, progress=None, mode="exact"))]
    fn move_values<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'_, PyAny>,
        scoring: &str,
        time_limit: Option<Time>,
        progress: Option<Py<PyAny>>,
        mode: &str,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (position, mode, scoring) = (self::position(position)?, named::mode(mode)?, named::scoring(scoring)?);
        let question = Question::new(position, mode, scoring);
        let watch = Watch::new(time_limit, progress)?;
        let found = self.search(py, &question, &watch, |solver| worth_of_moves(solver, &position, mode, scoring))?;
        let values = PyDict::new(py);
        for (chosen, value) in found.result {
            values.set_item(chosen.display(position.board()).to_string(), value)?;
        }
        Ok(values)
    }

    /// The moves of a perfect game from a position to its end, passes included.
    ///
    /// Raises TimeoutError if the time limit comes first, and as `solve`.
    ///
    /// >>> Solver(threads=1).perfect_line("4x4")
    /// ['b1', 'a1', 'a2', 'c1', 'd4', 'a3', 'd1', 'b4', 'a4', 'c4']
    #[pyo3(signature = (position, scoring="discs", time_limit=None, progress=None))]
    fn perfect_line(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        scoring: &str,
        time_limit: Option<Time>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Vec<String>> {
        let answer = self.solve(py, position, Mode::Exact.name(), scoring, time_limit, progress, true)?;
        answer.complete().then(|| answer.line()).ok_or_else(late)
    }

    /// Forgets what is in memory, so that the next question starts like the first.
    fn forget(&self) -> PyResult<()> {
        let mut solver = self.solver.try_lock().map_err(|_| failed("solver: it is at work"))?;
        solver.forget();
        Ok(())
    }
}
