//! The thread that writes recorded entries to the disk.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, JoinHandle};

use crate::effort;
use crate::error::TableError;
use crate::format::{self, Game, Key};
use crate::guess;
use crate::known::{Known, Settled};
use crate::queue::{Queue, Work};
use crate::spot::Spot;
use crate::store::{Batch, Store};

/// Entries that may wait for the writer, about 100 bytes of memory each.
const MAX_PENDING: usize = 1_000_000;

/// What the tables of a directory share with their writer.
pub(crate) struct Shared {
    pub(crate) store: Store,
    pub(crate) queue: Queue,
    written: AtomicU64,
}

impl Shared {
    /// A state with nothing recorded yet.
    pub(crate) fn new(store: Store) -> Self {
        Self { store, queue: Queue::new(MAX_PENDING), written: AtomicU64::new(0) }
    }

    /// Entries written so far.
    pub(crate) fn written(&self) -> u64 {
        self.written.load(Ordering::Relaxed)
    }

    /// What the disk knows about a position. A corrupt entry counts as none and is recorded as a failure.
    pub(crate) fn on_disk(&self, family: &str, spot: &Spot) -> Result<Option<Known>, TableError> {
        let key = Key::new(spot.game, spot.discs);
        let decode = |value: &[u8]| format::decode(spot.game, &key, spot.discs, value);
        let Some(stored) = self.store.get(family, key.bytes(), decode)? else { return Ok(None) };
        match stored {
            Ok(known) => Ok(Some(known)),
            Err(reason) => {
                self.queue.fail(TableError::Corrupt {
                    directory: self.store.directory().to_owned(),
                    table: family.to_owned(),
                    position: spot.game.position_text(spot.discs),
                    reason,
                });
                Ok(None)
            }
        }
    }

    /// Records what was excluded when two pieces of knowledge were combined; returns what stays.
    pub(crate) fn settle(&self, spot: &Spot, settled: Settled) -> Known {
        if let Some(claimed) = settled.refuted {
            self.queue.refute(TableError::Refuted {
                directory: self.store.directory().to_owned(),
                table: spot.game.name(),
                position: spot.game.position_text(spot.discs),
                claimed,
                proven: settled.known.proven.bounds,
            });
        }
        if let Some((known, new)) = settled.contradiction {
            self.contradiction(spot, known, new);
        }
        settled.known
    }

    /// Records that `new` excludes what is `known`.
    pub(crate) fn contradiction(&self, spot: &Spot, known: solver::Bounds, new: solver::Bounds) {
        self.queue.fail(TableError::Contradiction {
            directory: self.store.directory().to_owned(),
            table: spot.game.name(),
            position: spot.game.position_text(spot.discs),
            known,
            new,
        });
    }

    /// Writes entries, each combined with what the disk already knows, together with the efforts spent in the meantime:
    /// all of it or nothing.
    fn write(&self, work: &Work) -> Result<(), TableError> {
        // In the order of the keys: neighbours are read from and inserted into the same places.
        let mut sorted: Vec<(Game, Key, &Spot, Known)> = work
            .entries
            .iter()
            .map(|(spot, &known)| (spot.game, Key::new(spot.game, spot.discs), spot, known))
            .collect();
        sorted.sort_unstable_by_key(|&(game, key, ..)| (game, key));
        let mut batch = Batch::default();
        for of_game in sorted.chunk_by(|left, right| left.0 == right.0) {
            let family = of_game[0].0.name();
            for (_, key, spot, new) in of_game {
                let known = self.on_disk(&family, spot)?;
                let both = known.map_or(*new, |known| self.settle(spot, known.and(*new, spot.game.unknown())));
                if known != Some(both) {
                    self.store.put(&mut batch, &family, key.bytes(), &format::encode(key, both))?;
                }
            }
        }
        let count = batch.len() as u64;
        for (&spot, &effort) in &work.efforts {
            let key = spot.key();
            self.store.put(&mut batch, effort::FAMILY, &key, &effort::encode(&key, effort))?;
        }
        if !work.guesses.is_empty() {
            self.store.ensure_family(guess::FAMILY)?;
        }
        for (&spot, &guess) in &work.guesses {
            let key = spot.key();
            self.store.put(&mut batch, guess::FAMILY, &key, &guess::encode(&key, guess))?;
        }
        if batch.len() > 0 {
            self.store.write(batch)?;
            self.written.fetch_add(count, Ordering::Relaxed);
        }
        Ok(())
    }
}

/// Releases everybody who waits, however the thread ends.
struct AtEnd<'a>(&'a Shared);

impl Drop for AtEnd<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            let directory = self.0.store.directory().to_owned();
            self.0.queue.fail(TableError::Write { directory, reason: "the writing thread panicked".to_owned() });
        }
        self.0.queue.stop();
    }
}

/// Starts the thread. It ends when the queue is closed, or at the first disk error.
pub(crate) fn spawn(shared: Arc<Shared>) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().name("table writer".to_owned()).spawn(move || {
        let _at_end = AtEnd(&shared);
        while let Some(work) = shared.queue.take() {
            if let Err(error) = shared.write(&work) {
                shared.queue.fail(error);
                return;
            }
            shared.queue.finish();
        }
    })
}
