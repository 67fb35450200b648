//! All tables of one directory.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use retrograde::{Exhausted, Plan};
use solver::{Board, Bounds, Discs, Observer, Position, Proven, Scoring, Start};

use crate::effort::{self, Effort, Run};
use crate::error::TableError;
use crate::exhaustive::{self, ExhaustiveTable};
use crate::format::{self, Game};
use crate::guess;
use crate::known::Trust;
use crate::merging::{self, Merged};
use crate::shared::Shared;
use crate::spot::Spot;
use crate::store::Store;
use crate::table::Table;

/// The tables of one directory. Dropping it brings to the disk itself what was recorded, as [`Tables::close`] does, but
/// cannot report an error.
///
/// A database is open in one process at a time, and as long as one of its [`Table`]s is held.
pub struct Tables {
    shared: Arc<Shared>,
    trust: Trust,
}

impl Tables {
    /// Opens the database in `directory` for reading and writing; makes the directory and the database if they are missing.
    ///
    /// # Errors
    /// The directory cannot be made, read or written to, is a file, is in use, or holds something other than a table, a
    /// table of another format or a damaged one.
    pub fn open(directory: &Path) -> Result<Self, TableError> {
        Ok(Self { shared: Arc::new(Shared::new(Store::open(directory)?, false)), trust: Trust::default() })
    }

    /// Opens the database in `directory` for reading, as it is on the disk now. Changes nothing in it, and does not
    /// interfere with other readers or a writer. It does not see later writes. What is recorded is forgotten.
    ///
    /// # Errors
    /// There is no table in the directory, it cannot be read, or it holds something else or another format.
    pub fn open_read_only(directory: &Path) -> Result<Self, TableError> {
        Ok(Self { shared: Arc::new(Shared::new(Store::open_read_only(directory)?, true)), trust: Trust::default() })
    }

    /// The same, but its tables return only knowledge trusted this far. By default they return all of it.
    #[must_use]
    pub fn with_trust(mut self, trust: Trust) -> Self {
        self.trust = trust;
        self
    }

    /// The boards and scorings that have a table, by name.
    #[must_use]
    pub fn list(&self) -> Vec<(Board, Scoring)> {
        let games = self.shared.store.families().into_iter().filter_map(|name| Game::from_name(&name));
        games.map(|game| (game.board(), game.scoring())).collect()
    }

    /// The finished tablebases, by name; for one with a damaged description, an error.
    #[must_use]
    pub fn list_exhaustive(&self) -> Vec<Result<ExhaustiveTable, TableError>> {
        let names = self.shared.store.families();
        let games = names.iter().filter_map(|name| format::read_exhaustive_name(name));
        games.filter_map(|(board, start, scoring)| self.exhaustive(board, start, scoring).transpose()).collect()
    }

    /// Whether there is a table for this board, or its transpose, and this scoring.
    #[must_use]
    pub fn has(&self, board: Board, scoring: Scoring) -> bool {
        self.shared.store.families().contains(&Game::new(board, scoring).name())
    }

    /// The table for this board, or its transpose if that has fewer rows, and this scoring; made when something is
    /// recorded, if it is missing.
    #[must_use]
    pub fn table(&self, board: Board, scoring: Scoring) -> Table {
        Table::new(Arc::clone(&self.shared), Game::new(board, scoring), self.trust)
    }

    /// What the disk knows about a position as it stands, on a board of any orientation; the best move is one of that
    /// position. `None` if nothing is known, or there is no table for the board and scoring.
    ///
    /// # Errors
    /// The disk cannot be read, or the entry is corrupt.
    pub fn look_up(&self, position: &Position, scoring: Scoring) -> Result<Option<Proven>, TableError> {
        self.table(position.board(), scoring).look_up(position)
    }

    /// The table of every position that can be reached on a board from a start; `None` if there is none or it was not
    /// finished. A board with more rows than columns is transposed.
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

