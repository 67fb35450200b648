//! Watches over long work from a thread of its own: the time limit, Ctrl-C, a table that fails, and the display.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use solver::Progress;

use crate::interrupt::Interrupt;
use crate::persistence::Store;

/// How often to draw the display and check the reasons to stop.
const TICK: Duration = Duration::from_millis(100);

/// Why work stopped early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// Ctrl-C or another signal that asks the program to end.
    Interrupt,
    /// `--time-limit`.
    TimeLimit,
    /// The table has failed, or something in it is false; [`Store::close`] says how.
    Table,
}

/// The result of some work.
#[derive(Debug)]
pub(crate) struct Done<T> {
    /// What the work returned.
    pub(crate) result: T,
    /// How long it took.
    pub(crate) time: Duration,
    /// Why it stopped early, if it did.
    pub(crate) stop: Option<Stop>,
}

/// What can stop the work.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Supervisor<'a> {
    /// Notes Ctrl-C.
    pub(crate) interrupt: &'a Interrupt,
    /// The tables that the work uses.
    pub(crate) store: &'a Store,
    /// How long it may take.
    pub(crate) time_limit: Option<Duration>,
}

impl Supervisor<'_> {
    /// Runs work that heeds `progress`, and tells it to stop when time is up. Meanwhile it calls `show` ten times a
    /// second with the time since the beginning.
    pub(crate) fn watch<T>(
        &self,
        progress: &Progress,
        show: impl Fn(Duration) + Send,
        work: impl FnOnce() -> T,
    ) -> Done<T> {
        let begin = Instant::now();
        // With no time at all nothing may depend on how soon the watching thread gets its turn.
        if self.time_limit == Some(Duration::ZERO) {
            progress.stop();
        }
        thread::scope(|scope| {
            let (done, is_done) = mpsc::channel();
            let watch = scope.spawn(move || self.look(progress, &show, begin, &is_done));
            let result = work();
            drop(done);
            let stop = watch.join().expect("watching does not panic");
            Done { result, time: begin.elapsed(), stop }
        })
    }

    /// Looks at everything until the other end of `is_done` is dropped.
    fn look(
        &self,
        progress: &Progress,
        show: &impl Fn(Duration),
        begin: Instant,
        is_done: &Receiver<()>,
    ) -> Option<Stop> {
        // A contradiction found earlier is reported at the end and does not stop the rest.
        let was_doubted = self.store.is_doubted();
        let mut stop = None;
        loop {
            if stop.is_none() {
                stop = self.reason_to_stop(begin, was_doubted);
                if stop.is_some() {
                    progress.stop();
                }
            }
            let left = self.time_limit.map_or(TICK, |limit| limit.saturating_sub(begin.elapsed()));
            let wait = if stop.is_some() { TICK } else { TICK.min(left) };
            if is_done.recv_timeout(wait) != Err(RecvTimeoutError::Timeout) {
                return stop;
            }
            show(begin.elapsed());
        }
    }

    fn reason_to_stop(&self, begin: Instant, was_doubted: bool) -> Option<Stop> {
        if self.interrupt.requested() {
            Some(Stop::Interrupt)
        } else if self.store.has_failed() || self.store.is_doubted() && !was_doubted {
            Some(Stop::Table)
        } else {
            self.time_limit.filter(|&limit| begin.elapsed() >= limit).map(|_| Stop::TimeLimit)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn work_ends_by_itself_or_is_told_to_stop_in_time() {
        let (interrupt, store) = (Interrupt::never(), Store::none());
        let supervisor = |time_limit| Supervisor { interrupt: &interrupt, store: &store, time_limit };
        let progress = Progress::default();
        let done = supervisor(None).watch(&progress, |_| (), || 7);
        assert_eq!((done.result, done.stop, progress.is_stopped()), (7, None, false));
        let shown = AtomicU32::new(0);
        let show = |_| {
            shown.fetch_add(1, Ordering::Relaxed);
        };
        let done = supervisor(Some(Duration::from_millis(20))).watch(&progress, show, || {
            while !progress.is_stopped() || shown.load(Ordering::Relaxed) < 2 {
                thread::yield_now();
            }
        });
        assert_eq!(done.stop, Some(Stop::TimeLimit));
        assert!(done.time >= Duration::from_millis(20));
    }
}
