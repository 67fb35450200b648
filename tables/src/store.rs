//! With its child `sorted` the only file that names `rocksdb`: opening, reading and writing bytes, and every option with
//! its reason.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rocksdb::{
    BlockBasedIndexType, BlockBasedOptions, Cache, ColumnFamilyDescriptor, DBCompressionType, DBRecoveryMode,
    DBWithThreadMode, DEFAULT_COLUMN_FAMILY_NAME, Error, ErrorKind, LogLevel, MultiThreaded, Options, WriteBatch,
    WriteOptions,
};

use crate::error::TableError;
use crate::format::{self, Format};

mod sorted;

type Db = DBWithThreadMode<MultiThreaded>;

/// Uncompressed blocks, indexes and filters kept in memory, for all tables together.
const CACHE_BYTES: usize = 64 << 20;
/// Entries kept in memory by RocksDB until they go to a file, for each table.
const WRITE_BUFFER_BYTES: usize = 16 << 20;

/// An open database.
pub(crate) struct Store {
    db: Db,
    directory: PathBuf,
    /// Options of tables of bounds, and of whole tables.
    family_options: [Options; 2],
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

/// Options of the whole database.
fn database_options() -> Options {
    let mut options = Options::default();
    // A process killed or a machine switched off leaves a torn last record in the log of writes:
    // everything before it counts.
    options.set_wal_recovery_mode(DBRecoveryMode::PointInTime);
    options.set_max_total_wal_size(64 << 20); // opening after a kill reads this much at most
    options.set_db_write_buffer_size(4 * WRITE_BUFFER_BYTES); // however many tables are in use
    options.set_max_open_files(256); // the usual limit of a process is 1024, on macOS 256 for a shell
    options.set_skip_stats_update_on_db_open(true); // would read every file when opening
    options.set_max_background_jobs(2); // the processors are the search's: one flush, one compaction
    options.set_keep_log_file_num(2); // RocksDB's reports about itself: by default 1000 files …
    options.set_max_log_file_size(1 << 20); // … of any size
    options.set_log_level(LogLevel::Warn);
    options.set_stats_dump_period_sec(0); // no statistics into that report every ten minutes
    options.set_stats_persist_period_sec(0);
    options
}

/// Options of every column family.
fn family_options(cache: &Cache) -> Options {
    let mut blocks = BlockBasedOptions::default();
    blocks.set_block_cache(cache);
    // Most probes miss: whole keys are filtered. Ribbon takes 30 % less room than Bloom and longer to build,
    // so the small, short-lived files of level 0 get Bloom.
    blocks.set_hybrid_ribbon_filter(10.0, 1);
    // Filters and indexes count against the cache, so that memory stays bounded for any size of table.
    blocks.set_cache_index_and_filter_blocks(true);
    blocks.set_cache_index_and_filter_blocks_with_high_priority(true);
    // In parts of a block's size: a filter in one piece outgrows a shard of the cache (1 MiB) from a million entries
    // on, can then not be kept, and is read from disk by every probe: 300 instead of 16 µs.
    blocks.set_index_type(BlockBasedIndexType::TwoLevelIndexSearch);
    blocks.set_partition_filters(true);
    blocks.set_pin_top_level_index_and_filter(true); // the lists of parts, a few KiB for each file
    blocks.set_pin_l0_filter_and_index_blocks_in_cache(true); // every probe asks level 0
    // 6 million entries of 4x10 take 23.5 bytes each, with 4 KiB 24.7, and are found as quickly.
    blocks.set_block_size(16 << 10);
    let mut options = Options::default();
    options.set_block_based_table_factory(&blocks);
    options.set_write_buffer_size(WRITE_BUFFER_BYTES);
    options.set_compression_type(DBCompressionType::Lz4); // rewritten soon
    options.set_bottommost_compression_type(DBCompressionType::Zstd); // where nearly all entries end up
    options
}

/// What lies in a directory that shall hold a table.
enum Found {
    /// Nothing, or what an interrupted first opening left.
    Nothing,
    /// Some RocksDB.
    Database,
}

impl Store {
    /// Opens the database in `directory`, or makes one there.
    pub(crate) fn open(directory: &Path) -> Result<Self, TableError> {
        let found = look_into(directory)?;
        let mut options = database_options();
        let families = match found {
            Found::Nothing => {
                options.create_if_missing(true);
                vec![DEFAULT_COLUMN_FAMILY_NAME.to_owned()]
            }
            Found::Database => check_beside_a_writer(directory, &options)?,
        };
        let cache = Cache::new_lru_cache(CACHE_BYTES);
        let family_options = [family_options(&cache), sorted::family_options(&cache)];
        let of_name = |name: &str| family_options[usize::from(format::is_exhaustive(name))].clone();
        let descriptors = families.iter().map(|name| ColumnFamilyDescriptor::new(name, of_name(name)));
        let db = Db::open_cf_descriptors(&options, directory, descriptors)
            .map_err(|error| opening_error(directory, &error))?;
        let store = Self { db, directory: directory.to_owned(), family_options };
        store.sign()?;
        Ok(store)
    }

