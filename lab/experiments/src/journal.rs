//! Results that a long run keeps as it finds them, one JSON object a line, so that the same experiment goes on where it was.
//!
//! The first line says whose results these are: a file that begins otherwise is never written to.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

/// Why results cannot be kept in a file, or read from it.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// It is a folder or a device.
    #[error("{}: results are kept in a file, which this is not", .0.display())]
    NoFile(PathBuf),
    /// It has a writer already.
    #[error("{}: another run writes to it", .0.display())]
    Busy(PathBuf),
    /// It is of another experiment, or no journal.
    #[error("{}: no results of solve {experiment}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The experiment whose results were looked for.
        experiment: String,
    },
    /// A line is no result.
    #[error("{}:{line}: no result of this experiment: {error}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        error: serde_json::Error,
    },
}

/// A file that only grows. Any number of threads may add to it; another process may not.
#[derive(Debug)]
pub struct Journal<T> {
    path: PathBuf,
    file: Mutex<File>,
    records: PhantomData<fn(&T)>,
}

impl<T: Serialize + DeserializeOwned> Journal<T> {
    /// Opens the journal of an experiment, or begins one, and reads what is in it. A last line without its end was being
    /// written when a run was killed; it is cut off.
    ///
    /// # Errors
    /// The file cannot be read or written, another process writes to it, it is of another experiment, or a line is none of
    /// its records.
    pub fn open(path: &Path, experiment: &str) -> Result<(Self, Vec<T>), JournalError> {
        let failed = |error: io::Error| JournalError::Io { path: path.to_path_buf(), error };
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = file.map_err(failed)?;
        if !file.metadata().map_err(failed)?.is_file() {
            return Err(JournalError::NoFile(path.to_path_buf()));
        }
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::Error(error)) => return Err(failed(error)),
            Err(TryLockError::WouldBlock) => return Err(JournalError::Busy(path.to_path_buf())),
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(failed)?;
        let head = format!("{{\"results\":\"{experiment}\"}}\n").into_bytes();
        let end = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |index| index + 1);
        let records = match text.strip_prefix(&head[..]) {
            Some(_) => read(path, &text[..end])?,
            None if head.starts_with(&text) => Vec::new(),
            None => return Err(JournalError::Foreign { path: path.to_path_buf(), experiment: experiment.to_owned() }),
        };
        let end = if text.starts_with(&head) { end } else { 0 };
        file.set_len(end as u64).map_err(failed)?;
        file.seek(SeekFrom::Start(end as u64)).map_err(failed)?;
        if end == 0 {
            file.write_all(&head).map_err(failed)?;
        }
        Ok((Self { path: path.to_path_buf(), file: Mutex::new(file), records: PhantomData }, records))
    }

    /// Adds a record.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&self, record: &T) -> Result<(), JournalError> {
        let mut text = serde_json::to_vec(record).expect("all keys are texts");
        text.push(b'\n');
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(&text).map_err(|error| JournalError::Io { path: self.path.clone(), error })
    }
}

/// The records of whole lines below the first.
fn read<T: DeserializeOwned>(path: &Path, text: &[u8]) -> Result<Vec<T>, JournalError> {
    let lines = text.split_inclusive(|&byte| byte == b'\n').enumerate().skip(1);
    let record = |(index, line): (usize, &[u8])| {
        serde_json::from_slice(line).map_err(|error| JournalError::Line {
            path: path.to_path_buf(),
            line: index + 1,
            error,
        })
    };
    lines.map(record).collect()
}

#[cfg(test)]
mod tests {
    use std::fs::{read_to_string, write};

    use super::*;

    #[test]
    fn what_was_added_is_there_again_and_a_torn_line_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.jsonl");
        let open = || Journal::<u32>::open(&path, "count");
        let (journal, known) = open().unwrap();
        assert!(known.is_empty());
        (1..=3).for_each(|number| journal.add(&number).unwrap());
        let busy = open().unwrap_err().to_string();
        assert!(busy.ends_with("journal.jsonl: another run writes to it"), "{busy}");
        drop(journal);
        let whole = read_to_string(&path).unwrap();
        for length in 0..whole.len() {
            write(&path, &whole[..length]).unwrap();
            let (journal, known) = open().unwrap();
            let ends = whole[..length].matches('\n').count();
            assert_eq!(known.len(), ends.saturating_sub(1), "{length}");
            (known.len()..3).for_each(|known| journal.add(&(known as u32 + 1)).unwrap());
            drop(journal);
            assert_eq!(read_to_string(&path).unwrap(), whole, "{length}");
        }
    }

    #[test]
    fn a_file_of_something_else_is_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for (text, expected) in [
            ("{\"results\":\"count\"}\n1\n{}\n3\n", "file:3: no result of this experiment: "),
            ("{\"results\":\"other\"}\n1\n", "file: no results of solve count"),
            ("one line", "file: no results of solve count"),
        ] {
            write(&path, text).unwrap();
            let error = Journal::<u32>::open(&path, "count").unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
            assert_eq!(read_to_string(&path).unwrap(), text);
        }
    }
}
