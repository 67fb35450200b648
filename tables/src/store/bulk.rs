//! What concerns whole column families: names, sizes, reading in order, writing sorted files, compaction, removal.

use std::fs;
use std::path::PathBuf;

use rocksdb::{
    BottommostLevelCompaction, CompactOptions, DBRawIteratorWithThreadMode, DEFAULT_COLUMN_FAMILY_NAME,
    IngestExternalFileOptions, Options, ReadOptions, SstFileWriter,
};

use super::{Db, Store};
use crate::error::TableError;

/// Read ahead of an iterator, which goes through whole files.
const READAHEAD_BYTES: usize = 2 << 20;
/// Where sorted files are made before the database takes them over. RocksDB does not look at other names than its own.
const INCOMING: &str = "incoming";

/// The entries of a column family in the order of their keys, as they were when this was made.
///
/// Each block's checksum is compared on the way.
pub(crate) struct Rows<'a> {
    iterator: DBRawIteratorWithThreadMode<'a, Db>,
    store: &'a Store,
    is_begun: bool,
}

/// Keys and values, until the next step.
type Row<'r> = (&'r [u8], &'r [u8]);

impl Rows<'_> {
    /// The next entry.
    pub(crate) fn next(&mut self) -> Result<Option<Row<'_>>, TableError> {
        if self.is_begun {
            self.iterator.next();
        } else {
            self.iterator.seek_to_first();
            self.is_begun = true;
        }
        if !self.iterator.valid() {
            self.iterator.status().map_err(|error| self.store.read_error(&error))?;
        }
        Ok(self.iterator.item())
    }
}

/// A file of sorted entries in the making, which its column family takes over as a whole.
pub(crate) struct Sorted<'a> {
    store: &'a Store,
    family: &'a str,
    path: PathBuf,
    entries: u64,
    // Before the options, which it borrows.
    writer: SstFileWriter<'a>,
}

impl Sorted<'_> {
    /// Adds an entry; its key comes after those of all before.
    pub(crate) fn put(&mut self, key: &[u8], value: &[u8]) -> Result<(), TableError> {
        self.entries += 1;
        self.writer.put(key, value).map_err(|error| self.store.write_error(&error))
    }

    /// Ends the file and puts it into the database, all of it or, if that fails, nothing; number of entries.
    pub(crate) fn ingest(mut self) -> Result<u64, TableError> {
        if self.entries == 0 {
            return Ok(0); // RocksDB refuses an empty file
        }
        let failed = |error: &rocksdb::Error| self.store.write_error(error);
        self.writer.finish().map_err(|error| failed(&error))?;
        let mut options = IngestExternalFileOptions::default();
        options.set_move_files(true);
        let handle = self.store.handle(self.family)?;
        let ingested = self.store.db.ingest_external_file_cf_opts(&handle, &options, vec![&self.path]);
        ingested.map_err(|error| failed(&error))?;
        Ok(self.entries)
    }
}

impl Drop for Sorted<'_> {
    fn drop(&mut self) {
        // After `ingest` it is gone.
        let _ = fs::remove_file(&self.path);
    }
}

impl Store {
    /// The names of all column families but RocksDB's own, in order.
    pub(crate) fn families(&self) -> Vec<String> {
        let mut names = self.db.cf_names();
        names.retain(|name| name != DEFAULT_COLUMN_FAMILY_NAME);
        names.sort_unstable();
        names
    }

    /// All entries of a column family; none where there is no such family.
    pub(crate) fn rows(&self, family: &str) -> Option<Rows<'_>> {
        let handle = self.db.cf_handle(family)?;
        let mut options = ReadOptions::default();
        options.set_readahead_size(READAHEAD_BYTES);
        options.fill_cache(false); // it would push out what probes need
        let iterator = self.db.raw_iterator_cf_opt(&handle, options);
        Some(Rows { iterator, store: self, is_begun: false })
    }

    /// Bytes of a column family's files, and of its entries in memory.
    pub(crate) fn bytes(&self, family: &str) -> Result<u64, TableError> {
        let handle = self.handle(family)?;
        let property = |name: &str| {
            let value = self.db.property_int_value_cf(&handle, name).map_err(|error| self.read_error(&error))?;
            Ok(value.unwrap_or(0))
        };
        Ok(property("rocksdb.live-sst-files-size")? + property("rocksdb.size-all-mem-tables")?)
    }

    /// Options for [`Store::sorted`], which it borrows.
    pub(crate) fn sorted_options(&self) -> Options {
        let mut options = self.family_options.clone();
        // It goes to the bottom at once.
        options.set_compression_type(rocksdb::DBCompressionType::Zstd);
        options
    }

    /// Begins a file of sorted entries for a column family.
    pub(crate) fn sorted<'a>(&'a self, options: &'a Options, family: &'a str) -> Result<Sorted<'a>, TableError> {
        let folder = self.directory.join(INCOMING);
        let path = folder.join(format!("{family}.sst"));
        let failed =
            |reason: std::io::Error| TableError::Write { directory: self.directory.clone(), reason: reason.to_string() };
        fs::create_dir_all(&folder).map_err(failed)?;
        if path.exists() {
            fs::remove_file(&path).map_err(failed)?; // of a run that was killed
        }
        let writer = SstFileWriter::create(options);
        writer.open(&path).map_err(|error| self.write_error(&error))?;
        Ok(Sorted { store: self, family, path, entries: 0, writer })
    }

    /// Rewrites all files of a column family into as few and small ones as can be.
    pub(crate) fn compact(&self, family: &str) -> Result<(), TableError> {
        let handle = self.handle(family)?;
        self.db.flush_cf(&handle).map_err(|error| self.write_error(&error))?;
        let mut options = CompactOptions::default();
        options.set_bottommost_level_compaction(BottommostLevelCompaction::Force);
        self.db.compact_range_cf_opt(&handle, None::<&[u8]>, None::<&[u8]>, &options);
        // The call above tells of no error; a database that met one refuses to write.
        self.sync()
    }

    /// Removes a column family with all its entries.
    pub(crate) fn drop_family(&self, family: &str) -> Result<(), TableError> {
        self.handle(family)?;
        self.db.drop_cf(family).map_err(|error| self.write_error(&error))
    }

    fn handle(&self, family: &str) -> Result<std::sync::Arc<rocksdb::BoundColumnFamily<'_>>, TableError> {
        self.db.cf_handle(family).ok_or_else(|| TableError::Missing {
            directory: self.directory.clone(),
            table: family.to_owned(),
        })
    }
}
