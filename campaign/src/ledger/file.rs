//! A ledger in a file to which records are added.

use std::path::Path;
use std::time::Duration;

use files::{AppendFile, Draft, Seal, write_new};

use super::error::LedgerError;
use super::line::{self, again_text, check_text, record_text, withdrawal_text};
use super::text::Ledger;
use crate::plan::Plan;
use crate::recheck::{Check, Withdrawal};
use crate::record::Record;

/// So long a ledger is waited for that another process has open: one that was killed holds it until its end, which takes a
/// while where it has much memory.
const PATIENCE: Duration = Duration::from_secs(10);

/// A ledger to which this process, and no other, adds records. Each is written as a whole line before anything is told of
/// it, so a process that is killed loses no record, and at most a line that was being written.
///
/// A ledger of an earlier version is written anew in the present one when the first line is added, without its damaged lines.
#[derive(Debug)]
pub struct LedgerFile {
    file: AppendFile,
    seal: Seal,
    /// It is of an earlier version.
    is_older: bool,
}

impl LedgerFile {
    /// Begins a ledger.
    ///
    /// # Errors
    /// There is a file of this name, or none can be made.
    pub fn create(path: &Path, plan: &Plan) -> Result<(), LedgerError> {
        let text = Ledger::new(plan.clone(), Vec::new()).text();
        Ok(write_new(path, text.as_bytes())?)
    }

    /// Opens a ledger, reads it and cuts off a last line that was not written to its end. If another process has it open,
    /// its end is waited for, 10 seconds at most.
    ///
    /// # Errors
    /// It cannot be read or written, another process has it open, or it is not a ledger.
    pub fn open(path: &Path) -> Result<(Self, Ledger), LedgerError> {
        Self::open_within(path, PATIENCE)
    }

    /// The same, waiting at most this long for the lock.
    ///
    /// # Errors
    /// See [`LedgerFile::open`].
    pub fn open_within(path: &Path, patience: Duration) -> Result<(Self, Ledger), LedgerError> {
        let mut file = AppendFile::open(path, patience)?;
        let ledger = Ledger::from_lines(path, file.lines()?)?;
        file.cut()?;
        Ok((Self { file, seal: line::seal(&ledger.plan), is_older: ledger.is_older }, ledger))
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Adds records; they survive the end of the process from then on.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn append(&mut self, records: &[Record]) -> Result<(), LedgerError> {
        self.add(records.iter().map(record_text))
    }

    /// Adds a record that says more than one of the same job.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn append_again(&mut self, record: &Record) -> Result<(), LedgerError> {
        self.add([again_text(record)])
    }

    /// Adds a re-check.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn append_check(&mut self, check: &Check) -> Result<(), LedgerError> {
        self.add([check_text(check)])
    }

    /// Adds a withdrawal.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn append_withdrawal(&mut self, withdrawal: &Withdrawal) -> Result<(), LedgerError> {
        self.add([withdrawal_text(withdrawal)])
    }

    fn add(&mut self, lines: impl IntoIterator<Item = String>) -> Result<(), LedgerError> {
        let text: String = lines.into_iter().map(|line| self.seal.seal(&line) + "\n").collect();
        if text.is_empty() {
            return Ok(());
        }
        if self.is_older {
            self.renew()?;
        }
        Ok(self.file.append(&text)?)
    }

    /// Writes the ledger anew, in the present version.
    fn renew(&mut self) -> Result<(), LedgerError> {
        let path = self.file.path().to_owned();
        let ledger = Ledger::from_lines(&path, self.file.lines()?)?;
        Draft::create(&path)?.finish_with(ledger.text().as_bytes())?;
        // The lock on the older file is held until the new one is open.
        self.file = AppendFile::open(&path, PATIENCE)?;
        self.is_older = false;
        Ok(())
    }

    /// Waits until all records survive a loss of power as well.
    ///
    /// # Errors
    /// The system cannot do it.
    pub fn sync(&self) -> Result<(), LedgerError> {
        Ok(self.file.sync()?)
    }
}
