//! The positions that threads are searching at the moment, so that other threads try other moves first.
//!
//! The "simplified ABDADA" of Kerrigan (2014), after Weill's ABDADA (1996).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use super::transposition_table::hash;
use rules::discs::Discs;

const SLOTS: usize = 1 << 12;
const WAYS: usize = 4;
/// How often a waiting thread looks again: some milliseconds in all, many times as long as the positions waited for
/// take.
const MOST_LOOKS: u32 = 10_000;

/// A small, lossy set of positions by their hash: a wrong answer costs time, never correctness.
#[derive(Debug)]
pub(crate) struct Busy {
    slots: Vec<[AtomicU64; WAYS]>,
}

impl Busy {
    /// An empty set.
    pub(crate) fn new() -> Self {
        Self { slots: (0..SLOTS).map(|_| Default::default()).collect() }
    }

    fn slot(&self, discs: Discs) -> (&[AtomicU64; WAYS], u64) {
        let hash = hash(discs) | 1;
        (&self.slots[(hash >> 32) as usize % SLOTS], hash)
    }

    /// Whether a thread is searching the position.
    pub(crate) fn contains(&self, discs: Discs) -> bool {
        let (slot, hash) = self.slot(discs);
        slot.iter().any(|way| way.load(Relaxed) == hash)
    }

    /// Waits until no thread is searching the position, or until `is_over`, but only for a while.
    pub(crate) fn wait(&self, discs: Discs, mut is_over: impl FnMut() -> bool) {
        for _ in 0..MOST_LOOKS {
            if !self.contains(discs) || is_over() {
                return;
            }
            thread::yield_now();
        }
    }

    /// Marks the position as being searched.
    pub(crate) fn enter(&self, discs: Discs) {
        let (slot, hash) = self.slot(discs);
        let free = slot.iter().find(|way| matches!(way.load(Relaxed), 0) || way.load(Relaxed) == hash);
        free.unwrap_or(&slot[0]).store(hash, Relaxed);
    }

    /// Removes that mark.
    pub(crate) fn leave(&self, discs: Discs) {
        let (slot, hash) = self.slot(discs);
        for way in slot {
            if way.load(Relaxed) == hash {
                way.store(0, Relaxed);
            }
        }
    }
}
