//! From positions to nodes.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Mutex, MutexGuard};

use super::node::NodeId;

/// Number of parts with a lock each, so that threads seldom wait for one another.
const PARTS: usize = 64;

/// From position hashes to nodes. Callers must compare positions: if several share a hash, the first stays.
#[derive(Debug)]
pub(super) struct Transpositions {
    parts: Vec<Mutex<HashMap<u64, NodeId>>>,
}

impl Transpositions {
    pub(super) fn new() -> Self {
        Self { parts: (0..PARTS).map(|_| Mutex::default()).collect() }
    }

    fn part(&self, hash: u64) -> MutexGuard<'_, HashMap<u64, NodeId>> {
        self.parts[(hash >> 58) as usize].lock().expect("no thread panics while it holds a part")
    }

    /// The node of a hash.
    pub(super) fn get(&self, hash: u64) -> Option<NodeId> {
        self.part(hash).get(&hash).copied()
    }

    /// Enters a new node and returns the node to use: one that another thread has meanwhile entered for the same position,
    /// else the new one.
    pub(super) fn insert<S: PartialEq>(&self, hash: u64, id: NodeId, state: impl Fn(NodeId) -> S) -> NodeId {
        match self.part(hash).entry(hash) {
            Entry::Vacant(free) => *free.insert(id),
            Entry::Occupied(taken) if state(*taken.get()) == state(id) => *taken.get(),
            Entry::Occupied(_) => id,
        }
    }
}
