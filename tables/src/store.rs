//! The only module that names `rocksdb`: opening, reading and writing bytes.

mod bulk;
mod contents;
mod logs;
mod options;
mod sorted;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::Duration;
use std::{fs, io, thread};

use retrograde::WORK_ENDING;
use rocksdb::{
    Cache, ColumnFamilyDescriptor, DBWithThreadMode, DEFAULT_COLUMN_FAMILY_NAME, Error, ErrorKind, MultiThreaded,
    Options, WriteBatch, WriteOptions,
};

use crate::error::TableError;
use crate::format;
pub(crate) use bulk::Rows;
use options::{cache, database_options, family_options};

/// The longest time to wait for RocksDB to close a database.
const CLOSING: Duration = Duration::from_secs(3);

type Db = DBWithThreadMode<MultiThreaded>;

/// An open database.
pub(crate) struct Store {
    /// Taken only when this is dropped.
    db: Option<Db>,
    directory: PathBuf,
    /// That of the directory when it was opened (see [`identity`]).
    identity: (u64, u64),
    /// The names of all column families.
    families: Mutex<BTreeSet<String>>,
    /// What its families share.
    cache: Cache,
}

/// Changes that are written together or not at all.
#[derive(Default)]
pub(crate) struct Batch(WriteBatch);

impl Batch {
    /// Number of changes.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

/// What distinguishes a directory from another of the same name; `None` if it does not exist.
fn identity(directory: &Path) -> Option<(u64, u64)> {
    let metadata = fs::metadata(directory).ok()?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        Some((metadata.dev(), metadata.ino()))
    }
    #[cfg(not(unix))]
    metadata.is_dir().then_some((0, 0))
}

impl Store {
    /// Opens the database in `directory`, or makes one there.
    pub(crate) fn open(directory: &Path) -> Result<Self, TableError> {
        let mut options = database_options();
        let families = beside_a_writer(directory, || {
            let has_database = look_into(directory)?;
            has_database.then(|| check_ours(directory, &options)).transpose()
        });
        let families = families.map_err(|error| match error {
            // Only a process that has it open changes it.
            TableError::Changed { directory } => TableError::InUse { directory },
            error => error,
        })?;
        options.create_if_missing(families.is_none());
        let families = families.unwrap_or_else(|| vec![DEFAULT_COLUMN_FAMILY_NAME.to_owned()]);
        let cache = cache();
        let of_name = |name: &String| ColumnFamilyDescriptor::new(name, family_options(&cache, name));
        let descriptors = families.iter().map(of_name);
        let db = Db::open_cf_descriptors(&options, directory, descriptors)
            .map_err(|error| opening_error(directory, &error))?;
        let store = Self::new(db, directory, families, cache)?;
        store.sign()?;
        Ok(store)
    }

    /// Opens the database in `directory` for reading as it is now, even while others read or write it. Changes nothing.
    pub(crate) fn open_read_only(directory: &Path) -> Result<Self, TableError> {
        let no_table = || TableError::NoTable { directory: directory.to_owned() };
        if !directory.exists() {
            return Err(no_table());
        }
        let mut options = database_options();
        // This opens all files at once: a concurrent writer may remove any of them later.
        options.set_max_open_files(-1);
        let cache = cache();
        let (db, families) = beside_a_writer(directory, || {
            if !look_into(directory)? {
                return Err(no_table());
            }
            let families = check_ours(directory, &options)?;
            let of_name = |name: &String| ColumnFamilyDescriptor::new(name, family_options(&cache, name));
            Db::open_cf_descriptors_read_only(&options, directory, families.iter().map(of_name), false)
                .map(|db| (db, families))
                .map_err(|error| opening_error(directory, &error))
        })?;
        Self::new(db, directory, families, cache)
    }

