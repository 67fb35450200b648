//! How many threads, and work on them.

use std::thread;

use rayon::ThreadPoolBuilder;

use crate::exit::Failure;

/// The number that was given, else one for each core.
pub(crate) fn count(given: Option<usize>) -> usize {
    given.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from))
}

/// Runs some work on this many threads; on all cores if none are given.
///
/// # Errors
/// The system grants no threads.
pub(crate) fn on<T: Send>(given: Option<usize>, work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
    let pool = ThreadPoolBuilder::new().num_threads(count(given)).build();
    pool.map(|pool| pool.install(work)).map_err(|error| refused(&error))
}

/// Creates the threads for all work that does not create its own.
///
/// # Errors
/// The system grants none.
pub(crate) fn prepare() -> Result<(), Failure> {
    let pool = ThreadPoolBuilder::new().num_threads(count(None)).build_global();
    pool.map_err(|error| refused(&error))
}

/// The message when the system grants no thread.
pub(crate) fn refused(error: &dyn std::error::Error) -> Failure {
    let reason = error.source().map_or_else(|| error.to_string(), ToString::to_string);
    Failure::Run(format!("threads: the system gives no more: {reason}; allow more (ulimit -u)"))
}
