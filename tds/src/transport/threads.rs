//! Ranks as threads of one process, with channels between them.

use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TryRecvError, unbounded};

use super::{Rank, Transport, TransportError};

/// What goes through a channel.
#[derive(Debug)]
struct Envelope {
    from: Rank,
    /// When it may be read.
    due: Option<Instant>,
    /// `None`: the sender has ended before its time.
    message: Option<Vec<u8>>,
}

/// One thread's end of the network that [`threads`] makes.
///
/// Dropped before [`Transport::close`], by a panic for example, it tells all others that its rank is gone.
#[derive(Debug)]
pub struct Threads {
    rank: Rank,
    latency: Duration,
    outboxes: Vec<Sender<Envelope>>,
    inbox: Receiver<Envelope>,
    /// Taken from the channel, but not yet due.
    early: Option<Envelope>,
    is_closed: bool,
}

/// A network of so many threads. Each message takes `latency` to arrive, however large it is: a simulation of a network's
/// delay, and of nothing else about it.
#[must_use]
pub fn threads(ranks: usize, latency: Duration) -> Vec<Threads> {
    let (outboxes, inboxes): (Vec<_>, Vec<_>) = (0..ranks).map(|_| unbounded()).unzip();
    let end = |(rank, inbox)| {
        let outboxes = outboxes.clone();
        Threads { rank, latency, outboxes, inbox, early: None, is_closed: false }
    };
    inboxes.into_iter().enumerate().map(end).collect()
}

impl Threads {
    /// What is next in the channel.
    fn next(&mut self, wait: Duration) -> Result<Option<Envelope>, TransportError> {
        if let Some(envelope) = self.early.take() {
            return Ok(Some(envelope));
        }
        // A rank has a sender to itself, so its channel is never disconnected.
        let gone = TransportError::Gone { rank: self.rank };
        if wait.is_zero() {
            match self.inbox.try_recv() {
                Ok(envelope) => Ok(Some(envelope)),
                Err(TryRecvError::Empty) => Ok(None),
                Err(TryRecvError::Disconnected) => Err(gone),
            }
        } else {
            match self.inbox.recv_timeout(wait) {
                Ok(envelope) => Ok(Some(envelope)),
                Err(RecvTimeoutError::Timeout) => Ok(None),
                Err(RecvTimeoutError::Disconnected) => Err(gone),
            }
        }
    }
}

impl Transport for Threads {
    fn rank(&self) -> Rank {
        self.rank
    }

    fn ranks(&self) -> usize {
        self.outboxes.len()
    }

    fn send(&mut self, to: Rank, message: Vec<u8>) -> Result<(), TransportError> {
        let due = (!self.latency.is_zero()).then(|| Instant::now() + self.latency);
        let envelope = Envelope { from: self.rank, due, message: Some(message) };
        self.outboxes[to].send(envelope).map_err(|_| TransportError::Gone { rank: to })
    }

    fn receive(&mut self, wait: Duration) -> Result<Option<(Rank, Vec<u8>)>, TransportError> {
        let Some(envelope) = self.next(wait)? else { return Ok(None) };
        if let Some(left) = envelope.due.and_then(|due| due.checked_duration_since(Instant::now())) {
            thread::sleep(left.min(wait));
            if left > wait {
                self.early = Some(envelope);
                return Ok(None);
            }
        }
        let from = envelope.from;
        envelope.message.map_or(Err(TransportError::Gone { rank: from }), |message| Ok(Some((from, message))))
    }

    fn close(&mut self) -> Result<(), TransportError> {
        self.is_closed = true;
        Ok(())
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        if !self.is_closed {
            for (rank, outbox) in self.outboxes.iter().enumerate() {
                if rank != self.rank {
                    // Who is gone too need not be told.
                    let _ = outbox.send(Envelope { from: self.rank, due: None, message: None });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_arrive_in_order_and_not_before_their_time() {
        let latency = Duration::from_millis(20);
        let mut ends = threads(2, latency);
        let (mut second, mut first) = (ends.pop().unwrap(), ends.pop().unwrap());
        let begin = Instant::now();
        for number in 0..10 {
            first.send(1, vec![number]).unwrap();
        }
        assert_eq!(second.receive(Duration::ZERO), Ok(None));
        for number in 0..10 {
            assert_eq!(second.receive(Duration::from_secs(60)), Ok(Some((0, vec![number]))));
        }
        assert!(begin.elapsed() >= latency);
        assert_eq!(second.receive(Duration::from_millis(1)), Ok(None));
        assert_eq!((first.rank(), second.rank(), second.ranks()), (0, 1, 2));
    }

    #[test]
    fn whoever_ends_before_its_time_is_missed() {
        let mut ends = threads(3, Duration::ZERO);
        let mut last = ends.pop().unwrap();
        ends.pop().unwrap().close().unwrap();
        drop(ends);
        assert_eq!(last.receive(Duration::from_secs(60)), Err(TransportError::Gone { rank: 0 }));
        assert_eq!(last.send(0, Vec::new()), Err(TransportError::Gone { rank: 0 }));
    }
}
