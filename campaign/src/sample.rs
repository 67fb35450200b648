//! Answers that are proven again: a sample of them, as ordinary jobs with a larger budget. What such a job finds is a
//! line of its own. If it excludes the answer, one of the two lines is false, and the campaign stops.

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

use ahash::{HashMap, HashSet};

use crate::error::JobError;
use crate::job::{Job, JobId};
use crate::ledger::Ledger;
use crate::recheck::{Check, recheck_of};
use crate::record::Record;
use crate::worker::WorkerName;

/// How many of the answers to prove again, from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Share(pub f64);

impl FromStr for Share {
    type Err = JobError;

    /// Reads `1%`, `0.5%`, `0`, or a fraction such as `0.01`.
    fn from_str(text: &str) -> Result<Self, JobError> {
        let wrong = || JobError::Share(text.to_owned());
        let (number, scale) = text.strip_suffix('%').map_or((text, 1.0), |number| (number, 0.01));
        let is_plain = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let share = number.parse::<f64>().map_err(|_| wrong())? * scale;
        if is_plain && (0.0..=1.0).contains(&share) { Ok(Self(share)) } else { Err(wrong()) }
    }
}

/// The answers that are still to be proven again. Which ones follows from the names of their jobs, so each time the same.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sample {
    share: f64,
    /// By the name of the job that proves them again: answers to different questions may claim the same.
    waiting: BTreeMap<JobId, Vec<Record>>,
    in_flight: BTreeSet<JobId>,
}

impl Sample {
    /// What a ledger leaves to be proven again.
    pub(crate) fn new(ledger: &Ledger, share: Share) -> Self {
        let mut sample = Self { share: share.0, ..Self::default() };
        let checks = by_answer(ledger);
        let is_checked = |id: &JobId, record: &Record| {
            checks.get(id).is_some_and(|all| all.iter().any(|check| check.weighs(record)))
        };
        let answers = ledger.counting().into_iter().filter(|(_, record)| share.0 > 0.0 && record.is_answer());
        let (checked, open): (Vec<_>, Vec<_>) = answers.partition(|(id, record)| is_checked(id, record));
        // Earlier versions drew others, and what was proven again need not be made up for.
        let owed = (share.0 * (checked.len() + open.len()) as f64).round() as usize;
        let mut left = owed.saturating_sub(checked.len());
        for (id, record) in open {
            if left > 0 && sample.add(id, record) {
                left -= 1;
            }
        }
        sample
    }

    /// Takes an answer into the sample if it is drawn; returns whether it is.
    pub(crate) fn add(&mut self, id: JobId, record: &Record) -> bool {
        // As many of the upper bits of the name, which is a hash, as the fraction of an `f64` has.
        let is_drawn = ((id.0 >> 11) as f64) < self.share * (1u64 << 53) as f64;
        let Some(job) = recheck_of(record).filter(|_| is_drawn) else { return false };
        let waiting = self.waiting.entry(job.id()).or_default();
        waiting.retain(|other| other.job != record.job);
        waiting.push(record.clone());
        true
    }

    /// The next re-check for a worker: a job, and whose answer it is. Own answers come only if nobody else will: at the
    /// end.
    pub(crate) fn next(&mut self, who: Option<&WorkerName>, is_end: bool) -> Option<(Job, WorkerName)> {
        let is_for = |answer: &Record| is_end || who.is_none_or(|who| *who != answer.worker);
        let mut free = self.waiting.iter().filter(|(job, _)| !self.in_flight.contains(job));
        let (&id, answer) = free.find_map(|(id, answers)| Some((id, answers.iter().find(|one| is_for(one))?)))?;
        let next = (recheck_of(answer)?, answer.worker.clone());
        self.in_flight.insert(id);
        Some(next)
    }

    /// The answers that a job proves again, which need not be proven again after this.
    pub(crate) fn take(&mut self, job: JobId) -> Vec<Record> {
        self.in_flight.remove(&job);
        self.waiting.remove(&job).unwrap_or_default()
    }