    fn new(db: Db, directory: &Path, families: Vec<String>, cache: Cache) -> Result<Self, TableError> {
        let families = Mutex::new(families.into_iter().collect());
        let directory = directory.to_owned();
        match identity(&directory) {
            Some(identity) => Ok(Self { db: Some(db), directory, identity, families, cache }),
            None => Err(TableError::Removed { directory }),
        }
    }

    /// Checks the format, and writes it into a new database, or into an older one, whose values can stay as they are.
    fn sign(&self) -> Result<(), TableError> {
        let entry = self.db().get(format::FORMAT_KEY).map_err(|error| opening_error(&self.directory, &error))?;
        if entry.is_some() || self.db().latest_sequence_number() > 0 {
            check_format(&self.directory, entry.as_deref())?;
            if entry.as_deref() == Some(&format::format_entry()) {
                return Ok(());
            }
        }
        let mut at_once = WriteOptions::default();
        at_once.set_sync(true);
        self.db()
            .put_opt(format::FORMAT_KEY, format::format_entry(), &at_once)
            // Into a file: as long as the write-ahead log alone holds an entry, RocksDB keeps it, and reads it when
            // opening.
            .and_then(|()| self.db().flush())
            .map_err(|error| self.write_error(&error))
    }

    fn db(&self) -> &Db {
        self.db.as_ref().expect("it is open until this is dropped")
    }

    /// The directory of the database.
    pub(crate) fn directory(&self) -> &Path {
        &self.directory
    }

    /// Makes a column family, unless it exists.
    pub(crate) fn ensure_family(&self, family: &str) -> Result<(), TableError> {
        if self.db().cf_handle(family).is_some() {
            return Ok(());
        }
        let mut families = self.families.lock().unwrap_or_else(PoisonError::into_inner);
        if families.insert(family.to_owned())
            && let Err(error) = self.db().create_cf(family, &family_options(&self.cache, family))
        {
            families.remove(family);
            return Err(self.write_error(&error));
        }
        Ok(())
    }

    /// Reads the value of a key.
    pub(crate) fn get<R>(
        &self,
        family: &str,
        key: &[u8],
        read: impl FnOnce(&[u8]) -> R,
    ) -> Result<Option<R>, TableError> {
        let Some(family) = self.db().cf_handle(family) else { return Ok(None) };
        let value = self.db().get_pinned_cf(&family, key).map_err(|error| self.read_error(&error))?;
        Ok(value.map(|bytes| read(&bytes)))
    }

    /// Writes a value, into a column family that is made if it is missing. It survives the end of the process, and after
    /// [`Store::sync`] that of the machine.
    pub(crate) fn put(&self, family: &str, key: &[u8], value: &[u8]) -> Result<(), TableError> {
        self.ensure_family(family)?;
        self.db().put_cf(&self.handle(family)?, key, value).map_err(|error| self.write_error(&error))
    }

    /// Adds a value to a batch.
    pub(crate) fn add(&self, batch: &mut Batch, family: &str, key: &[u8], value: &[u8]) -> Result<(), TableError> {
        batch.0.put_cf(&self.handle(family)?, key, value);
        Ok(())
    }

    /// Adds the removal of a key to a batch.
    pub(crate) fn remove(&self, batch: &mut Batch, family: &str, key: &[u8]) -> Result<(), TableError> {
        batch.0.delete_cf(&self.handle(family)?, key);
        Ok(())
    }

    /// Removes a key.
    pub(crate) fn delete(&self, family: &str, key: &[u8]) -> Result<(), TableError> {
        let Some(handle) = self.db().cf_handle(family) else { return Ok(()) };
        self.db().delete_cf(&handle, key).map_err(|error| self.write_error(&error))
    }

    /// Writes a batch, all of it or nothing, as [`Store::put`] does.
    pub(crate) fn write(&self, batch: Batch) -> Result<(), TableError> {
        self.check_presence()?;
        self.db().write(batch.0).map_err(|error| self.write_error(&error))
    }

