//! Files of the working folder. Each appears whole under its name, or not at all, and is never trusted without a check.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use files::FileError;
use xxhash_rust::xxh3::Xxh3Default;

use crate::error::ExhaustError;

/// Files of at most this many bytes are read whole: if groups are small, reading each one separately would take longer
/// than the work on it.
const MOST_LOADED: u64 = 32 << 20;

/// Bytes in parts, one for each group of a layer.
///
/// Other processes that can write to the working folder may damage a file while it is in use. So everything read is
/// compared with the hash that it had when it was written, or when the hash of the whole file was checked.
pub(crate) struct Parts {
    /// The file; `None` for parts that stay in memory.
    path: Option<PathBuf>,
    /// XXH3-64 of all bytes of the file.
    hash: u64,
    /// What is kept of the file while it is in use.
    source: OnceLock<Source>,
    /// XXH3-64 of each part.
    sums: Vec<u64>,
}

/// What is kept of a file.
enum Source {
    /// All of it, checked.
    Loaded(Vec<u8>),
    Open(File),
}

impl Parts {
    /// Parts that stay in memory.
    fn in_memory(bytes: Vec<u8>) -> Self {
        Self { path: None, hash: 0, source: Source::Loaded(bytes).into(), sums: Vec::new() }
    }

    fn in_file(path: PathBuf, hash: u64, sums: Vec<u64>) -> Self {
        Self { path: Some(path), hash, source: OnceLock::new(), sums }
    }

    fn source(&self) -> Result<&Source, ExhaustError> {
        if let Some(source) = self.source.get() {
            return Ok(source);
        }
        let path = self.path();
        let metadata = path.metadata().map_err(ExhaustError::file(path))?;
        if !metadata.is_file() {
            return Err(FileError::NotAFile { path: path.to_owned() }.into());
        }
        let (mut file, length) = (File::open(path).map_err(ExhaustError::file(path))?, metadata.len());
        let source = if length > MOST_LOADED {
            Source::Open(file)
        } else {
            let mut bytes = vec![0; length as usize];
            file.read_exact(&mut bytes).map_err(ExhaustError::read(path))?;
            if hash(&bytes) != self.hash {
                return Err(ExhaustError::damaged(path, "its checksum does not match"));
            }
            Source::Loaded(bytes)
        };
        Ok(self.source.get_or_init(|| source))
    }

    /// The parts of a file, one after the other, with these lengths in bytes. The file must have this hash.
    pub(crate) fn open(path: &Path, lengths: impl Iterator<Item = u64>, hash: u64) -> Result<Self, ExhaustError> {
        let mut parts = Self::in_file(path.to_owned(), hash, Vec::new());
        let damaged = || ExhaustError::damaged(path, "its checksum does not match");
        let (mut whole, mut part, mut sums) = (Xxh3Default::new(), Vec::new(), Vec::new());
        let (reader, mut left): (&mut dyn Read, u64) = match parts.source()? {
            Source::Loaded(bytes) => (&mut bytes.as_slice(), bytes.len() as u64),
            Source::Open(file) => (&mut { file }, file.metadata().map_err(ExhaustError::file(path))?.len()),
        };
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
        parts.sums = sums;
        Ok(parts)
    }

    /// The path of their file; empty if they are in memory.
    pub(crate) fn path(&self) -> &Path {
        self.path.as_deref().unwrap_or(Path::new(""))
    }

    /// Forgets what is kept of the file until it is read again: layers waiting their turn take up neither memory nor
    /// any of the files a process may have open.
    pub(crate) fn close(&mut self) {
        if self.path.is_some() {
            self.source = OnceLock::new();
        }
    }

