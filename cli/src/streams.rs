//! Finds standard streams that were unusable when the program was started: closed, or open the wrong way round.
//!
//! Before `main` begins, the standard library opens `/dev/null` in place of closed streams, so that no file gets their
//! numbers. Later it does not report a write to a stream that is open only for reading, or the reverse. An answer would
//! vanish silently, and a missing input would look like an empty one; so this module looks before the library does.

use crate::exit::Failure;

/// Checks that there is a standard output.
///
/// # Errors
/// There is none: whatever would be printed is lost, so nothing needs to be done.
pub(crate) fn check_output() -> Result<(), Failure> {
    check(1, "output", "nobody would get the answer; open it, or send it to /dev/null", "writing")
}

/// Checks that there is a standard input.
///
/// # Errors
/// There is none.
pub(crate) fn check_input() -> Result<(), Failure> {
    check(0, "input", "there is nothing to read; give it a file, or /dev/null", "reading")
}

fn check(stream: usize, name: &str, advice: &str, purpose: &str) -> Result<(), Failure> {
    let what = match at_start::found(stream) {
        Found::Usable => return Ok(()),
        Found::Closed => "is closed".to_owned(),
        Found::Reversed => format!("is not open for {purpose}"),
    };
    Err(Failure::Run(format!("standard {name} {what}: {advice}")))
}

/// How a stream was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    Usable,
    Closed,
    /// An output that can only be read, or an input that can only be written.
    Reversed,
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
mod at_start {
    use std::sync::atomic::{AtomicI32, Ordering};

    use super::Found;

    /// What the system said about the streams 0 and 1: how each is open, or -1.
    static FLAGS: [AtomicI32; 2] = [const { AtomicI32::new(libc::O_RDWR) }; 2];
    /// How each must not be open.
    const REVERSED: [i32; 2] = [libc::O_WRONLY, libc::O_RDONLY];

    pub(super) fn found(stream: usize) -> Found {
        match FLAGS[stream].load(Ordering::Relaxed) {
            -1 => Found::Closed,
            flags if flags & libc::O_ACCMODE == REVERSED[stream] => Found::Reversed,
            _ => Found::Usable,
        }
    }

    /// Called by the loader before the standard library has done anything: of the library it may use only atomics.
    extern "C" fn look() {
        for (stream, flags) in (0..).zip(&FLAGS) {
            // SAFETY: it only asks for the flags of a descriptor, open or not.
            flags.store(unsafe { libc::fcntl(stream, libc::F_GETFL) }, Ordering::Relaxed);
        }
    }

    // SAFETY: the loader expects a pointer to a function without arguments there; the function ignores any that it is
    // given.
    #[used]
    #[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
    #[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
    static LOOK: extern "C" fn() = look;
}

/// Other systems do not tell.
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
mod at_start {
    use super::Found;

    pub(super) fn found(_: usize) -> Found {
        Found::Usable
    }
}
