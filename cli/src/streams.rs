//! Which of the standard streams were closed when the program was started.
//!
//! Before `main` begins, the standard library opens `/dev/null` in the place of those that are closed, so that no file gets
//! their numbers. An answer would then vanish in silence, and an input that is missing would look like an empty one; so it
//! is noted still earlier.

use crate::exit::Failure;

/// Whether there is a standard output.
///
/// # Errors
/// It was closed: whatever would be printed is lost, so that nothing needs to be done.
pub(crate) fn check_output() -> Result<(), Failure> {
    check(1, "standard output is closed: nobody would get the answer; open it, or send it to /dev/null")
}

/// Whether there is a standard input.
///
/// # Errors
/// It was closed.
pub(crate) fn check_input() -> Result<(), Failure> {
    check(0, "standard input is closed: there is nothing to read; give it a file, or /dev/null")
}

fn check(stream: i32, message: &str) -> Result<(), Failure> {
    if at_start::was_closed(stream) { Err(Failure::Run(message.to_owned())) } else { Ok(()) }
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
mod at_start {
    use std::sync::atomic::{AtomicU8, Ordering};

    /// One bit for each of the streams 0 and 1 that was closed.
    static CLOSED: AtomicU8 = AtomicU8::new(0);

    pub(super) fn was_closed(stream: i32) -> bool {
        CLOSED.load(Ordering::Relaxed) >> stream & 1 == 1
    }

    /// Called by the loader, before the standard library has done anything: nothing of it may be used but atomics.
    extern "C" fn look() {
        for stream in [0, 1] {
            // SAFETY: it asks for the flags of a number, whether that is open or not.
            if unsafe { libc::fcntl(stream, libc::F_GETFD) } == -1 {
                CLOSED.fetch_or(1 << stream, Ordering::Relaxed);
            }
        }
    }

    // SAFETY: a pointer to a function without arguments is what the loader expects there; it ignores those it is given.
    #[used]
    #[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
    #[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
    static LOOK: extern "C" fn() = look;
}

/// Elsewhere it cannot be known.
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
mod at_start {
    pub(super) fn was_closed(_: i32) -> bool {
        false
    }
}