    /// The table of every position of a plan, enumerated unless it exists. The work is done in a folder inside the
    /// directory of the tables; a run that was stopped or killed is resumed from there.
    ///
    /// # Errors
    /// The board is too large, the table cannot be read or written, or the observer asked to stop.
    pub fn make_exhaustive(&self, plan: &Plan, observer: &dyn Observer) -> Result<ExhaustiveTable, TableError> {
        exhaustive::make(&self.shared, plan, observer)
    }

    /// Keeps a finished enumeration, replacing an earlier one; it becomes visible once complete. `folder`
    /// is where it was made; errors name it.
    ///
    /// # Errors
    /// The enumeration cannot be read, the table cannot be written, or the observer asked to stop.
    pub fn store_exhaustive(
        &self,
        exhausted: &Exhausted,
        folder: &Path,
        observer: &dyn Observer,
    ) -> Result<ExhaustiveTable, TableError> {
        exhaustive::store(&self.shared, exhausted, folder, observer)
    }

    /// Waits until everything recorded before is on the disk itself, and would survive even a power failure.
    ///
    /// # Errors
    /// Any failure so far (see [`Tables::failure`]), or the disk cannot be reached.
    pub fn flush(&self) -> Result<(), TableError> {
        match self.failure() {
            Some(failure) => Err(failure),
            None if self.shared.is_read_only => Ok(()),
            None => self.shared.store.sync(),
        }
    }

    /// Waits as [`Tables::flush`] does, and writes the entries into sorted files, so that the next opening is quick.
    ///
    /// # Errors
    /// As for [`Tables::flush`], or a file cannot be written.
    pub fn close(self) -> Result<(), TableError> {
        self.shared.settle_entries()
    }

    /// Bytes that a table takes on the disk, including what is on its way there.
    ///
    /// # Errors
    /// There is no such table.
    pub fn bytes(&self, board: Board, scoring: Scoring) -> Result<u64, TableError> {
        self.shared.store.bytes(&Game::new(board, scoring).name())
    }

    /// Rewrites the files of a table to be as few and as small as possible.
    ///
    /// # Errors
    /// There is no such table, or the disk cannot be written to.
    pub fn compact(&self, board: Board, scoring: Scoring) -> Result<(), TableError> {
        self.flush()?;
        self.shared.store.compact(&Game::new(board, scoring).name())
    }

    /// Removes a table with all its entries, and the efforts and guesses of searches on it.
    ///
    /// # Errors
    /// There is no such table, or the disk cannot be written to.
    pub fn drop_table(&self, board: Board, scoring: Scoring) -> Result<(), TableError> {
        self.flush()?;
        let game = Game::new(board, scoring);
        if !self.has(board, scoring) {
            let directory = self.shared.store.directory().to_owned();
            return Err(TableError::Missing { directory, table: game.name() });
        }
        for family in [effort::FAMILY, guess::FAMILY] {
            for key in self.keys_of(family, game)? {
                self.shared.store.delete(family, &key)?;
            }
        }
        self.shared.store.drop_family(&game.name())?;
        self.shared.store.sync()
    }

    /// Merges entries, which come in the order of [`Table::entries`], into a table, which is made if it is missing.
    /// `entries` is called twice: nothing is merged unless all can be. Whatever they say about themselves, they are
    /// claims here: they are kept beside what is proven, and do not change it.
    ///
    /// # Errors
    /// An error among the entries or of the disk; or an entry that cannot belong to this table, is out of order or
    /// contradicts what the table knows. Only an error of the disk can leave some entries merged and others not; merging
    /// again completes it.
    pub fn merge<I>(
        &self,
        board: Board,
        scoring: Scoring,
        entries: impl Fn() -> Result<I, TableError>,
    ) -> Result<Merged, TableError>
    where
        I: Iterator<Item = Result<(Discs, Proven), TableError>>,
    {
        self.flush()?;
        let (store, game) = (&self.shared.store, Game::new(board, scoring));
        merging::check(store, game, entries()?)?;
        merging::merge(store, game, entries()?)
    }

