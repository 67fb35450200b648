//! A check that notes its results in a file, so that a check that is stopped or killed need not begin again.
//!
//! A check that resumes from notes trusts them, and anybody could have written them. So no check reads them unless it
//! is told to, and its report says how many leaves it took from them.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use files::{AppendFile, FileError, Header, Journal, Line, Lines, MOMENT, Records, Seal, noun};
use kernel::{Certificate, Limit};
use thiserror::Error;

use super::check::{Report, check_part};
use super::error::CheckError;
use super::hash::Hash;
use super::part::Part;
use super::progress::{Found, Progress};
use super::watch::Watcher;
use crate::grid::Pair;

/// A check that ends before this keeps no notes.
const FIRST_NOTE: Duration = Duration::from_secs(5);
/// What notes begin with.
const NAME: &str = "othello-check-notes";
const VERSION: u32 = 5;
/// What notes of version 1 began with: a name and the version.
const FORMER: &[u8] = b"OTHCHECK\x01\0\0\0\0\0\0\0";

/// The file in which a check notes its results. A check that accepts the certificate or finds it at fault removes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notes {
    path: PathBuf,
    /// Whether it is an error if they cannot be written.
    are_wanted: bool,
}

/// What to do with the notes of an earlier check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Earlier {
    /// They are left as they are, unread, and this check keeps none.
    Leave,
    /// This check trusts them and resumes from there.
    Resume,
    /// They are replaced, unread, even if they are about another certificate or of an earlier version. Notes of a later
    /// version are left as they are.
    Replace,
}

/// Remarks to print before a check begins.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Remark {
    /// An earlier check has left notes.
    #[error("{}: notes of an earlier check, which are not read; this check keeps none", .0.display())]
    Unread(PathBuf),
    /// Something else has their name.
    #[error("{}: no notes of a check; they cannot be kept there, and this check keeps none", .0.display())]
    InTheWay(PathBuf),
    /// They are about another certificate or part, or of another version.
    #[error("{0}; these notes are not taken, and this check keeps none")]
    Other(FileError),
    /// They were about another certificate or part, or of an earlier version, and they are replaced.
    #[error("{0}; these notes are replaced")]
    Replaced(FileError),
    /// Some of their lines are damaged.
    #[error("{}:{line}: {}", path.display(), damaged(*count))]
    Damaged {
        /// Their file.
        path: PathBuf,
        /// The number of the first of them, from 1.
        line: usize,
        /// How many there are.
        count: usize,
    },
}

impl Remark {
    /// Whether notes that were left as they are would be replaced by [`Earlier::Replace`].
    #[must_use]
    pub fn can_be_replaced(&self) -> bool {
        match self {
            Self::Unread(_) => true,
            Self::Other(error) => !is_later(error),
            Self::InTheWay(_) | Self::Replaced(_) | Self::Damaged { .. } => false,
        }
    }
}

/// The message about `count` damaged lines.
fn damaged(count: usize) -> String {
    match count {
        1 => "the line is damaged; its leaves are searched again".to_owned(),
        _ => {
            let others = count as u64 - 1;
            let (are, others) = (noun(others, "is", "are"), format!("{others} {}", noun(others, "other", "others")));
            format!("the line is damaged, and so {are} {others}; their leaves are searched again")
        }
    }
}

/// Why a check with notes has no report.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NotedCheckError {
    /// The notes cannot be read or written.
    #[error(transparent)]
    File(FileError),
    /// The file is something else and must not be lost.
    #[error("{}: not the progress of a check", .0.display())]
    Foreign(PathBuf),
    /// The watcher asked to stop.
    #[error("stopped with {done} of {all} {} proven", noun(*.all, "leaf", "leaves"))]
    Stopped {
        /// Leaves that are proven.
        done: u64,
        /// Number of leaves to search; 0 if not yet known.
        all: u64,
        /// Whether another check can go on from there.
        is_noted: bool,
    },
    /// The certificate is refused. The notes stay unless it is at fault itself ([`CheckError::is_final`]).
    #[error(transparent)]
    Refused(CheckError),
}

