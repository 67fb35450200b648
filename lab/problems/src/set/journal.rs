//! What is labelled already, so that a run that is stopped or killed loses none of it.
//!
//! The journal ([`files::Journal`]) is about the plan's essence. Each record is a candidate: `{"number":N,"row":ROW}`, the row
//! being null if the candidate is not one for the set. The first version had the essence alone in its first line, and no
//! checksums.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use files::{FileError, Header};
use serde::{Deserialize, Serialize};

use super::SetError;
use crate::plan::Plan;
use crate::record::Record;
use crate::row::Row;

/// What the first line begins with, and its version.
const FORMAT: (&str, u32) = ("othello-labels", 2);

#[derive(Serialize, Deserialize)]
struct Line {
    number: u64,
    row: Option<Row>,
}

/// The labels of candidates by their numbers, in a file.
pub(super) struct Journal {
    journal: files::Journal,
    known: HashMap<u64, Option<Record>>,
    added: AtomicU64,
}

impl Journal {
    /// Opens the journal of a plan, or begins one.
    pub(super) fn open(path: &Path, plan: &Plan) -> Result<Self, SetError> {
        let essence = serde_json::to_string(&plan.essence()).map_err(SetError::Json)?;
        let (name, version) = FORMAT;
        let header = Header { name, version, subject: &essence, former: Some(&essence) };
        let (journal, records) = files::Journal::open(path, &header).map_err(|error| refused(path, error))?;
        let mut known = HashMap::new();
        for record in records {
            let record = record.map_err(|error| refused(path, error))?;
            let (number, found) = read(&record.text).map_err(|message| damaged(path, record.line, &message))?;
            known.insert(number, found);
        }
        Ok(Self { journal, known, added: AtomicU64::new(0) })
    }

    /// The label of a candidate, if it was found before: `None` in it for one that is not for the set.
    pub(super) fn known(&self, number: u64) -> Option<&Option<Record>> {
        self.known.get(&number)
    }

    /// Number of candidates that were known when the journal was opened.
    pub(super) fn len(&self) -> u64 {
        self.known.len() as u64
    }

    /// Number of those that are for the set.
    pub(super) fn fitting(&self) -> u64 {
        self.known.values().flatten().count() as u64
    }

    /// Number of candidates that were added since.
    pub(super) fn added(&self) -> u64 {
        self.added.load(Ordering::Relaxed)
    }

    /// Keeps a label.
    pub(super) fn add(&self, number: u64, record: Option<&Record>) -> Result<(), SetError> {
        let line = Line { number, row: record.map(Row::from) };
        let text = serde_json::to_string(&line).map_err(SetError::Json)?;
        self.journal.append(&text)?;
        self.added.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}

fn read(line: &str) -> Result<(u64, Option<Record>), String> {
    let line: Line = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let record = line.row.as_ref().map(Record::try_from).transpose().map_err(|error| error.to_string())?;
    Ok((line.number, record))
}

/// What it means for a set that its journal cannot be read.
fn refused(path: &Path, error: FileError) -> SetError {
    match error {
        FileError::Foreign { .. } | FileError::OtherSubject { .. } | FileError::OtherVersion { .. } => {
            let folder = path.parent().unwrap_or(path).to_path_buf();
            let why = "holds an unfinished set that another command or version began; finish it, or remove the folder";
            SetError::Folder { folder, why: why.to_owned() }
        }
        FileError::Damaged { line, error, .. } => damaged(path, line, &error.to_string()),
        error => SetError::File(error),
    }
}

fn damaged(path: &Path, line: usize, message: &str) -> SetError {
    let why = format!("line {line}: {message}; remove the folder to begin anew");
    SetError::Folder { folder: path.to_path_buf(), why }
}
