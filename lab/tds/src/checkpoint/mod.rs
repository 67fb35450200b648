//! Saving and loading the tree, so that a search whose machines fail goes on.
//!
//! A checkpoint is a *generation*: one file of each rank, all written while no descent is under way, so that together they are
//! one consistent tree. The next is begun when all files of this one are there, and each rank keeps two; whenever a
//! machine fails, there is one that all ranks have.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use files::{Draft, FileError, read_at_most};
use thiserror::Error;
use xxhash_rust::xxh3::Xxh3;

use crate::transport::Rank;

pub(crate) mod snapshot;

/// The first bytes of a file; the last is the version of its format.
const MAGIC: &[u8; 8] = b"solveTD\x01";
/// Bytes of the checksum at the end.
const SUM: usize = 8;
/// The label and the heading of the body stand in so many bytes at the beginning.
const LONGEST_HEAD: u64 = 1 << 16;

/// Why a checkpoint could not be written or read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The system says no.
    #[error("checkpoint {0}")]
    File(#[from] FileError),
    /// The files are of another search.
    #[error("checkpoint {} is of another search ({found}), not of this one ({expected}); name another directory", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What it says of itself, as far as that is not the same.
        found: String,
        /// What this search says of itself there.
        expected: String,
    },
    /// There is no generation that all ranks have.
    #[error("the ranks have no checkpoint in common, though there are some; remove them to begin anew")]
    NotCommon,
    /// The file is torn, or no checkpoint.
    #[error("checkpoint {} is damaged", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
    },
}

/// The directory of one rank.
#[derive(Debug)]
pub(crate) struct CheckpointFolder {
    directory: PathBuf,
    rank: Rank,
    /// What tells the search from others.
    label: String,
    /// What it was called before; such files are read too.
    former_labels: Vec<String>,
}

/// Turns an error of the system into one that names the file.
fn at(path: &Path) -> impl FnOnce(io::Error) -> CheckpointError + '_ {
    move |error| CheckpointError::File(FileError::at(path)(error))
}

impl CheckpointFolder {
    /// The directory, which is made if it is not there.
    pub(crate) fn open(
        directory: &Path,
        rank: Rank,
        label: String,
        former_labels: Vec<String>,
    ) -> Result<Self, CheckpointError> {
        fs::create_dir_all(directory).map_err(at(directory))?;
        Ok(Self { directory: directory.to_owned(), rank, label, former_labels })
    }

    fn path(&self, generation: u64) -> PathBuf {
        self.directory.join(format!("rank-{}.generation-{generation}", self.rank))
    }

    /// The generations that are there, whatever state they are in.
    fn listed(&self) -> Result<Vec<u64>, CheckpointError> {
        let prefix = format!("rank-{}.generation-", self.rank);
        let mut found = Vec::new();
        for entry in fs::read_dir(&self.directory).map_err(at(&self.directory))? {
            let name = entry.map_err(at(&self.directory))?.file_name();
            found.extend(
                name.to_str().and_then(|name| name.strip_prefix(&prefix)).and_then(|rest| rest.parse::<u64>().ok()),
            );
        }
        found.sort_unstable();
        Ok(found)
    }

