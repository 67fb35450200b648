//! Hands out jobs and takes records without a conversation. It keeps no account of the jobs it hands out, so a lost one
//! is simply handed out again.

use crate::error::CampaignError;
use crate::json;
use crate::knowledge::Added;
use crate::record::Record;
use crate::session::Session;

/// The next jobs, at most `count`, as JSON, one per line; none when the campaign and the re-checks of its answers are
/// done. Nobody knows yet who will do them.
///
/// # Errors
/// Records contradict each other, or the ledger cannot be written.
pub fn next(session: &mut Session<'_>, count: u32) -> Result<String, CampaignError> {
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

/// Takes a record, a JSON object without a line end, and adds it to `taken`. Skips empty lines, jobs that were
/// cancelled, and records of withdrawn workers.
///
/// # Errors
/// It is not a record, or contradicts what is known, or the ledger cannot be written.
pub fn record(session: &mut Session<'_>, line: &str, taken: &mut Taken) -> Result<(), CampaignError> {
    if line.trim().is_empty() {
        return Ok(());
    }
    let object = json::object(line.as_bytes())?;
    // A worker says so of a job that was stopped.
    if object.len() == 2 && object.contains_key("job") && object.get("cancelled") == Some(&true.into()) {
        return Ok(());
    }
    match session.record_by_hand(&Record::from_object(&object)?) {
        Ok(Added::New) => taken.new += 1,
        Ok(Added::Better) => (taken.known, taken.better) = (taken.known + 1, taken.better + 1),
        Ok(Added::Known) => taken.known += 1,
        Ok(Added::Checked) => taken.checked += 1,
        Err(CampaignError::Withdrawn(_)) => taken.refused += 1,
        Err(error) => return Err(error),
    }
    Ok(())
}
