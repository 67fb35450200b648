//! Threads: how many, and work on them.

use std::ffi::OsString;
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::Duration;
use std::{env, fs, thread};

use rayon::ThreadPoolBuilder;

use crate::exit::{Failure, complain};
use crate::last_words;
use crate::memory;

/// Threads besides the workers: the one that watches over them, the one that writes the table, and RocksDB's own.
const BESIDE: usize = 6;
/// The most memory a new thread takes: its stack, and twice as much for everything else.
const ROOM: usize = 6 << 20;
/// Time between two checks whether threads have ended, and the most checks.
const LOOK: Duration = Duration::from_millis(1);
const LOOKS: u32 = 100;

/// The number that was given, else one for each core.
pub(crate) fn wanted(given: Option<usize>) -> usize {
    given.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from))
}

/// The number of threads that are [`wanted`]. If the system does not grant this many besides those that every command
/// needs, a message says so and the number is lower.
pub(crate) fn count(given: Option<usize>) -> usize {
    let wanted = wanted(given);
    if wanted == 1 {
        return 1;
    }
    let all = obtainable(wanted + BESIDE);
    let had = all.saturating_sub(BESIDE).clamp(1, wanted);
    // If there is none at all, the code that needs one says so.
    if had < wanted && all > 0 {
        complain(&format!("warning: the system gives {had} of {wanted} threads; going on with as many"));
    }
    had
}

/// Makes sure that the system grants this many threads besides the first.
///
/// # Errors
/// It does not.
pub(crate) fn require(threads: usize) -> Result<(), Failure> {
    match obtainable(threads) {
        had if had < threads => Err(Failure::Run(format!(
            "threads: the system gives {} of {}; choose fewer, or allow more (ulimit -u)",
            had + 1,
            threads + 1
        ))),
        _ => Ok(()),
    }
}

/// How many of this many threads the system grants at once, besides this one. All have ended when this returns.
fn obtainable(wanted: usize) -> usize {
    let (gate, before) = (Mutex::new(()), running());
    let (begun, has_begun) = mpsc::channel();
    let had = thread::scope(|scope| {
        let closed = gate.lock().unwrap_or_else(PoisonError::into_inner);
        let begins = |_: &usize| {
            let (begun, gate) = (begun.clone(), &gate);
            let wait = move || {
                // The code above waits for it.
                let _ = begun.send(());
                drop(gate.lock());
            };
            // A running thread takes a little more memory, and the program ends if it does not get it.
            memory::is_there(ROOM)
                && thread::Builder::new().spawn_scoped(scope, wait).is_ok()
                && has_begun.recv().is_ok()
        };
        let had = (0..wanted).take_while(begins).count();
        drop(closed);
        had
    });
    // A joined thread counts against the limit for another moment.
    for _ in 0..LOOKS {
        if running() <= before {
            break;
        }
        thread::sleep(LOOK);
    }
    had
}

/// Number of threads of this process; 0 if the system does not tell.
fn running() -> usize {
    fs::read_dir("/proc/self/task").map_or(0, Iterator::count)
}

/// Runs some work on this many threads; on all cores if none are given.
///
/// # Errors
/// The system grants no threads.
pub(crate) fn on<T: Send>(given: Option<usize>, work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
    let pool = ThreadPoolBuilder::new().num_threads(count(given)).build();
    pool.map(|pool| pool.install(work)).map_err(|error| refused(&error))
}

/// Creates the threads for all work that does not create its own.
///
/// # Errors
/// The system grants none.
pub(crate) fn prepare() -> Result<(), Failure> {
    let pool = ThreadPoolBuilder::new().num_threads(count(None)).build_global();
    pool.map_err(|error| refused(&error))
}

/// The smallest stack, in bytes: the default of threads. The deepest search on 64 squares takes a quarter of it.
const LEAST_STACK: usize = 2 << 20;

/// Runs some work on a stack that is large enough, whatever the limits and the environment say.
pub(crate) fn with_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let is_small = |name: &OsString| {
        name.to_str().and_then(|bytes| bytes.parse().ok()).is_some_and(|bytes: usize| bytes < LEAST_STACK)
    };
    if env::var_os("RUST_MIN_STACK").as_ref().is_some_and(is_small) {
        // SAFETY: no other thread has begun yet.
        unsafe { env::remove_var("RUST_MIN_STACK") };
    }
    if has_stack() || require(1).is_err() {
        return work();
    }
    thread::scope(|scope| {
        let thread = thread::Builder::new().name("main".to_owned()).stack_size(4 * LEAST_STACK);
        match thread.spawn_scoped(scope, work).map(thread::ScopedJoinHandle::join) {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => resume_unwind(panic),
            Err(error) => last_words::end(format_args!("threads: the system gives no more: {error}")),
        }
    })
}

/// Whether the first thread's stack may grow large enough.
#[cfg(unix)]
fn has_stack() -> bool {
    let mut limit = libc::rlimit { rlim_cur: libc::RLIM_INFINITY, rlim_max: libc::RLIM_INFINITY };
    // SAFETY: it writes the numbers.
    let is_known = unsafe { libc::getrlimit(libc::RLIMIT_STACK, &mut limit) } == 0;
    !is_known || limit.rlim_cur >= LEAST_STACK as libc::rlim_t
}

#[cfg(not(unix))]
fn has_stack() -> bool {
    true
}

/// The message when the system grants no thread.
pub(crate) fn refused(error: &dyn std::error::Error) -> Failure {
    let reason = error.source().map_or_else(|| error.to_string(), ToString::to_string);
    Failure::Run(format!("threads: the system gives no more: {reason}; allow more (ulimit -u)"))
}
