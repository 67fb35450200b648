//! Files of the working folder: each appears whole, under its name, or not at all.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::ops::Deref;
use std::path::{Path, PathBuf};

use memmap2::Mmap;
use xxhash_rust::xxh3::Xxh3Default;

use crate::error::ExhaustError;

/// Bytes that are written at once.
const BUFFER_BYTES: usize = 1 << 20;

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

/// A file that gets its name when it is finished.
pub(crate) struct Draft {
    path: PathBuf,
    draft: PathBuf,
    file: BufWriter<File>,
    hash: Box<Xxh3Default>,
}

impl Draft {
    /// Begins a file.
    pub(crate) fn create(path: &Path) -> Result<Self, ExhaustError> {
        let mut draft = path.to_path_buf();
        draft.as_mut_os_string().push(".new");
        let file = File::create(&draft).map_err(ExhaustError::file(&draft))?;
        let file = BufWriter::with_capacity(BUFFER_BYTES, file);
        Ok(Self { path: path.to_owned(), draft, file, hash: Box::default() })
    }

    /// Goes on with it.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), ExhaustError> {
        self.hash.update(bytes);
        self.file.write_all(bytes).map_err(ExhaustError::file(&self.draft))
    }

    /// Brings it to the disk and names it; the hash of its bytes.
    pub(crate) fn finish(mut self) -> Result<u64, ExhaustError> {
        let Self { path, draft, file, hash } = &mut self;
        file.flush().and_then(|()| file.get_ref().sync_all()).map_err(ExhaustError::file(draft))?;
        fs::rename(&draft, &path).map_err(ExhaustError::file(path))?;
        let folder = path.parent().unwrap_or(Path::new("."));
        // A name is on the disk when its folder is.
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(ExhaustError::file(folder))?;
        Ok(hash.digest())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // A finished one has another name by now; one that cannot be removed is overwritten later.
        let _ = fs::remove_file(&self.draft);
    }
}

/// Writes a small file at once.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), ExhaustError> {
    let mut draft = Draft::create(path)?;
    draft.write(bytes)?;
    draft.finish().map(|_| ())
}

/// Removes a file, if it is there.
pub(crate) fn remove(path: &Path) -> Result<(), ExhaustError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(ExhaustError::file(path)(error)),
        _ => Ok(()),
    }
}