    /// Merges tables of `other` into those of the same name, as claims (see [`Tables::merge`]): nothing if one
    /// contradicts what is known here. Returns the results in the order of `games`.
    ///
    /// # Errors
    /// As for [`Tables::merge`], or `other` has no such table.
    pub fn merge_from(&self, other: &Self, games: &[(Board, Scoring)]) -> Result<Vec<Merged>, TableError> {
        self.flush()?;
        let store = &self.shared.store;
        let table = |&(board, scoring): &(Board, Scoring)| (Game::new(board, scoring), other.table(board, scoring));
        let tables: Vec<_> = games.iter().map(table).collect();
        tables.iter().try_for_each(|(game, table)| merging::check(store, *game, table.entries()))?;
        tables.iter().map(|(game, table)| merging::merge(store, *game, table.entries())).collect()
    }

    /// Begins to record the effort of a run on a position in any orientation. Unreadable efforts of earlier runs count
    /// as nothing: they are notes, not proofs.
    #[must_use]
    pub fn begin_run(&self, position: &Position, scoring: Scoring) -> Run {
        let earlier = self.effort(position, scoring).ok().flatten();
        Run { spot: Spot::of(position, scoring), earlier }
    }

    /// Notes how far a run has come: what it has proven, for the side to move, if anything; what it has spent since it
    /// began; and whether its question is answered. Until then its bounds are those recorded as proven, whatever it rests
    /// on. The table is made if it is missing.
    pub fn note(&self, run: &Run, bounds: Option<Bounds>, nodes: u64, time: Duration, is_complete: bool) {
        let Run { spot, .. } = run;
        let proven = || self.shared.on_disk(&spot.game.name(), spot).ok().flatten().map(|known| known.proven.bounds);
        let bounds = if is_complete { bounds } else { bounds.and_then(|_| proven()) };
        let key = spot.key();
        let effort = effort::encode(&key, run.so_far(bounds, nodes, time, is_complete));
        self.shared.put_beside(spot.game, effort::FAMILY, &key, &effort);
    }

    /// The effort spent on a position, as it stands, over all runs.
    ///
    /// # Errors
    /// The disk cannot be read.
    pub fn effort(&self, position: &Position, scoring: Scoring) -> Result<Option<Effort>, TableError> {
        let key = Spot::of(position, scoring).key();
        let stored = self.shared.store.get(effort::FAMILY, &key, |value| effort::decode(&key, value))?;
        Ok(stored.flatten())
    }

    /// All positions of one board and scoring with recorded effort. Positions are canonical, with Black to move.
    ///
    /// # Errors
    /// The disk cannot be read.
    pub fn efforts(&self, board: Board, scoring: Scoring) -> Result<Vec<(Position, Effort)>, TableError> {
        let game = Game::new(board, scoring);
        let efforts = self.spots_with_effort()?.into_iter().filter(|(spot, _)| spot.game == game);
        Ok(efforts.map(|(spot, effort)| (game.position(spot.discs), effort)).collect())
    }

    /// Whether the disk has a proof, made here, that a position's value lies within these bounds.
    ///
    /// # Errors
    /// The disk cannot be read, or the entry is corrupt.
    pub fn is_proven_here(&self, position: &Position, scoring: Scoring, bounds: Bounds) -> Result<bool, TableError> {
        let Spot { game, discs } = Spot::of(position, scoring);
        let known = self.table(game.board(), scoring).known(discs)?;
        let proven = known.map_or(game.unknown(), |known| known.proven.bounds);
        Ok(proven.intersect(bounds) == proven)
    }

    fn spots_with_effort(&self) -> Result<Vec<(Spot, Effort)>, TableError> {
        let mut efforts = Vec::new();
        let Some(mut rows) = self.shared.store.rows(effort::FAMILY) else { return Ok(efforts) };
        while let Some((key, value)) = rows.next()? {
            efforts.extend(Spot::of_key(key).zip(effort::decode(key, value)));
        }
        Ok(efforts)
    }

