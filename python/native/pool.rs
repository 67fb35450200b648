//! What belongs to one process: the threads that work on arrays, and everything else that a forked process cannot use.
//!
//! A forked process, as `multiprocessing` makes them, has none of its parent's threads and would wait for them for ever, as it
//! would for a lock that one of them held. Python forks only while it holds the interpreter lock, so nothing that is made or
//! locked with that lock alone is ever found half made or locked.

use std::sync::{Arc, Mutex, PoisonError};
use std::{mem, process, thread};

use ::books::{known, shipped_for};
use ::solver::evaluation::Evaluation;
use ::solver::{Board, CanonicalPosition, Discs, Geometry, Position, Scoring, Side};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::errors::failed;

/// Something that a process makes for itself, and the id of the process that made it.
pub(crate) struct PerProcess<T>(Mutex<Option<(u32, Arc<T>)>>);

impl<T> PerProcess<T> {
    /// Not made yet.
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// That of this process, from `make` if it has none. A parent's is forgotten, never dropped: that could wait for its
    /// threads.
    ///
    /// # Errors
    /// Those of `make`.
    pub(crate) fn get(&self, _: Python<'_>, make: impl FnOnce() -> PyResult<T>) -> PyResult<Arc<T>> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((process, made)) = &*known
            && *process == process::id()
        {
            return Ok(Arc::clone(made));
        }
        let made = Arc::new(make()?);
        mem::forget(known.replace((process::id(), Arc::clone(&made))));
        Ok(made)
    }
}

impl<T> Drop for PerProcess<T> {
    fn drop(&mut self) {
        let known = self.0.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        mem::forget(known.filter(|(process, _)| *process != process::id()));
    }
}

/// The threads of this process, one per core.
///
/// # Errors
/// The system refuses to start threads.
pub(crate) fn pool(py: Python<'_>) -> PyResult<Arc<ThreadPool>> {
    static POOL: PerProcess<ThreadPool> = PerProcess::new();
    POOL.get(py, || {
        let pool = ThreadPoolBuilder::new().num_threads(cores()).thread_name(|_| "array".to_owned()).build();
        pool.map_err(|error| failed(format!("threads: the system gives no more: {error}")))
    })
}

/// The number of cores.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Makes what the other crates make once for each board and share, before work on these positions does so without the
/// interpreter lock: see above.
pub(crate) fn prepare(_: Python<'_>, board: Board, discs: &[Discs]) {
    let _ = (Geometry::of(board), Geometry::of(board.transposed()), Evaluation::learned(board.landscape()));
    let (books, first) = (shipped_for(board), discs.iter().min_by_key(|discs| discs.occupied().len()));
    if let Some(position) = first.and_then(|&discs| Position::new(board, discs, Side::Black)) {
        let _ = (CanonicalPosition::of(&position), known(&books, &position, Scoring::default()));
    }
}
