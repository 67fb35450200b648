//! Who is connected, and who has to leave when too many are.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use crate::client::Client;

/// How many may be connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Room {
    /// Connections in all.
    pub(crate) all: usize,
    /// Connections of one client.
    pub(crate) per_client: usize,
}

/// All open connections.
#[derive(Default)]
pub(crate) struct Connections {
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    connections: HashMap<u64, Entry>,
    clients: HashMap<Client, usize>,
    next: u64,
}

struct Entry {
    client: Client,
    activity: Arc<Activity>,
}

/// A connection's place among them. Dropping this gives the place back.
pub(crate) struct Admission {
    connections: Arc<Connections>,
    number: u64,
    /// What the connection does.
    pub(crate) activity: Arc<Activity>,
}

/// No connection can be closed: all are being answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Crowded;

/// What one connection does.
pub(crate) struct Activity {
    begin: Instant,
    /// When it was last served, in milliseconds after `begin`.
    since: AtomicU64,
    /// Requests received in full but not yet answered in full.
    under_way: AtomicUsize,
    is_stalled: AtomicBool,
    was_answered: AtomicBool,
    /// Bytes have come since the last request.
    is_fresh: AtomicBool,
    is_greedy: AtomicBool,
    cut: Notify,
}

/// How little a connection is worth keeping: the greater, the less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Idleness {
    /// Its client has had answers, and has asked for nothing more.
    Idle,
    /// Its client has not asked for anything.
    Silent,
    /// Its client sends requests before earlier ones are answered.
    Greedy,
    /// Its client does not read what it asked for.
    Stalled,
}

impl Connections {
    /// Admits a new connection. If there is no room, it cuts off another: one of the client's own if the client has its
    /// full share.
    ///
    /// # Errors
    /// There is no room, and none is idle.
    pub(crate) fn admit(self: &Arc<Self>, client: Client, room: Room) -> Result<Admission, Crowded> {
        let mut open = self.open();
        let of_client = open.clients.get(&client).copied().unwrap_or(0);
        if of_client >= room.per_client {
            open.cut_one(Some(client)).ok_or(Crowded)?;
        } else if open.connections.len() >= room.all {
            open.cut_one(None).ok_or(Crowded)?;
        }
        open.next += 1;
        let (number, activity) = (open.next, Arc::new(Activity::new()));
        open.connections.insert(number, Entry { client, activity: Arc::clone(&activity) });
        *open.clients.entry(client).or_default() += 1;
        Ok(Admission { connections: Arc::clone(self), number, activity })
    }

    /// Cuts off the idlest connection, and returns whether there was one.
    pub(crate) fn cut_idlest(&self) -> bool {
        self.open().cut_one(None).is_some()
    }

    /// Cuts off all connections idle for at least this long, and returns how many are left.
    pub(crate) fn cut_idle(&self, least: Duration) -> usize {
        let (mut open, now) = (self.open(), Instant::now());
        let is_idle = |entry: &Entry| entry.activity.idleness(now).is_some_and(|(_, lasts)| lasts >= least);
        let idle: Vec<u64> =
            open.connections.iter().filter(|(_, entry)| is_idle(entry)).map(|(&number, _)| number).collect();
        for number in idle {
            if let Some(entry) = open.leave(number) {
                entry.activity.cut.notify_one();
            }
        }
        open.connections.len()
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    /// Cuts off the idlest connection of one client or of all.
    ///
    /// Clients that do not read go first, then those with many requests at once. Among the others, the client with the
    /// most connections loses one, so that nobody can drive the rest away by coming often.
    fn cut_one(&mut self, client: Option<Client>) -> Option<()> {
        let now = Instant::now();
        let rank = |(&number, entry): (&u64, &Entry)| {
            let (idleness, lasts) = entry.activity.idleness(now)?;
            let is_rude = idleness >= Idleness::Greedy;
            let crowd = if is_rude { usize::MAX } else { self.clients.get(&entry.client).copied()? };
            Some(((crowd, idleness, lasts), number))
        };
        let of_client = self.connections.iter().filter(|(_, entry)| client.is_none_or(|client| client == entry.client));
        let (_, number) = of_client.filter_map(rank).max()?;
        self.leave(number)?.activity.cut.notify_one();
        Some(())
    }

    /// Forgets a connection.
    fn leave(&mut self, number: u64) -> Option<Entry> {
        let entry = self.connections.remove(&number)?;
        if let Some(count) = self.clients.get_mut(&entry.client) {
            *count -= 1;
            if *count == 0 {
                self.clients.remove(&entry.client);
            }
        }
        Some(entry)
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        // It may already have been cut off and forgotten.
        self.connections.open().leave(self.number);
    }
}

impl Activity {
    fn new() -> Self {
        Self {
            begin: Instant::now(),
            since: AtomicU64::new(0),
            under_way: AtomicUsize::new(0),
            is_stalled: AtomicBool::new(false),
            was_answered: AtomicBool::new(false),
            is_fresh: AtomicBool::new(false),
            is_greedy: AtomicBool::new(false),
            cut: Notify::new(),
        }
    }

