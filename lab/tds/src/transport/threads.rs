//! Ranks as threads of one process, with channels between them.

use std::hint;
use std::sync::atomic::{AtomicBool, Ordering, fence};
use std::sync::{Arc, OnceLock};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::{Rank, Transport, TransportError};

/// How often a thread polls for a message before it goes to sleep, if every rank has its own core: waking up takes longer
/// than many playouts. This is some 20 µs.
const LOOKS: u32 = 1000;

/// Cap on the latency, so that the clock can represent the due time.
const LONGEST: Duration = Duration::from_secs(1 << 32);

/// What a channel carries.
#[derive(Debug)]
struct Envelope {
    from: Rank,
    /// When it may be read.
    due: Option<Instant>,
    /// `None`: the sender ended prematurely.
    message: Option<Vec<u8>>,
}

/// Whether a rank sleeps, and which thread to wake. The channel's own blocking receive first yields the core again and
/// again, and gets it back late if other programs are busy.
#[derive(Debug, Default)]
struct Sleeper {
    is_asleep: AtomicBool,
    thread: OnceLock<Thread>,
}

impl Sleeper {
    /// Sleeps at most this long, or not at all if `is_needed` returns true.
    fn sleep(&self, longest: Duration, is_needed: impl Fn() -> bool) {
        self.thread.get_or_init(thread::current);
        self.is_asleep.store(true, Ordering::Relaxed);
        // Either this thread sees the message, or the sender sees that this thread is asleep.
        fence(Ordering::SeqCst);
        if !is_needed() {
            thread::park_timeout(longest);
        }
        self.is_asleep.store(false, Ordering::Relaxed);
    }

    /// Wakes the rank after a message was sent to it.
    fn wake(&self) {
        fence(Ordering::SeqCst);
        if self.is_asleep.load(Ordering::Relaxed)
            && let Some(thread) = self.thread.get()
        {
            thread.unpark();
        }
    }
}

/// The sending side of a channel to a rank.
#[derive(Clone, Debug)]
struct Way {
    channel: Sender<Envelope>,
    sleeper: Arc<Sleeper>,
}

impl Way {
    /// Sends something; returns whether the rank is still there.
    fn send(&self, envelope: Envelope) -> bool {
        let is_sent = self.channel.send(envelope).is_ok();
        self.sleeper.wake();
        is_sent
    }
}

/// One thread's end of the network that [`threads`] makes.
///
/// If dropped before [`Transport::close`], for example by a panic, it tells all others that its rank is gone.
#[derive(Debug)]
pub struct Threads {
    rank: Rank,
    latency: Duration,
    /// How often it polls for a message before it goes to sleep.
    looks: u32,
    ways: Vec<Way>,
    inbox: Receiver<Envelope>,
    /// Taken from the channel, but not yet due.
    early: Option<Envelope>,
    is_closed: bool,
}

/// A network of this many threads. Each message takes `latency` to arrive, whatever its size: this simulates a network's
/// delay and nothing else.
#[must_use]
pub fn threads(ranks: usize, latency: Duration) -> Vec<Threads> {
    let (ways, inboxes): (Vec<_>, Vec<_>) = (0..ranks)
        .map(|_| {
            let (channel, inbox) = unbounded();
            (Way { channel, sleeper: Arc::default() }, inbox)
        })
        .unzip();
    let has_cores = thread::available_parallelism().is_ok_and(|cores| ranks <= cores.get());
    let looks = if has_cores { LOOKS } else { 0 };
    let end =
        |(rank, inbox)| Threads { rank, latency, looks, ways: ways.clone(), inbox, early: None, is_closed: false };
    inboxes.into_iter().enumerate().map(end).collect()
}

impl Threads {
    /// The next envelope in the channel. A rank holds a sender to itself, so its channel is never disconnected.
    fn next(&mut self, wait: Duration) -> Option<Envelope> {
        if let Some(envelope) = self.early.take().or_else(|| self.inbox.try_recv().ok()) {
            return Some(envelope);
        }
        if wait.is_zero() {
            return None;
        }
        for _ in 0..self.looks {
            hint::spin_loop();
            if let Ok(envelope) = self.inbox.try_recv() {
                return Some(envelope);
            }
        }
        let end = Instant::now() + wait;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return None;
            }
            self.ways[self.rank].sleeper.sleep(left, || !self.inbox.is_empty());
            if let Ok(envelope) = self.inbox.try_recv() {
                return Some(envelope);
            }
        }
    }
}

impl Transport for Threads {
    fn rank(&self) -> Rank {
        self.rank
    }

    fn ranks(&self) -> usize {
        self.ways.len()
    }

    fn send(&mut self, to: Rank, message: Vec<u8>) -> Result<(), TransportError> {
        let due = (!self.latency.is_zero()).then(|| Instant::now() + self.latency.min(LONGEST));
        let envelope = Envelope { from: self.rank, due, message: Some(message) };
        if self.ways[to].send(envelope) { Ok(()) } else { Err(TransportError::Gone { rank: to }) }
    }

    fn receive(&mut self, wait: Duration) -> Result<Option<(Rank, Vec<u8>)>, TransportError> {
        let Some(envelope) = self.next(wait) else { return Ok(None) };
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
            for (rank, way) in self.ways.iter().enumerate() {
                if rank != self.rank {
                    // A rank that is gone too need not be told.
                    let _ = way.send(Envelope { from: self.rank, due: None, message: None });
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
    fn a_latency_may_be_longer_than_any_clock_runs() {
        let mut ends = threads(2, Duration::MAX);
        ends[0].send(1, vec![1]).unwrap();
        assert_eq!(ends[1].receive(Duration::from_millis(1)), Ok(None));
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
