//! A ledger file to which records can be added.

use std::fmt::Display;
use std::path::Path;
use std::time::Duration;

use files::{AppendFile, Seal, write_new};

use super::line;
use super::text::Ledger;
use crate::error::CampaignError;
use crate::plan::Plan;

/// How long to wait for a ledger that another process has open. A killed process holds it until it is gone, which takes
/// a while if it has much memory.
const PATIENCE: Duration = Duration::from_secs(10);

/// A ledger to which only this process adds records. It writes each as a whole line before anybody hears of it, so a
/// killed process loses no acknowledged record, and at most the line it was writing.
#[derive(Debug)]
pub struct LedgerFile {
    file: AppendFile,
    seal: Seal,
}

impl LedgerFile {
    /// Begins a ledger.
    ///
    /// # Errors
    /// The file exists already, or cannot be made.
    pub fn create(path: &Path, plan: &Plan) -> Result<(), CampaignError> {
        let text = Ledger::new(plan.clone(), Vec::new()).text();
        Ok(write_new(path, text.as_bytes())?)
    }

    /// Opens a ledger, reads it and cuts off an incomplete last line. If another process has it open, waits for that to
    /// end, at most 10 seconds.
    ///
    /// # Errors
    /// It cannot be read or written, another process has it open, or it is not a ledger.
    pub fn open(path: &Path) -> Result<(Self, Ledger), CampaignError> {
        Self::open_within(path, PATIENCE)
    }

    /// The same, waiting at most this long for the lock.
    ///
    /// # Errors
    /// See [`LedgerFile::open`].
    pub fn open_within(path: &Path, patience: Duration) -> Result<(Self, Ledger), CampaignError> {
        let mut file = AppendFile::open(path, patience)?;
        let ledger = Ledger::from_lines(path, file.lines()?)?;
        file.cut()?;
        Ok((Self { file, seal: line::seal(&ledger.plan) }, ledger))
    }

    /// The path.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Adds lines: records, re-checks or withdrawals. From then on they survive the end of the process. A record that says
    /// more than an earlier one of the same job has `again` in front.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn append(&mut self, lines: &[impl Display]) -> Result<(), CampaignError> {
        let text: String = lines.iter().map(|line| self.seal.seal(&line.to_string()) + "\n").collect();
        if text.is_empty() {
            return Ok(());
        }
        Ok(self.file.append(&text)?)
    }

    /// Waits until all records would survive a power failure, too.
    ///
    /// # Errors
    /// The system cannot do it.
    pub fn sync(&self) -> Result<(), CampaignError> {
        Ok(self.file.sync()?)
    }
}