    /// A job is no longer under way; returns whether it was.
    pub(crate) fn lost(&mut self, job: JobId) -> bool {
        self.in_flight.remove(&job)
    }

    /// Whether a job proves answers again.
    pub(crate) fn has(&self, job: JobId) -> bool {
        self.waiting.contains_key(&job)
    }

    /// Number of re-checks under way.
    pub(crate) fn in_flight(&self) -> usize {
        self.in_flight.len()
    }

    /// Whether nothing is left to be proven again.
    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }
}

/// The re-checks of a ledger by the jobs whose answers they checked. Those of withdrawn workers do not count.
fn by_answer(ledger: &Ledger) -> HashMap<JobId, Vec<&Check>> {
    let mut checks: HashMap<JobId, Vec<&Check>> = HashMap::default();
    for check in ledger.checks.iter().filter(|check| ledger.counts(&check.record)) {
        checks.entry(check.of).or_default().push(check);
    }
    checks
}

/// How many of a ledger's answers were proven again, and how many withdrawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    /// Answers that count.
    pub answers: usize,
    /// Of these, the ones that another worker has re-checked.
    pub rechecked: usize,
    /// Of these, the confirmed ones.
    pub confirmed: usize,
    /// Of these, the ones whose re-check exceeded its budget and decided nothing.
    pub inconclusive: usize,
    /// Answers that only their own worker has re-checked, which tells less.
    pub by_same: usize,
    /// How many answers each worker has re-checked.
    pub by: BTreeMap<WorkerName, usize>,
    /// Workers whose answers count.
    pub workers: usize,
    /// Workers all of whose answers were withdrawn.
    pub withdrawn_workers: Vec<WorkerName>,
    /// Withdrawn answers, alone or with their workers.
    pub withdrawn: usize,
    /// Lines left out because they are damaged.
    pub left_out: usize,
}

impl Checks {
    /// Those of a ledger.
    #[must_use]
    pub fn of(ledger: &Ledger) -> Self {
        let is_withdrawn = |record: &&Record| record.is_answer() && !ledger.counts(record);
        let whole = ledger.withdrawals.iter().filter(|withdrawal| withdrawal.answer.is_none());
        let withdrawn_workers: BTreeSet<WorkerName> = whole.map(|withdrawal| withdrawal.worker.clone()).collect();
        let withdrawn = ledger.records.iter().filter(is_withdrawn).count();
        let (checks, mut workers) = (by_answer(ledger), HashSet::default());
        let mut all = Self { left_out: ledger.left_out.len(), withdrawn, ..Self::default() };
        all.withdrawn_workers = withdrawn_workers.into_iter().collect();
        for (id, answer) in ledger.counting().into_iter().filter(|(_, record)| record.is_answer()) {
            all.answers += 1;
            workers.insert(&answer.worker);
            let of_it: Vec<&&Check> =
                checks.get(&id).into_iter().flatten().filter(|check| check.weighs(answer)).collect();
            let by_others: Vec<&&&Check> = of_it.iter().filter(|check| check.record.worker != check.by).collect();
            for check in &by_others {
                *all.by.entry(check.record.worker.clone()).or_default() += 1;
            }
            let is_confirmed = by_others.iter().any(|check| check.record.is_answer());
            all.rechecked += usize::from(!by_others.is_empty());
            all.confirmed += usize::from(is_confirmed);
            all.inconclusive += usize::from(!by_others.is_empty() && !is_confirmed);
            all.by_same += usize::from(by_others.is_empty() && !of_it.is_empty());
        }
        all.workers = workers.len();
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_a_percentage_or_a_fraction() {
        for (text, share) in [("1%", 0.01), ("0", 0.0), ("100%", 1.0), ("0.25", 0.25), ("0.5%", 0.005), ("1", 1.0)] {
            assert!((text.parse::<Share>().unwrap().0 - share).abs() < 1e-12, "{text}");
        }
        for text in ["", "%", "-1%", "101%", "1.5", "inf", "NaN", "1e-3", "one", "+1%"] {
            assert!(text.parse::<Share>().is_err(), "{text}");
        }
    }
}
