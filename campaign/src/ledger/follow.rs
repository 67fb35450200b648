//! Reads a ledger while another process writes it.

use std::fs::{File, Metadata};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use files::{FileError, Lines, Place};

use super::error::LedgerError;
use super::text::Ledger;

/// A ledger with fewer bytes is read whole whenever it has changed.
const SMALL: u64 = 1 << 20;
/// How many bytes before the end of the last reading to compare, to tell whether the file has only grown.
const MARK: u64 = 4096;

/// The result of a look at the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// It is unchanged.
    Nothing,
    /// Lines were added. The numbers count the earlier records and withdrawals.
    More {
        /// Records.
        records: usize,
        /// Withdrawals.
        withdrawals: usize,
    },
    /// It was read from the beginning.
    Anew,
}

/// What the system says about a file without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    bytes: u64,
    written: Option<SystemTime>,
    /// A file that replaces it has another identity.
    identity: (u64, u64),
}

impl Stamp {
    fn of(data: &Metadata) -> Self {
        Self { bytes: data.len(), written: data.modified().ok(), identity: identity(data) }
    }
}

#[cfg(unix)]
fn identity(data: &Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;

    (data.dev(), data.ino())
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> (u64, u64) {
    (0, 0)
}

/// Reads a ledger again and again while others write it: only the added lines if it is large, everything if it is small
/// or has changed in another way. It neither locks nor writes.
#[derive(Debug)]
pub struct Follower {
    path: PathBuf,
    ledger: Option<Ledger>,
    /// The position after the last whole line.
    place: Place,
    /// The bytes before that.
    mark: Vec<u8>,
    /// That of the file when it was last read; `None` if that failed.
    stamp: Option<Stamp>,
    /// A file with fewer bytes is read whole.
    pub(crate) small: u64,
}

impl Follower {
    /// A follower that has read nothing yet.
    #[must_use]
    pub fn new(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            ledger: None,
            place: Place::default(),
            mark: Vec::new(),
            stamp: None,
            small: SMALL,
        }
    }

    /// The ledger's file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What has been read; `None` before the first look that succeeded.
    #[must_use]
    pub fn ledger(&self) -> Option<&Ledger> {
        self.ledger.as_ref()
    }

    /// When the file was last written, by the file system's clock.
    #[must_use]
    pub fn written(&self) -> Option<SystemTime> {
        self.stamp?.written
    }

    /// Whether the last line is incomplete: it is being written, or its writer was killed.
    #[must_use]
    pub fn is_torn(&self) -> bool {
        self.stamp.is_some_and(|stamp| stamp.bytes > self.place.bytes)
    }

    /// Reads what is new.
    ///
    /// # Errors
    /// The ledger cannot be read, or is not one. What was read before stays; the next look reads everything anew.
    pub fn look(&mut self) -> Result<News, LedgerError> {
        let looked = self.read();
        if looked.is_err() {
            self.stamp = None;
        }
        looked
    }

    fn read(&mut self) -> Result<News, LedgerError> {
        let path = self.path.clone();
        let stamp = Stamp::of(&path.metadata().map_err(FileError::at(&path))?);
        let before = self.stamp;
        if before == Some(stamp) {
            return Ok(News::Nothing);
        }
        let is_same = before.is_some_and(|before| before.identity == stamp.identity && before.bytes <= stamp.bytes);
        let has_grown = is_same && stamp.bytes > self.small && self.mark()? == self.mark;
        let news = if has_grown { self.add()? } else { self.read_all()? };
        self.mark = self.mark()?;
        // If more is written in the meantime, the stamp changes.
        self.stamp = Some(stamp);
        Ok(news)
    }

    fn read_all(&mut self) -> Result<News, LedgerError> {
        let mut lines = Lines::open(&self.path)?;
        let ledger = Ledger::from_lines(&self.path, lines.by_ref())?;
        (self.place, self.ledger) = (lines.place(), Some(ledger));
        Ok(News::Anew)
    }

    fn add(&mut self) -> Result<News, LedgerError> {
        let Some(ledger) = &mut self.ledger else { return self.read_all() };
        let (records, withdrawals) = (ledger.records.len(), ledger.withdrawals.len());
        let mut lines = Lines::open_behind(&self.path, self.place)?;
        ledger.extend(&self.path, lines.by_ref())?;
        self.place = lines.place();
        Ok(News::More { records, withdrawals })
    }

    /// The last bytes before `place`.
    fn mark(&self) -> Result<Vec<u8>, LedgerError> {
        let wrong = FileError::at(&self.path);
        let mut file = File::open(&self.path).map_err(&wrong)?;
        let length = self.place.bytes.min(MARK);
        file.seek(SeekFrom::Start(self.place.bytes - length)).map_err(&wrong)?;
        let mut bytes = Vec::new();
        file.take(length).read_to_end(&mut bytes).map_err(&wrong)?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, OpenOptions};
    use std::io::Write;

    use solver::{Mode, Position, Scoring, Start};

    use super::*;
    use crate::job::Job;
    use crate::ledger::{LedgerFile, begin, ledger_path};
    use crate::plan::Plan;
    use crate::record::{Finding, Record};
    use crate::worker::WorkerName;

    /// A ledger in a folder of its own, and records for it.
    fn ledger() -> (tempfile::TempDir, PathBuf, Vec<Record>) {
        let folder = tempfile::tempdir().unwrap();
        let root = Position::start("4x4".parse().unwrap(), Start::Othello);
        let plan = Plan::new(root, Scoring::Discs, Mode::Exact);
        begin(&folder.path().join("big"), &plan).unwrap();
        let record = |budget| {
            let job = Job { board: root.board(), scoring: Scoring::Discs, discs: root.discs(), at_least: 1, budget };
            let (solver, worker) = ("test".to_owned(), WorkerName::unknown());
            Record { job, finding: Finding::Open, nodes: budget, micros: 1, solver, worker }
        };
        let path = ledger_path(&folder.path().join("big"));
        (folder, path, (1..=9).map(record).collect())
    }

    fn append(path: &Path, text: &[u8]) {
        OpenOptions::new().append(true).open(path).unwrap().write_all(text).unwrap();
    }

    #[test]
    fn what_was_added_is_read_and_a_torn_line_waits_for_its_end() {
        let (_folder, path, records) = ledger();
        let (mut file, _) = LedgerFile::open(&path).unwrap();
        for small in [0, SMALL] {
            let mut follower = Follower { small, ..Follower::new(&path) };
            assert_eq!(follower.look(), Ok(News::Anew));
            assert_eq!(follower.look(), Ok(News::Nothing));
            let before = follower.ledger().unwrap().records.len();
            let added = if small == 0 { News::More { records: before, withdrawals: 0 } } else { News::Anew };
            file.append(&records[before..before + 2]).unwrap();
            assert_eq!(follower.look(), Ok(added));
            assert_eq!(follower.ledger().unwrap(), &Ledger::read(&path).unwrap());
            assert!(!follower.is_torn() && follower.written().is_some());
        }
        // A torn line is not read, but reported; its end completes it.
        let mut follower = Follower { small: 0, ..Follower::new(&path) };
        follower.look().unwrap();
        let mut whole = fs::read(&path).unwrap();
        file.append(&records[4..5]).unwrap();
        let line = fs::read(&path).unwrap().split_off(whole.len());
        whole.extend_from_slice(&line[..20]);
        drop(file);
        OpenOptions::new().write(true).open(&path).unwrap().set_len(whole.len() as u64).unwrap();
        follower.look().unwrap();
        assert!(follower.is_torn() && follower.ledger().unwrap().records.len() == 4);
        append(&path, &line[20..]);
        follower.look().unwrap();
        assert_eq!(follower.ledger().unwrap().records, records[..5]);
        assert!(!follower.is_torn() && follower.ledger().unwrap().left_out.is_empty());
        // A damaged line is left out and reported with its number.
        append(&path, b"job of nobody\n");
        follower.look().unwrap();
        let ledger = follower.ledger().unwrap();
        assert_eq!(
            (ledger.left_out[0].line, ledger.records.len()),
            (whole.split(|&byte| byte == b'\n').count() + 1, 5)
        );
    }

    #[test]
    fn what_was_read_stays_when_the_ledger_vanishes_and_another_is_read_anew() {
        let (_folder, path, records) = ledger();
        LedgerFile::open(&path).unwrap().0.append(&records[..5]).unwrap();
        let mut follower = Follower { small: 0, ..Follower::new(&path) };
        follower.look().unwrap();
        let bytes = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        assert!(matches!(follower.look(), Err(LedgerError::File { .. })));
        assert_eq!(follower.ledger().unwrap().records.len(), 5);
        fs::write(&path, b"nothing of the kind\n").unwrap();
        assert!(matches!(follower.look(), Err(LedgerError::Line { line: 1, .. })));
        assert_eq!(follower.ledger().unwrap().records.len(), 5);
        fs::write(&path, &bytes).unwrap();
        assert_eq!(follower.look(), Ok(News::Anew));
        // Longer, but not the former content with more after it.
        let ends: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at] == b'\n').collect();
        let last = &bytes[ends[ends.len() - 2] + 1..];
        let other = [&bytes[..ends[ends.len() - 4] + 1], &last.repeat(4)].concat();
        fs::write(&path, &other).unwrap();
        assert_eq!(follower.look(), Ok(News::Anew));
        assert_eq!(follower.ledger().unwrap(), &Ledger::read(&path).unwrap());
    }
}
