//! A ledger in a file to which records are added.

use std::path::Path;
use std::time::Duration;

use files::{AppendFile, sealed, write_new};

use super::error::LedgerError;
use super::line;
use super::text::Ledger;
use crate::plan::Plan;
use crate::record::Record;

/// So long a ledger is waited for that another process has open: one that was killed holds it until its end, which takes a
/// while where it has much memory.
const PATIENCE: Duration = Duration::from_secs(10);

/// A ledger to which this process, and no other, adds records. Each is written as a whole line before anything is told of
/// it, so a process that is killed loses no record, and at most a line that was being written.
#[derive(Debug)]
pub struct LedgerFile {
    file: AppendFile,
}

impl LedgerFile {
    /// Begins a ledger.
    ///
    /// # Errors
    /// There is a file of this name, or none can be made.
    pub fn create(path: &Path, plan: &Plan) -> Result<(), LedgerError> {
        let text = Ledger { plan: plan.clone(), records: Vec::new() }.text();
        Ok(write_new(path, text.as_bytes())?)
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
        let (mut file, text) = AppendFile::open(path, patience)?;
        let ledger = Ledger::parse(&text, path)?;
        file.cut()?;
        Ok((Self { file }, ledger))
    }

    /// Adds records; they survive the end of the process from then on.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn append(&mut self, records: &[Record]) -> Result<(), LedgerError> {
        if records.is_empty() {
            return Ok(());
        }
        let text: String = records.iter().map(|record| sealed(&line::record_text(record)) + "\n").collect();
        Ok(self.file.append(&text)?)
    }

    /// Waits until all records survive a loss of power as well.
    ///
    /// # Errors
    /// The system cannot do it.
    pub fn sync(&self) -> Result<(), LedgerError> {
        Ok(self.file.sync()?)
    }
}
