//! How much anybody may ask for.

use std::time::Duration;

/// The server's limits. A request for more is refused with a message, never silently cut short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Simultaneous searches, at least 1. Each has a thread of its own.
    pub searches: usize,
    /// Searches that may wait for one of these; further ones are refused (503 with `Retry-After`), or displace one of a
    /// client that has more.
    pub waiting: usize,
    /// Searches of one client that may run or wait: a client is an IPv4 address, or the 64 leading bits of an IPv6
    /// address.
    pub searches_per_client: usize,
    /// Threads of each search, at least 1.
    pub threads: usize,
    /// Memory of each search's table, in bytes. What is kept between searches, for all boards together, takes at most as
    /// much again.
    pub memory_bytes: usize,
    /// The longest time a search may take, and how long it may wait for its turn.
    pub time: Duration,
    /// Positions whose proven bounds are remembered beside the tables.
    pub remembered: usize,
    /// Positions in one batch.
    pub batch: usize,
    /// Bytes of a request's body.
    pub body_bytes: usize,
    /// Simultaneous connections. A further one waits until another ends.
    pub connections: usize,
    /// How long a client may take to send the next part of a body.
    pub body_time: Duration,
    /// How long a running search may take to notice that the server is shutting down.
    pub grace: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            searches: 1,
            waiting: 32,
            searches_per_client: 16,
            threads: 1,
            memory_bytes: 256 << 20,
            time: Duration::from_secs(60),
            remembered: 1 << 18,
            batch: 256,
            body_bytes: 64 << 10,
            connections: 1024,
            body_time: Duration::from_secs(10),
            grace: Duration::from_secs(5),
        }
    }
}