    /// A game's keys in a column family shared by all games.
    fn keys_of(&self, family: &str, game: Game) -> Result<Vec<Vec<u8>>, TableError> {
        let mut keys = Vec::new();
        let Some(mut rows) = self.shared.store.rows(family) else { return Ok(keys) };
        while let Some((key, _)) = rows.next()? {
            if Spot::of_key(key).is_some_and(|spot| spot.game == game) {
                keys.push(key.to_vec());
            }
        }
        Ok(keys)
    }

    /// Entries written by this process so far; rewriting an entry counts again.
    #[must_use]
    pub fn written(&self) -> u64 {
        self.shared.written()
    }

    /// The first thing that went wrong since the database was opened: the error of the disk after which nothing is
    /// written any more, a corrupt entry, or bounds that contradict each other. Tables still answer afterwards, from what
    /// can be read.
    #[must_use]
    pub fn failure(&self) -> Option<TableError> {
        self.shared.faults().first.clone()
    }

    /// Whether tables no longer store anything: the disk has failed, or the directory is gone. An entry that cannot be
    /// read, or that contradicts a proof, does not count.
    #[must_use]
    pub fn has_stopped(&self) -> bool {
        self.shared.look_after();
        self.failure().is_some_and(|failure| !failure.is_of_an_entry())
    }

    /// Whether something in the tables, or a recorded proof, is false: they contradict each other.
    #[must_use]
    pub fn is_doubted(&self) -> bool {
        matches!(self.failure(), Some(TableError::Contradiction { .. }))
    }

    /// The first claims of others that proofs of this process have refuted, and how many there were. They are no longer
    /// part of the tables, so this is not a failure.
    #[must_use]
    pub fn refuted(&self) -> (Vec<TableError>, u64) {
        let faults = self.shared.faults();
        (faults.refuted.clone(), faults.refutations)
    }

    /// How many things went wrong; [`Tables::failure`] returns the first.
    #[must_use]
    pub fn failures(&self) -> u64 {
        self.shared.faults().count
    }
}

