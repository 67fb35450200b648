//! Answers that were found again by others, and answers that do not count any more.

use crate::job::{Job, JobId};
use crate::record::{Finding, Record};
use crate::worker::WorkerName;

/// A job is done again with so many times its budget: who did it first may have had much of it in memory. No budget grows by
/// this factor otherwise, so the job of a re-check has a name of its own, from which that of the first one follows.
pub const RECHECK_BUDGET: u64 = 8;

/// An answer that was looked for again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The job whose answer was checked.
    pub of: JobId,
    /// Whose answer it was.
    pub by: WorkerName,
    /// What was found, for a job with a larger budget. `open` neither confirms nor refutes.
    pub record: Record,
}

impl Check {
    /// Whether somebody else has found the same.
    #[must_use]
    pub fn is_confirmed_by_another(&self) -> bool {
        self.record.is_answer() && self.record.worker != self.by
    }
}

/// Why answers do not count any more, and which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Withdrawal {
    /// Whose answers.
    pub worker: WorkerName,
    /// The one answer that is withdrawn; without it all of the worker's, whenever they were given.
    pub answer: Option<JobId>,
    /// Why, in words.
    pub reason: String,
}

impl Withdrawal {
    /// Whether a record does not count any more. Those that claim nothing stay: a position that was split is split.
    #[must_use]
    pub fn covers(&self, record: &Record) -> bool {
        let is_meant = self.answer.is_none_or(|job| job == record.job.id());
        record.job.budget > 0 && record.worker == self.worker && is_meant
    }
}

impl Job {
    /// The same question with the budget of a re-check.
    #[must_use]
    pub fn recheck(self) -> Self {
        Self { budget: self.budget.saturating_mul(RECHECK_BUDGET), ..self }
    }

    /// The job that this one would be a re-check of; `None` if its budget is none of a re-check.
    #[must_use]
    pub fn checked(self) -> Option<Self> {
        let is_whole = self.budget > 0 && self.budget.is_multiple_of(RECHECK_BUDGET);
        is_whole.then_some(Self { budget: self.budget / RECHECK_BUDGET, ..self })
    }
}

/// What is claimed by an answer as a question whose truth decides whether it is false: is the value at least this? The answer
/// is true if and only if the answer to that is `yes`.
#[must_use]
pub(crate) fn claim(finding: Finding) -> Option<(i32, bool)> {
    match finding {
        Finding::AtLeast(lower) => Some((lower, true)),
        Finding::AtMost(upper) => Some((upper + 1, false)),
        Finding::Open => None,
    }
}
