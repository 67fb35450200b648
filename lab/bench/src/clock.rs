//! CPU time.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// CPU time of all threads of this process on all cores.
#[must_use]
pub fn process_time() -> Duration {
    time(ClockId::ProcessCPUTime)
}

/// CPU time of this thread.
#[must_use]
pub fn thread_time() -> Duration {
    time(ClockId::ThreadCPUTime)
}

fn time(clock: ClockId) -> Duration {
    let time = clock_gettime(clock);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}