impl Notes {
    /// Beside the certificate, if they can be written there: in `FILE.progress`, for a part in `FILE.3-of-40.progress`.
    #[must_use]
    pub fn beside(certificate: &Path, part: Part) -> Self {
        let mut path = certificate.to_path_buf();
        if !part.is_whole() {
            path.as_mut_os_string().push(format!(".{}-of-{}", part.number(), part.of()));
        }
        path.as_mut_os_string().push(".progress");
        Self { path, are_wanted: false }
    }

    /// In a file of the caller's choice; a check ends if they cannot be written.
    #[must_use]
    pub fn in_file(path: PathBuf) -> Self {
        Self { path, are_wanted: true }
    }

    /// Begins a check of a part of a certificate. Remarks on earlier notes are added to `remarks`.
    ///
    /// # Errors
    /// The file cannot be used.
    pub fn begin<'a>(
        self,
        certificate: &'a Certificate,
        part: Part,
        earlier: Earlier,
        remarks: &mut Vec<Remark>,
    ) -> Result<NotedCheck<'a>, NotedCheckError> {
        let path = self.path.clone();
        let mut check = NotedCheck {
            certificate,
            part,
            resumed: None,
            notes: self,
            subject: format!("part {part} of {}", Hash::from(certificate.sha256)),
            is_keeping: true,
            due: Instant::now() + FIRST_NOTE,
            waiting: Vec::new(),
            journal: None,
            done: 0,
            all: 0,
            failure: None,
        };
        match (check.are_there().map_err(NotedCheckError::File)?, earlier) {
            (None, _) => {}
            (Some(false), _) if check.notes.are_wanted => return Err(NotedCheckError::Foreign(path)),
            (Some(false), _) => check.keep_none(remarks, Remark::InTheWay(path)),
            (Some(true), Earlier::Leave) => check.keep_none(remarks, Remark::Unread(path)),
            (Some(true), Earlier::Replace) => check.replace(remarks).map_err(NotedCheckError::File)?,
            (Some(true), Earlier::Resume) => check.read(remarks)?,
        }
        Ok(check)
    }
}

/// A check that keeps notes.
#[derive(Debug)]
pub struct NotedCheck<'a> {
    certificate: &'a Certificate,
    part: Part,
    resumed: Option<Progress>,
    notes: Notes,
    /// What they are about.
    subject: String,
    is_keeping: bool,
    /// When to begin them; results found before wait.
    due: Instant,
    waiting: Vec<(usize, Found)>,
    journal: Option<Journal>,
    done: u64,
    all: u64,
    failure: Option<FileError>,
}