    /// Fires when the connection must be cut.
    pub(crate) async fn is_cut(&self) {
        self.cut.notified().await;
    }

    /// A request has come in whole. Drop the returned value once it has been answered in full.
    pub(crate) fn asked(self: &Arc<Self>) -> UnderWay {
        self.under_way.fetch_add(1, Ordering::Relaxed);
        UnderWay(Arc::clone(self))
    }

    /// The client has sent something.
    pub(crate) fn read(&self) {
        self.is_fresh.store(true, Ordering::Relaxed);
    }

    /// Gives way to other connections if the client sent this request before the previous one was answered: otherwise
    /// clients that send many at once would be served before those that send one.
    pub(crate) async fn give_way(&self) {
        let is_greedy = !self.is_fresh.swap(false, Ordering::Relaxed);
        self.is_greedy.store(is_greedy, Ordering::Relaxed);
        if is_greedy {
            tokio::task::yield_now().await;
        }
    }

    /// The system took some bytes of an answer, or all there were.
    pub(crate) fn wrote(&self) {
        self.note_time();
        self.is_stalled.store(false, Ordering::Relaxed);
    }

    /// The system takes no more bytes: the client does not read.
    pub(crate) fn stalled(&self) {
        self.is_stalled.store(true, Ordering::Relaxed);
    }

    fn note_time(&self) {
        let milliseconds = u64::try_from(self.begin.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.since.store(milliseconds, Ordering::Relaxed);
    }

    /// How the connection is idle, and for how long; `None` while the server has something to do for it.
    fn idleness(&self, now: Instant) -> Option<(Idleness, Duration)> {
        let idleness = if self.is_stalled.load(Ordering::Relaxed) {
            Idleness::Stalled
        } else if self.under_way.load(Ordering::Relaxed) > 0 {
            return None;
        } else if self.is_greedy.load(Ordering::Relaxed) {
            Idleness::Greedy
        } else if self.was_answered.load(Ordering::Relaxed) {
            Idleness::Idle
        } else {
            Idleness::Silent
        };
        let since = Duration::from_millis(self.since.load(Ordering::Relaxed));
        Some((idleness, now.saturating_duration_since(self.begin).saturating_sub(since)))
    }
}

/// A request that is being answered.
pub(crate) struct UnderWay(Arc<Activity>);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.note_time();
        self.0.was_answered.store(true, Ordering::Relaxed);
        self.0.under_way.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Room = Room { all: 4, per_client: 3 };

    fn client(last: u8) -> Client {
        Client::of([192, 0, 2, last].into())
    }

    /// Whether a connection was told to leave.
    fn is_cut(admission: &Admission) -> bool {
        let connections = admission.connections.open();
        !connections.connections.contains_key(&admission.number)
    }

    #[test]
    fn who_does_not_read_leaves_first() {
        let connections = Arc::new(Connections::default());
        let admit = |last| connections.admit(client(last), ROOM).unwrap();
        let all = [admit(1), admit(1), admit(2), admit(3)];
        all[2].activity.stalled();
        let _new = admit(4);
        assert_eq!(all.each_ref().map(is_cut), [false, false, true, false]);
    }

    #[tokio::test]
    async fn who_asks_for_many_things_at_once_leaves_before_who_does_not() {
        let connections = Arc::new(Connections::default());
        let admit = |last| connections.admit(client(last), ROOM).unwrap();
        let all = [admit(1), admit(1), admit(2), admit(3)];
        for (one, requests) in all.iter().zip([1, 1, 1, 2]) {
            one.activity.read();
            for _ in 0..requests {
                one.activity.give_way().await;
                drop(one.activity.asked());
            }
        }
        let _new = admit(4);
        assert_eq!(all.each_ref().map(is_cut), [false, false, false, true]);
    }

    #[test]
    fn the_client_with_the_most_connections_loses_one() {
        let connections = Arc::new(Connections::default());
        let admit = |last| connections.admit(client(last), ROOM).unwrap();
        let all = [admit(1), admit(2), admit(2), admit(3)];
        drop(all[1].activity.asked());
        // Of the two, one has been answered already, and the other has never asked.
        let new = admit(4);
        assert_eq!(all.each_ref().map(is_cut), [false, false, true, false]);
        drop(new);
        drop(all);
        assert!(connections.open().clients.is_empty() && connections.open().connections.is_empty());
    }

    #[test]
    fn a_client_with_its_share_loses_one_of_its_own() {
        let connections = Arc::new(Connections::default());
        let admit = |last| connections.admit(client(last), ROOM).unwrap();
        let all = [admit(1), admit(1), admit(1)];
        let busy = all.each_ref().map(|one| one.activity.asked());
        assert_eq!(connections.admit(client(1), ROOM).err(), Some(Crowded), "all three are being answered");
        let [first, ..] = busy;
        drop(first);
        let _new = admit(1);
        assert_eq!(all.each_ref().map(is_cut), [true, false, false]);
    }
}
