//! Running out of memory: one line and status 1, wherever it happens.

use std::alloc::{GlobalAlloc, Layout, System};
use std::panic::{self, PanicHookInfo};

use crate::exit::Failure;
use crate::last_words;

/// The system's allocator. When it has no more memory, the program ends: a search can do nothing without it, and what
/// has been proven until then is kept.
pub(crate) struct Memory;

// SAFETY: everything is left to the system's allocator; a failed call never returns.
unsafe impl GlobalAlloc for Memory {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the same contract.
        given(unsafe { System.alloc(layout) }, layout.size())
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the same contract.
        given(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        // SAFETY: the caller keeps the same contract.
        given(unsafe { System.realloc(block, layout, bytes) }, bytes)
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the same contract.
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

/// Prepares for a memory limit: failures that the allocator does not see get a message too, and glibc does not reserve
/// 64 MiB of address space for each thread, which alone would use up a limit.
pub(crate) fn prepare() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if is_for_want_of_memory(panic) {
            last_words::end(format_args!(
                "memory: the system gives no more for another thread; choose fewer threads or less with --memory, or allow \
                 more (ulimit -v)"
            ));
        }
        usual(panic);
    }));
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

/// Makes glibc return freed memory to the system, as a server that runs for long wants it: it maps large blocks, however
/// large those were that were freed before, and threads share two heaps.
pub(crate) fn return_freed() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: it sets two numbers.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, 1 << 18);
        libc::mallopt(libc::M_ARENA_MAX, 2);
    }
}

/// Whether a thread ends because the standard library got no memory for its alternative stack, which it maps itself.
fn is_for_want_of_memory(panic: &PanicHookInfo<'_>) -> bool {
    panic.payload().downcast_ref::<String>().is_some_and(|text| text.contains("alternative stack"))
}

/// Whether the system would give this many bytes now.
pub(crate) fn is_there(bytes: usize) -> bool {
    let Ok(layout) = Layout::array::<u8>(bytes.max(1)) else { return false };
    // SAFETY: the size is not zero.
    let block = unsafe { System.alloc(layout) };
    if !block.is_null() {
        // SAFETY: the block was allocated just now, with this layout.
        unsafe { System.dealloc(block, layout) };
    }
    !block.is_null()
}

/// Asks the system once for this many bytes, so that a size it never gives is an error at the start.
///
/// # Errors
/// It does not give them.
#[cfg(feature = "explorer")]
pub(crate) fn check(bytes: usize) -> Result<(), Failure> {
    match is_there(bytes) {
        true => Ok(()),
        false => Err(Failure::Run(format!("memory: the system does not give {} MiB; choose less", bytes >> 20))),
    }
}
