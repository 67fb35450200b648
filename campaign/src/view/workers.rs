//! What each worker has done.

use std::collections::HashMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::ledger::Ledger;
use crate::record::Record;
use crate::status::Spent;
use crate::worker::WorkerName;

/// Times are rounded down to this many seconds, so that the view does not change with every line.
const STEP: u64 = 10;

/// The most workers to list: those that have searched most.
pub const MOST_WORKERS: usize = 500;

/// What a worker has done.
#[derive(Clone, Debug, PartialEq)]
pub struct Work {
    /// Its name.
    pub worker: WorkerName,
    /// What its jobs took, including those whose answers were withdrawn, but not its re-checks.
    pub spent: Spent,
    /// Answers of others that it has re-checked.
    pub rechecks: usize,
    /// Its answers that others have re-checked.
    pub rechecked: usize,
    /// Its answers that were withdrawn individually.
    pub refuted: usize,
    /// Why all its answers were withdrawn.
    pub withdrawn: Option<String>,
    /// When something new of it was last seen; `None` if there was only what the first look found.
    pub seen: Option<SystemTime>,
}

/// A moment, rounded down to `STEP` seconds.
fn about(moment: SystemTime) -> SystemTime {
    let seconds = moment.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    UNIX_EPOCH + Duration::from_secs(seconds / STEP * STEP)
}

/// How many lines each worker had, and when that number was seen to grow.
pub(super) type Sightings = HashMap<WorkerName, (usize, Option<SystemTime>)>;

/// The work of all workers, those that have searched most first; and the number of workers. `now` is `None` at the first
/// look, which cannot tell what is new.
pub(super) fn workers(ledger: &Ledger, sightings: &mut Sightings, now: Option<SystemTime>) -> (Vec<Work>, usize) {
    let mut work: HashMap<&WorkerName, Work> = HashMap::new();
    let none = |worker: &WorkerName| Work {
        worker: worker.clone(),
        spent: Spent::default(),
        rechecks: 0,
        rechecked: 0,
        refuted: 0,
        withdrawn: None,
        seen: None,
    };
    let asked = |record: &&Record| record.job.budget > 0;
    for record in ledger.records.iter().filter(asked) {
        work.entry(&record.worker).or_insert_with(|| none(&record.worker)).spent.add(record);
    }
    for check in &ledger.checks {
        let by = &check.record.worker;
        work.entry(by).or_insert_with(|| none(by)).rechecks += 1;
        if let Some(checked) = work.get_mut(&check.by).filter(|_| *by != check.by) {
            checked.rechecked += 1;
        }
    }
    for withdrawal in &ledger.withdrawals {
        let Some(work) = work.get_mut(&withdrawal.worker) else { continue };
        match withdrawal.answer {
            Some(_) => work.refuted += 1,
            None => work.withdrawn = Some(withdrawal.reason.clone()),
        }
    }
    let mut all: Vec<Work> = work.into_values().collect();
    for work in &mut all {
        let lines = work.spent.jobs() + work.rechecks;
        let (before, seen) = sightings.entry(work.worker.clone()).or_insert((0, None));
        if lines > *before && now.is_some() {
            *seen = now.map(about);
        }
        (*before, work.seen) = (lines, *seen);
    }
    let count = all.len();
    all.sort_by(|a, b| b.spent.nodes.cmp(&a.spent.nodes).then_with(|| a.worker.cmp(&b.worker)));
    all.truncate(MOST_WORKERS);
    (all, count)
}
