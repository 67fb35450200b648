//! Proven bounds of Othello positions, kept in RocksDB.
//!
//! One directory holds one database, with a table for each board and scoring. A search records into
//! memory and never waits for the disk; a thread writes behind it. FORMAT.md describes what is on the
//! disk, byte by byte.
//!
//! ```
//! use solver::{Board, Bounds, Discs, Move, ProofTable, Proven, Scoring};
//! use tables::Tables;
//!
//! # let directory = tempfile::tempdir()?;
//! # let directory = directory.path();
//! let position = Discs { player: 0x0240, opponent: 0x0420 };
//! let proven = Proven { bounds: Bounds::at(-8), best: Some(Move::Place(1)), effort: 1_000 };
//! {
//!     let tables = Tables::open(directory)?;
//!     tables.table("4x4".parse()?, Scoring::Discs)?.record(position, proven);
//!     tables.flush()?;
//! }
//! let tables = Tables::open(directory)?;
//! let table = tables.table("4x4".parse()?, Scoring::Discs)?;
//! assert_eq!(table.probe(position), Some(proven));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod exhaustive;
mod format;
mod queue;
mod store;
mod writer;

use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use exhaust::{Exhausted, Watcher};
use solver::{Board, Discs, ProofTable, Proven, Scoring, Start};

pub use error::TableError;
pub use exhaustive::{ExhaustiveTable, Positions, StoreError};
use format::Game;
use queue::{Spot, merge};
use store::Store;
use writer::Shared;

/// The tables of one directory. Dropping it writes what was recorded and ends the writer; call
/// [`Tables::flush`] before, since a drop cannot tell of an error.
///
/// A database is open in one process at a time, and as long as one of its [`Table`]s is held.
pub struct Tables {
    shared: Arc<Shared>,
    tables: Mutex<HashMap<Game, Arc<Table>>>,
    writer: Option<JoinHandle<()>>,
}

/// The proven bounds of one board and scoring; see [`ProofTable`].
///
/// # Panics
/// `probe` and `record` panic on discs that cannot stand on the board, `record` also on a best move
/// that is not an empty square: nothing true could be stored of them.
pub struct Table {
    shared: Arc<Shared>,
    game: Game,
    family: String,
}

impl Tables {
    /// Opens the database in `directory` to read and write; makes the directory and the database if they are missing.
    ///
    /// # Errors
    /// The directory cannot be made, read or written to, is a file, holds something else than a table,
    /// a table of another format or a damaged one, or is in use.
    pub fn open(directory: &Path) -> Result<Self, TableError> {
        let shared = Arc::new(Shared::new(Store::open(directory)?));
        let writer = writer::spawn(Arc::clone(&shared))
            .map_err(|error| TableError::Write { directory: directory.to_owned(), reason: error.to_string() })?;
        Ok(Self { shared, tables: Mutex::default(), writer: Some(writer) })
    }

    /// The table of a board, or of its transpose if that has fewer rows, and a scoring; made if it is missing.
    /// The same arguments give the same table.
    ///
    /// # Errors
    /// A missing table cannot be made.
    pub fn table(&self, board: Board, scoring: Scoring) -> Result<Arc<Table>, TableError> {
        let game = Game::new(board, scoring);
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = tables.get(&game) {
            return Ok(Arc::clone(table));
        }
        let family = game.name();
        self.shared.store.ensure_family(&family)?;
        let table = Arc::new(Table { shared: Arc::clone(&self.shared), game, family });
        tables.insert(game, Arc::clone(&table));
        Ok(table)
    }

    /// The table of every position that can be reached on a board from a start; `None` if it is not there or was not
    /// finished. A board with more rows than columns is turned.
    ///
    /// # Errors
    /// It cannot be read, or its description is damaged.
    pub fn exhaustive(
        &self,
        board: Board,
        start: Start,
        scoring: Scoring,
    ) -> Result<Option<ExhaustiveTable>, TableError> {
        ExhaustiveTable::open(&self.shared, board, start, scoring)
    }

    /// Keeps a finished enumeration, in place of one that was interrupted here; it is there when all of it is. `folder`
    /// is for files on their way, best on the disk of the tables, since they are moved there.
    ///
    /// # Errors
    /// The enumeration cannot be read, the table cannot be written, or the watcher asked to stop.
    pub fn store_exhaustive(
        &self,
        exhausted: &Exhausted,
        folder: &Path,
        watcher: &dyn Watcher,
    ) -> Result<ExhaustiveTable, StoreError> {
        exhaustive::store(&self.shared, exhausted, folder, watcher)
    }

    /// Waits until all that was recorded before is on the disk itself, to survive even a loss of power.
    ///
    /// # Errors
    /// Any failure so far (see [`Tables::failure`]), or that the disk cannot be reached.
    pub fn flush(&self) -> Result<(), TableError> {
        self.shared.queue.wait_written();
        match self.failure() {
            Some(failure) => Err(failure),
            None => self.shared.store.sync(),
        }
    }

    /// Entries written by this process so far; one that is written again counts again.
    #[must_use]
    pub fn written(&self) -> u64 {
        self.shared.written()
    }

    /// The first thing that went wrong since the database was opened: the error of the disk that ended the
    /// writer, an entry that was corrupt, or bounds that contradict each other. Tables still answer afterwards,
    /// from memory and what can be read.
    #[must_use]
    pub fn failure(&self) -> Option<TableError> {
        self.shared.queue.failure().0
    }

