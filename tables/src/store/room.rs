//! What RocksDB takes for granted: threads and address space. If it does not get them it ends the whole program, so
//! this asks for both before RocksDB starts.

use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use std::{fs, thread};

use memmap2::MmapMut;

use crate::error::TableError;

/// Threads that RocksDB starts when a database is opened, plus the one that writes what is proven.
const THREADS: usize = 4;
/// Address space that opening takes; most of it is never touched.
const BYTES: usize = 96 << 20;
/// Time between two checks whether threads have ended, and the most checks.
const LOOK: Duration = Duration::from_millis(1);
const LOOKS: u32 = 100;

/// Asks the system for what opening a database takes, and gives it back.
pub(super) fn check(directory: &Path) -> Result<(), TableError> {
    let missing = |what, reason: String| TableError::Room { directory: directory.to_owned(), what, reason };
    let (gate, before) = (Mutex::new(()), running());
    thread::scope(|scope| {
        let _closed = gate.lock().unwrap_or_else(PoisonError::into_inner);
        let wait = || drop(gate.lock());
        (0..THREADS).try_for_each(|_| thread::Builder::new().spawn_scoped(scope, wait).map(drop))
    })
    .map_err(|error| missing("threads", format!("{error}; allow more (ulimit -u)")))?;
    // A joined thread still counts against the limit for a moment.
    for _ in 0..LOOKS {
        if running() <= before {
            break;
        }
        thread::sleep(LOOK);
    }
    MmapMut::map_anon(BYTES)
        .map(drop)
        .map_err(|error| missing("memory", format!("{error}; allow {} MiB more (ulimit -v)", BYTES >> 20)))
}

/// Number of threads of this process, if the system tells.
fn running() -> usize {
    fs::read_dir("/proc/self/task").map_or(0, Iterator::count)
}
