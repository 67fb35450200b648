//! The end of a program that cannot go on where it is: one line on standard error and status 1.
//!
//! It speaks without memory, or in a signal handler: nothing here allocates, takes a lock, or calls anything that may.

use std::fmt::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// The most bytes of a line.
const MOST_BYTES: usize = 400;

/// Writes `solve: message` on standard error and ends with status 1. If several threads come here, the first speaks.
pub(crate) fn end(message: fmt::Arguments<'_>) -> ! {
    static SPOKEN: AtomicBool = AtomicBool::new(false);
    if SPOKEN.swap(true, Ordering::Relaxed) {
        loop {
            std::hint::spin_loop();
        }
    }
    let mut line = Line { bytes: [0; MOST_BYTES], len: 0 };
    // A line that is too long is cut off.
    let _ = write!(line, "solve: {message}");
    line.len = line.len.min(MOST_BYTES - 1);
    line.bytes[line.len] = b'\n';
    leave(&line.bytes[..=line.len])
}

#[cfg(unix)]
fn leave(line: &[u8]) -> ! {
    // SAFETY: the bytes are there; both calls may be made anywhere, even in a signal handler.
    unsafe {
        libc::write(libc::STDERR_FILENO, line.as_ptr().cast(), line.len());
        libc::_exit(1)
    }
}

#[cfg(not(unix))]
fn leave(line: &[u8]) -> ! {
    use std::io;

    let _ = io::Write::write_all(&mut io::stderr(), line);
    std::process::exit(1)
}

/// A line without memory of its own.
struct Line {
    bytes: [u8; MOST_BYTES],
    len: usize,
}

impl Write for Line {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let taken = text.len().min(MOST_BYTES - self.len);
        self.bytes[self.len..self.len + taken].copy_from_slice(&text.as_bytes()[..taken]);
        self.len += taken;
        if taken == text.len() { Ok(()) } else { Err(fmt::Error) }
    }
}
