//! How long a worker counts as present.

use std::time::{Duration, Instant};

/// A look counts for at most a lease divided by this: after an observer has slept for hours, others have not been idle
/// for hours.
const PARTS: u32 = 4;

/// Ends when its observer has seen nothing new for a while, by its own clock.
#[derive(Clone, Debug)]
pub(super) struct Lease {
    length: Duration,
    /// Time without news.
    still: Duration,
    looked: Instant,
}

impl Lease {
    pub(super) fn new(length: Duration, now: Instant) -> Self {
        Self { length, still: Duration::ZERO, looked: now }
    }

    /// Somebody has looked; returns whether the lease has ended.
    pub(super) fn look(&mut self, now: Instant, is_news: bool) -> bool {
        let since = now.saturating_duration_since(self.looked).min(self.length / PARTS);
        self.looked = now;
        self.still = if is_news { Duration::ZERO } else { self.still + since };
        self.still >= self.length
    }

    /// The time without news, as a multiple of the lease's length.
    pub(super) fn over(&self) -> f64 {
        self.still.as_secs_f64() / self.length.as_secs_f64().max(1e-3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn it_ends_after_its_length_without_news() {
        let begin = Instant::now();
        let mut lease = Lease::new(10 * SECOND, begin);
        let mut look = |second: u32, is_news| lease.look(begin + second * SECOND, is_news);
        assert!((1..10).all(|second| !look(second, false)));
        assert!(!look(11, true));
        assert!((12..21).all(|second| !look(second, false)));
        assert!(look(21, false));
        assert!(!look(22, true), "whoever comes back is there again");
    }

    #[test]
    fn who_did_not_look_has_not_seen_anybody_stand_still() {
        let begin = Instant::now();
        let mut lease = Lease::new(10 * SECOND, begin);
        assert!(!lease.look(begin + 3600 * SECOND, false));
        assert!(!lease.look(begin + 7200 * SECOND, false));
        assert!(lease.over() < 1.0);
    }
}
