//! Work that takes long, as its caller sees it.

/// Receives the progress of some work, from any thread, and may end it early.
///
/// Work goes in steps of a known number of units. A search has no known number, so it has a
/// [`Progress`](crate::Progress).
pub trait Observer: Sync {
    /// A step begins, of this many units.
    fn begin(&self, step: &str, units: u64);

    /// This many more units of the step are done.
    fn advance(&self, units: u64);

    /// An earlier run has done this many units of the step; they say nothing of how fast this one is.
    fn resume(&self, units: u64) {
        self.advance(units);
    }

    /// Whether to stop soon.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// An observer that looks away and never stops anything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {
    fn begin(&self, _: &str, _: u64) {}

    fn advance(&self, _: u64) {}
}
