//! A checkpoint file: a label that identifies the search, the nodes of one rank, a checksum.
//!
//! It is read piece by piece, so that a reader that keeps only some of the nodes needs no memory for the others.

use std::fs::File;
use std::io::{self, BufReader, Read, Take, Write};
use std::path::{Path, PathBuf};

use files::{Draft, FileError};
use serde::de::DeserializeOwned;
use xxhash_rust::xxh3::Xxh3;

use super::snapshot::{self, Heading};
use crate::error::TdsError;

/// The first bytes of a file; the last is the version of its format.
const MAGIC: &[u8; 8] = b"solveTD\x01";
/// Bytes of the checksum at the end.
const SUM: usize = size_of::<u64>();
/// The label takes at most this many bytes.
const LONGEST_LABEL: u64 = 1 << 16;
/// A node takes at most this many bytes, whatever the file says.
const LONGEST_ITEM: u64 = 1 << 24;
/// How many bytes to read at once.
const WINDOW: usize = 1 << 18;

/// Turns an I/O error into one that names the file.
pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> TdsError + '_ {
    move |error| TdsError::File(FileError::at(path)(error))
}

/// Writes a file; `body` writes its body.
pub(super) fn write(
    path: &Path,
    label: &str,
    body: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), TdsError> {
    let mut file = Summed { inner: Draft::create(path)?, sum: Xxh3::new() };
    write_parts(&mut file, label, body).map_err(at(path))?;
    Ok(file.inner.finish()?)
}

fn write_parts(
    file: &mut Summed<Draft>,
    label: &str,
    body: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    file.write_all(MAGIC)?;
    file.write_all(&(label.len() as u64).to_le_bytes())?;
    file.write_all(label.as_bytes())?;
    body(file)?;
    let sum = file.sum.digest();
    file.inner.write_all(&sum.to_le_bytes())
}

/// A file whose checksum is computed while it is written or read.
struct Summed<T> {
    inner: T,
    sum: Xxh3,
}

impl Write for Summed<Draft> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<T: Read> Read for Summed<T> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(bytes)?;
        self.sum.update(&bytes[..read]);
        Ok(read)
    }
}

/// A file read from beginning to end. Do not trust its contents before [`Reader::finish`] succeeds.
pub(crate) struct Reader {
    path: PathBuf,
    /// What precedes the checksum.
    body: BufReader<Summed<Take<File>>>,
    label: String,
}

impl Reader {
    /// Opens a file and reads its label.
    pub(super) fn open(path: PathBuf) -> Result<Self, TdsError> {
        let found = path.metadata().map_err(at(&path))?;
        // Checked before opening: opening a pipe blocks until somebody writes to it.
        if !found.is_file() {
            return Err(FileError::NotAFile { path }.into());
        }
        let inner = File::open(&path).map_err(at(&path))?.take(found.len().saturating_sub(SUM as u64));
        let body = BufReader::with_capacity(WINDOW, Summed { inner, sum: Xxh3::new() });
        let mut reader = Self { path, body, label: String::new() };
        reader.label = reader.take_label().map_err(|_| reader.damaged())?;
        Ok(reader)
    }

    fn take_label(&mut self) -> io::Result<String> {
        let (mut magic, mut length) = ([0; MAGIC.len()], [0; size_of::<u64>()]);
        self.body.read_exact(&mut magic)?;
        self.body.read_exact(&mut length)?;
        let length = u64::from_le_bytes(length);
        let mut label = String::new();
        self.body.by_ref().take(length.min(LONGEST_LABEL)).read_to_string(&mut label)?;
        let is_label = magic == *MAGIC && label.len() as u64 == length;
        if is_label { Ok(label) } else { Err(io::ErrorKind::InvalidData.into()) }
    }

    /// What the file says about the search.
    pub(crate) fn label(&self) -> &str {
        &self.label
    }

    /// The file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The error for a file that is incomplete or makes no sense.
    pub(crate) fn damaged(&self) -> TdsError {
        TdsError::damaged(self.path.clone())
    }

    /// The next item of the body.
    pub(super) fn take<T: DeserializeOwned>(&mut self) -> Result<T, TdsError> {
        // Numbers are read one at a time; nothing that is saved borrows from a buffer.
        let (item, mut number) = (self.body.by_ref().take(LONGEST_ITEM), [0; size_of::<u64>()]);
        let taken = postcard::from_io((item, &mut number)).map(|(value, _)| value);
        taken.map_err(|_| self.damaged())
    }

    /// What precedes the nodes. Rejects a file whose size does not fit their number.
    pub(crate) fn heading(&mut self) -> Result<Heading, TdsError> {
        let heading: Heading = self.take()?;
        let bytes = self.body.get_ref().inner.limit().saturating_add(self.body.buffer().len() as u64);
        // A node takes more than a byte.
        let has_sense = heading.nodes <= bytes && bytes <= heading.nodes.saturating_mul(snapshot::MOST_OF_NODE);
        if has_sense { Ok(heading) } else { Err(self.damaged()) }
    }

    /// Reads the rest and verifies the checksum.
    pub(super) fn check(mut self) -> Result<(), TdsError> {
        self.heading()?;
        io::copy(&mut self.body, &mut io::sink()).map_err(at(&self.path))?;
        self.finish()
    }

    /// To be called after the last node: only the checksum may follow, and it must match everything before it.
    pub(crate) fn finish(self) -> Result<(), TdsError> {
        let damaged = self.damaged();
        let is_at_end = self.body.buffer().is_empty();
        let Summed { inner, sum: computed } = self.body.into_inner();
        let (is_at_end, mut sum) = (is_at_end && inner.limit() == 0, [0; SUM]);
        let is_whole = inner.into_inner().read_exact(&mut sum).is_ok() && sum == computed.digest().to_le_bytes();
        if is_at_end && is_whole { Ok(()) } else { Err(damaged) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::snapshot::SavedNode;
    use super::*;

    #[test]
    fn a_length_without_end_takes_no_memory_without_end() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("rank-0.generation-1");
        let heading = Heading { playouts: 1, random: [1, 1], nodes: 1 << 20 };
        // A path of 2^40 bytes, in a file whose size is plausible.
        let node = [0x80, 0x80, 0x80, 0x80, 0x80, 0x20];
        let mut file = File::create(&path).unwrap();
        file.write_all(&[&MAGIC[..], &[0; 8], &postcard::to_stdvec(&heading).unwrap(), &node].concat()).unwrap();
        file.set_len(1 << 28).unwrap();
        let mut reader = Reader::open(path).unwrap();
        reader.heading().unwrap();
        assert!(matches!(reader.take::<SavedNode>(), Err(TdsError::Unusable { .. })));
    }
}
