//! Families that are made whole or removed whole; look-ups between keys.

use std::sync::PoisonError;

use rocksdb::WriteOptions;

use super::{Batch, Store};
use crate::error::TableError;

impl Store {
    /// Removes a column family, if it exists.
    pub(crate) fn drop_family(&self, family: &str) -> Result<(), TableError> {
        if self.families.lock().unwrap_or_else(PoisonError::into_inner).remove(family) {
            self.db().drop_cf(family).map_err(|error| self.write_error(&error))?;
        }
        Ok(())
    }

    /// Writes a batch that only survives the end of the process after [`Store::settle`]. This is faster where a family is
    /// useless until it is complete.
    pub(crate) fn write_unlogged(&self, batch: Batch) -> Result<(), TableError> {
        let mut unlogged = WriteOptions::default();
        unlogged.disable_wal(true);
        self.db().write_opt(batch.0, &unlogged).map_err(|error| self.write_error(&error))
    }

    /// Writes one entry and waits until it is on the disk itself, in a file.
    pub(crate) fn put_last(&self, family: &str, key: &[u8], value: &[u8]) -> Result<(), TableError> {
        let handle = self.handle(family)?;
        let mut at_once = WriteOptions::default();
        at_once.set_sync(true);
        let written = self.db().put_cf_opt(&handle, key, value, &at_once);
        written.and_then(|()| self.db().flush_cf(&handle)).map_err(|error| self.write_error(&error))
    }

    /// Reads the last entry whose key is at most `key`.
    pub(crate) fn at_or_before<R>(
        &self,
        family: &str,
        key: &[u8],
        read: impl FnOnce(&[u8], &[u8]) -> R,
    ) -> Result<Option<R>, TableError> {
        let mut entries = self.db().raw_iterator_cf(&self.handle(family)?);
        entries.seek_for_prev(key);
        let found = entries.item().map(|(key, value)| read(key, value));
        entries.status().map_err(|error| self.read_error(&error))?;
        Ok(found)
    }
}