    /// Reads a part, which is at these bytes.
    pub(crate) fn read(&self, part: usize, range: Range<u64>) -> Result<Cow<'_, [u8]>, ExhaustError> {
        let file = match self.source()? {
            Source::Loaded(bytes) => return Ok(Cow::Borrowed(&bytes[range.start as usize..range.end as usize])),
            Source::Open(file) => file,
        };
        let mut bytes = vec![0; (range.end - range.start) as usize];
        read_at(file, &mut bytes, range.start).map_err(ExhaustError::read(self.path()))?;
        if hash(&bytes) != self.sums[part] {
            return Err(ExhaustError::damaged(self.path(), "it was changed while it was in use"));
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

/// What is written: a file that gets its name once finished, with the hashes of its parts, or bytes in memory.
pub(crate) struct Draft {
    file: Option<files::Draft>,
    memory: Vec<u8>,
    hash: Box<Xxh3Default>,
    sums: Vec<u64>,
}

impl Draft {
    /// Begins a file, or something in memory if there is no path.
    pub(crate) fn create(path: Option<&Path>) -> Result<Self, ExhaustError> {
        let file = path.map(files::Draft::create).transpose()?;
        Ok(Self { file, memory: Vec::new(), hash: Box::default(), sums: Vec::new() })
    }

    /// Writes the next part.
    pub(crate) fn write(&mut self, part: &[u8]) -> Result<(), ExhaustError> {
        let Some(file) = &mut self.file else {
            self.memory.extend_from_slice(part);
            return Ok(());
        };
        self.hash.update(part);
        self.sums.push(hash(part));
        file.write_all(part).map_err(ExhaustError::file(file.wanted()))
    }

    /// Brings a file to the disk and names it; returns the hash of its bytes, and its parts.
    pub(crate) fn finish(self) -> Result<(u64, Parts), ExhaustError> {
        let Some(file) = self.file else { return Ok((0, Parts::in_memory(self.memory))) };
        let path = file.wanted().to_owned();
        file.finish()?;
        let hash = self.hash.digest();
        Ok((hash, Parts::in_file(path, hash, self.sums)))
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

/// The beginning of a text's last line, which has the hash of the others.
const SUM: &str = "sum ";

/// Writes a text with its hash.
pub(crate) fn write_summed(path: &Path, text: &str) -> Result<(), ExhaustError> {
    write_whole(path, format!("{text}{SUM}{:016x}\n", hash(text.as_bytes())).as_bytes())
}

/// Reads a text of at most this many bytes that was written with its hash.
pub(crate) fn read_summed(path: &Path, most: u64) -> Result<String, ExhaustError> {
    match read_perhaps_summed(path, most)? {
        (text, true) => Ok(text),
        (_, false) => Err(ExhaustError::damaged(
            path,
            "its checksum is missing; if an earlier program wrote it, remove the folder and begin again",
        )),
    }
}

/// Reads a text of at most this many bytes, and whether it was written with its hash, which then is right.
pub(crate) fn read_perhaps_summed(path: &Path, most: u64) -> Result<(String, bool), ExhaustError> {
    let bytes = files::read_bounded(path, most)?;
    let mut text = String::from_utf8_lossy(&bytes).into_owned();
    let Some(at) = text.rfind(SUM) else { return Ok((text, false)) };
    let sum = text.split_off(at);
    if sum != format!("{SUM}{:016x}\n", hash(text.as_bytes())) {
        return Err(ExhaustError::damaged(path, "its checksum does not match"));
    }
    Ok((text, true))
}

/// Removes a file, if it exists.
pub(crate) fn remove(path: &Path) -> Result<(), ExhaustError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(ExhaustError::file(path)(error)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parts of a file that is read part by part, as large ones are.
    fn parts(path: &Path) -> Parts {
        let mut draft = Draft::create(Some(path)).unwrap();
        [&b"first"[..], b"second"].into_iter().for_each(|part| draft.write(part).unwrap());
        let (hash, mut parts) = draft.finish().unwrap();
        assert_eq!((parts.path(), parts.hash), (path, hash));
        parts.source = Source::Open(File::open(path).unwrap()).into();
        parts
    }

    #[test]
    fn a_part_that_was_cut_off_or_changed_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let read = |parts: &Parts| [parts.read(0, 0..5), parts.read(1, 5..11)].map(|part| part.map(Cow::into_owned));
        let whole = parts(&path);
        assert_eq!(read(&whole), [Ok(b"first".to_vec()), Ok(b"second".to_vec())]);
        fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(8).unwrap();
        let damaged = |reason| Err(ExhaustError::damaged(&path, reason));
        let short = "it has become shorter while it was in use";
        assert_eq!(read(&whole), [Ok(b"first".to_vec()), damaged(short)]);
        let whole = parts(&path);
        fs::write(&path, "firstSecond").unwrap();
        assert_eq!(read(&whole), [Ok(b"first".to_vec()), damaged("it was changed while it was in use")]);
    }

    #[test]
    fn a_file_that_was_replaced_while_it_was_closed_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let mut closed = parts(&path);
        closed.close();
        assert_eq!(closed.read(1, 5..11).unwrap(), &b"second"[..]);
        closed.close();
        fs::write(&path, "firstother!").unwrap();
        assert!(matches!(closed.read(0, 0..5), Err(ExhaustError::Damaged { .. })));
        fs::remove_file(&path).unwrap();
        assert!(matches!(closed.read(0, 0..5), Err(ExhaustError::File { .. })));
    }
}
