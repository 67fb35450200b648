//! Hands out jobs and takes records without a conversation. It keeps no account of the jobs it hands out, so a lost one
//! is simply handed out again.

use serde::Deserialize;
use thiserror::Error;

use crate::error::{CampaignError, JobError};
use crate::knowledge::Added;
use crate::record::Record;
use crate::session::{Session, SessionError};

/// The next jobs, at most `count`, as JSON, one per line; none when the campaign and the re-checks of its answers are
/// done. Nobody knows yet who will do them.
///
/// # Errors
/// Records contradict each other, or the ledger cannot be written.
pub fn next(session: &mut Session<'_>, count: u32) -> Result<String, SessionError> {
    let mut text = String::new();
    if session.is_over() {
        return Ok(text);
    }
    for _ in 0..count {
        let Some(task) = session.next_task(None)? else { break };
        text += &(task.job.to_json() + "\n");
    }
    Ok(text)
}

/// How many records were taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// New records.
    pub new: u64,
    /// Records of jobs already known.
    pub known: u64,
    /// Of these, records that say more than the known one and replaced it.
    pub better: u64,
    /// Re-checks of an answer.
    pub checked: u64,
    /// Records of withdrawn workers. They count for nothing.
    pub refused: u64,
}

/// A line that was not taken.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{line}: {reason}")]
pub struct RefusedLine {
    /// Number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: Refusal,
}

/// Why a record was not taken.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// It is not a record.
    #[error(transparent)]
    Record(#[from] JobError),
    /// It contradicts what is known, or the ledger cannot be written.
    #[error(transparent)]
    Session(#[from] SessionError),
}

/// Takes records, one JSON object per line, and adds their numbers to `taken`. Skips empty lines, jobs that were
/// cancelled, and records of withdrawn workers.
///
/// # Errors
/// The first line that is not a record, or that contradicts what is known; the lines before it are kept.
pub fn record(session: &mut Session<'_>, lines: &str, taken: &mut Taken) -> Result<(), RefusedLine> {
    for (index, line) in lines.lines().enumerate() {
        record_line(session, line, taken).map_err(|reason| RefusedLine { line: index + 1, reason })?;
    }
    Ok(())
}

/// The same for one line, without its line end.
///
/// # Errors
/// It is not a record, or contradicts what is known.
pub fn record_line(session: &mut Session<'_>, line: &str, taken: &mut Taken) -> Result<(), Refusal> {
    if line.trim().is_empty() {
        return Ok(());
    }
    let record = match Record::from_json(line) {
        Err(_) if is_cancelled(line) => return Ok(()),
        record => record?,
    };
    match session.record_by_hand(&record) {
        Ok(Added::New) => taken.new += 1,
        Ok(Added::Better) => (taken.known, taken.better) = (taken.known + 1, taken.better + 1),
        Ok(Added::Known) => taken.known += 1,
        Ok(Added::Checked) => taken.checked += 1,
        Err(SessionError::Campaign(CampaignError::Withdrawn(_))) => taken.refused += 1,
        Err(error) => return Err(error.into()),
    }
    Ok(())
}

/// Whether a worker says that a job was cancelled. Of that nothing is recorded.
fn is_cancelled(line: &str) -> bool {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Cancelled {
        #[serde(rename = "job")]
        _job: String,
        cancelled: bool,
    }
    line.trim_start().starts_with('{') && serde_json::from_str(line).is_ok_and(|said: Cancelled| said.cancelled)
}
