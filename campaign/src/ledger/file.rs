//! A ledger file to which records can be added.

use std::path::Path;
use std::time::Duration;

use files::{AppendFile, Draft, Seal, write_new};

use super::error::LedgerError;
use super::line::{self, again_text, check_text, record_text, withdrawal_text};
use super::text::Ledger;
use crate::plan::Plan;
use crate::recheck::{Check, Withdrawal};
use crate::record::Record;

/// How long to wait for a ledger that another process has open. A killed process holds it until it is gone, which takes
/// a while if it has much memory.
const PATIENCE: Duration = Duration::from_secs(10);

/// A ledger to which only this process adds records. It writes each as a whole line before anybody hears of it, so a
/// killed process loses no acknowledged record, and at most the line it was writing.
///
/// The first line added to a ledger of an earlier version rewrites it in the current version, without its damaged
/// lines.
#[derive(Debug)]
pub struct LedgerFile {
    file: AppendFile,
    seal: Seal,
    /// Whether it is of an earlier version.
    is_older: bool,
}

impl LedgerFile {
    /// Begins a ledger.
    ///
    /// # Errors
    /// The file exists already, or cannot be made.
    pub fn create(path: &Path, plan: &Plan) -> Result<(), LedgerError> {
        let text = Ledger::new(plan.clone(), Vec::new()).text();
        Ok(write_new(path, text.as_bytes())?)
    }

    /// Opens a ledger, reads it and cuts off an incomplete last line. If another process has it open, waits for that to
    /// end, at most 10 seconds.
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

    /// The path.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Adds records. From then on they survive the end of the process.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn append(&mut self, records: &[Record]) -> Result<(), LedgerError> {
        self.add(records.iter().map(record_text))
    }

    /// Adds a record that says more than an earlier one of the same job.
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

    /// Rewrites the ledger in the current version.
    fn renew(&mut self) -> Result<(), LedgerError> {
        let path = self.file.path().to_owned();
        let ledger = Ledger::from_lines(&path, self.file.lines()?)?;
        Draft::create(&path)?.finish_with(ledger.text().as_bytes())?;
        // This holds the lock on the older file until the new one is open.
        self.file = AppendFile::open(&path, PATIENCE)?;
        self.is_older = false;
        Ok(())
    }

    /// Waits until all records would survive a power failure, too.
    ///
    /// # Errors
    /// The system cannot do it.
    pub fn sync(&self) -> Result<(), LedgerError> {
        Ok(self.file.sync()?)
    }
}
