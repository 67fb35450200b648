//! Threads: how many, and work on them.

use std::thread;

use rayon::ThreadPoolBuilder;

use crate::exit::Failure;

/// The number that was given, else one for each core.
pub(crate) fn count(given: Option<usize>) -> usize {
    given.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from))
}

/// Does some work on so many threads; all cores if none are given.
///
/// # Errors
/// The system gives no threads.
pub(crate) fn on<T: Send>(given: Option<usize>, work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
    let pool = ThreadPoolBuilder::new().num_threads(count(given)).build();
    pool.map(|pool| pool.install(work)).map_err(|error| Failure::Run(format!("threads: {error}")))
}