    /// Checks the format, and writes it into a new database.
    fn sign(&self) -> Result<(), TableError> {
        let entry = self.db.get(format::FORMAT_KEY).map_err(|error| opening_error(&self.directory, &error))?;
        if entry.is_some() || self.db.latest_sequence_number() > 0 {
            return check_format(&self.directory, entry.as_deref());
        }
        let mut at_once = WriteOptions::default();
        at_once.set_sync(true);
        self.db
            .put_opt(format::FORMAT_KEY, format::format_entry(), &at_once)
            // Into a file: the log of writes is kept, and read when opening, as long as it alone holds any entry.
            .and_then(|()| self.db.flush())
            .map_err(|error| self.write_error(&error))
    }

    /// The directory of the database.
    pub(crate) fn directory(&self) -> &Path {
        &self.directory
    }

    /// Makes a column family, unless it is there.
    pub(crate) fn ensure_family(&self, family: &str) -> Result<(), TableError> {
        if self.db.cf_handle(family).is_some() {
            return Ok(());
        }
        let options = &self.family_options[usize::from(format::is_exhaustive(family))];
        self.db.create_cf(family, options).map_err(|error| self.write_error(&error))
    }

    /// Reads the value of a key.
    pub(crate) fn get<R>(
        &self,
        family: &str,
        key: &[u8],
        read: impl FnOnce(&[u8]) -> R,
    ) -> Result<Option<R>, TableError> {
        let Some(family) = self.db.cf_handle(family) else { return Ok(None) };
        let value = self.db.get_pinned_cf(&family, key).map_err(|error| self.read_error(&error))?;
        Ok(value.map(|bytes| read(&bytes)))
    }

    /// Adds a value to a batch.
    pub(crate) fn put(&self, batch: &mut Batch, family: &str, key: &[u8], value: &[u8]) -> Result<(), TableError> {
        let handle = self.db.cf_handle(family).ok_or_else(|| TableError::Write {
            directory: self.directory.clone(),
            reason: format!("it has no column family '{family}'"),
        })?;
        batch.0.put_cf(&handle, key, value);
        Ok(())
    }

    /// Writes a batch; it survives the end of the process, and after [`Store::sync`] that of the machine.
    pub(crate) fn write(&self, batch: Batch) -> Result<(), TableError> {
        self.db.write(batch.0).map_err(|error| self.write_error(&error))
    }

    /// Waits until all that was written is on the disk itself.
    pub(crate) fn sync(&self) -> Result<(), TableError> {
        self.db.flush_wal(true).map_err(|error| self.write_error(&error))
    }

    /// Moves what is in the log of writes into sorted files, so that the next opening is quick.
    pub(crate) fn settle(&self, families: impl Iterator<Item = String>) -> Result<(), TableError> {
        for family in families {
            if let Some(handle) = self.db.cf_handle(&family) {
                self.db.flush_cf(&handle).map_err(|error| self.write_error(&error))?;
            }
        }
        Ok(())
    }

    fn read_error(&self, error: &Error) -> TableError {
        let directory = self.directory.clone();
        match error.kind() {
            ErrorKind::Corruption => TableError::Damaged { directory, reason: reason(error) },
            _ => TableError::Read { directory, reason: reason(error) },
        }
    }

