//! Who watches over a check.

use super::progress::Found;

/// Receives the progress of a check, and may stop it. By default it ignores the progress and never stops.
pub trait Watcher: Sync {
    /// The proof of this limit is at this many empty squares, with this many positions.
    fn walking(&self, _limit: &str, _empties: u32, _positions: usize) {}

    /// The proofs are walked, and the search of leaves begins: of `all` that are to be searched, an earlier check has done so
    /// many.
    fn searching(&self, _leaves: u64, _all: u64) {}

    /// The leaves of this portion hold. Now `leaves` of `all` that are to be searched are proven, those included that an
    /// earlier check has searched.
    fn proven(&self, _portion: usize, _found: &Found, _leaves: u64, _all: u64) {}

    /// Whether to stop; asked every few milliseconds.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// Shows nothing and never stops.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Watcher for Unwatched {}
