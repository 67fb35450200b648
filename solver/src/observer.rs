//! How callers watch long work.

/// Receives the progress of some work, from any thread, and may stop it early.
///
/// Work proceeds in steps of a known number of units. A search cannot know the number, so it has a
/// [`Progress`](crate::Progress) instead.
pub trait Observer: Sync {
    /// A step begins, of this many units.
    fn begin(&self, step: &str, units: u64);

    /// This many more units of the step are done.
    fn advance(&self, units: u64);

    /// An earlier run did this many units of the step; they say nothing about the speed of this run.
    fn resume(&self, units: u64) {
        self.advance(units);
    }

    /// Whether to stop soon.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// An observer that ignores all reports and never stops anything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {
    fn begin(&self, _: &str, _: u64) {}

    fn advance(&self, _: u64) {}
}
