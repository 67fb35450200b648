//! What the tables of a directory share: the database, and what went wrong with it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use solver::Bounds;

use crate::error::TableError;
use crate::format::{self, Game, Key};
use crate::known::{Known, Settled};
use crate::spot::Spot;
use crate::store::Store;

/// How many refuted claims to remember individually; the rest are only counted.
const MOST_REFUTED: usize = 20;
/// So many threads can record different positions at once.
const TURNS: u64 = 64;

/// What the tables of a directory share.
pub(crate) struct Shared {
    pub(crate) store: Store,
    pub(crate) is_read_only: bool,
    written: AtomicU64,
    faults: Mutex<Faults>,
    /// Whoever combines an entry with what is stored of its position holds that position's.
    turns: [Mutex<()>; TURNS as usize],
}

/// What went wrong.
#[derive(Default)]
pub(crate) struct Faults {
    /// Nothing is written after an error of the disk.
    has_stopped: bool,
    pub(crate) first: Option<TableError>,
    pub(crate) count: u64,
    /// The first refuted claims, and how many there were.
    pub(crate) refuted: Vec<TableError>,
    pub(crate) refutations: u64,
}

impl Shared {
    /// A state with nothing recorded yet.
    pub(crate) fn new(store: Store, is_read_only: bool) -> Self {
        let turns = std::array::from_fn(|_| Mutex::default());
        Self { store, is_read_only, written: AtomicU64::new(0), faults: Mutex::default(), turns }
    }

    /// Entries written so far.
    pub(crate) fn written(&self) -> u64 {
        self.written.load(Ordering::Relaxed)
    }

    /// What went wrong so far.
    pub(crate) fn faults(&self) -> MutexGuard<'_, Faults> {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers a failure.
    pub(crate) fn fail(&self, error: TableError) {
        let mut faults = self.faults();
        faults.has_stopped |= !error.is_of_an_entry();
        faults.count += 1;
        faults.first.get_or_insert(error);
    }

    /// Fails if the directory was removed: files can be written to all the same.
    pub(crate) fn look_after(&self) {
        if self.may_write()
            && let Err(removed) = self.store.check_presence()
        {
            self.fail(removed);
        }
    }

    fn may_write(&self) -> bool {
        !self.is_read_only && !self.faults().has_stopped
    }

    /// What the disk knows about a position.
    ///
    /// # Errors
    /// The disk cannot be read, or the entry is corrupt.
    pub(crate) fn read(&self, family: &str, spot: &Spot) -> Result<Option<Known>, TableError> {
        let key = Key::new(spot.game, spot.discs);
        let decode = |value: &[u8]| format::decode(spot.game, &key, spot.discs, value);
        let stored = self.store.get(family, key.bytes(), decode)?;
        stored.transpose().map_err(|reason| TableError::Corrupt {
            directory: self.store.directory().to_owned(),
            table: family.to_owned(),
            position: spot.game.position_text(spot.discs),
            reason,
        })
    }

    /// The same; a corrupt entry counts as none and is noted as a failure.
    pub(crate) fn on_disk(&self, family: &str, spot: &Spot) -> Result<Option<Known>, TableError> {
        match self.read(family, spot) {
            Err(corrupt) if corrupt.is_of_an_entry() => {
                self.fail(corrupt);
                Ok(None)
            }
            read => read,
        }
    }

    /// Writes what is known about a position, combined with what the disk knows. Does nothing if the tables are read-only
    /// or have failed.
    pub(crate) fn record(&self, family: &str, spot: &Spot, new: Known) {
        if !self.may_write() {
            return;
        }
        let turn = spot.discs.player().bits().wrapping_mul(31).wrapping_add(spot.discs.opponent().bits()) % TURNS;
        let _turn = self.turns[turn as usize].lock().unwrap_or_else(PoisonError::into_inner);
        let written = self.on_disk(family, spot).and_then(|known| {
            let both = known.map_or(new, |known| self.settle(spot, known.and(new, spot.game.unknown())));
            if known == Some(both) {
                return Ok(());
            }
            let key = Key::new(spot.game, spot.discs);
            self.store.put(family, key.bytes(), &format::encode(&key, both))?;
            self.written.fetch_add(1, Ordering::Relaxed);
            Ok(())
        });
        if let Err(error) = written {
            self.fail(error);
        }
    }

    /// Writes something about a game into a family that all games share, in the same way. The game's own is made, too, if it is
    /// missing.
    pub(crate) fn put_beside(&self, game: Game, family: &str, key: &[u8], value: &[u8]) {
        let write = || self.store.ensure_family(&game.name()).and_then(|()| self.store.put(family, key, value));
        if self.may_write()
            && let Err(error) = write()
        {
            self.fail(error);
        }
    }

    /// Notes what was excluded when two pieces of knowledge were combined; returns what stays.
    fn settle(&self, spot: &Spot, settled: Settled) -> Known {
        if let Some(claimed) = settled.refuted {
            let claim = TableError::Refuted {
                directory: self.store.directory().to_owned(),
                table: spot.game.name(),
                position: spot.game.position_text(spot.discs),
                claimed,
                proven: settled.known.proven.bounds,
            };
            let mut faults = self.faults();
            faults.refutations += 1;
            if faults.refuted.len() < MOST_REFUTED {
                faults.refuted.push(claim);
            }
        }
        if let Some((known, new)) = settled.contradiction {
            self.contradiction(spot, known, new);
        }
        settled.known
    }

    /// Notes that `new` excludes what is `known`.
    pub(crate) fn contradiction(&self, spot: &Spot, known: Bounds, new: Bounds) {
        self.fail(TableError::Contradiction {
            directory: self.store.directory().to_owned(),
            table: spot.game.name(),
            position: spot.game.position_text(spot.discs),
            known,
            new,
        });
    }

    /// Brings what was written to the disk itself, and into sorted files.
    ///
    /// # Errors
    /// Any failure so far, or the disk cannot be written to.
    pub(crate) fn settle_entries(&self) -> Result<(), TableError> {
        let failed = self.faults().first.clone().map_or(Ok(()), Err);
        if !self.may_write() || self.written.swap(0, Ordering::Relaxed) == 0 {
            return failed;
        }
        let families = self.store.families().into_iter().filter(|name| Game::from_name(name).is_some());
        failed.and(self.store.sync().and_then(|()| self.store.settle(families)))
    }
}
