//! A checkpoint file: a label that identifies the search, the nodes of one rank, a checksum.
//!
//! It is read piece by piece, so that a reader that keeps only some of the nodes needs no memory for the others.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use files::{Draft, FileError};
use serde::de::DeserializeOwned;
use xxhash_rust::xxh3::Xxh3;

use super::error::CheckpointError;
use super::snapshot::{self, Heading};

/// The first bytes of a file; the last is the version of its format.
const MAGIC: &[u8; 8] = b"solveTD\x01";
/// Bytes of the checksum at the end.
const SUM: usize = size_of::<u64>();
/// The label and the heading of the body take at most this many bytes at the beginning.
const LONGEST_HEAD: usize = 1 << 16;
/// A node takes at most this many bytes, whatever the file says.
const LONGEST_ITEM: usize = 1 << 26;
/// How many bytes to read at once.
const WINDOW: usize = 1 << 18;

/// Turns an I/O error into one that names the file.
pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> CheckpointError + '_ {
    move |error| CheckpointError::File(FileError::at(path)(error))
}

/// Writes a file; `body` writes its body.
pub(super) fn write(
    path: &Path,
    label: &str,
    body: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), CheckpointError> {
    let mut file = Summed { inner: Draft::create(path)?, sum: Xxh3::new() };
    write_parts(&mut file, label, body).map_err(at(path))?;
    Ok(file.inner.finish()?)
}

fn write_parts(file: &mut Summed, label: &str, body: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    file.write_all(MAGIC)?;
    file.write_all(&(label.len() as u64).to_le_bytes())?;
    file.write_all(label.as_bytes())?;
    body(file)?;
    let sum = file.sum.digest();
    file.inner.write_all(&sum.to_le_bytes())
}

/// A file whose checksum is computed while it is written.
struct Summed {
    inner: Draft,
    sum: Xxh3,
}

impl Write for Summed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// A file read from beginning to end. Do not trust its contents before [`Reader::finish`] succeeds.
pub(crate) struct Reader {
    path: PathBuf,
    file: File,
    sum: Xxh3,
    /// Bytes read from the file; those before `next` are consumed.
    window: Vec<u8>,
    next: usize,
    /// Number of bytes not yet read, without the checksum.
    left: u64,
    label: String,
}

impl Reader {
    /// Opens a file and reads its label.
    pub(super) fn open(path: PathBuf) -> Result<Self, CheckpointError> {
        let found = path.metadata().map_err(at(&path))?;
        // Checked before opening: opening a pipe blocks until somebody writes to it.
        if !found.is_file() {
            return Err(FileError::NotAFile { path }.into());
        }
        let file = File::open(&path).map_err(at(&path))?;
        let Some(left) = found.len().checked_sub(SUM as u64) else { return Err(CheckpointError::Damaged { path }) };
        let (window, label) = (Vec::new(), String::new());
        let mut reader = Self { path, file, sum: Xxh3::new(), window, next: 0, left, label };
        reader.fill(LONGEST_HEAD)?;
        reader.label = reader.take_label().ok_or_else(|| reader.damaged())?;
        Ok(reader)
    }

    fn take_label(&mut self) -> Option<String> {
        let (length, rest) = self.window.strip_prefix(MAGIC)?.split_at_checked(size_of::<u64>())?;
        let length = usize::try_from(u64::from_le_bytes(length.try_into().ok()?)).ok()?;
        let label = String::from_utf8(rest.get(..length)?.to_vec()).ok()?;
        self.next = MAGIC.len() + size_of::<u64>() + length;
        Some(label)
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
    pub(crate) fn damaged(&self) -> CheckpointError {
        CheckpointError::Damaged { path: self.path.clone() }
    }

    /// The error for a file under another file's name.
    pub(crate) fn mixed_up(&self) -> CheckpointError {
        CheckpointError::MixedUp { path: self.path.clone() }
    }

    /// Reads until this many bytes are buffered, or to the end of the file.
    fn fill(&mut self, wanted: usize) -> Result<(), CheckpointError> {
        let waiting = self.window.len() - self.next;
        let more = self.left.min(wanted.saturating_sub(waiting) as u64) as usize;
        if more == 0 {
            return Ok(());
        }
        self.window.drain(..self.next);
        self.next = 0;
        self.window.resize(waiting + more, 0);
        self.file.read_exact(&mut self.window[waiting..]).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => CheckpointError::Damaged { path: self.path.clone() },
            _ => at(&self.path)(error),
        })?;
        self.sum.update(&self.window[waiting..]);
        self.left -= more as u64;
        Ok(())
    }

    /// The next item of the body.
    pub(super) fn take<T: DeserializeOwned>(&mut self) -> Result<T, CheckpointError> {
        let mut wanted = LONGEST_HEAD;
        loop {
            // Reads seldom, and much at once.
            if self.window.len() - self.next < wanted {
                self.fill(wanted.max(WINDOW))?;
            }
            let bytes = &self.window[self.next..];
            match postcard::take_from_bytes(bytes) {
                Ok((value, rest)) => {
                    self.next = self.window.len() - rest.len();
                    return Ok(value);
                }
                Err(postcard::Error::DeserializeUnexpectedEnd) if self.left > 0 && bytes.len() < LONGEST_ITEM => {
                    wanted = bytes.len().saturating_mul(2)
                }
                Err(_) => return Err(self.damaged()),
            }
        }
    }

    /// What precedes the nodes. Rejects a file whose size does not fit their number.
    pub(crate) fn heading(&mut self) -> Result<Heading, CheckpointError> {
        let heading: Heading = self.take()?;
        let bytes = self.left.saturating_add((self.window.len() - self.next) as u64);
        // A node takes more than a byte.
        let has_sense = heading.nodes <= bytes && bytes <= heading.nodes.saturating_mul(snapshot::MOST_OF_NODE);
        if has_sense { Ok(heading) } else { Err(self.damaged()) }
    }

    /// Reads the rest and verifies the checksum.
    pub(super) fn check(mut self) -> Result<(), CheckpointError> {
        self.heading()?;
        while self.left > 0 {
            self.next = self.window.len();
            self.fill(WINDOW)?;
        }
        self.next = self.window.len();
        self.finish()
    }

    /// To be called after the last node: only the checksum may follow, and it must match everything before it.
    pub(crate) fn finish(mut self) -> Result<(), CheckpointError> {
        let mut sum = [0; SUM];
        let is_at_end = self.left == 0 && self.next == self.window.len();
        let is_whole = is_at_end && self.file.read_exact(&mut sum).is_ok() && sum == self.sum.digest().to_le_bytes();
        if is_whole { Ok(()) } else { Err(self.damaged()) }
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
        assert!(matches!(reader.take::<SavedNode>(), Err(CheckpointError::Damaged { .. })));
        assert!(reader.window.len() <= 2 * LONGEST_ITEM, "{} bytes in memory", reader.window.len());
    }
}
