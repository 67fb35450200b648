//! Counts what tables hold, on a thread of its own because large tables take a while.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use answers::knowledge::{Counts, Knowledge, TableName};

/// The shortest time after which a table that learns is counted again.
const PAUSE: Duration = Duration::from_secs(60);
/// After a count, a table rests for this many times as long as the count took.
const REST: u32 = 20;

/// What tables hold, and when to count each again; never while it is queued or being counted.
type Seen = Mutex<HashMap<TableName, (Option<Counts>, Option<Instant>)>>;

/// The counts of all tables that somebody has asked for. The thread ends when this is dropped.
pub(crate) struct Counting {
    seen: Arc<Seen>,
    queue: Sender<TableName>,
    learns: bool,
}

impl Counting {
    /// Counts all tables there are. Later ones are counted when somebody asks for them.
    pub(crate) fn of(knowledge: &Arc<dyn Knowledge>) -> Self {
        let (sender, queue) = channel();
        let counting = Self { seen: Arc::default(), queue: sender, learns: knowledge.learns() };
        for table in knowledge.tables() {
            counting.counts(table);
        }
        let (knowledge, seen) = (Arc::clone(knowledge), Arc::downgrade(&counting.seen));
        let work = move || count(&*knowledge, &queue, &seen);
        // Without the thread, the pages only lack their statistics.
        let _ = thread::Builder::new().name("explorer-count".into()).spawn(work);
        counting
    }

    /// What a table holds, as far as it has been counted.
    pub(crate) fn counts(&self, table: TableName) -> Option<Counts> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = !seen.contains_key(&table);
        let (counts, due) = seen.entry(table).or_default();
        let is_due = self.learns && due.is_some_and(|due| Instant::now() >= due);
        if is_new || is_due {
            *due = None;
            // Without the thread nobody listens.
            let _ = self.queue.send(table);
        }
        counts.clone()
    }
}

/// Counts what is asked for, until nobody can ask any more. It keeps nothing alive but the knowledge.
fn count(knowledge: &dyn Knowledge, queue: &Receiver<TableName>, seen: &Weak<Seen>) {
    for table in queue {
        let begin = Instant::now();
        let counts = knowledge.count(table, &|| seen.strong_count() > 0);
        let Some(seen) = seen.upgrade() else { return };
        let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
        let (known, due) = seen.entry(table).or_default();
        // A table that could not be counted keeps its earlier counts.
        *known = counts.or(known.take());
        let now = Instant::now();
        *due = now.checked_add(PAUSE.max((now - begin).saturating_mul(REST)));
    }
}
