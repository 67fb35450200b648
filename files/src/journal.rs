//! A journal: a header line, then one record per line, each line with its checksum ([`crate::seal`]).
//!
//! ```text
//! NAME VERSION SUBJECT #CHECKSUM
//! RECORD #CHECKSUM
//! RECORD #CHECKSUM
//! ```
//!
//! Lines are only ever added. A last line without its line feed was being written when a process was killed: it is not
//! a record, and the next one replaces it. The checksums of records are bound to the header ([`Seal::of`] its text), so
//! that a record of another journal is not valid in this one.
//!
//! A damaged line is reported and stays where it is; its result must be computed again.

use std::fmt::Display;
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::append::AppendFile;
use crate::damage::{Damage, leave_out};
use crate::draft::{Draft, folder_of, sync_folder};
use crate::error::FileError;
use crate::limits::LONGEST_LINE;
use crate::lines::Lines;
use crate::lock::MOMENT;
use crate::seal::{Seal, SealError};

/// Additions are synced to disk at least this often, so that a power failure costs little.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// The first line of a journal. None of the texts contains a line feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header<'a> {
    /// Name of the format: one word.
    pub name: &'a str,
    /// Version of the format that is written.
    pub version: u32,
    /// What the records are about. A journal about something else is refused.
    pub subject: &'a str,
    /// An earlier version that can be read as well, whose checksums are short and not bound to the header
    /// ([`Seal::Short`]).
    pub short: Option<u32>,
    /// The first line of still older files, whose lines have no checksums.
    ///
    /// Older files of both kinds are read as they are; adding the first record turns them into files of the current
    /// version, without the damaged lines.
    pub former: Option<&'a str>,
}

impl Header<'_> {
    fn text(&self) -> String {
        let Self { name, version, subject, .. } = self;
        format!("{name} {version} {subject}")
    }

    /// The header's line, without its line feed.
    #[must_use]
    pub fn line(&self) -> String {
        Seal::ALONE.seal(&self.text())
    }

    fn seal(&self) -> Seal {
        Seal::of(&self.text())
    }
}

/// A journal that is open for adding. Any number of threads may add to it, but no other process.
#[derive(Debug)]
pub struct Journal {
    inner: Mutex<Inner>,
}

#[derive(Debug)]
struct Inner {
    file: AppendFile,
    /// The header's line, without its line feed.
    header: String,
    seal: Seal,
    state: State,
    synced: Instant,
    is_synced: bool,
}

/// What has to be done before a record can be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Nothing.
    Ready,
    /// The file has no header yet.
    Empty,
    /// The file is of an earlier version; its lines have this seal, or none.
    Older(Option<Seal>),
}

/// A record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Number of its line in the file, from 1; the header is line 1.
    pub line: usize,
    /// What was added.
    pub text: String,
}

impl Journal {
    /// Opens a journal, or begins one, and returns it with its records. Nothing is written before the first record is
    /// added, so a refused file stays as it is.
    ///
    /// # Errors
    /// The file cannot be read or written, another process has it open, it is not a journal of this kind, or it is one of another
    /// version or about something else.
    pub fn open(path: &Path, header: &Header<'_>) -> Result<(Self, Records), FileError> {
        let file = AppendFile::open_or_create(path, MOMENT)?;
        let mut lines = file.lines()?;
        let state = state(&mut lines, header)?;
        let seal = match state {
            State::Older(seal) => seal,
            State::Ready | State::Empty => Some(header.seal()),
        };
        let (header, seal_of_new) = (header.line(), header.seal());
        let inner = Inner { file, header, seal: seal_of_new, state, synced: Instant::now(), is_synced: true };
        Ok((Self { inner: Mutex::new(inner) }, Records { lines, seal }))
    }

    /// Adds a record. From then on it survives the end of this process, and soon a power failure as well: the file is
    /// synced to disk at least once a second while records arrive, and when the journal is closed.
    ///
    /// # Errors
    /// The record cannot be written. If part of it was written, that is not a record, and the next one replaces it.
    ///
    /// # Panics
    /// The record contains a line feed, or is too long to be read again.
    pub fn append(&self, record: &str) -> Result<(), FileError> {
        assert!(!record.contains('\n'), "a record is one line");
        let mut inner = self.lock();
        let line = inner.seal.seal(record) + "\n";
        assert!(line.len() <= LONGEST_LINE, "a record is at most {LONGEST_LINE} bytes long");
        inner.prepare()?;
        inner.is_synced = false;
        inner.file.append(&line)?;
        if inner.synced.elapsed() >= SYNC_EVERY { inner.sync() } else { Ok(()) }
    }

    /// Waits until all records survive a power failure.
    ///
    /// # Errors
    /// The system reports an error.
    pub fn sync(&self) -> Result<(), FileError> {
        self.lock().sync()
    }

