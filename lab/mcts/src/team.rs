//! Work for several threads, where the system may give fewer.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

static MISSED: AtomicUsize = AtomicUsize::new(0);

/// How many threads the system has refused this process since it began. Their work was done by others.
#[must_use]
pub fn missed() -> usize {
    MISSED.load(Ordering::Relaxed)
}

/// Notes that the system refused this many threads.
pub(crate) fn miss(threads: usize) {
    MISSED.fetch_add(threads, Ordering::Relaxed);
}

/// Does the work of each of this many workers, each on a thread of its own, the first on this one. The work of those
/// that the system gives no thread comes after it, one after the other.
pub(crate) fn work_on(workers: usize, work: impl Fn(usize) + Sync) {
    let work = &work;
    thread::scope(|scope| {
        let begin = |worker: &usize| {
            thread::Builder::new()
                .spawn_scoped(scope, {
                    let worker = *worker;
                    move || work(worker)
                })
                .is_err()
        };
        let left: Vec<usize> = (1..workers).filter(begin).collect();
        miss(left.len());
        work(0);
        left.into_iter().for_each(work);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_worker_works_once() {
        let done: Vec<AtomicUsize> = (0..5).map(|_| AtomicUsize::new(0)).collect();
        work_on(5, |worker| {
            done[worker].fetch_add(1, Ordering::Relaxed);
        });
        assert!(done.iter().all(|times| times.load(Ordering::Relaxed) == 1), "{done:?}");
    }
}
