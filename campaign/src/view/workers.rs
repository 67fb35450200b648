//! What each worker has done.

use std::collections::HashMap;
use std::time::SystemTime;

use super::presence::about;
use crate::ledger::Ledger;
use crate::record::Record;
use crate::status::Spent;
use crate::worker::WorkerName;

/// The most workers to list: those that have searched most.
pub const MOST_WORKERS: usize = 500;

/// What a worker has done.
#[derive(Clone, Debug, PartialEq)]
pub struct Work {
    /// Its name.
    pub worker: WorkerName,
    /// What its jobs took, those too whose answers were withdrawn, and without its re-checks.
    pub spent: Spent,
    /// Answers of others that it has looked for again.
    pub rechecks: usize,
    /// Its answers that others have looked for again.
    pub rechecked: usize,
    /// Its answers that were withdrawn one by one.
    pub refuted: usize,
    /// Why all its answers were withdrawn.
    pub withdrawn: Option<String>,
    /// When something of it was seen to be new; `None` of what was there at the first look.
    pub seen: Option<SystemTime>,
}

/// When each was last seen.
#[derive(Clone, Debug, Default)]
pub(super) struct Sightings {
    /// How many lines each worker had, and when that was seen to grow.
    lines: HashMap<WorkerName, (usize, Option<SystemTime>)>,
    has_looked: bool,
}

/// The work of all workers, those that have searched most first; and how many there are.
pub(super) fn workers(ledger: &Ledger, sightings: &mut Sightings, now: SystemTime) -> (Vec<Work>, usize) {
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
    sightings.see(&mut all, now);
    let count = all.len();
    all.sort_by(|a, b| b.spent.nodes.cmp(&a.spent.nodes).then_with(|| a.worker.cmp(&b.worker)));
    all.truncate(MOST_WORKERS);
    (all, count)
}

impl Sightings {
    fn see(&mut self, all: &mut [Work], now: SystemTime) {
        for work in all {
            let lines = work.spent.answered + work.spent.exceeded + work.rechecks;
            let (before, seen) = self.lines.entry(work.worker.clone()).or_insert((0, None));
            if lines > *before && self.has_looked {
                *seen = Some(about(now));
            }
            *before = lines;
            work.seen = *seen;
        }
        self.has_looked = true;
    }
}
