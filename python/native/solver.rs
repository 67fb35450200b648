//! The solver as an object.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ThreadId};

use ::solver::{Basis, Mode, Question, Resources, SolveError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answer::Answer;
use crate::batches::worth_of_moves;
use crate::errors::{failed, late, unsolved, warn_of_claim};
use crate::named::{self, Memory, Time};
use crate::pool::{PerProcess, prepare};
use crate::position::position;
use crate::shelf::Shelf;
use crate::watched::{Watch, Watched, turn};

/// Solver(*, threads=None, memory="512MiB", table=None, read_only=False, book=True): finds exact values.
///
/// threads: their number; None for one per core. With 1 the same question takes the same number of nodes each time.
/// memory: the size of the transposition table, in bytes or as text such as "2GiB". It keeps its entries from one question to
///     the next while board and scoring stay the same.
/// table: a directory that keeps all proven results on disk, shared with the program `solve`. It needs a package built with the
///     feature `tables`.
/// read_only: whether the table is only read.
/// book: whether to look positions up in the books that come with the package first, or the path of a book made by
///     `solve book build`. The contents of a file have not been proven here, so answers that rest on it are not `verified`.
///
/// The solver releases the interpreter lock while it works, and Ctrl-C stops it. Threads that share a solver take turns; the time
/// spent waiting counts towards a time limit. A `progress` callback cannot use the solver that it watches. A forked process may
/// use a solver of its parent, which begins with empty memory there; one with a table raises RuntimeError there.
///
/// >>> Solver().solve(Position("4x4")).value
/// -8
#[pyclass(frozen, module = "exact_othello")]
pub(crate) struct Solver {
    resources: Resources,
    engine: PerProcess<Engine>,
    shelf: Shelf,
}

/// What searches.
struct Engine {
    solver: Mutex<::solver::Solver>,
    /// The Python threads that wait for an answer.
    askers: Mutex<HashSet<ThreadId>>,
}

/// Python aligns objects to two words, whatever their type requires.
const _: () = assert!(align_of::<Solver>() <= 16);

impl Solver {
    fn engine(&self, py: Python<'_>) -> PyResult<Arc<Engine>> {
        let solver = || Mutex::new(::solver::Solver::new(self.resources));
        self.engine.get(py, || Ok(Engine { solver: solver(), askers: Mutex::default() }))
    }

    /// Runs `work` with the solver, under the time limit and callback of `watch`. Returns what the result may rest on, too.
    fn search<T: Send>(
        &self,
        py: Python<'_>,
        question: &Question,
        watch: &Watch,
        work: impl FnOnce(::solver::SolverWith<'_>) -> Result<T, SolveError> + Send,
    ) -> PyResult<Watched<(T, Basis)>> {
        let engine = self.engine(py)?;
        let _asking = Asking::begin(&engine.askers)?;
        prepare(py, question.position.board(), &[question.position.discs()]);
        let table = self.shelf.table(py, question.position.board(), question.scoring)?;
        let progress = ::solver::Progress::default();
        let search = || {
            let table = table.as_deref().map(|table| table as &dyn ::solver::ProofTable);
            let mut turn = turn(&engine.solver, &progress);
            // Out of time: answer with what is known without a search.
            let resources = Resources { threads: 1, memory_bytes: 1 << 20, ..Resources::default() };
            let mut spare = ::solver::Solver::new(resources);
            let solver = turn.as_deref_mut().unwrap_or(&mut spare);
            let result = work(solver.with_table_if(table).watched_by(&progress))?;
            Ok((result, solver.basis()))
        };
        let watched = watch.run(py, &progress, &|| (0, 1), search);
        // Whatever ended the search, keep what it has proven.
        let flushed = self.shelf.flush(py);
        let Watched { result, time, is_late } = watched?;
        flushed?;
        Ok(Watched { result: result.map_err(unsolved)?, time, is_late })
    }
}

/// A Python thread that waits for the solver. A callback that asked the solver it watches would wait for ever, so it is refused.
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

/// The error if the answer has found a contradiction in the table.
fn trusted(answer: &::solver::Answer) -> PyResult<()> {
    answer.contradiction.map_or(Ok(()), |position| Err(unsolved(SolveError::Contradiction(position))))
}

#[pymethods]
impl Solver {
    #[new]
    #[pyo3(signature = (*, threads=None, memory=Memory::Bytes(512 << 20), table=None, read_only=false, book=None))]
    #[pyo3(text_signature = "(*, threads=None, memory='512MiB', table=None, read_only=False, book=True)")]
    fn new(
        py: Python<'_>,
        threads: Option<i128>,
        memory: Memory,
        table: Option<PathBuf>,
        read_only: bool,
        book: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (threads, memory_bytes) = (named::threads(threads)?, memory.bytes()?);
        let resources = Resources { threads, memory_bytes, ..Resources::default() };
        let shelf = Shelf::open(py, table.as_deref(), read_only, book)?;
        Ok(Self { resources, engine: PerProcess::new(), shelf })
    }

    /// Answers who wins (mode "wld") or by how much (mode "exact"), with a perfect line.
    ///
    /// scoring: with "discs" the winner gets the squares left empty only after a wipe-out, with "wof" always.
    /// time_limit: in seconds or as text such as "2m". An answer out of time has what is proven so far, and `complete` is False.
    /// progress: called about ten times a second with a Progress; an exception in it stops the search.
    /// line: False leaves the line empty. Even where a book or table has the value, the line can take seconds of search or more.
    ///
    /// Raises ValueError for a wrong argument, MemoryError if memory runs out, and RuntimeError if a table is wrong or fails.
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
        let question =
            Question::new(self::position(position, "position")?, named::mode(mode)?, named::scoring(scoring)?);
        let watch = Watch::new(time_limit, progress)?;
        let Watched { result: (answer, _), time, .. } = self.search(py, &question, &watch, |solver| {
            if line { solver.solve(&question) } else { solver.best_move(&question) }
        })?;
        trusted(&answer)?;
        let from_book = answer.from_table && self.shelf.has_in_books(&question);
        Ok(Answer::new(&question, &answer, time, from_book))
    }

    /// What every legal move is worth to the side that makes it: a dictionary from move to value, in order of the squares; empty
    /// when the game is over. The values are exact, in discs; in mode "wld" 1 for a win, 0 for a draw and -1 for a loss. An
    /// UnverifiedWarning says that they may rest on a book of your own or on imported entries of the table.
    ///
    /// Raises TimeoutError if the time limit comes first, otherwise like `solve`.
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
        let (position, mode, scoring) =
            (self::position(position, "position")?, named::mode(mode)?, named::scoring(scoring)?);
        let question = Question::new(position, mode, scoring);
        let watch = Watch::new(time_limit, progress)?;
        let found = self.search(py, &question, &watch, |solver| worth_of_moves(solver, &position, mode, scoring))?;
        let (found, basis) = found.result;
        warn_of_claim(py, basis.is_claim(), 1)?;
        let values = PyDict::new(py);
        for (chosen, value) in found {
            values.set_item(chosen.display(position.board()).to_string(), value)?;
        }
        Ok(values)
    }

    /// The moves of a perfect game from a position to its end, passes included. An UnverifiedWarning as with `move_values`.
    ///
    /// Raises TimeoutError if the time limit comes first, otherwise like `solve`.
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
        let line = answer.complete().then(|| answer.line()).ok_or_else(late)?;
        warn_of_claim(py, !answer.verified(), 1)?;
        Ok(line)
    }

    /// Clears what is in memory, so that the next question starts afresh. Raises RuntimeError while the solver is at work.
    fn forget(&self, py: Python<'_>) -> PyResult<()> {
        let engine = self.engine(py)?;
        let mut solver = engine.solver.try_lock().map_err(|_| failed("solver: it is at work"))?;
        solver.forget();
        Ok(())
    }
}
