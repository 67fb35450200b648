//! Work that releases the interpreter lock, and that Ctrl-C or a callback can stop.

use std::cell::RefCell;
use std::panic::resume_unwind;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant};
use std::{process, thread};

use ::solver::Discs;
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::errors::failed;
use crate::named::Time;
use crate::pool::pool;

/// How often to check signals and the clock.
const TICK: Duration = Duration::from_millis(20);
/// How often to call the callback.
const TELL: Duration = Duration::from_millis(100);
/// How often a thread that waits for its turn looks whether it has come.
const TURN: Duration = Duration::from_millis(2);
/// Stack size of the worker thread. The deepest search of 64 squares takes half a MiB.
const STACK_BYTES: usize = 8 << 20;

/// The progress of a search, as passed to a callback. Scores are in discs, for the side to move at the root.
#[pyclass(frozen, get_all, module = "exact_othello")]
pub(crate) struct Progress {
    /// Seconds since the search began.
    seconds: f64,
    /// Nodes searched so far.
    nodes: u64,
    /// What the search is doing, in a word or two.
    phase: &'static str,
    /// The value is at least this; None until the search knows its board.
    lower: Option<i32>,
    /// The value is at most this; None until the search knows its board.
    upper: Option<i32>,
    /// Positions done so far.
    done: usize,
    /// Positions in total.
    total: usize,
}

#[pymethods]
impl Progress {
    fn __repr__(&self) -> String {
        let limit = |limit: Option<i32>| limit.map_or_else(|| "None".to_owned(), |limit| limit.to_string());
        let (seconds, nodes, phase) = (self.seconds, self.nodes, self.phase);
        let (lower, upper, done, total) = (limit(self.lower), limit(self.upper), self.done, self.total);
        format!(
            "Progress(seconds={seconds:.1}, nodes={nodes}, phase='{phase}', lower={lower}, upper={upper}, done={done}, total={total})"
        )
    }
}

/// A search that asks a network: the address of its player, and its progress.
pub(crate) type Asking = (usize, Arc<::solver::Progress>);

thread_local! {
    /// The searches that wait for what this thread does, as their networks ask for it.
    pub(crate) static ASKING: RefCell<Vec<Asking>> = const { RefCell::new(Vec::new()) };
}

/// The callback that watches some work, and its time limit.
#[derive(Default)]
pub(crate) struct Watch {
    pub(crate) callback: Option<Py<PyAny>>,
    pub(crate) limit: Option<Duration>,
}

/// Positions to map between two looks for Ctrl-C: a fraction of a second.
pub(crate) const BLOCK: usize = 1 << 18;

/// Maps positions on all cores, keeping their order.
///
/// # Errors
/// Ctrl-C, or the system refuses threads.
pub(crate) fn map<T: Send>(py: Python<'_>, discs: &[Discs], of: impl Fn(Discs) -> T + Send + Sync) -> PyResult<Vec<T>> {
    let (threads, mut found) = (pool(py)?, Vec::with_capacity(discs.len()));
    for block in discs.chunks(BLOCK) {
        py.check_signals()?;
        py.detach(|| threads.install(|| found.par_extend(block.par_iter().map(|&discs| of(discs)))));
    }
    Ok(found)
}

/// The result of some work, how long it took, and whether it hit its time limit.
pub(crate) struct Watched<T> {
    pub(crate) result: T,
    pub(crate) time: Duration,
    pub(crate) is_late: bool,
}

impl Watch {
    /// A watch with a user's options.
    ///
    /// # Errors
    /// The time limit is invalid.
    pub(crate) fn new(limit: Option<Time>, callback: Option<Py<PyAny>>) -> PyResult<Self> {
        Ok(Self { callback, limit: limit.map(|limit| limit.span()).transpose()? })
    }

