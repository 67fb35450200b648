//! A journal: a header line, then a record a line, each line with its checksum ([`crate::seal`]).
//!
//! ```text
//! NAME VERSION SUBJECT #CHECKSUM
//! RECORD #CHECKSUM
//! RECORD #CHECKSUM
//! ```
//!
//! Lines are only ever added. A last line without its line feed was being written when a process was killed: it is no
//! record, and the next one replaces it.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::append::{AppendFile, whole_lines};
use crate::draft::{Draft, folder_of, sync_folder};
use crate::error::FileError;
use crate::lock::MOMENT;
use crate::seal::{SealError, sealed, unsealed};

/// At least this often, what is added is brought to the disk, so that a loss of power costs little.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// What the first line of a journal says. None of the texts contains a line feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header<'a> {
    /// Name of the format: one word.
    pub name: &'a str,
    /// Version of the format, the only one with checksums that is read.
    pub version: u32,
    /// What the records are about. A journal about something else is refused.
    pub subject: &'a str,
    /// The first line of older files, whose lines have no checksums. They are read as they are; the first record that is
    /// added makes a file of the present version of them.
    pub former: Option<&'a str>,
}

impl Header<'_> {
    fn line(&self) -> String {
        let Self { name, version, subject, .. } = self;
        sealed(&format!("{name} {version} {subject}")) + "\n"
    }
}

/// A journal that is open for adding. Any number of threads may add to it; another process may not.
#[derive(Debug)]
pub struct Journal {
    inner: Mutex<Inner>,
}

#[derive(Debug)]
struct Inner {
    file: AppendFile,
    /// The header line, with its line feed.
    header: String,
    state: State,
    synced: Instant,
    is_synced: bool,
}

/// What has to be done before a record can be added.
#[derive(Debug)]
enum State {
    /// Nothing.
    Ready,
    /// The file has no header yet.
    Empty,
    /// The file is of the version without checksums.
    Former,
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
    /// Opens a journal, or begins one, with the records that are in it. Nothing is written before the first record is added,
    /// so a file that is refused stays as it is.
    ///
    /// # Errors
    /// The file cannot be read or written, another process has it open, it is no journal of this kind, or it is one of another
    /// version or about something else.
    pub fn open(path: &Path, header: &Header<'_>) -> Result<(Self, Records), FileError> {
        let (file, text) = AppendFile::open_or_create(path, MOMENT)?;
        let state = state(path, &text, header)?;
        let records = Records::new(path, text, &state);
        let inner = Inner { file, header: header.line(), state, synced: Instant::now(), is_synced: true };
        Ok((Self { inner: Mutex::new(inner) }, records))
    }

    /// Adds a record. It survives the end of this process from then on, and soon a loss of power as well: the file is brought
    /// to the disk at least once a second while records come, and when the journal is closed.
    ///
    /// # Errors
    /// It cannot be written. What was written of it is no record, and is replaced by the next one.
    ///
    /// # Panics
    /// The record contains a line feed.
    pub fn append(&self, record: &str) -> Result<(), FileError> {
        assert!(!record.contains('\n'), "a record is one line");
        let mut inner = self.lock();
        inner.prepare()?;
        inner.is_synced = false;
        inner.file.append(&(sealed(record) + "\n"))?;
        if inner.synced.elapsed() >= SYNC_EVERY { inner.sync() } else { Ok(()) }
    }

    /// Waits until all records survive a loss of power.
    ///
    /// # Errors
    /// The system cannot do it.
    pub fn sync(&self) -> Result<(), FileError> {
        self.lock().sync()
    }

    /// Removes the file, unless its name leads to another one by now.
    ///
    /// # Errors
    /// The system cannot do it.
    pub fn remove(self) -> Result<(), FileError> {
        self.lock().file.remove()
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // Whoever panicked while it added a record left at most a torn line.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    /// Makes the file one to which records can be added.
    fn prepare(&mut self) -> Result<(), FileError> {
        match self.state {
            State::Ready => return Ok(()),
            State::Empty => {
                self.file.append(&self.header)?;
                sync_folder(folder_of(self.file.path()))?;
            }
            State::Former => self.renew()?,
        }
        self.state = State::Ready;
        Ok(())
    }

    /// Replaces a file of the version without checksums by one of the present version, with the same records.
    fn renew(&mut self) -> Result<(), FileError> {
        let path = self.file.path().to_owned();
        let text = self.file.read()?;
        let mut renewed = self.header.clone();
        for record in Records::new(&path, text, &State::Former) {
            renewed += &(sealed(&record?.text) + "\n");
        }
        Draft::create(&path)?.finish_with(renewed.as_bytes())?;
        // The lock on the older file is held until the new one is open.
        self.file = AppendFile::open(&path, MOMENT)?.0;
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
        // Nobody can be told any more; the records survive the end of the process in any case.
        let _ = self.sync();
    }
}

/// What a file is, by its first line.
fn state(path: &Path, text: &[u8], header: &Header<'_>) -> Result<State, FileError> {
    let path = path.to_owned();
    let former = header.former.map(|former| format!("{former}\n"));
    let is_former =
        |test: fn(&[u8], &[u8]) -> bool| former.as_ref().is_some_and(|former| test(text, former.as_bytes()));
    if is_former(<[u8]>::starts_with) {
        return Ok(State::Former);
    }
    // Nothing yet, or a header that was being written when the process was killed.
    if header.line().as_bytes().starts_with(text) && !text.ends_with(b"\n")
        || is_former(|text, former| former.starts_with(text))
    {
        return Ok(State::Empty);
    }
    let line = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let is_whole = line.len() < text.len();
    if !is_whole || !line.strip_prefix(header.name.as_bytes()).is_some_and(|rest| rest.starts_with(b" ")) {
        return Err(FileError::Foreign { path, wanted: header.name.to_owned() });
    }
    let found = match unsealed(line) {
        Ok(found) => found,
        Err(error) => return Err(FileError::Damaged { path, line: 1, error }),
    };
    let mut words = found.splitn(3, ' ').skip(1);
    let (version, subject) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    if version != header.version.to_string() {
        return Err(FileError::OtherVersion { path, found: version.to_owned(), known: header.version });
    }
    if subject != header.subject {
        return Err(FileError::OtherSubject { path, found: subject.to_owned(), wanted: header.subject.to_owned() });
    }
    Ok(State::Ready)
}

/// The records of a journal in their order: for each line the record, or an error that names the line if it is damaged.
#[derive(Debug)]
pub struct Records {
    path: PathBuf,
    text: Vec<u8>,
    /// Where the next line begins.
    start: usize,
    /// Number of the line before, from 1.
    line: usize,
    are_sealed: bool,
}

impl Records {
    fn new(path: &Path, mut text: Vec<u8>, state: &State) -> Self {
        text.truncate(whole_lines(&text));
        let start = text.iter().position(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        Self { path: path.to_owned(), text, start, line: 1, are_sealed: !matches!(state, State::Former) }
    }
}

impl Iterator for Records {
    type Item = Result<Record, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = &self.text[self.start..];
        let line = &rest[..rest.iter().position(|&byte| byte == b'\n')?];
        self.start += line.len() + 1;
        self.line += 1;
        let text = match self.are_sealed {
            true => unsealed(line),
            false => str::from_utf8(line).map_err(|_| SealError::NotText),
        };
        let damaged = |error| FileError::Damaged { path: self.path.clone(), line: self.line, error };
        Some(text.map(|text| Record { line: self.line, text: text.to_owned() }).map_err(damaged))
    }
}
