//! Watches over long work from a thread of its own: the time limit, Ctrl-C, a table that fails, and the display.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use solver::Progress;

use crate::exit::Status;
use crate::interrupt::Interrupt;
use crate::persistence::Store;

/// How often to draw the display and check the reasons to stop.
const TICK: Duration = Duration::from_millis(100);

/// The result of some work.
#[derive(Debug)]
pub(crate) struct Done<T> {
    /// What the work returned.
    pub(crate) result: T,
    /// How long it took.
    pub(crate) time: Duration,
    /// Why it stopped early, if it did: a signal, the time limit, or ([`Status::PartlyDone`]) a table that has failed or has
    /// something false in it; [`Store::close`] says how.
    pub(crate) stop: Option<Status>,
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
    ) -> Option<Status> {
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

    fn reason_to_stop(&self, begin: Instant, was_doubted: bool) -> Option<Status> {
        if self.interrupt.requested() {
            Some(Status::Interrupted)
        } else if self.store.has_failed() || self.store.is_doubted() && !was_doubted {
            Some(Status::PartlyDone)
        } else {
            self.time_limit.filter(|&limit| begin.elapsed() >= limit).map(|_| Status::TimeLimit)
        }
    }
}
