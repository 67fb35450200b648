//! What is labelled already, so that a run that is stopped or killed loses none of it.
//!
//! The first line is the plan's essence, each other one a candidate: `{"number":N,"row":ROW}`, the row being null if the
//! candidate is not one for the set. A last line without its end was being written when the run was killed; it is cut off.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

use super::SetError;
use crate::plan::Plan;
use crate::record::Record;
use crate::row::Row;

#[derive(Serialize, Deserialize)]
struct Line {
    number: u64,
    row: Option<Row>,
}

/// The labels of candidates by their numbers, in a file.
pub(super) struct Journal {
    file: Mutex<File>,
    known: HashMap<u64, Option<Record>>,
    added: AtomicU64,
}

impl Journal {
    /// Opens the journal of a plan, or begins one.
    pub(super) fn open(path: &Path, plan: &Plan) -> Result<Self, SetError> {
        let io = SetError::io(path);
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(&io)?;
        let mut journal = Self { file: Mutex::new(file), known: HashMap::new(), added: AtomicU64::new(0) };
        journal.load(path, plan)?;
        Ok(journal)
    }

    fn load(&mut self, path: &Path, plan: &Plan) -> Result<(), SetError> {
        let io = SetError::io(path);
        let file = self.file.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(&io)?;
        let end = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |index| index + 1);
        file.set_len(end as u64).map_err(&io)?;
        file.seek(SeekFrom::End(0)).map_err(&io)?;
        let head = serde_json::to_string(&plan.essence()).map_err(|error| SetError::Plan(error.to_string()))?;
        let mut lines = text[..end].split_inclusive(|&byte| byte == b'\n');
        match lines.next() {
            None => file.write_all(format!("{head}\n").as_bytes()).map_err(&io)?,
            Some(found) if found.trim_ascii_end() == head.as_bytes() => {}
            Some(_) => return Err(foreign(path)),
        }
        for (index, line) in lines.enumerate() {
            let (number, record) = read(line).map_err(|message| SetError::Folder {
                folder: path.to_path_buf(),
                why: format!("line {}: {message}; remove the folder to begin anew", index + 2),
            })?;
            self.known.insert(number, record);
        }
        Ok(())
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
    pub(super) fn add(&self, path: &Path, number: u64, record: Option<&Record>) -> Result<(), SetError> {
        let line = Line { number, row: record.map(Row::from) };
        let mut text = serde_json::to_vec(&line).map_err(|error| SetError::Plan(error.to_string()))?;
        text.push(b'\n');
        let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        file.write_all(&text).map_err(SetError::io(path))?;
        self.added.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}

fn read(line: &[u8]) -> Result<(u64, Option<Record>), String> {
    let line: Line = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    let record = line.row.as_ref().map(Record::try_from).transpose().map_err(|error| error.to_string())?;
    Ok((line.number, record))
}

fn foreign(path: &Path) -> SetError {
    let folder = path.parent().unwrap_or(path).to_path_buf();
    let why = "holds an unfinished set that another command or version began; finish it, or remove the folder";
    SetError::Folder { folder, why: why.to_owned() }
}
