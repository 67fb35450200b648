//! Jobs handed out, and records taken, without a conversation. Nothing is kept of jobs that are handed out, so one that is lost
//! is simply handed out again.

use thiserror::Error;

use crate::error::JobError;
use crate::knowledge::Added;
use crate::record::Record;
use crate::session::{Session, SessionError};

/// The jobs that come next, at most `count`, as JSON one a line; none when the campaign is done.
///
/// # Errors
/// Records contradict each other, or the ledger cannot be written.
pub fn next(session: &mut Session<'_>, count: u32) -> Result<String, SessionError> {
    let mut text = String::new();
    for _ in 0..count {
        let Some(job) = session.next_job()? else { break };
        text += &(job.to_json() + "\n");
    }
    Ok(text)
}

/// How many records were taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// Those that are new.
    pub new: u64,
    /// Those whose job was known.
    pub known: u64,
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
    /// It is no record.
    #[error(transparent)]
    Record(#[from] JobError),
    /// It contradicts what is known, or the ledger cannot be written.
    #[error(transparent)]
    Session(#[from] SessionError),
}

/// Takes records, one JSON object a line, and adds to `taken` how many. Empty lines are left out.
///
/// # Errors
/// The first line that is no record, or that contradicts what is known; the lines before it are kept.
pub fn record(session: &mut Session<'_>, lines: &str, taken: &mut Taken) -> Result<(), RefusedLine> {
    for (index, line) in lines.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let refused = |reason| RefusedLine { line: index + 1, reason };
        let record = Record::from_json(line).map_err(|error| refused(error.into()))?;
        match session.record(&record).map_err(|error| refused(error.into()))? {
            Added::New => taken.new += 1,
            Added::Known => taken.known += 1,
        }
    }
    Ok(())
}
