//! Runs work on all cores of this machine, or on one if the system grants no threads.

use std::sync::OnceLock;
use std::thread;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The threads, made once. Their number is given, because rayon would otherwise start as many as the environment variable
/// RAYON_NUM_THREADS says, up to 65,535.
fn pool() -> Option<&'static ThreadPool> {
    static POOL: OnceLock<Option<ThreadPool>> = OnceLock::new();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    POOL.get_or_init(|| ThreadPoolBuilder::new().num_threads(cores).build().ok()).as_ref()
}

/// Maps `things`, keeping their order.
pub(crate) fn map<T: Send, R: Send>(things: Vec<T>, work: impl Fn(T) -> R + Send + Sync) -> Vec<R> {
    match pool().filter(|_| things.len() > 1) {
        Some(pool) => pool.install(|| things.into_par_iter().map(work).collect()),
        None => things.into_iter().map(work).collect(),
    }
}
