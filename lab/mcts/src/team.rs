//! Work for several threads, even if the system refuses some of them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

static MISSED: AtomicUsize = AtomicUsize::new(0);

/// How many threads the system has refused this process so far. Other threads did their work.
#[must_use]
pub fn missed() -> usize {
    MISSED.load(Ordering::Relaxed)
}

/// Records that the system refused this many threads.
pub(crate) fn miss(threads: usize) {
    MISSED.fetch_add(threads, Ordering::Relaxed);
}

/// Does the work of this many workers, each on its own thread, the first on the calling thread. If the system refuses
/// threads, the calling thread then does their work in sequence.
pub fn work_on(workers: usize, work: impl Fn(usize) + Sync) {
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
