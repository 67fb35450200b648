//! Answers that were found again by others, and answers that no longer count.

use crate::job::{Job, JobId};
use crate::record::{Finding, Record};
use crate::worker::WorkerName;

/// A re-check has this many times the budget of the answer: the first worker may have had much of it in memory. No budget grows
/// by this factor otherwise, so the job of a re-check is no other job.
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
    /// Whether it can be one of this answer: it is about the same position and has the budget of a re-check.
    #[must_use]
    pub(crate) fn is_of(&self, answer: &Answer) -> bool {
        let Job { at_least, .. } = self.record.job;
        self.of == answer.job.id() && self.record.job == Job { at_least, ..answer.recheck() }
    }

    /// Whether it counts as one of this answer: it has found all that the answer claims, or looked for it in vain. Who gave the
    /// answer may have claimed more since, or a checker may have been asked for less.
    #[must_use]
    pub(crate) fn weighs(&self, answer: &Answer) -> bool {
        let is_enough = match (self.record.finding, answer.finding) {
            (Finding::Open, _) => self.record.job == answer.recheck(),
            (Finding::AtLeast(found), Finding::AtLeast(claimed)) => found >= claimed,
            (Finding::AtMost(found), Finding::AtMost(claimed)) => found <= claimed,
            _ => false,
        };
        is_enough && self.is_of(answer)
    }
}

/// What somebody has found who can be asked for it again: a record without what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) job: Job,
    pub(crate) finding: Finding,
    pub(crate) worker: WorkerName,
}

impl Answer {
    /// The answer in a record; `None` if that claims nothing.
    pub(crate) fn of(record: &Record) -> Option<Self> {
        let Record { job, finding, ref worker, .. } = *record;
        record.is_answer().then(|| Self { job, finding, worker: worker.clone() })
    }

    /// The job that looks for the answer again. It asks for what is claimed, which may be more than was asked for at first.
    pub(crate) fn recheck(&self) -> Job {
        let at_least = claim(self.finding).map_or(self.job.at_least, |(at_least, _)| at_least);
        Job { at_least, budget: self.job.budget.saturating_mul(RECHECK_BUDGET), ..self.job }
    }
}

/// Why answers no longer count, and which.
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
    /// Whether a record no longer counts. Those that claim nothing stay: a position that was split is split.
    #[must_use]
    pub fn covers(&self, record: &Record) -> bool {
        let is_meant = self.answer.is_none_or(|job| job == record.job.id());
        record.job.budget > 0 && record.worker == self.worker && is_meant
    }
}

impl Job {
    /// Whether its budget is one of a re-check.
    #[must_use]
    pub(crate) fn is_recheck(self) -> bool {
        self.budget > 0 && (self.budget.is_multiple_of(RECHECK_BUDGET) || self.budget == u64::MAX)
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