impl NotedCheck<'_> {
    /// Reads the notes of an earlier check.
    fn read(&mut self, remarks: &mut Vec<Remark>) -> Result<(), NotedCheckError> {
        let path = self.notes.path.clone();
        let (journal, records) = match self.open() {
            Ok(opened) => opened,
            Err(error @ (FileError::InUse { .. } | FileError::Io { .. })) => return Err(NotedCheckError::File(error)),
            Err(error) => {
                self.keep_none(remarks, Remark::Other(error));
                return Ok(());
            }
        };
        let mut told = BTreeMap::new();
        let mut damaged = None;
        // A leaf takes memory in the walk, and a portion has at least one. So forged notes do not take all memory.
        let most = self.certificate.walk_bytes / size_of::<Pair>() as u64;
        for (record, line) in records.zip(2..) {
            let record = record.ok().and_then(|record| portion(&record.text));
            let is_taken = record.filter(|&(portion, _)| (portion as u64) < most).is_some_and(|(portion, found)| {
                let known = told.entry(portion).or_insert(Some(found));
                // Of two results of one portion neither is taken.
                *known = known.filter(|known| *known == found);
                known.is_some()
            });
            if !is_taken {
                damaged.get_or_insert((line, 0)).1 += 1;
            }
        }
        let done = told.into_iter().filter_map(|(portion, found)| Some((portion, found?))).collect();
        remarks.extend(damaged.map(|(line, count)| Remark::Damaged { path, line, count }));
        self.resumed = Some(Progress { done, ..Progress::new(self.certificate.sha256.into(), self.part) });
        self.journal = Some(journal);
        Ok(())
    }

    /// Checks like [`check_part`], on this many threads.
    ///
    /// # Errors
    /// The certificate is refused, the check was stopped, or the notes cannot be written.
    pub fn run(mut self, threads: usize, watcher: &dyn Watcher) -> Result<Report, NotedCheckError> {
        let (certificate, part, resumed) = (self.certificate, self.part, self.resumed.take());
        let noting = Noting { watcher, has_failed: AtomicBool::new(false), check: Mutex::new(self) };
        let result = check_part(certificate, part, threads, resumed, &noting);
        let mut check = noting.check.into_inner().unwrap_or_else(PoisonError::into_inner);
        match (check.failure.take(), result) {
            (Some(error), _) => Err(NotedCheckError::File(error)),
            (None, Err(CheckError::Stopped)) => {
                check.write(watcher).map_err(NotedCheckError::File)?;
                let NotedCheck { done, all, journal, .. } = check;
                Err(NotedCheckError::Stopped { done, all, is_noted: journal.is_some() })
            }
            // With more memory, another check can go on from the notes.
            (None, Err(error)) if !error.is_final() => {
                check.write(watcher).map_err(NotedCheckError::File)?;
                Err(NotedCheckError::Refused(error))
            }
            (None, result) => {
                check.remove();
                result.map_err(NotedCheckError::Refused)
            }
        }
    }
}

/// Whether notes begin with this line, whatever they are about and whatever their version.
fn is_header(line: &[u8]) -> bool {
    let text = Seal::ALONE.open(line).or_else(|_| Seal::Short.open(line));
    text.is_ok_and(|text| text.strip_prefix(NAME).is_some_and(|rest| rest.starts_with(' '))) || line.starts_with(FORMER)
}

/// Whether notes are of a version that this program does not know.
fn is_later(error: &FileError) -> bool {
    matches!(error, FileError::OtherVersion { found, .. } if !found.parse().is_ok_and(|found: u32| found <= VERSION))
}

/// The record of a portion.
fn record(portion: usize, found: &Found) -> String {
    format!("portion {portion} searched {} results {}", found.nodes, found.results)
}

/// What a record says; `None` if it is not one as [`record`] writes it.
fn portion(text: &str) -> Option<(usize, Found)> {
    let (portion, rest) = text.strip_prefix("portion ")?.split_once(" searched ")?;
    let (nodes, results) = rest.split_once(" results ")?;
    let (portion, found) =
        (portion.parse().ok()?, Found { nodes: nodes.parse().ok()?, results: results.parse().ok()? });
    (record(portion, &found) == text).then_some((portion, found))
}