    /// How many things went wrong; [`Tables::failure`] tells the first.
    #[must_use]
    pub fn failures(&self) -> u64 {
        self.shared.queue.failure().1
    }
}

impl Drop for Tables {
    fn drop(&mut self) {
        let ended_before = self.shared.queue.is_stopped();
        self.shared.queue.close();
        if let Some(writer) = self.writer.take() {
            // The writer has remembered a panic as a failure.
            let _ = writer.join();
        }
        if ended_before || self.shared.written() == 0 {
            return;
        }
        let names = self.tables.get_mut().unwrap_or_else(PoisonError::into_inner).keys().map(|game| game.name());
        if let Err(error) = self.shared.store.settle(names).and_then(|()| self.shared.store.sync()) {
            self.shared.queue.fail(error);
        }
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables").field("directory", &self.shared.store.directory()).finish_non_exhaustive()
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("family", &self.family).finish_non_exhaustive()
    }
}

impl ProofTable for Table {
    fn probe(&self, canonical: Discs) -> Option<Proven> {
        let spot = Spot { game: self.game, discs: canonical };
        // Memory before disk: an entry on its way from one to the other is seen at least once.
        let [in_flight, pending] = self.shared.queue.get(&spot);
        let on_disk = self.shared.on_disk(&self.family, &spot).unwrap_or_else(|error| {
            self.shared.queue.fail(error);
            None
        });
        // The writer keeps the older of two that contradict each other, and so does this.
        [on_disk, in_flight, pending].into_iter().flatten().reduce(|older, newer| merge(older, newer).unwrap_or(older))
    }

    fn record(&self, canonical: Discs, proven: Proven) {
        assert!(self.game.holds(canonical), "{canonical:?} cannot stand in table {}", self.family);
        assert!(self.game.allows(canonical, proven.best), "{:?} is no move in {canonical:?}", proven.best);
        let spot = Spot { game: self.game, discs: canonical };
        let unknown = self.game.unknown();
        let bounds = unknown.intersect(proven.bounds);
        if bounds.lower > bounds.upper {
            self.shared.contradiction(&spot, unknown, proven.bounds);
        } else if let Err(known) = self.shared.queue.add(spot, Proven { bounds, ..proven }) {
            self.shared.contradiction(&spot, known.bounds, bounds);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Key;
    use crate::store::Batch;
    use solver::Bounds;
    use tempfile::TempDir;

    const SOMEWHERE: Discs = Discs { player: 0x0240, opponent: 0x0420 };

    fn open() -> (TempDir, Tables, Arc<Table>) {
        let directory = TempDir::new().unwrap();
        let tables = Tables::open(directory.path()).unwrap();
        let table = tables.table("4x4".parse().unwrap(), Scoring::Discs).unwrap();
        (directory, tables, table)
    }

    fn proven(lower: i32, upper: i32) -> Proven {
        Proven { bounds: Bounds { lower, upper }, best: None, effort: 3 }
    }

    #[test]
    fn a_corrupt_value_is_not_used_but_reported_and_can_be_recorded_anew() {
        let (_directory, tables, table) = open();
        table.record(SOMEWHERE, proven(2, 4));
        tables.flush().unwrap();
        let key = Key::new(table.game, SOMEWHERE);
        let mut value = tables.shared.store.get(&table.family, key.bytes(), <[u8]>::to_vec).unwrap().unwrap();
        value[2] += 2;
        let mut batch = Batch::default();
        tables.shared.store.put(&mut batch, &table.family, key.bytes(), &value).unwrap();
        tables.shared.store.write(batch).unwrap();

        assert_eq!(table.probe(SOMEWHERE), None);
        let failure = tables.failure().expect("it is remembered");
        let TableError::Corrupt { table: name, position, reason, .. } = &failure else { panic!("{failure}") };
        assert_eq!((&name[..], &position[..]), ("4x4 discs", "-----OX--XO----- X"));
        assert_eq!(reason, "its checksum does not match");
        assert_eq!(tables.flush(), Err(failure));

        table.record(SOMEWHERE, proven(2, 4));
        assert_eq!(table.probe(SOMEWHERE), Some(proven(2, 4)));
        tables.shared.queue.wait_written();
        let seen = tables.failures();
        assert_eq!(table.probe(SOMEWHERE), Some(proven(2, 4)));
        assert_eq!(tables.failures(), seen);
    }

    #[test]
    fn after_an_error_of_the_disk_the_table_answers_from_memory_and_disk() {
        let (_directory, tables, table) = open();
        table.record(SOMEWHERE, proven(-2, 4));
        tables.flush().unwrap();
        // A table without its column family: the writer cannot put anything there.
        let broken = Table {
            shared: Arc::clone(&tables.shared),
            game: Game::new("4x5".parse().unwrap(), Scoring::Wof),
            family: String::new(),
        };
        broken.record(SOMEWHERE, proven(0, 1));
        let failure = tables.flush().expect_err("there is no such column family");
        assert!(matches!(failure, TableError::Write { .. }), "{failure}");
        assert_eq!(tables.failure(), Some(failure));
        table.record(SOMEWHERE, proven(0, 16));
        assert_eq!(table.probe(SOMEWHERE), Some(proven(0, 4)));
        assert_eq!(broken.probe(SOMEWHERE), Some(proven(0, 1)));
        assert!(tables.flush().is_err());
    }
}
