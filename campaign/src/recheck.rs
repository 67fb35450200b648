//! What a line of a ledger says of answers: that one was proven again, or that some no longer count.

use crate::job::{Job, JobId};
use crate::record::{Finding, Record};
use crate::worker::WorkerName;

/// A re-check has this many times the answer's budget, since the first worker may have had much in memory.
pub const RECHECK_BUDGET: u64 = 8;

/// A re-check of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The job whose answer was checked.
    pub of: JobId,
    /// Whose answer it was.
    pub by: WorkerName,
    /// What it found, for a job with a larger budget. `open` neither confirms nor refutes.
    pub record: Record,
}

impl Check {
    /// Whether it says something about this answer: it found everything the answer claims, or searched for that in vain.
    /// The worker who gave the answer may have claimed more since then.
    pub(crate) fn weighs(&self, answer: &Record) -> bool {
        let Some(recheck) = recheck_of(answer).filter(|_| self.of == answer.job.id()) else { return false };
        match (self.record.finding, answer.finding) {
            (Finding::Open, _) => self.record.job == recheck,
            (Finding::AtLeast(found), Finding::AtLeast(claimed)) => found >= claimed,
            (Finding::AtMost(found), Finding::AtMost(claimed)) => found <= claimed,
            _ => false,
        }
    }
}

/// The job that proves an answer again: it asks for what is claimed, which may be more than the first job asked for.
pub(crate) fn recheck_of(answer: &Record) -> Option<Job> {
    let at_least = match answer.finding {
        Finding::AtLeast(lower) => lower,
        Finding::AtMost(upper) => upper + 1,
        Finding::Open => return None,
    };
    Some(Job { at_least, budget: answer.job.budget.saturating_mul(RECHECK_BUDGET), ..answer.job })
}

/// Which answers no longer count, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Withdrawal {
    /// Whose answers they are.
    pub worker: WorkerName,
    /// The one withdrawn answer; if `None`, all answers of the worker, whenever given.
    pub answer: Option<JobId>,
    /// Why, in words.
    pub reason: String,
}

impl Withdrawal {
    /// Whether a record no longer counts. Records that claim nothing stay: a position that was split is split.
    #[must_use]
    pub fn covers(&self, record: &Record) -> bool {
        let is_meant = self.answer.is_none_or(|job| job == record.job.id());
        record.job.budget > 0 && record.worker == self.worker && is_meant
    }
}

impl Job {
    /// Whether a re-check can have its budget. Many ordinary budgets are multiples, too.
    #[must_use]
    pub(crate) fn may_be_recheck(self) -> bool {
        self.budget > 0 && (self.budget.is_multiple_of(RECHECK_BUDGET) || self.budget == u64::MAX)
    }
}
