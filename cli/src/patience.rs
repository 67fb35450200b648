//! Tells a person who waits what keeps the program busy while there is nothing to show yet.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use crate::exit;

/// How long a person waits without being told anything.
const AFTER: Duration = Duration::from_secs(3);

/// Some work that may take long. It is done when this is dropped.
#[must_use]
pub(crate) struct Patience {
    _done: Sender<()>,
}

impl Patience {
    /// If the work takes long, says on standard error what it is.
    pub(crate) fn with(work: &'static str) -> Self {
        Self::after(AFTER, move || exit::complain(work))
    }

    /// Calls `tell` from another thread if the work takes longer than this. Without a thread nobody is told.
    fn after(time: Duration, tell: impl FnOnce() + Send + 'static) -> Self {
        let (done, is_done) = mpsc::channel::<()>();
        let wait = move || {
            if is_done.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                tell();
            }
        };
        let _ = thread::Builder::new().name("patience".to_owned()).spawn(wait);
        Self { _done: done }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_work_is_told_and_short_work_is_not() {
        let (told, listen) = mpsc::channel();
        let long = told.clone();
        let patience = Patience::after(Duration::ZERO, move || long.send("long").unwrap());
        assert_eq!(listen.recv(), Ok("long"));
        drop(patience);
        drop(Patience::after(Duration::from_secs(3600), move || told.send("short").unwrap()));
        // The thread of the short work has gone, and with it the last sender, without a word.
        assert_eq!(listen.recv(), Err(mpsc::RecvError));
    }
}
