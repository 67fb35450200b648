//! How long a search may run.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Playouts, time, or both; whichever is used up first ends the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Number of playouts.
    pub playouts: u64,
    /// Time from the beginning. However short it is, the first playouts run, so that there is always a move.
    pub time: Option<Duration>,
}

impl Budget {
    /// This many playouts, however long they take.
    #[must_use]
    pub fn playouts(playouts: u64) -> Self {
        Self { playouts, time: None }
    }

    /// This much time, however many playouts fit in.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self { playouts: u64::MAX, time: Some(time) }
    }
}

/// Tells a search from outside that it should end. The search checks it before every playout.
pub type Ended<'a> = &'a (dyn Fn() -> bool + Sync);

/// What is left of a budget, shared by all threads that use it.
pub struct Meter<'a> {
    left: AtomicU64,
    deadline: Option<Instant>,
    is_stopped: AtomicBool,
    is_ended: Ended<'a>,
    budget: Budget,
}

impl fmt::Debug for Meter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { left, deadline, is_stopped, budget, .. } = self;
        let mut shown = f.debug_struct("Meter");
        shown.field("left", left).field("deadline", deadline).field("is_stopped", is_stopped).field("budget", budget);
        shown.finish_non_exhaustive()
    }
}

/// The most playouts for one tree: the node counters must have room for them and for virtual losses.
pub const MOST_PLAYOUTS: u64 = 1 << 31;

impl Meter<'static> {
    /// Starts the clock now. Hands out at most [`MOST_PLAYOUTS`].
    #[must_use]
    pub fn new(budget: Budget) -> Self {
        Self::until(budget, &|| false)
    }
}

impl<'a> Meter<'a> {
    /// The same, but hands out nothing more once `is_ended` returns true.
    #[must_use]
    pub fn until(budget: Budget, is_ended: Ended<'a>) -> Self {
        let budget = Budget { playouts: budget.playouts.min(MOST_PLAYOUTS), ..budget };
        // A deadline too far away for the clock to represent is no deadline.
        let deadline = budget.time.and_then(|time| Instant::now().checked_add(time));
        Self { left: AtomicU64::new(budget.playouts), deadline, is_stopped: AtomicBool::new(false), is_ended, budget }
    }

    /// Takes up to `wanted` playouts; `None` when nothing is left.
    pub fn take(&self, wanted: u32) -> Option<u32> {
        // Threads may begin so late that the time is up; without a single playout the search would have no move.
        let is_over = |deadline| Instant::now() >= deadline && self.taken() > 0;
        if self.is_stopped.load(Ordering::Relaxed) || (self.is_ended)() || self.deadline.is_some_and(is_over) {
            return None;
        }
        let rest = |left: u64| (left > 0).then(|| left.saturating_sub(u64::from(wanted)));
        let before = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, rest).ok()?;
        Some(u64::from(wanted).min(before) as u32)
    }

    /// Ends the search soon.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Playouts taken so far.
    #[must_use]
    pub fn taken(&self) -> u64 {
        self.budget.playouts - self.left.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_adds_up_to_the_budget() {
        let meter = Meter::new(Budget::playouts(10));
        assert_eq!([meter.take(4), meter.take(4), meter.take(4), meter.take(4)], [Some(4), Some(4), Some(2), None]);
        assert_eq!(meter.taken(), 10);
        let meter = Meter::new(Budget::time(Duration::ZERO));
        assert_eq!([meter.take(4), meter.take(4)], [Some(4), None]);
        let meter = Meter::new(Budget::time(Duration::MAX));
        assert_eq!([meter.take(4), meter.take(4)], [Some(4), Some(4)]);
        let meter = Meter::new(Budget { playouts: 0, time: Some(Duration::ZERO) });
        assert_eq!(meter.take(1), None);
        let endless = Meter::new(Budget::playouts(u64::MAX));
        while endless.take(u32::MAX).is_some() {}
        assert_eq!(endless.taken(), MOST_PLAYOUTS);
        let meter = Meter::new(Budget::playouts(10));
        meter.stop();
        assert_eq!(meter.take(1), None);
        let ended = AtomicBool::new(false);
        let is_ended = || ended.load(Ordering::Relaxed);
        let meter = Meter::until(Budget::playouts(10), &is_ended);
        assert_eq!(meter.take(1), Some(1));
        ended.store(true, Ordering::Relaxed);
        assert_eq!((meter.take(1), meter.taken()), (None, 1));
    }
}
