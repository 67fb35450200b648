//! How much anybody may ask for.

use std::time::Duration;

/// What the server grants. Whoever asks for more is refused with a sentence that says so, never cut short in silence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Searches at the same time, at least 1. Each has a thread of its own.
    pub searches: usize,
    /// Searches that may wait for one of these; further ones are answered 503 with `Retry-After`.
    pub waiting: usize,
    /// Threads of each search, at least 1.
    pub threads: usize,
    /// Memory of each search's table, in bytes.
    pub memory_bytes: usize,
    /// The longest time a search may take, and how long it may wait for its turn.
    pub time: Duration,
    /// Positions whose proven bounds are remembered beside the tables.
    pub remembered: usize,
    /// Positions in one batch.
    pub batch: usize,
    /// Bytes of a request's body.
    pub body_bytes: usize,
    /// Connections at the same time; further ones wait until one is closed.
    pub connections: usize,
    /// How long a client may take to send the head of a request, or to let a connection stand idle.
    pub head_time: Duration,
    /// How long a client may take to send a body.
    pub body_time: Duration,
    /// How long a search that runs when the server is told to end may take to notice.
    pub grace: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            searches: 1,
            waiting: 32,
            threads: 1,
            memory_bytes: 256 << 20,
            time: Duration::from_secs(60),
            remembered: 1 << 18,
            batch: 256,
            body_bytes: 64 << 10,
            connections: 1024,
            head_time: Duration::from_secs(10),
            body_time: Duration::from_secs(10),
            grace: Duration::from_secs(5),
        }
    }
}
