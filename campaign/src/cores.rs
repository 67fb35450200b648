//! Runs work on all cores of the driver's machine, or on one if the system grants no threads.

use std::sync::OnceLock;
use std::thread;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The threads, made once for the whole program. Their number is given, because rayon would otherwise start as many as the
/// environment variable RAYON_NUM_THREADS says, up to 65,535.
fn pool() -> Option<&'static ThreadPool> {
    static POOL: OnceLock<Option<ThreadPool>> = OnceLock::new();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let made = POOL.get_or_init(|| ThreadPoolBuilder::new().num_threads(cores).build().ok());
    made.as_ref().filter(|pool| pool.current_num_threads() > 1)
}

/// Maps `things`, keeping their order.
pub(crate) fn map<T: Send, R: Send>(things: Vec<T>, work: impl Fn(T) -> R + Send + Sync) -> Vec<R> {
    map_with(things, || (), |(), thing| work(thing))
}

/// The same with a tool to work with, which each core makes for itself, perhaps more than once.
pub(crate) fn map_with<T: Send, W, R: Send>(
    things: Vec<T>,
    tool: impl Fn() -> W + Send + Sync,
    work: impl Fn(&mut W, T) -> R + Send + Sync,
) -> Vec<R> {
    match pool().filter(|_| things.len() > 1) {
        Some(pool) => pool.install(|| things.into_par_iter().map_init(tool, work).collect()),
        None => {
            let mut tool = tool();
            things.into_iter().map(|thing| work(&mut tool, thing)).collect()
        }
    }
}

/// Does two things at the same time.
pub(crate) fn both<A: Send, B: Send>(a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
    match pool() {
        Some(pool) => pool.join(a, b),
        None => (a(), b()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_done_once_and_stays_in_order() {
        assert_eq!(map((0..1000).collect(), |number: u32| 2 * number), (0..2000).step_by(2).collect::<Vec<_>>());
        assert_eq!(map(vec![3], |number: u32| number + 1), [4]);
        assert_eq!(both(|| 1, || "two"), (1, "two"));
    }
}