    /// Does some work in a thread of its own, for which the same searches wait. `done` returns the number of positions done and
    /// their total.
    ///
    /// # Errors
    /// Ctrl-C, an exception in the callback, a search that waits was stopped, or the system refuses a thread. The work has stopped
    /// by then.
    pub(crate) fn run<T: Send>(
        &self,
        py: Python<'_>,
        progress: &::solver::Progress,
        done: &(dyn Fn() -> (usize, usize) + Sync),
        work: impl FnOnce() -> T + Send,
    ) -> PyResult<Watched<T>> {
        let asking = ASKING.with_borrow(Clone::clone);
        py.detach(|| {
            thread::scope(|scope| {
                let (finished, has_finished) = mpsc::channel();
                let begun = Instant::now();
                let worker = thread::Builder::new().name("search".to_owned()).stack_size(STACK_BYTES);
                let handle = worker.spawn_scoped(scope, move || {
                    ASKING.set(asking);
                    // Dropping the sender signals that the work is done, even after a panic.
                    let _finished: mpsc::Sender<()> = finished;
                    (work(), begun.elapsed())
                });
                let handle = handle.map_err(|error| failed(format!("threads: the system gives no more: {error}")))?;
                let waited = self.wait(progress, done, begun, &has_finished);
                if waited.is_err() {
                    progress.stop();
                }
                let (result, time) = handle.join().unwrap_or_else(|panic| resume_unwind(panic));
                waited.map(|is_late| Watched { result, time, is_late })
            })
        })
    }

    /// Waits until the work is done. Returns whether the time limit stopped it.
    fn wait(
        &self,
        progress: &::solver::Progress,
        done: &dyn Fn() -> (usize, usize),
        begun: Instant,
        has_finished: &mpsc::Receiver<()>,
    ) -> PyResult<bool> {
        let (mut is_late, mut told, process) = (false, begun, process::id());
        while has_finished.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
            if ASKING.with_borrow(|asking| asking.iter().any(|(_, above)| above.is_stopped())) {
                return Err(failed("network: the search that asks it was stopped"));
            }
            if self.limit.is_some_and(|limit| begun.elapsed() >= limit) && !is_late {
                is_late = true;
                progress.stop();
            }
            let is_due = told.elapsed() >= TELL;
            Python::attach(|py| {
                let callback = self.callback.as_ref().filter(|_| is_due);
                let told = py.check_signals().and_then(|()| {
                    callback.map_or(Ok(()), |callback| callback.call1(py, (seen(progress, begun, done()),)).map(drop))
                });
                if process::id() == process {
                    return told;
                }
                // The thread that works is the parent's: this process would wait for it for ever.
                let error =
                    || failed("a process forked in a callback has no search to return to; end it with os._exit");
                told.err().unwrap_or_else(error).print(py);
                py.import("os")?.call_method1("_exit", (1,)).map(drop)
            })?;
            told = if is_due { Instant::now() } else { told };
        }
        Ok(is_late)
    }
}

/// Waits until no other thread uses something; `None` if `progress` is stopped first.
pub(crate) fn turn<'a, T>(shared: &'a Mutex<T>, progress: &::solver::Progress) -> Option<MutexGuard<'a, T>> {
    loop {
        match shared.try_lock() {
            Ok(mine) => return Some(mine),
            // Work that panicked leaves nothing half done that later work would trust.
            Err(TryLockError::Poisoned(panicked)) => return Some(panicked.into_inner()),
            Err(TryLockError::WouldBlock) if progress.is_stopped() => return None,
            Err(TryLockError::WouldBlock) => thread::sleep(TURN),
        }
    }
}

/// The argument of the callback.
fn seen(progress: &::solver::Progress, begun: Instant, (done, total): (usize, usize)) -> Progress {
    let bounds = progress.bounds();
    Progress {
        seconds: begun.elapsed().as_secs_f64(),
        nodes: progress.nodes(),
        phase: progress.phase().name(),
        lower: bounds.map(|bounds| bounds.lower.discs()),
        upper: bounds.map(|bounds| bounds.upper.discs()),
        done,
        total,
    }
}
