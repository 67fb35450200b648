//! Results that a long run saves as it finds them, one JSON object per line, so that the same experiment resumes where it
//! was.
//!
//! The file is a [`files::Journal`]: its first line says which experiment the results belong to, and each line has a checksum
//! that is bound to it. A file that begins otherwise is never written to. A damaged line is skipped and reported, and its
//! result computed again. Version 1 began with `{"results":"EXPERIMENT"}` and had no checksums; in version 2 they were not
//! bound.

use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use files::{Damage, FileError, Header};
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

/// The beginning of the first line.
const NAME: &str = "othello-results";
/// The version that this program writes, and the earlier one with short checksums.
const VERSIONS: (u32, u32) = (3, 2);

/// Why results cannot be saved in a file, or read from it.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The file cannot be read or written, a line of it is damaged, or another version of the program wrote it.
    #[error(transparent)]
    File(FileError),
    /// It is a folder or a device.
    #[error("{}: results are kept in a file, which this is not", .0.display())]
    NoFile(PathBuf),
    /// Another process writes to it.
    #[error("{}: another run writes to it", .0.display())]
    Busy(PathBuf),
    /// It belongs to another experiment, or is not a journal.
    #[error("{}: no results of solve {experiment}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The experiment whose results were expected.
        experiment: String,
    },
}

/// The contents of a journal.
#[derive(Debug)]
pub struct Kept<T> {
    /// The records, in order.
    pub known: Vec<T>,
    /// The lines that were skipped.
    pub left_out: Vec<Damage>,
}

/// An append-only file. Any number of threads may append to it, but only of one process.
#[derive(Debug)]
pub struct Journal<T> {
    journal: files::Journal,
    records: PhantomData<fn(&T)>,
}

impl<T: Serialize + DeserializeOwned> Journal<T> {
    /// Opens the journal of an experiment, or begins one, and reads it; skips and reports lines that are damaged or not of
    /// its record type. An incomplete last line was being written when a run was killed; the next record replaces it.
    ///
    /// # Errors
    /// The file cannot be read or written, another process writes to it, it belongs to another experiment, or hardly any
    /// line is intact.
    pub fn open(path: &Path, experiment: &str) -> Result<(Self, Kept<T>), JournalError> {
        Self::open_checked(path, experiment, |_| Ok(()))
    }

    /// The same, but also skips records that `check` rejects, with a reason.
    ///
    /// # Errors
    /// See [`Journal::open`].
    pub fn open_checked(
        path: &Path,
        experiment: &str,
        check: impl Fn(&T) -> Result<(), String>,
    ) -> Result<(Self, Kept<T>), JournalError> {
        let former = format!("{{\"results\":\"{experiment}\"}}");
        let (version, short) = VERSIONS;
        let header = Header { name: NAME, version, subject: experiment, short: Some(short), former: Some(&former) };
        let refuse = |error| refused(error, experiment);
        let (journal, records) = files::Journal::open(path, &header).map_err(refuse)?;
        let read = |record: &files::Record| {
            let found: T = serde_json::from_str(&record.text).map_err(|error| error.to_string())?;
            check(&found).map(|()| found)
        };
        let none = |record: &_| read(record).map_err(|error: String| format!("no result of this experiment: {error}"));
        let (known, left_out) = records.read_all(none).map_err(refuse)?;
        Ok((Self { journal, records: PhantomData }, Kept { known, left_out }))
    }

    /// Adds a record.
    ///
    /// # Errors
    /// The file cannot be written.
    ///
    /// # Panics
    /// If `serde` cannot write the record as JSON: all map keys must be strings.
    pub fn add(&self, record: &T) -> Result<(), JournalError> {
        let text = serde_json::to_string(record).expect("all keys are texts");
        self.journal.append(&text).map_err(JournalError::File)
    }
}

/// The experiment's error for a journal that cannot be opened.
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
        let (journal, kept) = open().unwrap();
        assert!(kept.known.is_empty());
        (1..=3).for_each(|number| journal.add(&number).unwrap());
        let busy = open().unwrap_err().to_string();
        assert!(busy.ends_with("journal.jsonl: another run writes to it"), "{busy}");
        drop(journal);
        let whole = read_to_string(&path).unwrap();
        for length in 0..whole.len() {
            write(&path, &whole[..length]).unwrap();
            let (journal, Kept { known, left_out }) = open().unwrap();
            assert_eq!(left_out, []);
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
        let (other, _) = Journal::<u32>::open(&new, "count").unwrap();
        (1..=3).for_each(|number| other.add(&number).unwrap());
        let second: String = ["othello-results 2 count", "1", "2"].map(|line| files::sealed(line) + "\n").concat();
        for text in ["{\"results\":\"count\"}\n1\n2\n", &second] {
            write(&old, text).unwrap();
            let (journal, kept) = Journal::<u32>::open(&old, "count").unwrap();
            assert_eq!((kept.known, kept.left_out), (vec![1, 2], Vec::new()));
            journal.add(&3).unwrap();
            assert_eq!(read_to_string(&old).unwrap(), read_to_string(&new).unwrap());
        }
    }

    #[test]
    fn a_damaged_line_is_left_out_and_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let (journal, _) = Journal::<u32>::open(&path, "count").unwrap();
        [1, 2, 4].into_iter().for_each(|number| journal.add(&number).unwrap());
        drop(journal);
        let whole = read_to_string(&path).unwrap();
        let of_other = files::Seal::of("othello-results 3 other").seal("7") + "\n";
        for (text, line, reason) in [
            (whole.replace("\n2 #", "\n3 #"), 3, "the checksum #"),
            (whole.replace("2 #", "2  #"), 3, "the checksum #"),
            (format!("{whole}{of_other}"), 5, "the checksum #"),
        ] {
            write(&path, &text).unwrap();
            let Kept { known, left_out } = Journal::<u32>::open(&path, "count").unwrap().1;
            assert_eq!((left_out.len(), left_out[0].line), (1, line), "{left_out:?}");
            assert!(left_out[0].to_string().starts_with(&format!("{}:{line}: {reason}", path.display())));
            assert!(!known.contains(&3) && !known.contains(&7) && known.contains(&4), "{known:?}");
        }
        write(&path, "{\"results\":\"count\"}\n1\n{}\n3\n").unwrap();
        let Kept { known, left_out } = Journal::<u32>::open(&path, "count").unwrap().1;
        assert!(left_out[0].to_string().contains("file:3: no result of this experiment: "), "{left_out:?}");
        assert_eq!(known, [1, 3]);
    }

    #[test]
    fn a_file_of_something_else_is_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let sealed = |text| files::sealed(text) + "\n";
        let newer = files::Seal::ALONE.seal("othello-results 4 count") + "\n";
        for (text, expected) in [
            ("{\"results\":\"other\"}\n1\n", "file: no results of solve count"),
            ("one line", "file: no results of solve count"),
            (&sealed("othello-results 2 other"), "file: no results of solve count"),
            (&sealed("othello-results 3 count"), "file: a journal of version 3; this program reads version 3"),
            (&newer, "file: a journal of version 4; this program reads version 3"),
            ("othello-results 3 count #0000000000000000\n", "file:1: the checksum #0000000000000000 does not"),
        ] {
            write(&path, text).unwrap();
            let error = Journal::<u32>::open(&path, "count").unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
            assert_eq!(read_to_string(&path).unwrap(), text);
        }
    }
}