    /// Waits until everything written is on the disk itself.
    pub(crate) fn sync(&self) -> Result<(), TableError> {
        self.check_presence()?;
        self.db().flush_wal(true).map_err(|error| self.write_error(&error))
    }

    /// Moves the content of the write-ahead log into sorted files, so that the next opening is quick.
    pub(crate) fn settle(&self, families: impl Iterator<Item = String>) -> Result<(), TableError> {
        for family in families {
            if let Some(handle) = self.db().cf_handle(&family) {
                self.db().flush_cf(&handle).map_err(|error| self.write_error(&error))?;
            }
        }
        Ok(())
    }

    /// Checks that the directory is the one that was opened: removed files can still be written to.
    pub(crate) fn check_presence(&self) -> Result<(), TableError> {
        if identity(&self.directory).is_none_or(|identity| identity != self.identity) {
            return Err(TableError::Removed { directory: self.directory.clone() });
        }
        Ok(())
    }

    fn read_error(&self, error: &Error) -> TableError {
        if let Err(removed) = self.check_presence() {
            return removed;
        }
        let directory = self.directory.clone();
        match error.kind() {
            ErrorKind::Corruption => TableError::Damaged { directory, reason: reason(error) },
            _ => TableError::Read { directory, reason: reason(error) },
        }
    }

    fn write_error(&self, error: &Error) -> TableError {
        if let Err(removed) = self.check_presence() {
            return removed;
        }
        TableError::Write { directory: self.directory.clone(), reason: reason(error) }
    }
}

impl Drop for Store {
    /// Closes the database, or leaves it to the end of the process: after an error RocksDB may wait for ever until it has
    /// recovered. What was written needs no closing.
    fn drop(&mut self) {
        let (db, (closing, closed)) = (self.db.take(), mpsc::channel::<()>());
        let close = thread::Builder::new().spawn(move || {
            drop(db);
            drop(closing);
        });
        // Without a thread it is closed by now.
        if close.is_ok() {
            let _ = closed.recv_timeout(CLOSING);
        }
    }
}

/// Makes the directory if it is missing, and looks at what is in it. Returns whether that is a RocksDB database, and not
/// nothing, what an interrupted first opening left, or working folders.
fn look_into(directory: &Path) -> Result<bool, TableError> {
    if directory.exists() && !directory.is_dir() {
        return Err(TableError::NotADirectory { path: directory.to_owned() });
    }
    fs::create_dir_all(directory)
        .map_err(|error| TableError::Create { directory: directory.to_owned(), reason: error.to_string() })?;
    contents::check(directory)?;
    let inaccessible =
        |error: io::Error| TableError::Inaccessible { directory: directory.to_owned(), reason: error.to_string() };
    if directory.join("CURRENT").exists() {
        return Ok(true);
    }
    let mut stranger = None;
    for entry in fs::read_dir(directory).map_err(inaccessible)? {
        let entry = entry.map_err(inaccessible)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_work = name.ends_with(WORK_ENDING) && entry.file_type().is_ok_and(|kind| kind.is_dir());
        if !is_work && !is_rocksdb_name(&name) {
            stranger.get_or_insert(name);
        }
    }
    match stranger {
        None => Ok(false),
        Some(name) => Err(foreign(directory, &format!("it holds '{name}' and no table"))),
    }
}

/// Whether RocksDB makes files of this name before the first `CURRENT`.
fn is_rocksdb_name(name: &str) -> bool {
    ["LOCK", "IDENTITY"].contains(&name)
        || ["LOG", "MANIFEST-", "OPTIONS-"].iter().any(|start| name.starts_with(start))
        || [".dbtmp", ".log"].iter().any(|end| name.ends_with(end))
}

/// Reads a directory without a lock. If that fails while another process changes files there, the error means nothing,
/// and it is tried again.
fn beside_a_writer<T>(directory: &Path, read: impl Fn() -> Result<T, TableError>) -> Result<T, TableError> {
    const TRIES: u64 = 20;
    for tries in 0..TRIES {
        let before = files(directory);
        match read() {
            Err(_) if files(directory) != before => thread::sleep(Duration::from_millis(tries)),
            result => return result,
        }
    }
    Err(TableError::Changed { directory: directory.to_owned() })
}

