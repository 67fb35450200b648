//! Files of the working folder: each appears whole, under its name, or not at all.

use std::fs::{self, File};
use std::io::Write;
use std::ops::Deref;
use std::path::Path;

use files::FileError;
use memmap2::Mmap;
use xxhash_rust::xxh3::Xxh3Default;

use crate::error::ExhaustError;

/// The bytes of a file that is not changed any more, or of memory.
pub(crate) enum Bytes {
    /// Pages of a file, read by the system when they are looked at.
    Mapped(Mmap),
    /// Memory.
    Owned(Vec<u8>),
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Mapped(map) => map,
            Self::Owned(bytes) => bytes,
        }
    }
}

impl Bytes {
    /// The bytes of a file.
    pub(crate) fn map(path: &Path) -> Result<Self, ExhaustError> {
        let file = File::open(path).map_err(ExhaustError::file(path))?;
        if file.metadata().map_err(ExhaustError::file(path))?.len() == 0 {
            return Ok(Self::Owned(Vec::new()));
        }
        // SAFETY: files of the working folder are never changed once they have their name, only replaced by others of
        // the same name, which leaves what is mapped alone. The folder is this program's own.
        let map = unsafe { Mmap::map(&file) }.map_err(ExhaustError::file(path))?;
        Ok(Self::Mapped(map))
    }
}

/// XXH3-64 of bytes.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(bytes)
}

/// A file that gets its name when it is finished, and the hash of what was written.
pub(crate) struct Draft {
    file: files::Draft,
    hash: Box<Xxh3Default>,
}

impl Draft {
    /// Begins a file.
    pub(crate) fn create(path: &Path) -> Result<Self, ExhaustError> {
        Ok(Self { file: files::Draft::create(path)?, hash: Box::default() })
    }

    /// Goes on with it.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), ExhaustError> {
        self.hash.update(bytes);
        self.file.write_all(bytes).map_err(ExhaustError::file(self.file.wanted()))
    }

    /// Brings it to the disk and names it; the hash of its bytes.
    pub(crate) fn finish(self) -> Result<u64, ExhaustError> {
        self.file.finish()?;
        Ok(self.hash.digest())
    }
}

impl From<FileError> for ExhaustError {
    fn from(error: FileError) -> Self {
        Self::File { path: error.path().to_owned(), reason: error.reason() }
    }
}

/// Writes a small file at once.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), ExhaustError> {
    Ok(files::write_whole(path, bytes)?)
}

/// Removes a file, if it is there.
pub(crate) fn remove(path: &Path) -> Result<(), ExhaustError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(ExhaustError::file(path)(error)),
        _ => Ok(()),
    }
}
