//! The threads that work on arrays.

use std::sync::{Arc, Mutex, PoisonError};
use std::{mem, process};

use pyo3::PyResult;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::errors::failed;

/// The threads, and the id of the process they belong to.
static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// The threads of this process, one per core. A forked process, as `multiprocessing` makes them, has none of its parent's
/// threads and would wait for them for ever, so it gets its own.
///
/// # Errors
/// The system refuses to start threads.
pub(crate) fn pool() -> PyResult<Arc<ThreadPool>> {
    let mut known = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((process, pool)) = &*known
        && *process == process::id()
    {
        return Ok(Arc::clone(pool));
    }
    let pool = ThreadPoolBuilder::new().thread_name(|_| "array".to_owned()).build();
    let pool = Arc::new(pool.map_err(|error| failed(format!("threads: the system gives no more: {error}")))?);
    // Dropping the parent's pool would tell its threads to end, but there are none in this process.
    mem::forget(known.replace((process::id(), Arc::clone(&pool))));
    Ok(pool)
}
