//! The labels found so far, so that a stopped or killed run loses none.
//!
//! The subject of the journal ([`files::Journal`]) is the plan's essence. Each record is a candidate,
//! `{"number":N,"row":ROW}`; the row is null if the candidate is not for the set. A damaged line is skipped, and its candidate
//! labelled again. Version 1 had only the essence in its first line, and no checksums; those of version 2 were not bound to
//! the plan.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use files::{Damage, FileError, Header};
use serde::{Deserialize, Serialize};
use solver::Position;

use super::SetError;
use crate::plan::Plan;
use crate::record::Record;
use crate::row::Row;

/// The beginning of the first line.
const NAME: &str = "othello-labels";
/// The version that this program writes, and the earlier one with short checksums.
const VERSIONS: (u32, u32) = (3, 2);

#[derive(Serialize, Deserialize)]
struct Line {
    number: u64,
    row: Option<Row>,
}

/// The labels of candidates by their numbers, in a file.
pub(super) struct Journal {
    path: PathBuf,
    journal: files::Journal,
    known: HashMap<u64, Option<Record>>,
    /// The damaged lines that were skipped.
    pub(super) left_out: Vec<Damage>,
    /// Number of candidates added since the journal was opened.
    pub(super) added: AtomicU64,
}

impl Journal {
    /// Opens the journal of a plan, or begins one.
    pub(super) fn open(path: &Path, plan: &Plan) -> Result<Self, SetError> {
        let essence = serde_json::to_string(&plan.essence()).map_err(SetError::Json)?;
        let (version, short) = VERSIONS;
        let header = Header { name: NAME, version, subject: &essence, short: Some(short), former: Some(&essence) };
        let (journal, records) = files::Journal::open(path, &header).map_err(|error| refused(path, error))?;
        let (known, left_out) = records.read_all(|record| read(&record.text)).map_err(|error| refused(path, error))?;
        let known = known.into_iter().collect();
        Ok(Self { path: path.to_owned(), journal, known, left_out, added: AtomicU64::new(0) })
    }

    /// The label of a candidate, if it was found before; the inner `None` means that the candidate is not for the set. Ignores
    /// a record of another position, which a damaged journal of version 1 may have.
    pub(super) fn known(&self, number: u64, position: Position) -> Option<&Option<Record>> {
        self.known.get(&number).filter(|known| known.as_ref().is_none_or(|record| record.position == position))
    }

    /// The error about a candidate whose label is false.
    pub(super) fn refuted(&self, number: u64, why: &str) -> SetError {
        let advice =
            "remove its line and all others that you did not make, and the same command finds their labels itself";
        SetError::Folder { folder: self.path.clone(), why: format!("candidate {number}: {why}; {advice}") }
    }

    /// Number of candidates known when the journal was opened.
    pub(super) fn len(&self) -> u64 {
        self.known.len() as u64
    }

    /// Number of those that are for the set.
    pub(super) fn fitting(&self) -> u64 {
        self.known.values().flatten().count() as u64
    }

    /// Adds a label.
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

/// The set's error for a journal that cannot be read.
fn refused(path: &Path, error: FileError) -> SetError {
    match error {
        FileError::Foreign { .. } | FileError::OtherSubject { .. } | FileError::OtherVersion { .. } => {
            let folder = path.parent().unwrap_or(path).to_path_buf();
            let why = "holds an unfinished set that another command or version began; finish it, or remove the folder";
            SetError::Folder { folder, why: why.to_owned() }
        }
        // The first line is damaged, or hardly any line is intact.
        error @ (FileError::Damaged { .. } | FileError::LongLine { .. } | FileError::Ruined { .. }) => {
            let why = format!("{}; remove the folder to begin anew", error.reason());
            SetError::Folder { folder: path.to_path_buf(), why: format!("line {why}") }
        }
        error => SetError::File(error),
    }
}
