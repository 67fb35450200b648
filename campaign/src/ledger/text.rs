//! A ledger as a whole, and its text.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Write as _;
use std::path::Path;

use files::{FileError, sealed, unsealed, whole_lines};

use super::error::LedgerError;
use super::line::{self, record_text};
use crate::job::JobId;
use crate::plan::Plan;
use crate::record::Record;

/// What stands in a ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ledger {
    /// What the campaign is to find out.
    pub plan: Plan,
    /// All records in the order of their lines, even those that stand there again.
    pub records: Vec<Record>,
}

impl Ledger {
    /// Reads a ledger from its text; `path` is named in errors. A last line without its end was being written when the
    /// program was killed, and is left out.
    ///
    /// # Errors
    /// A line is damaged or says something that cannot be.
    pub fn parse(text: &[u8], path: &Path) -> Result<Self, LedgerError> {
        let wrong = |line: usize, reason: String| LedgerError::Line { path: path.to_owned(), line: line + 1, reason };
        let whole = text[..whole_lines(text)].strip_suffix(b"\n").unwrap_or_default();
        if !whole.starts_with(line::TITLE.as_bytes()) {
            let reason = "this is no ledger of a campaign, whose first line begins so: othello-campaign";
            return Err(wrong(0, reason.to_owned()));
        }
        let mut lines = Vec::new();
        for (number, line) in whole.split(|&byte| byte == b'\n').enumerate() {
            lines.push(unsealed(line).map_err(|error| wrong(number, error.to_string()))?);
        }
        let head = lines.iter().position(|line| line.starts_with("job ")).unwrap_or(lines.len());
        let plan = line::read_plan(&lines[..head]).map_err(|(number, reason)| wrong(number, reason))?;
        let mut records = Vec::with_capacity(lines.len() - head);
        for (number, line) in lines.iter().enumerate().skip(head) {
            let record = line::read_record(line).map_err(|reason| wrong(number, reason))?;
            if (record.job.board, record.job.scoring) != (plan.root.board(), plan.scoring) {
                return Err(wrong(number, "another board or scoring than that of the campaign".to_owned()));
            }
            records.push(record);
        }
        Ok(Self { plan, records })
    }

    /// Reads a file; see [`Ledger::parse`].
    ///
    /// # Errors
    /// It cannot be read, or what stands in it is no ledger.
    pub fn read(path: &Path) -> Result<Self, LedgerError> {
        let text = std::fs::read(path).map_err(FileError::at(path))?;
        Self::parse(&text, path)
    }

    /// The ledger's text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for line in line::plan_lines(&self.plan).into_iter().chain(self.records.iter().map(record_text)) {
            let _ = writeln!(text, "{}", sealed(&line));
        }
        text
    }

    /// The records that count, each job once: of lines of the same name the one that says more, of equals the first. Those
    /// that exclude each other all stay, for whoever takes them to find out.
    #[must_use]
    pub fn distinct(&self) -> Vec<Record> {
        let mut distinct: Vec<Record> = Vec::with_capacity(self.records.len());
        let mut places: HashMap<JobId, usize> = HashMap::with_capacity(self.records.len());
        for record in &self.records {
            match places.entry(record.job.id()) {
                Entry::Occupied(place) => {
                    let mine = &mut distinct[*place.get()];
                    if mine.opposes(record) {
                        distinct.push(record.clone());
                    } else if record.says_more_than(mine) {
                        *mine = record.clone();
                    }
                }
                Entry::Vacant(free) => {
                    free.insert(distinct.len());
                    distinct.push(record.clone());
                }
            }
        }
        distinct
    }

    /// The number of the line of a record, from 1.
    pub(super) fn line_of(&self, record: usize) -> usize {
        line::plan_lines(&self.plan).len() + record + 1
    }
}
