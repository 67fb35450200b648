//! Results that a long run keeps as it finds them, one JSON object a line, so that the same experiment goes on where it was.
//!
//! The file is a [`files::Journal`]: its first line says whose results these are, and each line has a checksum. A file that
//! begins otherwise is never written to. The first version began with `{"results":"EXPERIMENT"}` and had no checksums.

use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use files::{FileError, Header};
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

/// What the first line begins with, and its version.
const FORMAT: (&str, u32) = ("othello-results", 2);

/// Why results cannot be kept in a file, or read from it.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The file cannot be read or written, a line of it is damaged, or another version of the program wrote it.
    #[error(transparent)]
    File(FileError),
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
    journal: files::Journal,
    records: PhantomData<fn(&T)>,
}

impl<T: Serialize + DeserializeOwned> Journal<T> {
    /// Opens the journal of an experiment, or begins one, and reads what is in it. A last line without its end was being
    /// written when a run was killed; the next record replaces it.
    ///
    /// # Errors
    /// The file cannot be read or written, another process writes to it, it is of another experiment, or a line is damaged or
    /// none of its records.
    pub fn open(path: &Path, experiment: &str) -> Result<(Self, Vec<T>), JournalError> {
        let (name, version) = FORMAT;
        let former = format!("{{\"results\":\"{experiment}\"}}");
        let header = Header { name, version, subject: experiment, former: Some(&former) };
        let (journal, records) = files::Journal::open(path, &header).map_err(|error| refused(error, experiment))?;
        let read = |record: Result<files::Record, FileError>| {
            let files::Record { line, text } = record.map_err(JournalError::File)?;
            serde_json::from_str(&text).map_err(|error| JournalError::Line { path: path.to_path_buf(), line, error })
        };
        let known = records.map(read).collect::<Result<_, _>>()?;
        Ok((Self { journal, records: PhantomData }, known))
    }

    /// Adds a record.
    ///
    /// # Errors
    /// The file cannot be written.
    ///
    /// # Panics
    /// If `serde` cannot write the record as JSON: its keys must be texts.
    pub fn add(&self, record: &T) -> Result<(), JournalError> {
        let text = serde_json::to_string(record).expect("all keys are texts");
        self.journal.append(&text).map_err(JournalError::File)
    }
}

/// What it means for an experiment that its journal cannot be opened.
fn refused(error: FileError, experiment: &str) -> JournalError {
    let path = error.path().to_path_buf();
    match error {
        FileError::NotAFile { .. } => JournalError::NoFile(path),
        FileError::InUse { .. } => JournalError::Busy(path),
        FileError::Foreign { .. } | FileError::OtherSubject { .. } => {
            JournalError::Foreign { path, experiment: experiment.to_owned() }
        }
        error => JournalError::File(error),
    }
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
    fn a_file_of_the_first_version_is_read_and_goes_on_with_checksums() {
        let folder = tempfile::tempdir().unwrap();
        let (old, new) = (folder.path().join("old"), folder.path().join("new"));
        write(&old, "{\"results\":\"count\"}\n1\n2\n").unwrap();
        let (journal, known) = Journal::<u32>::open(&old, "count").unwrap();
        assert_eq!(known, [1, 2]);
        journal.add(&3).unwrap();
        let (other, _) = Journal::<u32>::open(&new, "count").unwrap();
        (1..=3).for_each(|number| other.add(&number).unwrap());
        assert_eq!(read_to_string(&old).unwrap(), read_to_string(&new).unwrap());
    }

    #[test]
    fn a_file_of_something_else_is_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let sealed = |text| files::sealed(text) + "\n";
        for (text, expected) in [
            ("{\"results\":\"count\"}\n1\n{}\n3\n", "file:3: no result of this experiment: "),
            ("{\"results\":\"other\"}\n1\n", "file: no results of solve count"),
            ("one line", "file: no results of solve count"),
            (&sealed("othello-results 2 other"), "file: no results of solve count"),
            (&sealed("othello-results 3 count"), "file: a journal of version 3; this program reads version 2"),
            (&format!("{}1 #00000000\n", sealed("othello-results 2 count")), "file:2: the checksum #00000000 does not"),
        ] {
            write(&path, text).unwrap();
            let error = Journal::<u32>::open(&path, "count").unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
            assert_eq!(read_to_string(&path).unwrap(), text);
        }
    }
}