impl NotedCheck<'_> {
    fn keep_none(&mut self, remarks: &mut Vec<Remark>, remark: Remark) {
        self.is_keeping = false;
        remarks.push(remark);
    }

    fn header(&self) -> Header<'_> {
        Header { name: NAME, version: VERSION, subject: &self.subject, short: None, former: None }
    }

    fn open(&self) -> Result<(Journal, Records), FileError> {
        Journal::open(&self.notes.path, &self.header())
    }

    /// Whether what is found under the name of the notes are notes; `None` if there is nothing. Decides by the first line,
    /// however many follow. A link does not count as notes: its target is not ours.
    fn are_there(&self) -> Result<Option<bool>, FileError> {
        let path = &self.notes.path;
        match fs::symlink_metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(FileError::at(path)(error)),
            Ok(metadata) if !metadata.is_file() => return Ok(Some(false)),
            Ok(_) => {}
        }
        let first = match Lines::open(path)?.next().transpose() {
            Err(FileError::LongLine { .. }) => None,
            first => first?,
        };
        Ok(Some(first.is_some_and(|first| is_header(&first.text) || self.is_torn(&first))))
    }

    /// Whether this is the header as a process left it that was killed while it wrote it.
    fn is_torn(&self, first: &Line) -> bool {
        !first.is_whole && self.header().line().as_bytes().starts_with(&first.text)
    }

    /// Removes notes of an earlier check, unless another process writes to them.
    fn replace(&mut self, remarks: &mut Vec<Remark>) -> Result<(), FileError> {
        match self.open() {
            Ok((journal, _)) => return journal.remove(),
            Err(error @ (FileError::InUse { .. } | FileError::Io { .. })) => return Err(error),
            Err(error) if is_later(&error) => self.keep_none(remarks, Remark::Other(error)),
            Err(error) => {
                AppendFile::open(&self.notes.path, MOMENT)?.remove()?;
                remarks.push(Remark::Replaced(error));
            }
        }
        Ok(())
    }

    /// Begins notes where there was no file. A file that has appeared since is left alone.
    fn create(&self) -> Result<Journal, FileError> {
        let path = &self.notes.path;
        let exists = || FileError::Exists { path: path.clone() };
        if fs::symlink_metadata(path).is_ok() {
            return Err(exists());
        }
        let (journal, mut records) = self.open()?;
        if records.next().is_some() { Err(exists()) } else { Ok(journal) }
    }

    /// Writes the waiting results. If notes are not wanted, a failure to write them is not an error; then none are
    /// kept, and the watcher is told.
    fn write(&mut self, watcher: &dyn Watcher) -> Result<(), FileError> {
        match self.try_write() {
            Err(error) if self.notes.are_wanted => Err(error),
            Err(error) => {
                (self.is_keeping, self.journal) = (false, None);
                watcher.keeps_no_notes(&error);
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    }

    fn try_write(&mut self) -> Result<(), FileError> {
        if !self.is_keeping || self.waiting.is_empty() {
            return Ok(());
        }
        if self.journal.is_none() {
            self.journal = Some(self.create()?);
        }
        let Some(journal) = &self.journal else { return Ok(()) };
        for (portion, found) in self.waiting.drain(..) {
            journal.append(&record(portion, &found))?;
        }
        Ok(())
    }

    /// Removes notes that are no longer of use; usually there are none.
    fn remove(self) {
        if let Some(journal) = self.journal {
            let _ = journal.remove();
        }
    }
}

/// Records the progress, and passes it on.
struct Noting<'a> {
    watcher: &'a dyn Watcher,
    has_failed: AtomicBool,
    check: Mutex<NotedCheck<'a>>,
}

impl<'a> Noting<'a> {
    fn check(&self) -> MutexGuard<'_, NotedCheck<'a>> {
        self.check.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watcher for Noting<'_> {
    fn walking(&self, limit: Limit, empties: u32, positions: usize) {
        self.watcher.walking(limit, empties, positions);
    }

    fn searching(&self, leaves: u64, all: u64) {
        self.watcher.searching(leaves, all);
        let mut check = self.check();
        (check.done, check.all) = (leaves, all);
    }

    fn proven(&self, portion: usize, found: &Found, leaves: u64, all: u64) {
        self.watcher.proven(portion, found, leaves, all);
        let mut check = self.check();
        (check.done, check.all) = (leaves, all);
        if check.is_keeping {
            check.waiting.push((portion, *found));
        }
        let is_due = check.journal.is_some() || Instant::now() >= check.due;
        if is_due && let Err(error) = check.write(self.watcher) {
            check.failure = Some(error);
            self.has_failed.store(true, Ordering::Relaxed);
        }
    }

    fn is_stopped(&self) -> bool {
        self.has_failed.load(Ordering::Relaxed) || self.watcher.is_stopped()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_read_back_and_nothing_else_is_read() {
        let found = Found { nodes: 12_345, results: Hash::of(b"leaves") };
        let text = record(7, &found);
        assert_eq!(portion(&text), Some((7, found)));
        let unusual = ["-7", "007", "+7"].map(|number| text.replacen('7', number, 1));
        for wrong in ["", "portion", &text[1..], &text[..text.len() - 1], "portion 1 searched"]
            .into_iter()
            .chain(unusual.iter().map(String::as_str))
        {
            assert_eq!(portion(wrong), None, "{wrong}");
        }
    }
}
