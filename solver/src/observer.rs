//! Work that takes long, as its caller sees it.

/// Is told how far some work is, from any thread, and may end it early.
///
/// Work goes in steps, each of so many units. A search is no such work, as nobody knows its units: it has a
/// [`Progress`](crate::Progress).
pub trait Observer: Sync {
    /// A step begins, of so many units.
    fn begin(&self, step: &str, units: u64);

    /// So many more units of the step are done.
    fn advance(&self, units: u64);

    /// An earlier run has done so many units of the step; they say nothing of how fast this one is.
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
