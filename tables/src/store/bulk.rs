//! Work on whole column families: names, sizes, reading in order, compaction.

use std::sync::PoisonError;

use rocksdb::{
    BottommostLevelCompaction, CompactOptions, DBRawIteratorWithThreadMode, DEFAULT_COLUMN_FAMILY_NAME, ReadOptions,
};

use super::{Db, Store};
use crate::error::TableError;
use crate::format;

/// How far an iterator reads ahead; it goes through whole files.
const READAHEAD_BYTES: usize = 2 << 20;

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
        }
        self.is_begun = true;
        if !self.iterator.valid() {
            self.iterator.status().map_err(|error| self.store.read_error(&error))?;
        }
        Ok(self.iterator.item())
    }
}

impl Store {
    /// The names of all column families except RocksDB's own, in order.
    pub(crate) fn families(&self) -> Vec<String> {
        let families = self.families.lock().unwrap_or_else(PoisonError::into_inner);
        families.iter().filter(|&name| name != DEFAULT_COLUMN_FAMILY_NAME).cloned().collect()
    }

    /// All entries of a column family; `None` if there is no such family.
    pub(crate) fn rows(&self, family: &str) -> Option<Rows<'_>> {
        self.rows_from(family, &[])
    }

    /// The same from a key on.
    pub(crate) fn rows_from(&self, family: &str, key: &[u8]) -> Option<Rows<'_>> {
        let handle = self.db().cf_handle(family)?;
        let mut options = ReadOptions::default();
        options.set_readahead_size(READAHEAD_BYTES);
        options.fill_cache(false); // it would push out what probes need
        let mut iterator = self.db().raw_iterator_cf_opt(&handle, options);
        iterator.seek(key);
        Some(Rows { iterator, store: self, is_begun: false })
    }

    /// Bytes of a column family's files, and of its entries in memory.
    pub(crate) fn bytes(&self, family: &str) -> Result<u64, TableError> {
        let handle = self.handle(family)?;
        let property = |name: &str| {
            let value = self.db().property_int_value_cf(&handle, name).map_err(|error| self.read_error(&error))?;
            Ok::<_, TableError>(value.unwrap_or(0))
        };
        Ok(property("rocksdb.live-sst-files-size")? + property("rocksdb.size-all-mem-tables")?)
    }

    /// Rewrites all files of a column family into as few and as small ones as possible.
    pub(crate) fn compact(&self, family: &str) -> Result<(), TableError> {
        let handle = self.handle(family)?;
        self.db().flush_cf(&handle).map_err(|error| self.write_error(&error))?;
        let mut options = CompactOptions::default();
        options.set_bottommost_level_compaction(BottommostLevelCompaction::Force);
        self.db().compact_range_cf_opt(&handle, None::<&[u8]>, None::<&[u8]>, &options);
        self.sync()?;
        // The call above reports no errors, but the database counts them.
        let errors =
            self.db().property_int_value("rocksdb.background-errors").map_err(|error| self.read_error(&error))?;
        match errors {
            None | Some(0) => Ok(()),
            Some(_) => Err(self.background_error()),
        }
    }

    /// Why background work failed: afterwards the database refuses to write, and says why, unless it has recovered.
    fn background_error(&self) -> TableError {
        let again = self.db().put(format::FORMAT_KEY, format::format_entry());
        again.err().map_or_else(
            || TableError::Write {
                directory: self.directory.clone(),
                reason: "the files could not be rewritten, and are as they were".to_owned(),
            },
            |error| self.write_error(&error),
        )
    }

    pub(super) fn handle(&self, family: &str) -> Result<std::sync::Arc<rocksdb::BoundColumnFamily<'_>>, TableError> {
        self.db()
            .cf_handle(family)
            .ok_or_else(|| TableError::Missing { directory: self.directory.clone(), table: family.to_owned() })
    }
}