/// The names and sizes of the files in a directory, as far as they can be read.
fn files(directory: &Path) -> BTreeMap<OsString, u64> {
    let files = fs::read_dir(directory).into_iter().flatten().flatten();
    files.map(|file| (file.file_name(), file.metadata().map_or(0, |found| found.len()))).collect()
}

/// Checks, without changing anything, that a RocksDB database is a table of this format; returns its column families.
fn check_ours(directory: &Path, options: &Options) -> Result<Vec<String>, TableError> {
    logs::check(directory)?;
    let error = |error: Error| opening_error(directory, &error);
    let families = Db::list_cf(options, directory).map_err(error)?;
    let default = [DEFAULT_COLUMN_FAMILY_NAME];
    let db = Db::open_cf_for_read_only(options, directory, default, false).map_err(error)?;
    let entry = db.get(format::FORMAT_KEY).map_err(error)?;
    let interrupted_creation = entry.is_none() && families == default && db.latest_sequence_number() == 0;
    if !interrupted_creation {
        check_format(directory, entry.as_deref())?;
    }
    Ok(families)
}

/// Checks the format entry of a database that is not new.
fn check_format(directory: &Path, entry: Option<&[u8]>) -> Result<(), TableError> {
    let (directory, expected) = (directory.to_owned(), u32::from(format::VERSION));
    let oldest = u32::from(format::OLDEST_VERSION);
    match entry.and_then(format::read_format) {
        None => Err(foreign(&directory, "it holds a RocksDB of another program")),
        Some(found) if found < oldest => Err(TableError::OlderFormat { directory, found, expected }),
        Some(found) if found > expected => Err(TableError::NewerFormat { directory, found, expected }),
        Some(_) => Ok(()),
    }
}

fn foreign(directory: &Path, reason: &str) -> TableError {
    TableError::Foreign { directory: directory.to_owned(), reason: reason.to_owned() }
}

/// What an error of RocksDB means while opening.
fn opening_error(directory: &Path, error: &Error) -> TableError {
    let reason = reason(error);
    // RocksDB has no error code for its lock: "lock hold by current process" within one process,
    // "While lock file: …/LOCK: Resource temporarily unavailable" between two.
    if ["lock hold by current process", "While lock file"].iter().any(|text| reason.contains(text)) {
        return TableError::InUse { directory: directory.to_owned() };
    }
    let directory = directory.to_owned();
    // RocksDB calls options that could not be read incompatible.
    let is_of_system = reason.contains("IO error: ");
    match error.kind() {
        ErrorKind::Corruption => TableError::Damaged { directory, reason },
        ErrorKind::InvalidArgument | ErrorKind::NotSupported if !is_of_system => {
            TableError::Foreign { directory, reason }
        }
        _ => TableError::Inaccessible { directory, reason },
    }
}

