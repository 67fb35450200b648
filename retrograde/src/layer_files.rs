//! Files of the working folder: each appears whole, under its name, or not at all, and is never believed unseen.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use files::FileError;
use xxhash_rust::xxh3::Xxh3Default;

use crate::error::ExhaustError;

/// Bytes in parts, one for each group of a layer.
///
/// Whoever else can write to the working folder may damage a file while it is in use. So each part that is read is compared
/// with the hash it had when it was written, or when the whole file was compared with its own.
pub(crate) struct Parts {
    place: Place,
    /// XXH3-64 of each part.
    sums: Vec<u64>,
}

/// Where they are.
enum Place {
    File { file: OnceLock<File>, path: PathBuf },
    Memory(Vec<u8>),
}

impl Parts {
    /// Parts that stay in memory.
    pub(crate) fn in_memory(bytes: Vec<u8>) -> Self {
        Self { place: Place::Memory(bytes), sums: Vec::new() }
    }

    /// The parts of a file, one after the other, of these lengths in bytes; the file has to have this hash.
    pub(crate) fn open(path: &Path, lengths: impl Iterator<Item = u64>, hash: u64) -> Result<Self, ExhaustError> {
        let file = File::open(path).map_err(ExhaustError::file(path))?;
        let damaged = || ExhaustError::damaged(path, "its checksum does not match");
        let mut left = file.metadata().map_err(ExhaustError::file(path))?.len();
        let (mut reader, mut whole, mut part, mut sums) = (&file, Xxh3Default::new(), Vec::new(), Vec::new());
        for length in lengths {
            left = left.checked_sub(length).ok_or_else(damaged)?;
            part.resize(length as usize, 0);
            reader.read_exact(&mut part).map_err(ExhaustError::read(path))?;
            whole.update(&part);
            sums.push(self::hash(&part));
        }
        if left > 0 || whole.digest() != hash {
            return Err(damaged());
        }
        Ok(Self { place: Place::File { file: file.into(), path: path.to_owned() }, sums })
    }

    /// Closes the file until it is read again, so that the layers that wait their turn take none of the files that a process may open.
    pub(crate) fn close(&mut self) {
        if let Place::File { file, .. } = &mut self.place {
            *file = OnceLock::new();
        }
    }

    /// Reads a part, which stands at these bytes.
    pub(crate) fn read(&self, part: usize, range: Range<u64>) -> Result<Cow<'_, [u8]>, ExhaustError> {
        let (file, path) = match &self.place {
            Place::Memory(bytes) => return Ok(Cow::Borrowed(&bytes[range.start as usize..range.end as usize])),
            Place::File { file, path } => (file, path),
        };
        let file = match file.get() {
            Some(file) => file,
            None => {
                let opened = File::open(path).map_err(ExhaustError::file(path))?;
                file.get_or_init(|| opened)
            }
        };
        let mut bytes = vec![0; (range.end - range.start) as usize];
        read_at(file, &mut bytes, range.start).map_err(ExhaustError::read(path))?;
        if hash(&bytes) != self.sums[part] {
            return Err(ExhaustError::damaged(path, "it was changed while it was in use"));
        }
        Ok(Cow::Owned(bytes))
    }
}

#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset)
}

#[cfg(windows)]
fn read_at(file: &File, mut bytes: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        let count = std::os::windows::fs::FileExt::seek_read(file, bytes, offset)?;
        if count == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes = &mut bytes[count..];
        offset += count as u64;
    }
    Ok(())
}

/// XXH3-64 of bytes.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(bytes)
}

/// A file that gets its name when it is finished, and the hashes of what was written.
pub(crate) struct Draft {
    file: files::Draft,
    hash: Box<Xxh3Default>,
    sums: Vec<u64>,
}

impl Draft {
    /// Begins a file.
    pub(crate) fn create(path: &Path) -> Result<Self, ExhaustError> {
        Ok(Self { file: files::Draft::create(path)?, hash: Box::default(), sums: Vec::new() })
    }

    /// Writes the next part.
    pub(crate) fn write(&mut self, part: &[u8]) -> Result<(), ExhaustError> {
        self.hash.update(part);
        self.sums.push(hash(part));
        self.file.write_all(part).map_err(ExhaustError::file(self.file.wanted()))
    }

    /// Brings it to the disk and names it; the hash of its bytes, and its parts.
    pub(crate) fn finish(self) -> Result<(u64, Parts), ExhaustError> {
        let path = self.file.wanted().to_owned();
        self.file.finish()?;
        Ok((self.hash.digest(), Parts { place: Place::File { file: OnceLock::new(), path }, sums: self.sums }))
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
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(ExhaustError::file(path)(error)),
        _ => Ok(()),
    }
}