impl Drop for Tables {
    fn drop(&mut self) {
        let _ = self.shared.settle_entries();
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables").field("directory", &self.shared.store.directory()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Key;
    use solver::{Basis, ProofTable};
    use tempfile::TempDir;

    const SOMEWHERE: Discs = Discs::from_bits(0x0240, 0x0420).unwrap();

    fn open() -> (TempDir, Tables, Table) {
        let directory = TempDir::new().unwrap();
        let tables = Tables::open(directory.path()).unwrap();
        let table = tables.table("4x4".parse().unwrap(), Scoring::Discs);
        (directory, tables, table)
    }

    fn proven(lower: i32, upper: i32) -> Proven {
        Proven { bounds: Bounds::new(lower, upper), best: None, effort: 3, basis: Basis::Proof }
    }

    #[test]
    fn a_corrupt_value_is_not_used_but_reported_and_can_be_recorded_anew() {
        let (_directory, tables, table) = open();
        table.record(SOMEWHERE, proven(2, 4));
        tables.flush().unwrap();
        let key = Key::new(table.game(), SOMEWHERE);
        let mut value = tables.shared.store.get(&table.game().name(), key.bytes(), <[u8]>::to_vec).unwrap().unwrap();
        value[2] += 2;
        tables.shared.store.put(&table.game().name(), key.bytes(), &value).unwrap();

        assert_eq!(table.probe(SOMEWHERE), None);
        let failure = tables.failure().expect("it is remembered");
        let TableError::Corrupt { table: name, position, reason, .. } = &failure else { panic!("{failure}") };
        assert_eq!((&name[..], &position[..]), ("4x4 discs", "-----OX--XO----- X"));
        assert_eq!(reason, "its checksum does not match");
        assert_eq!(tables.flush(), Err(failure));

        table.record(SOMEWHERE, proven(2, 4));
        assert_eq!(table.probe(SOMEWHERE), Some(proven(2, 4)));
        let seen = tables.failures();
        assert_eq!(table.probe(SOMEWHERE), Some(proven(2, 4)));
        assert_eq!(tables.failures(), seen);
    }

    /// Writes anything into a table.
    fn spoil(tables: &Tables, family: &str, key: &[u8], value: &[u8]) {
        tables.shared.store.put(family, key, value).unwrap();
    }

    #[test]
    fn an_unreadable_key_can_be_removed_and_the_table_merged_and_exported_again() {
        let (directory, tables, table) = open();
        table.record(SOMEWHERE, proven(2, 4));
        tables.flush().unwrap();
        let key = Key::new(table.game(), SOMEWHERE);
        spoil(&tables, "4x4 discs", &[13, 0, 0, 0, 9], b"junk");
        spoil(&tables, "4x4 discs", &[vec![3], vec![7; 1000]].concat(), b"junk");
        spoil(&tables, "4x4 discs", key.bytes(), b"junk");
        let file = directory.path().join("file");
        let export = || crate::export(&file, table.board(), Scoring::Discs, table.entries());
        let merge = || {
            let last = Discs::from_bits(1, 2).unwrap();
            tables.merge(table.board(), Scoring::Discs, || Ok([Ok((last, proven(0, 1)))].into_iter()))
        };
        for error in [export().unwrap_err(), merge().unwrap_err()] {
            let text = error.to_string();
            assert!(text.contains("solve table verify --accept removes it") && text.len() < 400, "{text}");
        }
        let how = crate::Reproof { accepts: true, tidies: true, ..crate::Reproof::default() };
        let progress = solver::Progress::default();
        let reproved = table.prove_again(&how, &progress, &solver::Unobserved, |problem| panic!("{problem}")).unwrap();
        assert_eq!(reproved.removed, 3);
        assert_eq!((export(), merge().map(|merged| merged.added)), (Ok(0), Ok(1)));
    }

    #[test]
    fn a_damaged_description_does_not_hide_other_tablebases() {
        let (_directory, tables, _) = open();
        let plan = |shape: &str| Plan {
            board: shape.parse().unwrap(),
            start: Start::Othello,
            scoring: Scoring::Discs,
            threads: 1,
        };
        tables.make_exhaustive(&plan("3x3"), &solver::Unobserved).unwrap();
        tables.make_exhaustive(&plan("3x4"), &solver::Unobserved).unwrap();
        spoil(&tables, "3x3 discs othello exhaustive", &[0], b"othello-exhaustive 1\nxx");
        let listed = tables.list_exhaustive();
        let [Err(TableError::Damaged { reason, .. }), Ok(table)] = &listed[..] else { panic!("{listed:?}") };
        assert!(reason.contains("the description of table 3x3 discs othello exhaustive: "), "{reason}");
        assert_eq!(table.board().to_string(), "3x4");
    }

    #[test]
    fn what_a_running_search_notes_is_what_is_proven() {
        let (_directory, tables, table) = open();
        let start = Position::start("4x4".parse().unwrap(), Start::Othello);
        let discs = solver::CanonicalPosition::of(&start).discs();
        table.record(discs, proven(-12, 16));
        table.record(discs, Proven { basis: Basis::Claim, ..proven(-8, 4) });
        let run = tables.begin_run(&start, Scoring::Discs);
        let noted = |is_complete, bounds| {
            tables.note(&run, bounds, 1, Duration::ZERO, is_complete);
            tables.effort(&start, Scoring::Discs).unwrap().expect("it is noted").bounds
        };
        assert_eq!(noted(false, Some(Bounds::new(-8, 4))), Bounds::new(-12, 16));
        assert_eq!(noted(false, None), Bounds::new(-16, 16));
        assert_eq!(noted(true, Some(Bounds::at(-8))), Bounds::at(-8));
    }
}
