//! Answers that others have found again, and answers that no longer count.

use crate::job::{Job, JobId};
use crate::record::{Finding, Record};
use crate::worker::WorkerName;

/// A re-check has this many times the answer's budget, since the first worker may have had much in memory. No budget of a
/// plan grows by this factor, but an ordinary job of a plan with another budget may be the same as a re-check's. So a
/// job does not tell whether its record is a re-check; the session knows who was asked for one.
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
    /// Whether it can be a re-check of this answer: it is about the same position and has a re-check's budget.
    #[must_use]
    pub(crate) fn is_of(&self, answer: &Answer) -> bool {
        let Job { at_least, .. } = self.record.job;
        self.of == answer.job.id() && self.record.job == Job { at_least, ..answer.recheck() }
    }

    /// Whether it counts as a re-check of this answer: it found everything the answer claims, or searched for that in
    /// vain. The worker who gave the answer may have claimed more since then, or the checker may have been asked for
    /// less.
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

/// A finding that can be asked for again from another worker: a record without what it took.
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

    /// The job of a re-check. It asks for what is claimed, which may be more than the first job asked for.
    pub(crate) fn recheck(&self) -> Job {
        let at_least = claim(self.finding).map_or(self.job.at_least, |(at_least, _)| at_least);
        Job { at_least, budget: self.job.budget.saturating_mul(RECHECK_BUDGET), ..self.job }
    }
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

/// The claim of an answer, as the question whether the value is at least this. The answer is true if and only if the
/// answer to that question is the `bool`.
#[must_use]
pub(crate) fn claim(finding: Finding) -> Option<(i32, bool)> {
    match finding {
        Finding::AtLeast(lower) => Some((lower, true)),
        Finding::AtMost(upper) => Some((upper + 1, false)),
        Finding::Open => None,
    }
}