    /// Removes the file, unless its name refers to another one by now.
    ///
    /// # Errors
    /// The system reports an error.
    pub fn remove(self) -> Result<(), FileError> {
        self.lock().file.remove()
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // A thread that panicked while adding a record left at most a torn line.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    /// Prepares the file for adding records.
    fn prepare(&mut self) -> Result<(), FileError> {
        match self.state {
            State::Ready => return Ok(()),
            State::Empty => {
                self.file.append(&format!("{}\n", self.header))?;
                sync_folder(folder_of(self.file.path()))?;
            }
            State::Older(seal) => self.renew(seal)?,
        }
        self.state = State::Ready;
        Ok(())
    }

    /// Replaces a file of an earlier version by one of the current version, with the same records.
    fn renew(&mut self, seal: Option<Seal>) -> Result<(), FileError> {
        let path = self.file.path().to_owned();
        let mut draft = Draft::create(&path)?;
        let mut add = |line: &str| writeln!(draft, "{line}").map_err(FileError::at(&path));
        add(&self.header)?;
        let mut lines = self.file.lines()?;
        lines.next().transpose()?;
        for record in (Records { lines, seal }) {
            match record {
                Ok(record) => add(&self.seal.seal(&record.text))?,
                // The caller learned of it when it opened the journal.
                Err(FileError::Damaged { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        draft.finish()?;
        // The lock on the older file is held until the new one is open.
        self.file = AppendFile::open(&path, MOMENT)?;
        Ok(())
    }

    fn sync(&mut self) -> Result<(), FileError> {
        if !self.is_synced {
            self.file.sync()?;
            (self.synced, self.is_synced) = (Instant::now(), true);
        }
        Ok(())
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        // Nobody is left to receive an error; the records survive the end of the process in any case.
        let _ = self.sync();
    }
}

/// The state of a file by its first line, which this takes from `lines`.
fn state(lines: &mut Lines, header: &Header<'_>) -> Result<State, FileError> {
    let path = lines.path().to_owned();
    let Some(first) = lines.next().transpose()? else { return Ok(State::Empty) };
    let line = &first.text[..];
    let former = header.former.map(str::as_bytes);
    if !first.is_whole {
        // A header that was being written when the process was killed.
        let begins = |whole: &[u8]| whole.starts_with(line);
        return match begins(header.line().as_bytes()) || former.is_some_and(begins) {
            true => Ok(State::Empty),
            false => Err(FileError::Foreign { path, wanted: header.name.to_owned() }),
        };
    }
    if former == Some(line) {
        return Ok(State::Older(None));
    }
    if !line.strip_prefix(header.name.as_bytes()).is_some_and(|rest| rest.starts_with(b" ")) {
        return Err(FileError::Foreign { path, wanted: header.name.to_owned() });
    }
    let (found, is_short) = match (Seal::ALONE.open(line), Seal::Short.open(line)) {
        (Ok(found), _) => (found, false),
        (_, Ok(found)) => (found, true),
        (Err(error), _) => return Err(FileError::Damaged { path, line: 1, error }),
    };
    let mut words = found.splitn(3, ' ').skip(1);
    let (version, subject) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let known = if is_short { header.short } else { Some(header.version) };
    if known.map(|known| known.to_string()).as_deref() != Some(version) {
        return Err(FileError::OtherVersion { path, found: version.to_owned(), known: header.version });
    }
    if subject != header.subject {
        return Err(FileError::OtherSubject { path, found: subject.to_owned(), wanted: header.subject.to_owned() });
    }
    Ok(if is_short { State::Older(Some(Seal::Short)) } else { State::Ready })
}

/// The records of a journal, in order. Each line gives its record, or an error that names the line if it is damaged
/// ([`FileError::Damaged`]; the others follow) or if the rest of the file cannot be read.
#[derive(Debug)]
pub struct Records {
    lines: Lines,
    /// How the lines are sealed, if they are.
    seal: Option<Seal>,
}

impl Records {
    /// All records, converted by `read`, and the lines that are left out: damaged ones, and those that `read` refuses
    /// with a reason.
    ///
    /// # Errors
    /// The file cannot be read to its end, or too many lines are damaged ([`crate::MOST_DAMAGED`]).
    pub fn read_all<T, E: Display>(
        mut self,
        mut read: impl FnMut(&Record) -> Result<T, E>,
    ) -> Result<(Vec<T>, Vec<Damage>), FileError> {
        let path = self.lines.path().to_owned();
        let (mut sound, mut left_out) = (Vec::new(), Vec::new());
        for record in &mut self {
            let damage = match record {
                Ok(record) => match read(&record) {
                    Ok(made) => {
                        sound.push(made);
                        continue;
                    }
                    Err(reason) => Damage::new(&path, record.line, reason),
                },
                Err(FileError::Damaged { line, error, .. }) => Damage::new(&path, line, error),
                Err(error) => return Err(error),
            };
            leave_out(damage, &mut left_out)?;
        }
        Ok((sound, left_out))
    }
}

impl Iterator for Records {
    type Item = Result<Record, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        let line = match self.lines.next()? {
            Ok(line) => line,
            Err(error) => return Some(Err(error)),
        };
        if !line.is_whole {
            return None;
        }
        let text = match self.seal {
            Some(seal) => seal.open(&line.text),
            None => str::from_utf8(&line.text).map_err(|_| SealError::NotText),
        };
        let damaged = |error| FileError::Damaged { path: self.lines.path().to_owned(), line: line.number, error };
        Some(text.map(|text| Record { line: line.number, text: text.to_owned() }).map_err(damaged))
    }
}
