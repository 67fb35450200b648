//! Files of entries in the order of their keys, which the database takes in whole; look-ups between keys.

use std::path::{Path, PathBuf};
use std::sync::PoisonError;

use rocksdb::{IngestExternalFileOptions, SstFileWriter, WriteOptions};

use super::{Store, contents};
use crate::error::TableError;

/// A file of entries in the order of their keys.
pub(crate) struct SortedFile<'a> {
    store: &'a Store,
    writer: SstFileWriter<'a>,
    path: PathBuf,
}

impl SortedFile<'_> {
    /// Adds an entry; keys must ascend.
    pub(crate) fn put(&mut self, key: &[u8], value: &[u8]) -> Result<(), TableError> {
        self.writer.put(key, value).map_err(|error| self.store.write_error(&error))
    }

    /// Finishes the file; returns its path.
    pub(crate) fn finish(mut self) -> Result<PathBuf, TableError> {
        self.writer.finish().map_err(|error| self.store.write_error(&error))?;
        Ok(self.path)
    }
}

impl Store {
    /// Removes a column family, if it exists.
    pub(crate) fn drop_family(&self, family: &str) -> Result<(), TableError> {
        if self.families.lock().unwrap_or_else(PoisonError::into_inner).remove(family) {
            self.db.drop_cf(family).map_err(|error| self.write_error(&error))?;
        }
        Ok(())
    }

    /// Begins a file that [`Store::take_in`] will add to a family, replacing an older file of that path.
    ///
    /// # Errors
    /// It cannot be written, or something other than a file has that name.
    pub(crate) fn sorted_file(&self, family: &str, path: &Path) -> Result<SortedFile<'_>, TableError> {
        contents::make_room(path)
            .map_err(|error| TableError::Write { directory: self.directory.clone(), reason: error.to_string() })?;
        let writer = SstFileWriter::create(self.family_options.of_sorted_file(family));
        writer.open(path).map_err(|error| self.write_error(&error))?;
        Ok(SortedFile { store: self, writer, path: path.to_owned() })
    }

    /// Moves files into a family, all or none.
    pub(crate) fn take_in(&self, family: &str, files: Vec<PathBuf>) -> Result<(), TableError> {
        let handle = self.handle(family)?;
        let mut options = IngestExternalFileOptions::default();
        options.set_move_files(true);
        self.db.ingest_external_file_cf_opts(&handle, &options, files).map_err(|error| self.write_error(&error))
    }

    /// Writes one entry and waits until it is on the disk itself, in a file.
    pub(crate) fn put_last(&self, family: &str, key: &[u8], value: &[u8]) -> Result<(), TableError> {
        let handle = self.handle(family)?;
        let mut at_once = WriteOptions::default();
        at_once.set_sync(true);
        let written = self.db.put_cf_opt(&handle, key, value, &at_once);
        written.and_then(|()| self.db.flush_cf(&handle)).map_err(|error| self.write_error(&error))
    }

    /// Reads the last entry whose key is at most `key`.
    pub(crate) fn at_or_before<R>(
        &self,
        family: &str,
        key: &[u8],
        read: impl FnOnce(&[u8], &[u8]) -> R,
    ) -> Result<Option<R>, TableError> {
        let mut entries = self.db.raw_iterator_cf(&self.handle(family)?);
        entries.seek_for_prev(key);
        let found = entries.item().map(|(key, value)| read(key, value));
        entries.status().map_err(|error| self.read_error(&error))?;
        Ok(found)
    }

    /// Reads the first entry whose key is above `key`.
    pub(crate) fn after<R>(
        &self,
        family: &str,
        key: &[u8],
        read: impl FnOnce(&[u8], &[u8]) -> R,
    ) -> Result<Option<R>, TableError> {
        let mut entries = self.db.raw_iterator_cf(&self.handle(family)?);
        entries.seek(key);
        if entries.key() == Some(key) {
            entries.next();
        }
        let found = entries.item().map(|(key, value)| read(key, value));
        entries.status().map_err(|error| self.read_error(&error))?;
        Ok(found)
    }
}
