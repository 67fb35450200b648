//! Jobs for other ranks, batched into messages.

use std::time::Instant;

use crate::transport::{Rank, Transport, TransportError};
use crate::wire::{self, Job};

/// A message is sent as soon as it has this many bytes, some dozens of jobs. If it waited for more, the ranks would take
/// turns having all the work.
const FULL: usize = 1 << 10;
/// Capacity of a new message, so that it need not grow.
const ROOM: usize = FULL + 256;

/// What to send to each rank.
#[derive(Debug)]
pub(crate) struct Outbox {
    messages: Vec<Vec<u8>>,
    /// Ranks with something to send.
    waiting: Vec<Rank>,
    /// Since when the oldest unsent job has been waiting.
    since: Option<Instant>,
    pub(crate) sent_jobs: u64,
    pub(crate) sent_messages: u64,
    pub(crate) sent_bytes: u64,
}

impl Outbox {
    /// An empty outbox of one of this many ranks.
    pub(crate) fn new(ranks: usize) -> Self {
        let messages = (0..ranks).map(|_| Vec::new()).collect();
        Self { messages, waiting: Vec::new(), since: None, sent_jobs: 0, sent_messages: 0, sent_bytes: 0 }
    }

    /// Adds a job.
    pub(crate) fn push(
        &mut self,
        to: Rank,
        job: &Job<'_>,
        now: Instant,
        transport: &mut impl Transport,
    ) -> Result<(), TransportError> {
        let message = &mut self.messages[to];
        if message.is_empty() {
            self.waiting.push(to);
            self.since.get_or_insert(now);
            message.reserve(ROOM);
        }
        *message = wire::write(job, std::mem::take(message));
        if matches!(job, Job::Search { .. } | Job::Report(_)) {
            self.sent_jobs += 1;
        }
        if message.len() >= FULL { self.send(to, transport) } else { Ok(()) }
    }

    /// Since when the oldest unsent job has been waiting; `None` if there is none.
    pub(crate) fn since(&self) -> Option<Instant> {
        self.since
    }

    fn send(&mut self, to: Rank, transport: &mut impl Transport) -> Result<(), TransportError> {
        self.waiting.retain(|&rank| rank != to);
        let message = std::mem::take(&mut self.messages[to]);
        self.sent_messages += 1;
        self.sent_bytes += message.len() as u64;
        transport.send(to, message)
    }

    /// Sends everything.
    pub(crate) fn flush(&mut self, transport: &mut impl Transport) -> Result<(), TransportError> {
        while let Some(&to) = self.waiting.last() {
            self.send(to, transport)?;
        }
        self.since = None;
        Ok(())
    }
}
