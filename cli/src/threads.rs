//! How many threads, and work on them.

use std::thread;

use rayon::ThreadPoolBuilder;

use crate::exit::Failure;

/// The number that was given, else one for each core.
pub(crate) fn count(given: Option<usize>) -> usize {
    given.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from))
}

/// Runs some work on this many threads; on all cores if none are given.
pub(crate) fn on<T: Send>(
    given: Option<usize>,
    work: impl FnOnce() -> Result<T, Failure> + Send,
) -> Result<T, Failure> {
    let pool = ThreadPoolBuilder::new().num_threads(count(given)).build();
    pool.map_err(|error| Failure::Run(format!("threads: {error}")))?.install(work)
}
