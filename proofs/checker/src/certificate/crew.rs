//! The same work on several threads.

use std::thread;

/// Runs `work` on this many threads, including this one, or on fewer if the system cannot start that many.
pub(super) fn on_threads(threads: usize, work: &(dyn Fn() + Sync)) {
    thread::scope(|scope| {
        for _ in 1..threads {
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
}