    fn write_error(&self, error: &Error) -> TableError {
        TableError::Write { directory: self.directory.clone(), reason: reason(error) }
    }
}

/// Makes the directory if it is missing, and looks what is in it.
fn look_into(directory: &Path) -> Result<Found, TableError> {
    if directory.exists() && !directory.is_dir() {
        return Err(TableError::NotADirectory { path: directory.to_owned() });
    }
    fs::create_dir_all(directory)
        .map_err(|error| TableError::Create { directory: directory.to_owned(), reason: error.to_string() })?;
    let inaccessible =
        |error: io::Error| TableError::Inaccessible { directory: directory.to_owned(), reason: error.to_string() };
    let mut stranger = None;
    for entry in fs::read_dir(directory).map_err(inaccessible)? {
        let name = entry.map_err(inaccessible)?.file_name().to_string_lossy().into_owned();
        if name == "CURRENT" {
            return Ok(Found::Database);
        }
        if !is_rocksdb_name(&name) {
            stranger.get_or_insert(name);
        }
    }
    match stranger {
        None => Ok(Found::Nothing),
        Some(name) => Err(foreign(directory, &format!("it holds '{name}' and no table"))),
    }
}

/// Whether RocksDB makes files of this name before the first `CURRENT`.
fn is_rocksdb_name(name: &str) -> bool {
    ["LOCK", "IDENTITY"].contains(&name)
        || ["LOG", "MANIFEST-", "OPTIONS-"].iter().any(|start| name.starts_with(start))
        || [".dbtmp", ".log"].iter().any(|end| name.ends_with(end))
}

/// [`check_ours`], tried again if files vanish: it takes no lock, and a process that has one may be tidying up.
fn check_beside_a_writer(directory: &Path, options: &Options) -> Result<Vec<String>, TableError> {
    const TRIES: usize = 3;
    let mut families = check_ours(directory, options);
    for _ in 1..TRIES {
        if !matches!(families, Err(TableError::Inaccessible { .. })) {
            break;
        }
        families = check_ours(directory, options);
    }
    families
}

/// Makes sure, without changing anything, that a RocksDB is a table of this format; its column families.
fn check_ours(directory: &Path, options: &Options) -> Result<Vec<String>, TableError> {
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
    match entry.map_or(Format::Foreign, format::read_format) {
        Format::Foreign => Err(foreign(&directory, "it holds a RocksDB of another program")),
        Format::Version(found) if found < expected => Err(TableError::OlderFormat { directory, found, expected }),
        Format::Version(found) if found > expected => Err(TableError::NewerFormat { directory, found, expected }),
        Format::Version(_) => Ok(()),
    }
}

fn foreign(directory: &Path, reason: &str) -> TableError {
    TableError::Foreign { directory: directory.to_owned(), reason: reason.to_owned() }
}

/// What an error of RocksDB means when it comes while opening.
fn opening_error(directory: &Path, error: &Error) -> TableError {
    let reason = reason(error);
    // RocksDB has no error code for its lock: "lock hold by current process" within one process,
    // "While lock file: …/LOCK: Resource temporarily unavailable" between two.
    if ["lock hold by current process", "While lock file"].iter().any(|text| reason.contains(text)) {
        return TableError::InUse { directory: directory.to_owned() };
    }
    let directory = directory.to_owned();
    match error.kind() {
        ErrorKind::Corruption => TableError::Damaged { directory, reason },
        ErrorKind::InvalidArgument | ErrorKind::NotSupported => TableError::Foreign { directory, reason },
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

    /// The names and contents of all files but RocksDB's reports.
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
        let mut batch = Batch::default();
        store.put(&mut batch, DEFAULT_COLUMN_FAMILY_NAME, format::FORMAT_KEY, entry).unwrap();
        store.write(batch).unwrap();
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
        for (entry, advice) in [(b"othello-bounds 0", "use the program that wrote it"), (b"othello-bounds 2", "newer")]
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
    fn damaged_files_of_rocksdb_are_an_error() {
        let directory = TempDir::new().unwrap();
        drop(Store::open(directory.path()).unwrap());
        fs::write(directory.path().join("CURRENT"), "nonsense").unwrap();
        assert!(matches!(refused(directory.path()), TableError::Damaged { .. }));
    }
}
