//! Memory that the system does not give: one line and status 1, wherever it happens.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ffi::OsString;
use std::panic::resume_unwind;
use std::{env, thread};

use crate::exit::Failure;
use crate::last_words;
use crate::threads;

/// The system's memory. Where that has no more, the program ends: there is nothing that a search could do without it, and
/// what is proven until then is kept.
pub(crate) struct Memory;

// SAFETY: all is left to the system's own; nothing that fails comes back.
unsafe impl GlobalAlloc for Memory {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller has promised.
        given(unsafe { System.alloc(layout) }, layout.size())
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller has promised.
        given(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        // SAFETY: as the caller has promised.
        given(unsafe { System.realloc(block, layout, bytes) }, bytes)
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as the caller has promised.
        unsafe { System.dealloc(block, layout) }
    }
}

#[inline(always)]
fn given(block: *mut u8, bytes: usize) -> *mut u8 {
    if block.is_null() {
        refused(bytes);
    }
    block
}

#[cold]
fn refused(bytes: usize) -> ! {
    last_words::end(format_args!(
        "memory: the system gives no more (asked for {bytes} bytes); choose less with --memory, fewer threads or a smaller \
         task, or allow more (ulimit -v)"
    ))
}

/// Where the address space is limited, glibc shall not set aside 64 MiB of it for each thread: that alone uses it up.
pub(crate) fn prepare() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        let mut limit = libc::rlimit { rlim_cur: libc::RLIM_INFINITY, rlim_max: libc::RLIM_INFINITY };
        // SAFETY: both only read and set numbers; no other thread has begun yet.
        unsafe {
            if libc::getrlimit(libc::RLIMIT_AS, &mut limit) == 0 && limit.rlim_cur != libc::RLIM_INFINITY {
                libc::mallopt(libc::M_ARENA_MAX, 1);
            }
        }
    }
}

/// The least stack, in bytes: what threads have unless told otherwise. The deepest search of 64 squares takes a quarter.
const LEAST_STACK: usize = 2 << 20;

/// Does some work on a stack that is large enough, whatever the limits and the environment say.
pub(crate) fn with_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let is_small = |name: &OsString| {
        name.to_str().and_then(|bytes| bytes.parse().ok()).is_some_and(|bytes: usize| bytes < LEAST_STACK)
    };
    if env::var_os("RUST_MIN_STACK").as_ref().is_some_and(is_small) {
        // SAFETY: no other thread has begun yet.
        unsafe { env::remove_var("RUST_MIN_STACK") };
    }
    if has_stack() || threads::require(1).is_err() {
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

/// Asks the system once for so many bytes, so that a size it never gives is an error at the start.
///
/// # Errors
/// It does not give them.
#[cfg(feature = "explorer")]
pub(crate) fn check(bytes: usize) -> Result<(), Failure> {
    let refused = || Failure::Run(format!("memory: the system does not give {} MiB; choose less", bytes >> 20));
    let layout = Layout::array::<u8>(bytes.max(1)).map_err(|_| refused())?;
    // SAFETY: the size is not zero.
    let block = unsafe { System.alloc(layout) };
    if block.is_null() {
        return Err(refused());
    }
    // SAFETY: it was given just now, with this layout.
    unsafe { System.dealloc(block, layout) };
    Ok(())
}
