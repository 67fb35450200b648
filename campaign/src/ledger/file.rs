//! A ledger in a file to which records are added.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::error::LedgerError;
use super::line;
use super::text::{Ledger, whole_lines};
use crate::plan::Plan;
use crate::record::Record;

/// So long a ledger is waited for that another process has open: one that was killed holds it until its end, which takes a
/// while where it has much memory.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often it is tried again meanwhile.
const TRIAL: Duration = Duration::from_millis(20);

/// A ledger to which this process, and no other, adds records. Each is written as a whole line before anything is told of
/// it, so a process that is killed loses no record, and at most a line that was being written.
#[derive(Debug)]
pub struct LedgerFile {
    path: PathBuf,
    file: File,
}

impl LedgerFile {
    /// Begins a ledger.
    ///
    /// # Errors
    /// There is a file of this name, or none can be made.
    pub fn create(path: &Path, plan: &Plan) -> Result<(), LedgerError> {
        let failed = |error: std::io::Error| LedgerError::file(path, &error);
        let text = Ledger { plan: plan.clone(), records: Vec::new() }.text();
        let mut file = OpenOptions::new().write(true).create_new(true).open(path).map_err(failed)?;
        file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(failed)
    }

    /// Opens a ledger, reads it and cuts off a last line that was not written to its end. If another process has it open,
    /// its end is waited for, 10 seconds at most.
    ///
    /// # Errors
    /// It cannot be read or written, another process has it open, or it is no ledger.
    pub fn open(path: &Path) -> Result<(Self, Ledger), LedgerError> {
        Self::open_within(path, PATIENCE)
    }

    /// The same, with a wait of at most so long.
    ///
    /// # Errors
    /// As those of [`LedgerFile::open`].
    pub fn open_within(path: &Path, patience: Duration) -> Result<(Self, Ledger), LedgerError> {
        let failed = |error: std::io::Error| LedgerError::file(path, &error);
        let mut file = OpenOptions::new().read(true).write(true).open(path).map_err(failed)?;
        let begin = Instant::now();
        while let Err(error) = file.try_lock() {
            match error {
                TryLockError::WouldBlock if begin.elapsed() < patience => thread::sleep(TRIAL),
                TryLockError::WouldBlock => return Err(LedgerError::InUse(path.to_owned())),
                TryLockError::Error(error) => return Err(LedgerError::file(path, &error)),
            }
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(failed)?;
        let ledger = Ledger::parse(&text, path)?;
        let whole = whole_lines(&text);
        if whole < text.len() {
            file.set_len(whole as u64).map_err(failed)?;
        }
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok((Self { path: path.to_owned(), file }, ledger))
    }

    /// Adds records; they survive the end of the process from then on.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn append(&mut self, records: &[Record]) -> Result<(), LedgerError> {
        if records.is_empty() {
            return Ok(());
        }
        let text: String = records.iter().map(|record| line::sealed(&line::record_text(record)) + "\n").collect();
        self.file.write_all(text.as_bytes()).map_err(|error| LedgerError::file(&self.path, &error))
    }

    /// Waits until all records survive a loss of power as well.
    ///
    /// # Errors
    /// The system cannot do it.
    pub fn sync(&self) -> Result<(), LedgerError> {
        self.file.sync_data().map_err(|error| LedgerError::file(&self.path, &error))
    }
}