    /// The generations that are there and whole. One that a crash has torn is none.
    ///
    /// # Errors
    /// A file is of another search, or cannot be read.
    pub(crate) fn generations(&self) -> Result<Vec<u64>, CheckpointError> {
        let mut whole = Vec::new();
        for generation in self.listed()? {
            match self.load(generation) {
                Ok(_) => whole.push(generation),
                Err(CheckpointError::Damaged { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(whole)
    }

    /// Writes a generation, given what writes its body, and removes all but the last two.
    pub(crate) fn save(
        &self,
        generation: u64,
        body: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), CheckpointError> {
        let path = self.path(generation);
        let mut file = Summed { inner: Draft::create(&path)?, sum: Xxh3::new() };
        self.write(&mut file, body).map_err(at(&path))?;
        file.inner.finish()?;
        for old in self.listed()?.into_iter().filter(|&old| old + 1 < generation) {
            let path = self.path(old);
            fs::remove_file(&path).map_err(at(&path))?;
        }
        Ok(())
    }

    fn write(&self, file: &mut Summed, body: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        file.write_all(MAGIC)?;
        file.write_all(&(self.label.len() as u64).to_le_bytes())?;
        file.write_all(self.label.as_bytes())?;
        body(file)?;
        let sum = file.sum.digest();
        file.inner.write_all(&sum.to_le_bytes())
    }

    /// The body of a generation.
    pub(crate) fn load(&self, generation: u64) -> Result<Vec<u8>, CheckpointError> {
        let path = self.path(generation);
        let bytes = read(&path)?;
        let Some((label, body)) = parts(&bytes) else { return Err(CheckpointError::Damaged { path }) };
        let mut known = self.former_labels.iter().chain([&self.label]);
        if !known.any(|known| known.as_bytes() == label) {
            let (found, expected) = differences(&String::from_utf8_lossy(label), &self.label);
            return Err(CheckpointError::Other { path, found, expected });
        }
        Ok(body.to_vec())
    }

    /// The error of a generation whose body makes no sense.
    pub(crate) fn damaged(&self, generation: u64) -> CheckpointError {
        CheckpointError::Damaged { path: self.path(generation) }
    }
}

/// The parts of two labels in which they differ; the whole labels where they are not made alike.
fn differences(found: &str, expected: &str) -> (String, String) {
    let parts = |label: &str| -> Vec<String> { label.split(", ").map(str::to_owned).collect() };
    let (one, other) = (parts(found), parts(expected));
    if one.len() != other.len() || one == other {
        return (found.to_owned(), expected.to_owned());
    }
    let pairs = one.into_iter().zip(other).filter(|(one, other)| one != other);
    let (one, other): (Vec<String>, Vec<String>) = pairs.unzip();
    (one.join(", "), other.join(", "))
}

/// The bytes of a file, if it begins as a checkpoint does and has no more than its heading allows.
fn read(path: &Path) -> Result<Vec<u8>, CheckpointError> {
    // Asked before it is opened: opening a pipe waits for whoever writes to it.
    if !path.metadata().map_err(at(path))?.is_file() {
        return Err(FileError::NotAFile { path: path.to_owned() }.into());
    }
    let mut file = File::open(path).map_err(at(path))?;
    let mut bytes = Vec::new();
    Read::by_ref(&mut file).take(LONGEST_HEAD).read_to_end(&mut bytes).map_err(at(path))?;
    let damaged = || CheckpointError::Damaged { path: path.to_owned() };
    let (label, body) = split(&bytes).ok_or_else(damaged)?;
    let head = MAGIC.len() + size_of::<u64>() + label.len() + SUM;
    let most = snapshot::most_bytes(body).ok_or_else(damaged)?.saturating_add(head as u64);
    read_at_most(bytes.as_slice().chain(file), most).map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => damaged(),
        _ => at(path)(error),
    })
}

/// Label and body of what stands before a checksum, or of its beginning.
fn split(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = bytes.strip_prefix(MAGIC)?.split_at_checked(size_of::<u64>())?;
    let length = u64::from_le_bytes(length.try_into().ok()?);
    rest.split_at_checked(usize::try_from(length).ok()?)
}

/// Label and body of a file; `None` if it is torn or something else.
fn parts(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (body, sum) = bytes.split_at_checked(bytes.len().checked_sub(SUM)?)?;
    let mut expected = Xxh3::new();
    expected.update(body);
    if sum != expected.digest().to_le_bytes() {
        return None;
    }
    split(body)
}

/// A file whose checksum is taken as it is written.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(directory: &Path) -> CheckpointFolder {
        CheckpointFolder::open(directory, 1, "nim, 4 ranks".to_owned(), Vec::new()).unwrap()
    }

    fn save(folder: &CheckpointFolder, generation: u64, body: &[u8]) {
        folder.save(generation, |file| file.write_all(body)).unwrap();
    }

    #[test]
    fn two_generations_are_kept_and_read_again() {
        let directory = tempfile::tempdir().unwrap();
        let folder = folder(directory.path());
        assert_eq!(folder.generations().unwrap(), []);
        for generation in 1..=5 {
            save(&folder, generation, &[generation as u8; 1000]);
        }
        assert_eq!(folder.generations().unwrap(), [4, 5]);
        assert_eq!(folder.load(4).unwrap(), [4; 1000]);
    }

    #[test]
    fn torn_and_altered_files_are_not_counted() {
        let directory = tempfile::tempdir().unwrap();
        let folder = folder(directory.path());
        save(&folder, 7, b"seven");
        let path = folder.path(7);
        let whole = fs::read(&path).unwrap();
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            assert_eq!(folder.generations().unwrap(), [], "{length}");
        }
        for place in 0..whole.len() {
            let mut altered = whole.clone();
            altered[place] ^= 4;
            fs::write(&path, &altered).unwrap();
            assert!(matches!(folder.load(7), Err(CheckpointError::Damaged { .. })), "{place}");
        }
    }

    #[test]
    fn what_has_no_end_is_not_read() {
        let directory = tempfile::tempdir().unwrap();
        let folder = folder(directory.path());
        File::create(folder.path(3)).unwrap().set_len(10 << 30).unwrap();
        assert!(matches!(folder.load(3), Err(CheckpointError::Damaged { .. })));
        save(&folder, 3, b"three");
        File::options().write(true).open(folder.path(3)).unwrap().set_len(1 << 40).unwrap();
        assert!(matches!(folder.load(3), Err(CheckpointError::Damaged { .. })));
        fs::create_dir(folder.path(4)).unwrap();
        let error = folder.load(4).unwrap_err().to_string();
        assert!(error.ends_with("rank-1.generation-4: not a file"), "{error}");
    }

    #[test]
    fn files_of_another_search_are_refused() {
        let directory = tempfile::tempdir().unwrap();
        save(&folder(directory.path()), 1, b"first");
        let other = |former: Vec<String>| {
            CheckpointFolder::open(directory.path(), 1, "nim, 5 ranks".to_owned(), former).unwrap()
        };
        let error = other(Vec::new()).generations().unwrap_err().to_string();
        assert!(error.contains("(4 ranks), not of this one (5 ranks)"), "{error}");
        assert_eq!(other(vec!["go, 4 ranks".to_owned(), "nim, 4 ranks".to_owned()]).generations().unwrap(), [1]);
    }
}
