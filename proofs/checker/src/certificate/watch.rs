//! How callers watch a check.

use files::FileError;
use kernel::Limit;

use super::progress::Found;

/// Receives the progress of a check, and may stop it. By default it ignores the progress and never stops.
pub trait Watcher: Sync {
    /// The walk of this limit's proof has reached this many empty squares, with this many positions.
    fn walking(&self, _limit: Limit, _empties: u32, _positions: usize) {}

    /// The proofs have been walked, and the search of leaves begins: of the `all` leaves to search, an earlier check
    /// has done this many.
    fn searching(&self, _leaves: u64, _all: u64) {}

    /// The leaves of this portion hold. Now `leaves` of the `all` leaves to search are proven, including those that an
    /// earlier check has searched.
    fn proven(&self, _portion: usize, _found: &Found, _leaves: u64, _all: u64) {}

    /// The check keeps no notes, because they cannot be written. Told once, when that is noticed.
    fn keeps_no_notes(&self, _error: &FileError) {}

    /// Whether to stop; asked every few milliseconds.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// Nobody watches.
impl Watcher for () {}
