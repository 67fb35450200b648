//! Work for several threads.

use std::thread;

/// Does the work of this many workers, each on its own thread, the first on the calling thread.
///
/// # Panics
/// If a worker panicked, or the system refuses a thread.
pub fn work_on(workers: usize, work: impl Fn(usize) + Sync) {
    let work = &work;
    thread::scope(|scope| {
        for worker in 1..workers {
            scope.spawn(move || work(worker));
        }
        work(0);
    });
}