/// What RocksDB says, on one line.
fn reason(error: &Error) -> String {
    error.as_ref().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    /// The names and contents of all files except RocksDB's reports.
    fn contents(directory: &Path) -> Vec<(String, Vec<u8>)> {
        let mut files: Vec<_> = fs::read_dir(directory)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(path).unwrap()))
            .collect();
        files.sort();
        files
    }

    fn refused(directory: &Path) -> TableError {
        Store::open(directory).err().expect("it is refused")
    }

    fn with_format(entry: &[u8]) -> TempDir {
        let directory = TempDir::new().unwrap();
        let store = Store::open(directory.path()).unwrap();
        store.put(DEFAULT_COLUMN_FAMILY_NAME, format::FORMAT_KEY, entry).unwrap();
        directory
    }

    #[test]
    fn a_rocksdb_of_another_program_is_refused_and_left_alone() {
        let directory = TempDir::new().unwrap();
        let mut options = Options::default();
        options.create_if_missing(true);
        Db::open(&options, directory.path()).unwrap().put("format", "theirs").unwrap();
        let before = contents(directory.path());
        assert!(matches!(refused(directory.path()), TableError::Foreign { .. }));
        assert_eq!(contents(directory.path()), before);
    }

    #[test]
    fn a_rocksdb_without_a_format_is_refused() {
        let directory = TempDir::new().unwrap();
        let mut options = Options::default();
        options.create_if_missing(true);
        Db::open(&options, directory.path()).unwrap().create_cf("theirs", &options).unwrap();
        assert!(matches!(refused(directory.path()), TableError::Foreign { .. }));
    }

    #[test]
    fn another_format_is_refused_with_what_to_do_and_left_alone() {
        for (entry, advice) in [(b"othello-bounds 0", "use the program that wrote it"), (b"othello-bounds 3", "newer")]
        {
            let directory = with_format(entry);
            let before = contents(directory.path());
            let message = refused(directory.path()).to_string();
            assert!(message.contains(advice) && message.contains(directory.path().to_str().unwrap()), "{message}");
            assert_eq!(contents(directory.path()), before);
        }
        assert!(matches!(refused(with_format(b"\xff").path()), TableError::Foreign { .. }));
    }

    #[test]
    fn a_table_of_the_format_before_is_read_as_it_is_and_signed_anew_by_a_writer() {
        let directory = with_format(b"othello-bounds 1");
        let format = |store: &Store| store.db().get(format::FORMAT_KEY).unwrap().unwrap();
        assert_eq!(format(&Store::open_read_only(directory.path()).unwrap()), b"othello-bounds 1");
        drop(Store::open(directory.path()).unwrap());
        assert_eq!(format(&Store::open_read_only(directory.path()).unwrap()), format::format_entry());
    }

    #[test]
    fn a_creation_that_was_interrupted_is_taken_up() {
        // Before CURRENT was written …
        let directory = TempDir::new().unwrap();
        for name in ["LOCK", "LOG", "IDENTITY", "MANIFEST-000001", "000001.dbtmp"] {
            fs::write(directory.path().join(name), "").unwrap();
        }
        drop(Store::open(directory.path()).unwrap());
        // … and before the format was.
        let directory = TempDir::new().unwrap();
        let mut options = Options::default();
        options.create_if_missing(true);
        drop(Db::open(&options, directory.path()).unwrap());
        drop(Store::open(directory.path()).unwrap());
        drop(Store::open(directory.path()).unwrap());
    }

    #[test]
    fn an_error_is_believed_once_nothing_changes_meanwhile() {
        let directory = TempDir::new().unwrap();
        let (wrong, tries) = (TableError::NoTable { directory: "x".into() }, std::cell::Cell::new(0));
        let read_while_written = |times| {
            tries.set(0);
            let read = || {
                tries.set(tries.get() + 1);
                if tries.get() <= times {
                    fs::write(directory.path().join("000004.log"), vec![0; tries.get()]).unwrap();
                }
                Err::<(), _>(wrong.clone())
            };
            beside_a_writer(directory.path(), read).unwrap_err()
        };
        assert_eq!((read_while_written(0), tries.get()), (wrong.clone(), 1));
        assert_eq!((read_while_written(3), tries.get()), (wrong.clone(), 4));
        let changed = TableError::Changed { directory: directory.path().to_owned() };
        assert_eq!(read_while_written(usize::MAX), changed);
    }

    #[test]
    fn damaged_files_of_rocksdb_are_an_error() {
        let directory = TempDir::new().unwrap();
        drop(Store::open(directory.path()).unwrap());
        fs::write(directory.path().join("CURRENT"), "nonsense").unwrap();
        assert!(matches!(refused(directory.path()), TableError::Damaged { .. }));
    }
}
