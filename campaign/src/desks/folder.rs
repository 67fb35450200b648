//! The folder of the desks.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use files::{FileError, read_bounded, replace};
use solver::random::unpredictable;

use super::letter::{self, Letter, MOST_BYTES, Note, Orders, Report};

/// The name of the folder beside the ledger.
const DESKS: &str = "desks";
/// How many times to try to remove a folder into which somebody may still be writing.
const TRIALS: usize = 5;

/// The result of reading a letter.
pub(super) enum Read<T> {
    /// It does not exist, or is still empty.
    Missing,
    /// It has not changed since it was last read.
    Same,
    /// Its new content.
    New(T),
    /// It makes no sense or cannot be read; why.
    Wrong(String),
}

/// A letter to be read again and again.
#[derive(Debug)]
pub(super) struct Inbox {
    desk: String,
    path: PathBuf,
    last: Vec<u8>,
}

impl Inbox {
    /// Reads the letter, unless it is unchanged.
    pub(super) fn read<T: Letter>(&mut self) -> Read<T> {
        let bytes = match read_bounded(&self.path, MOST_BYTES) {
            Ok(bytes) => bytes,
            Err(FileError::Io { error, .. }) if error.kind() == ErrorKind::NotFound => return Read::Missing,
            Err(error) => return Read::Wrong(error.to_string()),
        };
        if bytes.is_empty() {
            return Read::Missing;
        }
        if bytes == self.last {
            return Read::Same;
        }
        let letter = letter::read(&self.desk, &bytes);
        self.last = bytes;
        letter.map_or_else(|reason| Read::Wrong(format!("{}: {reason}", self.path.display())), Read::New)
    }
}

/// The folder of the desks.
#[derive(Clone, Debug)]
pub(super) struct Desks {
    path: PathBuf,
}

impl Desks {
    /// The desks of a campaign's folder. Makes their folder if there is none.
    ///
    /// # Errors
    /// The system cannot do it.
    pub(super) fn of(campaign: &Path) -> Result<Self, FileError> {
        let path = campaign.join(DESKS);
        fs::create_dir_all(&path).map_err(FileError::at(&path))?;
        Ok(Self { path })
    }

    /// The desks of a campaign's folder, if there are any.
    pub(super) fn existing(campaign: &Path) -> Option<Self> {
        let path = campaign.join(DESKS);
        path.is_dir().then_some(Self { path })
    }

    /// The names of all desks, and the paths of anything else there.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub(super) fn list(&self) -> Result<(Vec<String>, Vec<PathBuf>), FileError> {
        let (mut names, mut others) = (Vec::new(), Vec::new());
        for entry in fs::read_dir(&self.path).map_err(FileError::at(&self.path))? {
            let entry = entry.map_err(FileError::at(&self.path))?;
            let name = entry.file_name();
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            match name.to_str() {
                Some(name) if is_name(name) && is_folder => names.push(name.to_owned()),
                // A desk, or the note, in the making.
                Some(name) if name.strip_suffix(".new").unwrap_or(name) == Note::NAME => {}
                Some(name) if name.strip_suffix(".new").is_some_and(is_name) => {}
                _ => others.push(entry.path()),
            }
        }
        names.sort_unstable();
        Ok((names, others))
    }

    fn desk(&self, desk: &str) -> PathBuf {
        self.path.join(desk)
    }

    /// Sets up a desk with a first report. The orders exist from the beginning, empty: once another machine has found a
    /// file missing, the file may seem to be missing there for a minute.
    ///
    /// # Errors
    /// The system cannot do it.
    pub(super) fn set_up(&self, desk: &str, report: &Report) -> Result<(), FileError> {
        let (draft, wanted) = (self.path.join(format!("{desk}.new")), self.desk(desk));
        fs::create_dir_all(&draft).map_err(FileError::at(&draft))?;
        let texts = [(Report::NAME, letter::write(desk, report)), (Orders::NAME, String::new())];
        for (name, text) in texts {
            let path = draft.join(name);
            fs::write(&path, text).map_err(FileError::at(&path))?;
        }
        fs::rename(&draft, &wanted).map_err(FileError::at(&wanted))
    }

    /// Puts a letter on a desk.
    ///
    /// # Errors
    /// The system cannot do it, for example because the desk is gone.
    pub(super) fn put<T: Letter>(&self, desk: &str, letter: &T) -> Result<(), FileError> {
        replace(&self.desk(desk).join(T::NAME), letter::write(desk, letter).as_bytes())
    }

    /// The letters of this kind on a desk.
    pub(super) fn inbox<T: Letter>(&self, desk: &str) -> Inbox {
        Inbox { desk: desk.to_owned(), path: self.desk(desk).join(T::NAME), last: Vec::new() }
    }

    /// Removes a desk. It may stay if its worker is writing to it at this moment.
    pub(super) fn remove(&self, desk: &str) {
        let _ = (0..TRIALS).any(|_| fs::remove_dir_all(self.desk(desk)).is_ok());
    }

    /// Removes all desks.
    pub(super) fn clear(&self) {
        let Ok((names, _)) = self.list() else { return };
        names.iter().for_each(|name| self.remove(name));
        for entry in fs::read_dir(&self.path).into_iter().flatten().flatten() {
            let name = entry.file_name();
            if name.to_str().and_then(|name| name.strip_suffix(".new")).is_some_and(is_name) {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }

    /// Writes the driver's note.
    ///
    /// # Errors
    /// The system cannot do it.
    pub(super) fn write_note(&self, note: &Note) -> Result<(), FileError> {
        replace(&self.path.join(Note::NAME), letter::write("", note).as_bytes())
    }

    /// The driver's notes.
    pub(super) fn notes(&self) -> Inbox {
        Inbox { desk: String::new(), path: self.path.join(Note::NAME), last: Vec::new() }
    }
}

/// Whether a folder of this name may be a desk.
fn is_name(name: &str) -> bool {
    name.len() == 16 && name.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// A name that nobody else has.
pub(super) fn new_name() -> String {
    format!("{:016x}", unpredictable())
}

/// Whether a file, or the folder it belongs in, does not exist.
pub(super) fn is_gone(error: &FileError) -> bool {
    matches!(error, FileError::Io { error, .. } if error.kind() == ErrorKind::NotFound)
}
