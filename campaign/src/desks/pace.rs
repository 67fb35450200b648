//! How often to look: soon after news, ever more rarely without.

use std::time::{Duration, Instant};

/// When to look next.
#[derive(Clone, Debug)]
pub(super) struct Pace {
    quick: Duration,
    pause: Duration,
    due: Instant,
}

impl Pace {
    /// Looks at once, and then after `quick` at the earliest.
    pub(super) fn new(quick: Duration, now: Instant) -> Self {
        Self { quick, pause: quick, due: now }
    }

    /// Whether it is time to look.
    pub(super) fn is_due(&self, now: Instant) -> bool {
        now >= self.due
    }

    /// The time until then.
    pub(super) fn wait(&self, now: Instant) -> Duration {
        self.due.saturating_duration_since(now)
    }

    /// Somebody has looked. Without news the pause doubles, up to `slow`.
    pub(super) fn looked(&mut self, now: Instant, is_news: bool, slow: Duration) {
        self.pause = if is_news { self.quick } else { (2 * self.pause).min(slow.max(self.quick)) };
        self.due = now + self.pause;
    }

    /// Something has happened: the next look comes soon.
    pub(super) fn hurry(&mut self, now: Instant) {
        self.pause = self.quick;
        self.due = self.due.min(now + self.quick);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_become_rare_without_news() {
        let (quick, slow, now) = (Duration::from_millis(50), Duration::from_millis(150), Instant::now());
        let mut pace = Pace::new(quick, now);
        assert!(pace.is_due(now));
        let mut after = |is_news| {
            pace.looked(now, is_news, slow);
            pace.wait(now).as_millis()
        };
        assert_eq!([after(true), after(false), after(false), after(true)], [50, 100, 150, 50]);
        pace.looked(now, false, slow);
        pace.hurry(now);
        assert_eq!(pace.wait(now), quick);
    }
}
