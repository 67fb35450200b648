//! Threads that look things up and may wait for the disk, shared fairly: clients take turns, however much each asks.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::client::Client;

/// The number of threads for look-ups.
pub(crate) const READING: usize = 16;

/// Something to look up.
type Look = Box<dyn FnOnce() + Send>;

/// What to look up, and for whom. Clients with nothing to look up have no entry.
#[derive(Default)]
pub(crate) struct Readers {
    lines: Mutex<Lines>,
}

#[derive(Default)]
struct Lines {
    waiting: HashMap<Client, VecDeque<Look>>,
    /// The clients in `waiting`, next one first.
    rotation: VecDeque<Client>,
    /// Threads at work.
    busy: usize,
}

impl Readers {
    /// Adds a look-up, and returns whether another thread should call [`Readers::work`].
    pub(crate) fn add(&self, client: Client, look: impl FnOnce() + Send + 'static) -> bool {
        let mut lines = self.lines();
        let line = lines.waiting.entry(client).or_default();
        line.push_back(Box::new(look));
        if line.len() == 1 {
            lines.rotation.push_back(client);
        }
        let is_short = lines.busy < READING;
        lines.busy += usize::from(is_short);
        is_short
    }

    /// Looks things up on this thread until nothing is left.
    pub(crate) fn work(&self) {
        while let Some(look) = self.next() {
            // A panic costs one answer: its client gets an error, and the others get their answers.
            let _ = catch_unwind(AssertUnwindSafe(look));
        }
    }

    /// What to look up next. If there is nothing, the thread counts as gone.
    fn next(&self) -> Option<Look> {
        let mut lines = self.lines();
        let Some(client) = lines.rotation.pop_front() else {
            lines.busy -= 1;
            return None;
        };
        let line = lines.waiting.get_mut(&client)?;
        let look = line.pop_front();
        if line.is_empty() {
            lines.waiting.remove(&client);
        } else {
            lines.rotation.push_back(client);
        }
        look
    }

    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, mpsc};

    use super::*;

    #[test]
    fn clients_take_turns_and_a_panic_loses_one_answer() {
        let readers = Arc::new(Readers::default());
        let (sender, told) = mpsc::channel();
        for last in [1, 1, 1, 2, 3, 3] {
            let sender = sender.clone();
            readers.add(Client::of([192, 0, 2, last].into()), move || sender.send(last).unwrap());
        }
        readers.add(Client::of([192, 0, 2, 2].into()), || panic!("on purpose"));
        drop(sender);
        readers.work();
        assert_eq!(told.into_iter().collect::<Vec<_>>(), [1, 2, 3, 1, 3, 1]);
        let lines = readers.lines();
        assert!(lines.waiting.is_empty() && lines.rotation.is_empty());
    }
}
