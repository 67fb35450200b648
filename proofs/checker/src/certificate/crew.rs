//! The same work on several threads.

use std::thread;

/// Does some work on this many threads, this one among them; on fewer if the system does not give this many.
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
